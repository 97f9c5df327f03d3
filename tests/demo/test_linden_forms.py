"""Every form saves what it should, says what is wrong, and opens prefilled without saving."""

import re

import pytest

from overlay.demo.database import reading

LEAVE = {"from": "2026-12-14", "to": "2026-12-18", "type": "annual", "note": "Skiing"}
BAD_LEAVE = [
    ({"to": "2026-12-11"}, "The last day is before the first day."),
    ({"from": "2026-11-27"}, "Leave can only be requested from today on."),
    ({"half_day": "yes"}, "A half day is for one day"),
    ({"from": "2026-12-12", "to": "2026-12-13"}, "weekend or a public holiday"),
    ({"from": "2026-12-03", "to": "2026-12-04"}, "You already have leave on these days: 4 Dec 2026"),
    ({"from": "2027-01-04", "to": "2027-02-26"}, "Not enough days: this takes 40 days, you have 25 left in 2027."),
    ({"from": ""}, "Choose a value for From."),
    ({"from": "2026-02-30"}, "Enter a date such as 2026-12-14."),
    ({"type": "sabbatical"}, "Choose one of the options for Type."),
    ({"note": "x" * 301}, "Keep it to 300 characters."),
]
SAVES = [
    ("mara.lind", "/leave", "request_leave", LEAVE, "14 – 18 Dec 2026 (5 days) is waiting for approval."),
    ("mara.lind", "/attendance", "clock_in", {}, "You are clocked in since 09:00."),
    ("tom.becker", "/attendance", "clock_out", {"note": "Dentist"}, "You clocked out at 09:00."),
    (
        *("mara.lind", "/attendance", "correct_attendance"),
        {"date": "2026-11-19", "in": "7:59", "out": "16:40", "reason": "Forgot"},
        "Your correction for Thu 19 Nov is saved.",
    ),
    (
        *("mara.lind", "/expenses", "new_expense"),
        {"amount": "84,5", "date": "2026-11-28", "category": "meals", "description": "Lunch", "project": "ALDER-26"},
        "over €84.50 is waiting for approval.",
    ),
    (
        *("tom.becker", "/stock", "adjust_stock"),
        {"item": "LMP-001", "change": "-2", "reason": "damaged"},
        "Alder street lamp, 30 W: 70 pieces on hand now.",
    ),
    (
        *("tom.becker", "/stock/orders", "new_order"),
        {"supplier": "lumatek", "item": "LMP-001", "quantity": "25"},
        "PO-1026 is ordered.",
    ),
    (
        *("tom.becker", "/stock/orders", "receive_order"),
        {"order": "1025", "received": "60"},
        "PO-1025: 60 pieces received, 40 still to come.",
    ),
    (
        *("tom.becker", "/invoices", "new_invoice"),
        {"customer": "hafen", "amount": "1200", "due": "2026-12-30"},
        "INV-2641 over €1,200.00 is created.",
    ),
    ("tom.becker", "/invoices", "mark_paid", {"invoice": "2638", "paid_on": "2026-11-30"}, "is marked as paid."),
    (
        *("nadia.petrov", "/admin/users", "invite_user"),
        {"name": "Lena Vogt", "email": "lena.vogt@norrby.example", "role": "employee", "department": "Sales"},
        "Lena Vogt is invited at lena.vogt@norrby.example.",
    ),
    (
        *("nadia.petrov", "/admin/users", "change_role"),
        {"user": "mara.lind", "role": "manager"},
        "Mara Lind now has the role Manager.",
    ),
    ("nadia.petrov", "/admin/users", "deactivate_user", {"user": "tom.becker"}, "Tom Becker can no longer sign in."),
    ("nadia.petrov", "/admin/users", "reactivate_user", {"user": "umut.yildiz"}, "can sign in again."),
    (
        *("mara.lind", "/profile", "edit_profile"),
        {
            "phone": "+49 30 555 0999",
            "address": "1 Mill Lane",
            "emergency_name": "Jo Lind",
            "emergency_phone": "+49 151 555 0111",
            "language": "de",
        },
        "Your profile is saved.",
    ),
]
REFUSALS = [
    ("ines.ortega", "/attendance", "clock_in", {}, "You are already clocked in since 08:02."),
    ("mara.lind", "/attendance", "clock_out", {}, "You are not clocked in."),
    (
        *("mara.lind", "/attendance", "correct_attendance"),
        {"date": "2026-11-19", "in": "09:00", "out": "08:00", "reason": "x"},
        "Clock out must be later than clock in.",
    ),
    (
        *("mara.lind", "/expenses", "new_expense"),
        {"amount": "5000.01", "date": "2026-11-28", "category": "meals", "description": "Feast"},
        "Enter an amount between €0.01 and €5,000.00.",
    ),
    (
        *("mara.lind", "/expenses", "new_expense"),
        {"amount": "5", "date": "2026-12-01", "category": "meals", "description": "Lunch"},
        "This day is still to come.",
    ),
    (
        *("tom.becker", "/stock", "adjust_stock"),
        {"item": "LMP-001", "change": "-73", "reason": "lost"},
        "Stock cannot go below zero: only 72 pieces on hand.",
    ),
    (
        *("tom.becker", "/stock", "adjust_stock"),
        {"item": "LMP-001", "change": "0", "reason": "lost"},
        "Enter a change other than 0",
    ),
    (
        *("tom.becker", "/stock/orders", "new_order"),
        {"supplier": "corvin", "item": "LMP-001", "quantity": "25"},
        "This supplier does not deliver that item. Order it from Lumatek Components.",
    ),
    (
        *("tom.becker", "/stock/orders", "receive_order"),
        {"order": "1025", "received": "101"},
        "Enter a quantity between 1 and 100",
    ),
    ("tom.becker", "/invoices", "send_reminder", {"invoice": "2638"}, "This invoice is not overdue yet."),
    (
        *("nadia.petrov", "/admin/users", "invite_user"),
        {"name": "Mara", "email": "Mara.Lind@norrby.example", "role": "employee", "department": "Sales"},
        "already belongs to somebody in Linden.",
    ),
    ("mara.lind", "/profile", "edit_profile", {"phone": "call me"}, "Enter a phone number such as"),
]
DEEP_LINKS = [
    ("mara.lind", "/leave?new=leave&from=2026-12-14&to=2026-12-14&type=special&half_day=yes&note=Hi", "request_leave"),
    ("mara.lind", "/attendance?action=clock_in", "clock_in"),
    ("tom.becker", "/attendance?action=clock_out", "clock_out"),
    ("mara.lind", "/attendance?action=correct_attendance&date=2026-11-19&in=08:00&out=16:30", "correct_attendance"),
    (
        "mara.lind",
        "/expenses?new=expense&amount=84.5&date=2026-11-28&category=travel&description=Taxi",
        "new_expense",
    ),
    ("tom.becker", "/stock?action=adjust_stock&item=LMP-002&change=-3&reason=damaged", "adjust_stock"),
    ("tom.becker", "/stock/orders?new=order&supplier=corvin&item=PST-001&quantity=12", "new_order"),
    ("tom.becker", "/invoices?new=invoice&customer=hafen&amount=1200&due=2026-12-31", "new_invoice"),
    ("nadia.petrov", "/admin/users?new=user&name=Lena&email=l@norrby.example&role=manager", "invite_user"),
    ("mara.lind", "/profile?action=edit_profile&phone=%2B49 30 1234567", "edit_profile"),
]


def dialog(page, form):
    return re.search(rf'<dialog id="dialog-{form}".*?</dialog>', page, re.DOTALL)[0]


def is_open(page, form):
    return " open data-keys" in dialog(page, form).split(">")[0]


@pytest.mark.parametrize(("person", "route", "form", "fields", "message"), SAVES, ids=lambda value: str(value)[:24])
def test_forms_save_and_say_so_once(linden, person, route, form, fields, message):
    browser = linden.sign_in(person)
    before = linden.digest()
    answer = browser.send(route, form, **fields)
    assert answer.status_code == 200
    assert answer.history[0].status_code == 303
    assert message in answer.text
    assert 'role="status"' in answer.text
    assert linden.digest() != before
    assert message not in browser.get(route).text


@pytest.mark.parametrize(("person", "route", "form", "fields", "message"), REFUSALS, ids=lambda value: str(value)[:24])
def test_rules_say_no_and_nothing_changes(linden, person, route, form, fields, message):
    browser = linden.sign_in(person)
    before = linden.digest()
    answer = browser.send(route, form, **fields)
    assert answer.status_code == 422
    assert message in answer.text
    assert linden.digest() == before


@pytest.mark.parametrize(("change", "message"), BAD_LEAVE)
def test_leave_rules(linden, mara, change, message):
    before = linden.digest()
    answer = mara.send("/leave", "request_leave", **(LEAVE | change))
    assert answer.status_code == 422
    box = dialog(answer.text, "request_leave")
    assert is_open(answer.text, "request_leave")
    assert box.count(message) == 2, "once in the summary and once beside the field"
    assert 'role="alert"' in box
    assert 'aria-invalid="true"' in box
    assert linden.digest() == before


def test_what_was_entered_survives_a_refusal(mara):
    answer = mara.send("/leave", "request_leave", **(LEAVE | {"to": "2026-12-01", "note": "Keep <me>"}))
    box = dialog(answer.text, "request_leave")
    assert 'value="2026-12-14"' in box
    assert "Keep &lt;me&gt;" in box


def test_leave_is_counted_requested_decided_and_cancelled(linden, mara, ines):
    assert mara.get("/api/leave/balance").json()["rows"][0]["days_left"] == 18.5
    mara.send("/leave", "request_leave", **LEAVE)
    assert mara.get("/api/leave/balance").json()["rows"][0]["days_left"] == 13.5
    rows = ines.get("/api/leave/approvals").json()["rows"]
    assert any(row["person"] == "Mara Lind" and row["from"] == "2026-12-14" for row in rows)
    with reading(linden.database) as db:
        number = db.execute("SELECT max(id) AS id FROM leave_requests").fetchone()["id"]
    refused = ines.send("/leave/approvals", "decline_leave", request=number, reason="")
    assert refused.status_code == 422
    assert "Enter a value for Reason." in refused.text
    answer = ines.send("/leave/approvals", "decline_leave", request=number, reason="Trade fair week")
    assert "Declined: Mara Lind, 14 – 18 Dec 2026." in answer.text
    assert "Trade fair week" in mara.get("/leave").text
    again = ines.send("/leave/approvals", "approve_leave", request=number)
    assert again.status_code == 422
    assert "Somebody has already decided on this request." in again.text
    mine = mara.get("/leave?status=waiting").text
    waiting = re.search(r'name="request" value="(\d+)"', mine)[1]
    assert "is cancelled." in mara.send("/leave", "cancel_leave", request=waiting).text
    assert mara.get("/api/leave/balance").json()["rows"][0]["days_left"] == 19


def test_expenses_are_sent_and_decided(mara, ines):
    draft = re.search(r'name="expense" value="(\d+)"', mara.get("/expenses?status=draft").text)[1]
    assert f"EX-{draft} is waiting for approval." in mara.send("/expenses", "send_draft", expense=draft).text
    assert mara.send("/expenses", "send_draft", expense=draft).status_code == 403
    assert f"Approved: EX-{draft}" in ines.send("/expenses/approvals", "approve_expense", expense=draft).text
    rows = mara.get("/api/expenses").json()["rows"]
    assert next(row for row in rows if row["number"] == f"EX-{draft}")["status"] == "approved"


def test_receiving_an_order_fills_the_shelf(tom):
    def on_hand():
        return tom.get("/api/stock?search=GLS-002").json()["rows"][0]["on_hand"]

    before = on_hand()
    tom.send("/stock/orders", "receive_order", order="1025", received="100")
    assert on_hand() == before + 100


def test_clocking_in_changes_what_is_available(mara):
    assert mara.get("/api/actions/clock_in/state").json() == {"available": True, "reason": None}
    assert mara.get("/api/actions/clock_out/state").json()["available"] is False
    mara.send("/attendance", "clock_in")
    state = mara.get("/api/actions/clock_in/state").json()
    assert state == {"available": False, "reason": "You are already clocked in since 09:00."}
    assert mara.get("/api/actions/clock_out/state").json()["available"] is True
    assert mara.get("/api/actions/launch_rocket/state").status_code == 404


@pytest.mark.parametrize(("person", "link", "form"), DEEP_LINKS, ids=lambda value: str(value)[:24])
def test_deep_links_open_the_dialog_and_save_nothing(linden, person, link, form):
    browser = linden.sign_in(person)
    before = linden.digest()
    page = browser.get(link).text
    assert is_open(page, form)
    assert linden.digest() == before
    plain = browser.get(link.split("?")[0]).text
    assert not is_open(plain, form)


def test_prefill_reaches_the_fields(mara):
    box = dialog(mara.get(DEEP_LINKS[0][1]).text, "request_leave")
    assert box.count('value="2026-12-14"') == 2
    assert '<option value="special" selected>' in box
    assert re.search(r'name="half_day"[^>]* checked', box)
    assert ">Hi</textarea>" in box


def test_what_cannot_be_used_leaves_its_field_as_it_starts(mara):
    page = mara.get("/leave?new=leave&from=soon&to=2026-12-18&type=nap&note=" + "x" * 400).text
    box = dialog(page, "request_leave")
    assert is_open(page, "request_leave")
    assert "soon" not in box
    assert "xxx" not in box
    assert '<option value="annual" selected>' in box
    assert 'value="2026-12-18"' in box
    assert not is_open(mara.get("/leave?new=castle").text, "request_leave")


def test_an_action_that_is_not_available_says_why(ines):
    page = ines.get("/attendance?action=clock_in").text
    assert not is_open(page, "clock_in")
    assert "You are already clocked in since 08:02." in page


def test_row_dialogs_open_for_ones_own_rows_only(ines, mara):
    waiting = re.search(r'name="request" value="(\d+)"', mara.get("/leave?status=waiting").text)[1]
    assert is_open(mara.get(f"/leave?action=cancel_leave&request={waiting}").text, "cancel_leave")
    assert not is_open(ines.get(f"/leave?action=cancel_leave&request={waiting}").text, "cancel_leave")


def test_filters_pages_and_empty_lists(nadia, tom):
    page = tom.get("/stock").text
    assert "Page 1 of 5" in page
    assert "Page 5 of 5" in tom.get("/stock?page=99").text
    assert "Page 1 of 5" in tom.get("/stock?page=-1").text
    assert "No items found" in tom.get("/stock?search=zzz").text
    assert "Nobody found" in nadia.get("/admin/users?search=zzz").text
    assert "LMP-001" in tom.get("/stock?search=lmp-001").text


def test_a_form_returns_to_its_place_in_the_list(nadia):
    answer = nadia.send("/admin/users", "change_role", user="wei.zhang", role="manager", place="search=wei&page=1&x=1")
    assert str(answer.url.query, "ascii") == "search=wei&page=1"
