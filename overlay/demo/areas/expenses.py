"""Expenses: what a person paid and where their claims stand."""

from overlay.demo import words
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import expenses
from overlay.demo.records.expenses import CATEGORIES, Expense, Outlay
from overlay.demo.views import Area, Card, Cell, Column, Filter, Listing, Row, RowAction, View, status_choices
from overlay.demo.visits import Visit


def _send(visit: Visit, entries: Entries) -> str:
    outlay = Outlay(
        entries.whole("amount"),
        entries.date("date"),
        entries.text("category"),
        entries.text("description"),
        entries.text("project"),
    )
    number = expenses.send_expense(visit.db, visit.person, outlay, visit.clock)
    return f"{number} over {words.money(outlay.amount)} is waiting for approval."


def _send_draft(visit: Visit, entries: Entries) -> str:
    expense = expenses.send_draft(visit.db, visit.person, entries.subject)
    return f"{expense.number} is waiting for approval."


def _describe(visit: Visit, subject: str) -> str | None:
    expense = expenses.find_expense(visit.db, subject)
    if expense is None or expense.person_id != visit.person.id or expense.status != "draft":
        return None
    return f"{expense.number}, {expense.description}"


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
        Field("project", "Project code", Kind.CHOICE, required=False, choices=expenses.PROJECTS),
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


def _row(expense: Expense, year: int) -> Row:
    detail = " · ".join(part for part in (expense.number, expense.project) if part)
    draft = expense.status == "draft"
    actions = (RowAction(SEND_DRAFT, str(expense.id), "Send"),) if draft else ()
    return Row(
        str(expense.id),
        (
            Cell(expense.description, f"{detail} · {expense.reason}" if expense.reason else detail),
            Cell(words.near(expense.day, year)),
            Cell(CATEGORIES[expense.category]),
            Cell(words.money(expense.amount)),
            Cell(status=expense.status),
            Cell(actions=actions),
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


AREA = Area("expenses", _view, (NEW, SEND_DRAFT))
