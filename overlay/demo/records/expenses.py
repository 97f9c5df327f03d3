"""Expenses: what people paid for the company and want back."""

import sqlite3
from dataclasses import dataclass
from datetime import date

from overlay.demo.clock import Clock
from overlay.demo.records.decisions import undecided
from overlay.demo.records.mails import mail
from overlay.demo.records.people import Person
from overlay.demo.records.settings import is_on
from overlay.demo.rules import InvalidEntryError, NotPermittedError

CATEGORIES = {
    "travel": "Travel",
    "meals": "Meals",
    "accommodation": "Accommodation",
    "equipment": "Equipment",
    "training": "Training",
    "other": "Other",
}
LIMIT_CENTS = 500_000
_SELECT = (
    "SELECT e.*, p.name AS person, p.manager_id, a.name AS approver FROM expenses e"
    " JOIN people p ON p.id = e.person_id LEFT JOIN people a ON a.id = e.approver_id"
)


@dataclass(frozen=True, slots=True)
class Expense:
    """One expense; `amount` is in euro cents."""

    id: int
    person_id: str
    amount: int
    day: str
    category: str
    description: str
    project: str
    status: str
    approver_id: str | None
    reason: str
    submitted: str
    person: str
    manager_id: str | None
    approver: str | None

    @property
    def number(self) -> str:
        """The number people quote."""
        return f"EX-{self.id}"


def list_expenses(db: sqlite3.Connection, person_id: str, status: str = "", search: str = "") -> list[Expense]:
    """A person's expenses, latest first."""
    rows = db.execute(
        f"{_SELECT} WHERE e.person_id = ? AND (? = '' OR e.status = ?)"
        " AND (e.description LIKE ? OR 'EX-' || e.id LIKE ?) ORDER BY e.day DESC, e.id DESC",
        (person_id, status, status, f"%{search}%", f"%{search}%"),
    )
    return [Expense(**dict(row)) for row in rows]


def list_for_approver(db: sqlite3.Connection, approver: Person, status: str = "", search: str = "") -> list[Expense]:
    """Expenses that this person decides on, waiting ones first."""
    rows = db.execute(
        f"{_SELECT} WHERE e.person_id <> ? AND (? OR p.manager_id = ?) AND e.status <> 'draft'"
        " AND (? = '' OR e.status = ?) AND (p.name LIKE ? OR e.description LIKE ? OR 'EX-' || e.id LIKE ?)"
        " ORDER BY e.status <> 'waiting', e.day DESC, e.id DESC",
        (approver.id, approver.role == "admin", approver.id, status, status, *(f"%{search}%",) * 3),
    )
    return [Expense(**dict(row)) for row in rows]


def find_expense(db: sqlite3.Connection, expense_id: str) -> Expense | None:
    """One expense by its id."""
    row = db.execute(f"{_SELECT} WHERE e.id = ?", (expense_id,)).fetchone()
    return Expense(**dict(row)) if row else None


@dataclass(frozen=True, slots=True)
class Outlay:
    """What a person enters about an expense; `amount` is in euro cents."""

    amount: int
    day: date
    category: str
    description: str
    project: str


def send_expense(db: sqlite3.Connection, person: Person, outlay: Outlay, clock: Clock) -> str:
    """Save an expense that waits for approval; returns its number.

    Raises:
        InvalidEntryError: the amount or the day is outside the expense rules.
    """
    _check_outlay(outlay, clock)
    cursor = db.execute(
        "INSERT INTO expenses (person_id, amount, day, category, description, project, status, approver_id, submitted)"
        " VALUES (?, ?, ?, ?, ?, ?, 'waiting', ?, ?)",
        (
            person.id,
            outlay.amount,
            outlay.day.isoformat(),
            outlay.category,
            outlay.description,
            outlay.project,
            person.manager_id,
            clock.today,
        ),
    )
    number = f"EX-{cursor.lastrowid}"
    _tell_approver(db, person, number, clock)
    return number


def _tell_approver(db: sqlite3.Connection, person: Person, number: str, clock: Clock) -> None:
    """Send a mail at once, where the manager does not get one for the whole week instead."""
    if not is_on(db, "expense_week"):
        mail(db, clock, "expense_mail", person, person.manager_id, f"{person.name} sent the expense {number}.")


def _check_outlay(outlay: Outlay, clock: Clock) -> None:
    if not 0 < outlay.amount <= LIMIT_CENTS:
        raise InvalidEntryError({"amount": "Enter an amount between €0.01 and €5,000.00."})
    if outlay.day > clock.day:
        raise InvalidEntryError({"date": "This day is still to come."})
    if (clock.day - outlay.day).days > 90:
        raise InvalidEntryError({"date": "Expenses can be sent up to 90 days after the day they were paid."})


def _own(db: sqlite3.Connection, person: Person, expense_id: str, status: str) -> Expense:
    expense = find_expense(db, expense_id)
    if expense is None or expense.person_id != person.id or expense.status != status:
        raise NotPermittedError
    return expense


def edit_draft(db: sqlite3.Connection, person: Person, expense_id: str, outlay: Outlay, clock: Clock) -> Expense:
    """Change one's own draft.

    Raises:
        NotPermittedError: it is not this person's draft.
        InvalidEntryError: the amount or the day is outside the expense rules.
    """
    expense = _own(db, person, expense_id, "draft")
    _check_outlay(outlay, clock)
    db.execute(
        "UPDATE expenses SET amount = ?, day = ?, category = ?, description = ?, project = ? WHERE id = ?",
        (
            *(outlay.amount, outlay.day.isoformat(), outlay.category, outlay.description, outlay.project),
            expense.id,
        ),
    )
    return expense


def delete_draft(db: sqlite3.Connection, person: Person, expense_id: str) -> Expense:
    """Delete one's own draft.

    Raises:
        NotPermittedError: it is not this person's draft.
    """
    expense = _own(db, person, expense_id, "draft")
    db.execute("DELETE FROM expenses WHERE id = ?", (expense.id,))
    return expense


def withdraw(db: sqlite3.Connection, person: Person, expense_id: str) -> Expense:
    """Make one's own waiting expense a draft again.

    Raises:
        NotPermittedError: it is somebody else's, or it has been decided on.
    """
    expense = _own(db, person, expense_id, "waiting")
    db.execute("UPDATE expenses SET status = 'draft' WHERE id = ?", (expense.id,))
    return expense


def send_draft(db: sqlite3.Connection, person: Person, expense_id: str, clock: Clock) -> Expense:
    """Send one's own draft for approval.

    Raises:
        NotPermittedError: it is not this person's draft.
    """
    expense = _own(db, person, expense_id, "draft")
    db.execute("UPDATE expenses SET status = 'waiting' WHERE id = ?", (expense.id,))
    _tell_approver(db, person, expense.number, clock)
    return expense


def decide(db: sqlite3.Connection, approver: Person, expense_id: str, status: str, reason: str) -> Expense:
    """Approve or decline somebody's expense.

    Raises:
        NotPermittedError: this person does not decide on it.
        InvalidEntryError: it has been decided on.
    """
    expense = undecided(approver, find_expense(db, expense_id), "expense")
    db.execute(
        "UPDATE expenses SET status = ?, reason = ?, approver_id = ? WHERE id = ?",
        (status, reason, approver.id, expense.id),
    )
    return expense
