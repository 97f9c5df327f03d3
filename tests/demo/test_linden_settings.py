"""Each setting of Linden counts: somebody who changes it sees something else from then on."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from overlay.content.pack_file import read_pack_file
from overlay.demo.clock import Clock
from overlay.demo.database import reading, writing
from overlay.demo.records import attendance, customers, invoices, projects, stock, suppliers
from overlay.demo.records.people import find_person
from overlay.demo.records.settings import list_settings, number_of

PACK = read_pack_file(Path(__file__).parents[2])
BEHIND = {"currency"}
"""Settings that have one value only."""
MAIL = "/admin/audit?area=Mail"


def change(nadia, setting, value):
    answer = nadia.send("/admin/settings", "change_setting", setting=setting, value=value)
    assert answer.status_code == 200, f"{setting} does not take {value}"


def week_start(linden, nadia, mara, ines, tom):
    days = r'columnheader">(\w+)</th>'
    assert re.findall(days, mara.get("/leave/calendar").text)[:7] == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    today = r'<td role="cell" class="[^"]*today"><span class="day-number">30</span>'
    change(nadia, "week_start", "Sunday")
    page = mara.get("/leave/calendar").text
    assert re.findall(days, page)[:7] == ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    assert re.search(today, page)
    row = re.search(rf'<tr role="row">((?:(?!</tr>).)*{today}.*?)</tr>', page, re.DOTALL)
    assert row
    assert re.findall(r'day-number">(\d+)', row[1]) == ["29", "30", "1", "2", "3", "4", "5"]


def week_hours(linden, nadia, mara, ines, tom):
    assert "of 40 h planned" in mara.get("/attendance").text
    change(nadia, "week_hours", "30")
    page = mara.get("/attendance").text
    assert "of 30 h planned" in page
    assert "bar over" not in page, "more than planned is nothing to warn of"
    assert "of 30 h planned for each" in ines.get("/attendance/team/week").text


def break_minutes(linden, nadia, mara, ines, tom):
    with reading(linden.database) as db:
        before = [day.minutes for day in attendance.list_days(db, "mara.lind")]
    change(nadia, "break_minutes", "60")
    assert "a break of 60 minutes is taken off" in ines.get("/attendance?action=clock_out").text
    mara.send("/attendance", "correct_attendance", date="2026-11-19", **{"in": "08:00", "out": "16:00"}, reason="x")
    with reading(linden.database) as db:
        after = {day.day: day.minutes for day in attendance.list_days(db, "mara.lind")}
    assert after.pop("2026-11-19") == 7 * 60
    assert [*after.values()] == [minutes for minutes in before if minutes], "days that are over stay as they were"


def leave_days(linden, nadia, mara, ines, tom):
    change(nadia, "leave_days", "30")
    nadia.send(
        "/admin/users", "invite_user", name="Lena Vogt", email="lena@x.example", role="employee", department="Design"
    )
    with reading(linden.database) as db:
        rows = db.execute("SELECT days FROM leave_allowances WHERE person_id = 'lena' ORDER BY year").fetchall()
    assert [row["days"] for row in rows] == [5, 30]


def carry_over(linden, nadia, mara, ines, tom):
    assert "of 28 in 2026" in mara.get("/leave").text
    change(nadia, "carry_over", "Off")
    assert "of 25 in 2026" in mara.get("/leave").text


def invoice_days(linden, nadia, mara, ines, tom):
    change(nadia, "invoice_days", "14")
    assert 'value="2026-12-14"' in tom.get("/invoices?new=invoice").text


def delivery_days(linden, nadia, mara, ines, tom):
    change(nadia, "delivery_days", "20")
    assert "delivery is expected in 20 days" in tom.get("/stock/orders?new=order").text
    assert "delivery is expected in 20 days" in tom.get("/stock/low?action=reorder_item").text
    tom.send("/stock/orders", "new_order", supplier="lumatek", item="LMP-001", quantity="4", needed_by="")
    assert tom.get("/api/orders").json()["rows"][0]["expected"] == "2026-12-20"
    assert re.search(r'name="lead_days"', tom.get("/stock/suppliers").text)
    assert 'value="20"' in tom.get("/stock/suppliers?new=supplier").text


def closed_after(linden, nadia, mara, ines, tom):
    fields = {"date": "2026-11-10", "in": "08:00", "out": "16:00", "reason": "x"}
    change(nadia, "closed_after", "14")
    answer = mara.send("/attendance", "correct_attendance", **fields)
    assert "Days more than 14 days back are closed. Ask People operations." in answer.text
    change(nadia, "closed_after", "30")
    assert "is saved." in mara.send("/attendance", "correct_attendance", **fields).text


def languages(linden, nadia, mara, ines, tom):
    fields = {"phone": "+49 30 1234", "address": "x", "emergency_name": "y", "emergency_phone": "+49 30 1234"}
    change(nadia, "languages", "Off")
    refused = mara.send("/profile", "edit_profile", **fields, language="de")
    assert "Everybody keeps the language they have: English." in refused.text
    assert "Your profile is saved." in mara.send("/profile", "edit_profile", **fields, language="en").text


def logo(linden, nadia, mara, ines, tom):
    assert "Norrby Lighting" in mara.get("/home").text
    change(nadia, "logo", "Off")
    assert "Norrby Lighting" not in mara.get("/home").text


LEAVE = {"from": "2027-01-11", "to": "2027-01-12", "type": "annual"}
OUTLAY = {"amount": "84.50", "date": "2026-11-27", "category": "travel", "description": "Taxi"}


def leave_mail(linden, nadia, mara, ines, tom):
    mara.send("/leave", "request_leave", **LEAVE)
    assert "Mail to Ines Ortega: Mara Lind asks for leave, 11 – 12 Jan 2027." in nadia.get(MAIL).text
    change(nadia, "leave_mail", "Off")
    mara.send("/leave", "request_leave", **LEAVE | {"from": "2027-02-01", "to": "2027-02-02"})
    assert "Feb 2027" not in nadia.get(MAIL).text


def leave_answer(linden, nadia, mara, ines, tom):
    request = re.search(r'name="request" value="(\d+)"', mara.get("/leave?status=waiting").text)[1]
    ines.send("/leave/approvals", "approve_leave", request=request)
    assert "Mail to Mara Lind: your leave 4 Dec 2026 is approved." in nadia.get(MAIL).text
    ines.send("/leave/approvals", "undo_leave", request=request)
    change(nadia, "leave_answer", "Off")
    ines.send("/leave/approvals", "decline_leave", request=request, reason="x")
    assert "is declined" not in nadia.get(MAIL).text


def expense_mail(linden, nadia, mara, ines, tom):
    mara.send("/expenses", "new_expense", **OUTLAY)
    first = re.findall(r"Mail to Ines Ortega: Mara Lind sent the expense EX-\d+\.", nadia.get(MAIL).text)
    draft = re.search(r'name="expense" value="(\d+)"', mara.get("/expenses?status=draft").text)[1]
    mara.send("/expenses", "send_draft", expense=draft)
    assert f"Mara Lind sent the expense EX-{draft}." in nadia.get(MAIL).text
    change(nadia, "expense_mail", "Off")
    mara.send("/expenses", "new_expense", **OUTLAY)
    assert len(first) == 1
    assert nadia.get(MAIL).text.count("sent the expense") == 2


def expense_week(linden, nadia, mara, ines, tom):
    change(nadia, "expense_week", "On")
    mara.send("/expenses", "new_expense", **OUTLAY)
    assert "sent the expense" not in nadia.get(MAIL).text


def clock_mail(linden, nadia, mara, ines, tom):
    with writing(linden.database) as db:
        db.execute("UPDATE attendance SET clock_out = NULL WHERE person_id = 'mara.lind' AND day = '2026-11-27'")
    change(nadia, "clock_mail", "On")
    mara.send("/attendance", "clock_in")
    assert "Mail to Mara Lind: you did not clock out on Fri 27 Nov." in nadia.get(MAIL).text


def low_mail(linden, nadia, mara, ines, tom):
    with reading(linden.database) as db:
        item, other = [i for i in stock.list_items(db) if i.status == "in_stock"][:2]
    taken = {"change": str(item.reorder_at - item.on_hand), "reason": "damaged"}
    tom.send("/stock", "adjust_stock", item=item.sku, **taken)
    assert f"({item.sku}) is low, {item.reorder_at} pieces left." in nadia.get(MAIL).text
    change(nadia, "low_mail", "Off")
    tom.send("/stock", "adjust_stock", item=other.sku, change=str(-other.on_hand), reason="lost")
    assert f"({other.sku}) is low" not in nadia.get(MAIL).text


def late_mail(linden, nadia, mara, ines, tom):
    change(nadia, "late_mail", "30")
    refused = tom.send("/invoices/overdue", "send_reminder", invoice="2623")
    assert "The first reminder can go out on 6 Dec 2026, as the settings say." in refused.text
    change(nadia, "late_mail", "24")
    assert "A reminder for INV-2623 went to" in tom.send("/invoices/overdue", "send_reminder", invoice="2623").text


COUNTING: dict[str, Callable[..., None]] = {
    rule.__name__: rule
    for rule in (
        *(week_start, week_hours, break_minutes, leave_days, carry_over, invoice_days, delivery_days, closed_after),
        *(languages, logo, leave_mail, leave_answer, expense_mail, expense_week, clock_mail, low_mail, late_mail),
    )
}


@pytest.mark.parametrize("setting", COUNTING)
def test_a_setting_counts(setting, linden, nadia, mara, ines, tom):
    COUNTING[setting](linden, nadia, mara, ines, tom)


def test_every_setting_does(linden):
    with reading(linden.database) as db:
        assert {setting.id for setting in list_settings(db)} - BEHIND == set(COUNTING)
        assert number_of(db, "week_hours") == 40


def test_a_new_supplier_can_deliver(linden, tom):
    tom.send(
        *("/stock/suppliers", "new_supplier"),
        name="Vega Lamps",
        contact="Ana Vega",
        email="o@vega.example",
        supplies="Lamps",
        lead_days="9",
    )
    item = {"name": "Vega spot", "category": "Lamps", "location": "b1-06", "supplier": "vega", "reorder_at": "5"}
    answer = tom.send("/stock", "new_item", **item, unit_cost="12.50")
    assert "Vega spot is an item now, with the stock number LAM-001." in answer.text
    assert "Shelf B1-06" in tom.get("/stock?search=Vega").text
    order = {"supplier": "vega", "item": "LAM-001", "quantity": "10", "needed_by": ""}
    assert "is ordered." in tom.send("/stock/orders", "new_order", **order).text
    assert "1 item" in tom.get("/stock/suppliers?search=Vega").text


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("name", "lamp post, 3 m", "is an item already."),
        ("location", "B-16", "Enter a shelf such as B1-06."),
        ("reorder_at", "-1", "Enter a level between 0 and 10,000."),
        ("unit_cost", "0", "Enter a price between €0.01 and €100,000.00."),
        ("category", "Services", "Choose one of the options for Category."),
    ],
)
def test_an_item_that_cannot_be(linden, tom, field, value, message):
    before = linden.digest()
    item = {"name": "Spot", "category": "Lamps", "location": "B1-06", "supplier": "helix", "reorder_at": "5"}
    answer = tom.send("/stock", "new_item", **item | {"unit_cost": "12.50"} | {field: value})
    assert answer.status_code == 422
    assert message in answer.text
    assert linden.digest() == before


def test_the_log_tells_what_was_changed(nadia):
    rows = nadia.get("/api/audit?limit=50").json()["rows"]
    vague = re.compile(r"\b(a|an) (colleague|setting|card|week|delivery|invoice|expense|stock count)\b")
    assert [row["change"] for row in rows if vague.search(row["change"])] == []
    assert len({row["change"] for row in rows}) == len(rows) == 48


def choices(linden, action, field):
    spec = PACK.action(action)
    return set(spec.schema["properties"][field]["enum"])


def test_the_pack_knows_all_that_can_be_chosen(linden):
    with reading(linden.database) as db:
        everyone = {customer.id for customer in customers.list_customers(db, Clock())}
        assert choices(linden, "new_invoice", "customer") == set(invoices.list_customers(db)) == everyone
        assert choices(linden, "new_project", "customer") == everyone
        assert choices(linden, "new_order", "supplier") == {s.id for s in suppliers.list_suppliers(db)}
        codes = projects.project_choices(db)
        assert find_person(db, "mara.lind")
    pattern = PACK.action("new_expense").schema["properties"]["project"]["pattern"]
    assert all(re.fullmatch(pattern, code) for code in codes)


def test_an_expense_can_name_every_live_project(linden, mara):
    page = mara.get("/expenses?new=expense").text
    with reading(linden.database) as db:
        for code in projects.project_choices(db):
            assert f'value="{code}"' in page
