"""Names and texts out of an accessibility snapshot."""

from overlay.capture.snapshot import names_in, names_of_role

SNAPSHOT = """- heading "My leave" [level=1]
- paragraph: Your days off.
- term: Days left
- definition: "18.5"
- combobox "Status":
  - option "All statuses" [selected]
- 'row "Online course: light EX-2001 Paid"':
  - 'rowheader "Online course: light"'
  - cell "Paid"
- button "Say \\"hi\\"" [disabled]
- text: "30"
- link "Leave":
  - /url: /leave
"""


def test_every_name_and_text_is_found() -> None:
    assert names_in(SNAPSHOT) == {
        "My leave",
        "Your days off.",
        "Days left",
        "18.5",
        "Status",
        "All statuses",
        "Online course: light EX-2001 Paid",
        "Online course: light",
        "Paid",
        'Say "hi"',
        "30",
        "Leave",
    }


def test_the_names_of_one_role_come_in_order() -> None:
    assert names_of_role(SNAPSHOT, "rowheader") == ("Online course: light",)
    assert names_of_role(SNAPSHOT, "button") == ('Say "hi"',)
