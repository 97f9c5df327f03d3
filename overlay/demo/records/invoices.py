"""Invoices: what customers owe."""

import sqlite3
from dataclasses import dataclass
from datetime import date, timedelta

from overlay.demo.clock import Clock
from overlay.demo.records.customers import find_customer
from overlay.demo.records.settings import number_of
from overlay.demo.rules import InvalidEntryError
from overlay.demo.words import as_date, day

_SELECT = "SELECT v.*, c.name AS customer FROM invoices v JOIN customers c ON c.id = v.customer_id"


@dataclass(frozen=True, slots=True)
class Invoice:
    """One invoice; `amount` is in euro cents."""

    id: int
    customer_id: str
    amount: int
    issued: str
    due: str
    reference: str
    status: str
    paid_on: str | None
    reminders: int
    customer: str

    @property
    def number(self) -> str:
        """The number people quote."""
        return f"INV-{self.id}"

    def state(self, clock: Clock) -> str:
        """The status with what the calendar adds: `overdue` for open invoices past their day."""
        return "overdue" if self.status == "open" and self.due < clock.today else self.status


def list_invoices(db: sqlite3.Connection, clock: Clock, search: str = "", status: str = "") -> list[Invoice]:
    """Invoices, latest first."""
    rows = db.execute(
        f"{_SELECT} WHERE c.name LIKE ? OR 'INV-' || v.id LIKE ? OR v.reference LIKE ? ORDER BY v.id DESC",
        (f"%{search}%",) * 3,
    )
    invoices = [Invoice(**dict(row)) for row in rows]
    return [invoice for invoice in invoices if not status or invoice.state(clock) == status]


def find_invoice(db: sqlite3.Connection, invoice_id: str) -> Invoice | None:
    """One invoice by its id."""
    row = db.execute(f"{_SELECT} WHERE v.id = ?", (invoice_id,)).fetchone()
    return Invoice(**dict(row)) if row else None


def list_customers(db: sqlite3.Connection) -> dict[str, str]:
    """Names of the customers by id."""
    return {row["id"]: row["name"] for row in db.execute("SELECT * FROM customers ORDER BY name")}


@dataclass(frozen=True, slots=True)
class Bill:
    """What a person enters to invoice a customer; `amount` is in euro cents."""

    customer_id: str
    amount: int
    due: date
    reference: str


def issue(db: sqlite3.Connection, bill: Bill, clock: Clock) -> str:
    """Create an open invoice dated today; returns its number.

    Raises:
        InvalidEntryError: the amount or the day cannot be.
    """
    if not 0 < bill.amount <= 100_000_000:
        raise InvalidEntryError({"amount": "Enter an amount between €0.01 and €1,000,000.00."})
    customer = find_customer(db, clock, bill.customer_id)
    if customer is None or customer.status == "blocked":
        raise InvalidEntryError({"customer": "This customer is blocked. Unblock it under Customers first."})
    if bill.due < clock.day:
        raise InvalidEntryError({"due": "The due date is in the past."})
    cursor = db.execute(
        "INSERT INTO invoices (customer_id, amount, issued, due, reference, status) VALUES (?, ?, ?, ?, ?, 'open')",
        (bill.customer_id, bill.amount, clock.today, bill.due.isoformat(), bill.reference),
    )
    return f"INV-{cursor.lastrowid}"


def mark_paid(db: sqlite3.Connection, invoice_id: str, paid_on: date, clock: Clock) -> Invoice:
    """Note that an invoice was paid.

    Raises:
        InvalidEntryError: it is not open, or the day cannot be.
    """
    invoice = _open_invoice(db, invoice_id)
    if not invoice.issued <= paid_on.isoformat() <= clock.today:
        raise InvalidEntryError({"paid_on": "Choose a day between the invoice date and today."})
    db.execute("UPDATE invoices SET status = 'paid', paid_on = ? WHERE id = ?", (paid_on.isoformat(), invoice.id))
    return invoice


def remind(db: sqlite3.Connection, invoice_id: str, clock: Clock) -> Invoice:
    """Note that a reminder went out.

    Raises:
        InvalidEntryError: the invoice is not overdue.
    """
    invoice = _open_invoice(db, invoice_id)
    if invoice.state(clock) != "overdue":
        raise InvalidEntryError({"": "This invoice is not overdue yet."})
    first = as_date(invoice.due) + timedelta(days=number_of(db, "late_mail"))
    if not invoice.reminders and clock.day < first:
        raise InvalidEntryError(
            {"": f"The first reminder can go out on {day(first.isoformat())}, as the settings say."}
        )
    db.execute("UPDATE invoices SET reminders = reminders + 1 WHERE id = ?", (invoice.id,))
    return invoice


def extend(db: sqlite3.Connection, invoice_id: str, due: date, clock: Clock) -> Invoice:
    """Give an overdue invoice a later due date.

    Raises:
        InvalidEntryError: it is not overdue, or the day is not within 60 days from now.
    """
    invoice = _open_invoice(db, invoice_id)
    if invoice.state(clock) != "overdue":
        raise InvalidEntryError({"": "This invoice is not overdue."})
    if not 0 < (due - clock.day).days <= 60:
        raise InvalidEntryError({"due": "Choose a day after today, at most 60 days from now."})
    db.execute("UPDATE invoices SET due = ? WHERE id = ?", (due.isoformat(), invoice.id))
    return invoice


def _open_invoice(db: sqlite3.Connection, invoice_id: str) -> Invoice:
    invoice = find_invoice(db, invoice_id)
    if invoice is None or invoice.status != "open":
        raise InvalidEntryError({"": "This invoice is not open."})
    return invoice
