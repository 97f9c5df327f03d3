"""Expenses: what a person paid and where their claims stand."""

from overlay.demo import words
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import expenses
from overlay.demo.records.expenses import CATEGORIES, Expense, Outlay
from overlay.demo.records.projects import project_choices
from overlay.demo.views import Area, Card, Cell, Column, Filter, Listing, Row, RowAction, View, status_choices
from overlay.demo.visits import Visit


def _outlay(entries: Entries) -> Outlay:
    return Outlay(
        entries.whole("amount"),
        entries.date("date"),
        entries.text("category"),
        entries.text("description"),
        entries.text("project"),
    )


def _send(visit: Visit, entries: Entries) -> str:
    outlay = _outlay(entries)
    number = expenses.send_expense(visit.db, visit.person, outlay, visit.clock)
    return f"{number} over {words.money(outlay.amount)} is waiting for approval."


def _send_draft(visit: Visit, entries: Entries) -> str:
    expense = expenses.send_draft(visit.db, visit.person, entries.subject, visit.clock)
    return f"{expense.number} is waiting for approval."


def _edit(visit: Visit, entries: Entries) -> str:
    expense = expenses.edit_draft(visit.db, visit.person, entries.subject, _outlay(entries), visit.clock)
    return f"{expense.number} is saved as a draft."


def _delete(visit: Visit, entries: Entries) -> str:
    expense = expenses.delete_draft(visit.db, visit.person, entries.subject)
    return f"{expense.number} is deleted."


def _withdraw(visit: Visit, entries: Entries) -> str:
    expense = expenses.withdraw(visit.db, visit.person, entries.subject)
    return f"{expense.number} is a draft again."


def _describe_as(visit: Visit, subject: str, status: str) -> str | None:
    expense = expenses.find_expense(visit.db, subject)
    if expense is None or expense.person_id != visit.person.id or expense.status != status:
        return None
    return f"{expense.number}, {expense.description}"


def _describe(visit: Visit, subject: str) -> str | None:
    return _describe_as(visit, subject, "draft")


def _describe_waiting(visit: Visit, subject: str) -> str | None:
    return _describe_as(visit, subject, "waiting")


def _current(visit: Visit) -> dict[str, str]:
    expense = expenses.find_expense(visit.db, visit.wanted("expense"))
    if expense is None or expense.person_id != visit.person.id:
        return {}
    return {
        "amount": f"{expense.amount // 100}.{expense.amount % 100:02d}",
        "date": expense.day,
        "category": expense.category,
        "description": expense.description,
        "project": expense.project,
    }


NEW = Form(
    id="new_expense",
    parameter="new",
    value="expense",
    title="New expense",
    submit="Send for approval",
    save=_send,
    fields=(
        Field("amount", "Amount", Kind.MONEY, hint="In euro, up to 5,000.", half=True, limit=12),
        Field("date", "Date", Kind.DATE, hint="The day you paid.", half=True),
        Field("category", "Category", Kind.CHOICE, choices=CATEGORIES),
        Field("description", "Description", hint="What it was for."),
        Field("project", "Project code", Kind.CHOICE, required=False, choices=lambda visit: project_choices(visit.db)),
    ),
    intro="Your manager approves it, and it is paid out with the next salary.",
    starts=lambda visit: {"date": visit.clock.today},
    listed=True,
)
SEND_DRAFT = Form(
    id="send_draft",
    parameter="action",
    value="send_draft",
    title="Send for approval",
    submit="Send for approval",
    save=_send_draft,
    direct=True,
    subject_key="expense",
    describe=_describe,
)
EDIT_DRAFT = Form(
    id="edit_draft",
    parameter="action",
    value="edit_draft",
    title="Edit draft",
    submit="Save draft",
    save=_edit,
    fields=NEW.fields,
    intro="It stays a draft until you send it.",
    subject_key="expense",
    describe=_describe,
    starts=_current,
)
DELETE_DRAFT = Form(
    id="delete_draft",
    parameter="action",
    value="delete_draft",
    title="Delete this draft?",
    submit="Delete draft",
    save=_delete,
    cancel="Keep draft",
    danger=True,
    subject_key="expense",
    describe=_describe,
)
WITHDRAW = Form(
    id="withdraw_expense",
    parameter="action",
    value="withdraw_expense",
    title="Withdraw this expense?",
    submit="Withdraw expense",
    save=_withdraw,
    intro="It is a draft again: your manager no longer sees it, and you can change, send or delete it.",
    cancel="Keep expense",
    danger=True,
    subject_key="expense",
    describe=_describe_waiting,
)

_LISTING = Listing(
    "Your expenses",
    (
        Column("Expense"),
        Column("Date"),
        Column("Category"),
        Column("Amount", number=True),
        Column("Status"),
        Column("Actions", actions=True),
    ),
    "No expenses",
    "Choose another filter, or add a new expense with the button above.",
)


def _actions(expense: Expense) -> tuple[RowAction, ...]:
    key = str(expense.id)
    if expense.status == "waiting":
        return (RowAction(WITHDRAW, key, "Withdraw"),)
    if expense.status != "draft":
        return ()
    return (
        RowAction(SEND_DRAFT, key, "Send"),
        RowAction(EDIT_DRAFT, key, "Edit"),
        RowAction(DELETE_DRAFT, key, "Delete"),
    )


def _row(expense: Expense, year: int) -> Row:
    detail = " · ".join(part for part in (expense.number, expense.project) if part)
    return Row(
        str(expense.id),
        (
            Cell(expense.description, f"{detail} · {expense.reason}" if expense.reason else detail),
            Cell(words.near(expense.day, year)),
            Cell(CATEGORIES[expense.category]),
            Cell(words.money(expense.amount)),
            Cell(status=expense.status),
            Cell(actions=_actions(expense)),
        ),
    )


def _view(visit: Visit) -> View:
    everything = expenses.list_expenses(visit.db, visit.person.id)
    sums = {
        status: sum(expense.amount for expense in everything if expense.status == status)
        for status in ("waiting", "approved", "draft")
    }
    drafts = sum(expense.status == "draft" for expense in everything)
    shown = expenses.list_expenses(visit.db, visit.person.id, visit.wanted("status"), visit.wanted("search"))
    statuses = status_choices("draft", "waiting", "approved", "declined", "paid")
    return View(
        "What you paid for the company and want back.",
        buttons=(NEW,),
        cards=(
            Card("Waiting", words.money(sums["waiting"]), "with your manager"),
            Card("Approved", words.money(sums["approved"]), "paid with the next salary"),
            Card("Drafts", str(drafts), f"{words.money(sums['draft'])} not sent yet"),
        ),
        filters=(Filter("search", "Search expenses"), Filter("status", "Status", statuses, "All statuses")),
        table=_LISTING.page_of(visit, shown, lambda expense: _row(expense, visit.clock.day.year)),
    )


AREA = Area("expenses", _view, (NEW, SEND_DRAFT, EDIT_DRAFT, DELETE_DRAFT, WITHDRAW))
