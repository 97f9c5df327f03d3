"""What can be taken back, corrected and found."""

import re

import pytest

from overlay.demo.database import reading
from overlay.demo.forms import Field, Kind, read
from overlay.demo.records.leave import balance
from overlay.demo.records.people import find_person

OUTLAY = {"amount": "1,284.50", "date": "2026-11-20", "category": "equipment", "description": "Colour card"}


def keyed(page, name):
    return re.search(rf'name="{name}" value="(\d+)"', page)[1]


def test_an_approved_leave_is_undone_by_who_approved_it_and_can_then_be_cancelled(linden, mara, ines):
    request = keyed(mara.get("/leave?status=waiting").text, "request")
    ines.send("/leave/approvals", "approve_leave", request=request)
    refused = mara.send("/leave", "cancel_leave", request=request)
    assert "Ask your manager to change it." in refused.text
    page = ines.get(f"/leave/approvals?action=undo_leave&request={request}").text
    assert "Undo this decision?" in page
    answer = ines.send("/leave/approvals", "undo_leave", request=request)
    assert "Waiting again: Mara Lind, 4 Dec 2026." in answer.text
    assert "is cancelled." in mara.send("/leave", "cancel_leave", request=request).text
    again = ines.send("/leave/approvals", "undo_leave", request=request)
    assert "Nobody has decided on this request." in again.text


def test_a_decision_stays_once_leave_has_begun_or_belongs_to_somebody_else(linden, ines, nadia):
    with reading(linden.database) as db:
        begun = db.execute("SELECT id FROM leave_requests WHERE person_id = 'emeka.obi'").fetchone()["id"]
    before = linden.digest()
    assert "This leave has begun" in ines.send("/leave/approvals", "undo_leave", request=begun).text
    assert linden.digest() == before
    request = keyed(ines.get("/leave/approvals?status=waiting").text, "request")
    nadia.send("/leave/approvals", "approve_leave", request=request)
    assert ines.send("/leave/approvals", "undo_leave", request=request).status_code == 403


def test_a_declined_request_comes_back_only_while_its_days_are_free(linden, mara, ines):
    request = keyed(mara.get("/leave?status=waiting").text, "request")
    ines.send("/leave/approvals", "decline_leave", request=request, reason="Fair")
    dates = {"from": "2026-12-04", "to": "2026-12-04", "type": "unpaid"}
    mara.send("/leave", "request_leave", **dates)
    assert "You already have leave on these days" in ines.send("/leave/approvals", "undo_leave", request=request).text


def test_drafts_are_edited_and_deleted_and_a_waiting_expense_is_withdrawn(linden, mara, ines):
    waiting = keyed(mara.get("/expenses?status=waiting").text, "expense")
    assert f"EX-{waiting} is a draft again." in mara.send("/expenses", "withdraw_expense", expense=waiting).text
    assert mara.send("/expenses", "withdraw_expense", expense=waiting).status_code == 403
    box = mara.get(f"/expenses?action=edit_draft&expense={waiting}").text
    assert re.search(r'<dialog id="dialog-edit_draft"[^>]* open', box)
    answer = mara.send("/expenses", "edit_draft", expense=waiting, **OUTLAY)
    assert f"EX-{waiting} is saved as a draft." in answer.text
    assert "€1,284.50" in answer.text
    assert mara.send("/expenses", "edit_draft", expense=waiting, **OUTLAY | {"amount": "0"}).status_code == 422
    assert ines.send("/expenses", "delete_draft", expense=waiting).status_code == 403
    assert f"EX-{waiting} is deleted." in mara.send("/expenses", "delete_draft", expense=waiting).text
    assert mara.get(f"/api/expenses?search=EX-{waiting}").json()["total"] == 0


def test_expense_approvals_are_found_by_number(ines):
    page = ines.get("/expenses/approvals").text
    number = re.search(r"EX-\d+", page)[0]
    assert number in ines.get(f"/expenses/approvals?search={number}").text
    assert "Nothing to decide" in ines.get("/expenses/approvals?search=EX-9999").text


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        *(("84.50", 8450), ("84,5", 8450), ("1284.50", 128450), ("1,284.50", 128450), ("1.284,50", 128450)),
        *(("€ 1,284", 128400), ("1 284,50", 128450), ("1,234,567.8", 123456780), ("7", 700)),
    ],
)
def test_amounts_as_people_write_them(text, cents):
    assert read(Field("amount", "Amount", Kind.MONEY), {}, text) == str(cents)


@pytest.mark.parametrize("text", ["1,28.50", "1,284,50", "12.345.67", "x", "-5", "1.2.3", "١٢"])
def test_amounts_that_nobody_can_read(text):
    with pytest.raises(ValueError, match=r"such as 84\.50"):
        read(Field("amount", "Amount", Kind.MONEY), {}, text)


def test_an_invoice_without_a_reference_ends_with_its_number(tom):
    tom.send("/invoices", "new_invoice", customer="hafen", amount="1,200.00", due="2026-12-30")
    assert '<span class="sub">INV-2641</span>' in tom.get("/invoices?search=INV-2641").text


@pytest.mark.parametrize("times", [{"in": "09:30"}, {"in": "08:00", "out": "17:00"}])
def test_a_correction_for_today_takes_no_time_to_come(linden, mara, times):
    before = linden.digest()
    answer = mara.send("/attendance", "correct_attendance", date="2026-11-30", reason="x", **times)
    assert "This time is still to come." in answer.text
    assert linden.digest() == before
    assert (
        "is saved."
        in mara.send("/attendance", "correct_attendance", date="2026-11-30", reason="x", **{"in": "08:00"}).text
    )


@pytest.mark.parametrize(("department", "head"), [("Design", "ines.ortega"), ("People & IT", "nadia.petrov")])
def test_invited_people_have_a_manager_and_an_allowance(linden, nadia, department, head):
    fields = {"name": "Lena Vogt", "email": "lena.vogt@norrby.example", "role": "employee"}
    nadia.send("/admin/users", "invite_user", department=department, **fields)
    with reading(linden.database) as db:
        assert find_person(db, "lena.vogt").manager_id == head
        assert balance(db, "lena.vogt", 2026).total == 4
        assert balance(db, "lena.vogt", 2027).total == 25
