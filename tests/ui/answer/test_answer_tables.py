"""Tables fit the panel: a grid where its words have room, else row below row; mirrored for who reads from the right."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot
from test_answer_room import shown

from overlay.ui.blocks.answer_view import AnswerView
from overlay.ui.theme import LIGHT

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
NAMES = ("Item", "Amount", "Quantity", "Warehouse", "Supplier", "Delivered", "Invoice", "State")
ROWS = (
    ("Desk lamp", "1,234.50", "12", "Main", "Acme Ltd", "2026-12-01", "INV-2041", "Paid"),
    ("Chair", "99.00", "4", "East", "", "2026-12-03", "INV-2042", "**Waiting**"),
)
WIDE = "\n".join(f"| {' | '.join(cells)} |" for cells in (NAMES, ("---",) * 8, *ROWS)) + "\n"
HEBREW = "| שם | ימים |\n|:--|--:|\n| מרים | 5 |\n| יוסף | 18 |\n"
NARROW, BROAD = 320, 900


def box_of(view: AnswerView, words: str) -> QRectF:
    found = view.document().find(words)
    assert not found.isNull(), words
    return view.document().documentLayout().blockBoundingRect(found.block())


def lines_of(view: AnswerView) -> list[str]:
    return [line for line in view.document().toPlainText().replace("\u2028", "\n").split("\n") if line]


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_in_a_narrow_panel_each_row_stands_below_the_other_and_no_amount_is_broken(qtbot: QtBot, size: int) -> None:
    view = shown(qtbot, f"Before\n\n{WIDE}\nAfter", size, NARROW)
    first = [f"{name}: {cell}" for name, cell in zip(NAMES, ROWS[0], strict=True)]
    second = [f"{name}: {cell.strip('*')}" for name, cell in zip(NAMES, ROWS[1], strict=True) if cell]
    assert lines_of(view) == ["Before", *first, *second, "After"]


def test_a_panel_made_wider_shows_the_grid_and_made_narrower_the_list(qtbot: QtBot) -> None:
    view = shown(qtbot, WIDE, 1000, NARROW)
    view.resize(BROAD, 200)
    assert box_of(view, "Amount").top() == box_of(view, "State").top()
    assert lines_of(view)[:8] == list(NAMES)
    view.resize(NARROW, 200)
    assert lines_of(view)[0] == "Item: Desk lamp"


def test_a_table_that_grows_turns_to_a_list_where_its_words_have_no_room(qtbot: QtBot) -> None:
    view = shown(qtbot, WIDE.split("\n| Desk")[0] + "\n", 3, NARROW)
    assert lines_of(view) == list(NAMES)
    view = shown(qtbot, WIDE.split(" | INV-2041")[0], 3, NARROW)
    assert lines_of(view)[-1] == "Delivered: 2026-12-01"


ORDERS = """| Auftragsnummer | Kunde | Liefertermin | Betrag |
|:--|:--|:--|--:|
| SO-2026-0001 | Müller & Söhne GmbH | 2026-11-30 | 1,234.50 |
"""


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("width", [280, 358, 558])
@pytest.mark.parametrize("text", [WIDE, ORDERS], ids=["eight columns", "four columns"])
def test_no_word_of_usual_length_is_broken_at_any_size_of_the_text(
    qtbot: QtBot, text: str, width: int, scale: float
) -> None:
    view = shown(qtbot, text, 1000, width, theme=LIGHT.scaled(scale))
    block = view.document().begin()
    while block.isValid():
        layout, words = block.layout(), block.text()
        for number in range(1, layout.lineCount()):
            start = layout.lineAt(number).textStart()
            assert words[start - 1] in " \u2028", words
        block = block.next()


def test_a_few_columns_stay_a_grid_in_the_narrowest_panel(qtbot: QtBot) -> None:
    view = shown(
        qtbot, "| Setting | What it does |\n|--|--|\n| allow_overlapping_absences | Two may be away |\n", 9, 280
    )
    assert box_of(view, "Setting").top() == box_of(view, "What it").top()


def test_the_first_column_of_a_right_to_left_table_is_at_the_right(qtbot: QtBot) -> None:
    view = shown(qtbot, HEBREW, 3, 400)
    assert box_of(view, "שם").left() > box_of(view, "ימים").left()
    assert box_of(view, "מרים").left() > box_of(view, "5").left()
    assert box_of(view, "מרים").right() <= 400


@pytest.mark.parametrize(
    ("text", "width", "copied"),
    [
        (HEBREW, 400, "שם\tימים\nמרים\t5"),
        (WIDE, NARROW, "\n".join(f"{name}: {cell}" for name, cell in zip(NAMES, ROWS[0], strict=True))),
    ],
    ids=["right to left", "below each other"],
)
def test_part_of_it_is_copied_in_reading_order_without_layout_characters(
    qtbot: QtBot, text: str, width: int, copied: str
) -> None:
    view = shown(qtbot, text, 1000, width)
    cursor = view.textCursor()
    last = "מרים" if text is HEBREW else "State: Paid"
    found = view.document().find(last)
    cursor.setPosition(view.document().begin().position())
    cursor.setPosition(found.position(), QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    assert view.createMimeDataFromSelection().text() == copied
