"""Expense approvals: deciding on what the team spent."""

from overlay.demo import words
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import expenses
from overlay.demo.records.decisions import may_decide
from overlay.demo.records.expenses import CATEGORIES, Expense
from overlay.demo.views import (
    Area,
    Card,
    Cell,
    Column,
    Filter,
    Listing,
    Row,
    RowAction,
    View,
    initials_of,
    status_choices,
)
from overlay.demo.visits import Visit


def _approve(visit: Visit, entries: Entries) -> str:
    expense = expenses.decide(visit.db, visit.person, entries.subject, "approved", "")
    return f"Approved: {expense.number} of {expense.person}, {words.money(expense.amount)}."


def _decline(visit: Visit, entries: Entries) -> str:
    expense = expenses.decide(visit.db, visit.person, entries.subject, "declined", entries.text("reason"))
    return f"Declined: {expense.number} of {expense.person}, {words.money(expense.amount)}."


def _describe(visit: Visit, subject: str) -> str | None:
    expense = expenses.find_expense(visit.db, subject)
    if expense is None or expense.status != "waiting":
        return None
    if not may_decide(visit.person, expense.person_id, expense.manager_id):
        return None
    return f"{expense.person}: {expense.description}, {words.money(expense.amount)}"


APPROVE = Form(
    id="approve_expense",
    parameter="action",
    value="approve_expense",
    title="Approve",
    submit="Approve",
    save=_approve,
    direct=True,
    subject_key="expense",
    describe=_describe,
)
DECLINE = Form(
    id="decline_expense",
    parameter="action",
    value="decline_expense",
    title="Decline expense",
    submit="Decline expense",
    save=_decline,
    fields=(Field("reason", "Reason", Kind.LONG, hint="The person who sent it can read it.", limit=300),),
    danger=True,
    subject_key="expense",
    describe=_describe,
)

_LISTING = Listing(
    "Expenses of your team",
    (
        Column("Person"),
        Column("Expense", wraps=True),
        Column("Amount", number=True),
        Column("Status"),
        Column("Actions", actions=True),
    ),
    "Nothing to decide",
    "No expense matches. New expenses of your team appear here.",
)


def _row(expense: Expense, year: int) -> Row:
    key = str(expense.id)
    actions = (RowAction(APPROVE, key, "Approve", primary=True), RowAction(DECLINE, key, "Decline"))
    return Row(
        key,
        (
            Cell(expense.person, expense.reason or expense.number, initials=initials_of(expense.person)),
            Cell(expense.description, f"{CATEGORIES[expense.category]}, {words.near(expense.day, year)}"),
            Cell(words.money(expense.amount)),
            Cell(status=expense.status),
            Cell(actions=actions if expense.status == "waiting" else ()),
        ),
    )


def _view(visit: Visit) -> View:
    everything = expenses.list_for_approver(visit.db, visit.person)
    waiting = [expense for expense in everything if expense.status == "waiting"]
    month = visit.clock.today[:7]
    decided = [expense for expense in everything if expense.status in ("approved", "paid")]
    this_month = [expense for expense in decided if expense.day.startswith(month)]
    oldest = min((expense.submitted for expense in waiting), default="")
    shown = expenses.list_for_approver(visit.db, visit.person, visit.wanted("status"), visit.wanted("search"))
    statuses = status_choices("waiting", "approved", "declined", "paid")
    return View(
        "Expenses that wait for your decision come first.",
        cards=(
            Card("Waiting", str(len(waiting)), words.money(sum(expense.amount for expense in waiting))),
            Card("Oldest waiting", words.weekday(oldest) if oldest else "–", "the day it was sent"),
            Card("Approved this month", words.money(sum(e.amount for e in this_month)), words.month(month)),
        ),
        filters=(Filter("search", "Search expenses"), Filter("status", "Status", statuses, "All statuses")),
        table=_LISTING.page_of(visit, shown, lambda expense: _row(expense, visit.clock.day.year)),
    )


AREA = Area("expense_approvals", _view, (APPROVE, DECLINE))
