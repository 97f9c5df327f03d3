"""Customers: who buys, when they have to pay, and what they owe."""

import sqlite3
from dataclasses import dataclass

from overlay.demo.clock import Clock
from overlay.demo.records.keys import check_new_name, free_key
from overlay.demo.rules import InvalidEntryError

TERMS = {"14": "14 days", "30": "30 days", "60": "60 days"}
_SELECT = (
    "SELECT c.*, (SELECT COUNT(*) FROM invoices v WHERE v.customer_id = c.id) AS invoices,"
    " COALESCE((SELECT SUM(v.amount) FROM invoices v WHERE v.customer_id = c.id AND v.status = 'open'), 0) AS owed,"
    " COALESCE((SELECT SUM(v.amount) FROM invoices v WHERE v.customer_id = c.id AND v.status = 'open'"
    " AND v.due < :today), 0) AS late FROM customers c"
)


@dataclass(frozen=True, slots=True)
class Customer:
    """One customer; `owed` and, within it, `late` are in euro cents."""

    id: str
    name: str
    contact: str
    email: str
    city: str
    terms: int
    status: str
    invoices: int
    owed: int
    late: int


def list_customers(db: sqlite3.Connection, clock: Clock, search: str = "", status: str = "") -> list[Customer]:
    """Customers by name; `late` as a status means those with overdue invoices."""
    rows = db.execute(
        f"{_SELECT} WHERE (c.name LIKE :part OR c.contact LIKE :part OR c.city LIKE :part) ORDER BY c.name",
        {"today": clock.today, "part": f"%{search}%"},
    )
    found = [Customer(**dict(row)) for row in rows]
    if status == "overdue":
        return [customer for customer in found if customer.late]
    return [customer for customer in found if not status or customer.status == status]


def find_customer(db: sqlite3.Connection, clock: Clock, customer_id: str) -> Customer | None:
    """One customer by id."""
    return next((customer for customer in list_customers(db, clock) if customer.id == customer_id), None)


@dataclass(frozen=True, slots=True)
class CustomerEntry:
    """What a person enters about a customer; `terms` is in days."""

    name: str
    contact: str
    email: str
    city: str
    terms: int


def add_customer(db: sqlite3.Connection, clock: Clock, entry: CustomerEntry) -> None:
    """Add a customer.

    Raises:
        InvalidEntryError: the name is taken.
    """
    everything = list_customers(db, clock)
    check_new_name(entry.name, (other.name for other in everything), "a customer")
    key = free_key(entry.name, {other.id for other in everything})
    row = (key, entry.name, entry.contact, entry.email, entry.city, entry.terms)
    db.execute("INSERT INTO customers VALUES (?, ?, ?, ?, ?, ?, 'active')", row)


def change_customer(
    db: sqlite3.Connection, clock: Clock, customer_id: str, entry: CustomerEntry, status: str
) -> Customer:
    """Change a customer; the name stays.

    Raises:
        InvalidEntryError: there is no such customer.
    """
    customer = find_customer(db, clock, customer_id)
    if customer is None:
        raise InvalidEntryError({"": "This customer does not exist."})
    db.execute(
        "UPDATE customers SET contact = ?, email = ?, city = ?, terms = ?, status = ? WHERE id = ?",
        (entry.contact, entry.email, entry.city, entry.terms, status, customer.id),
    )
    return customer
