"""Suppliers: who delivers what, and how fast."""

import sqlite3
from dataclasses import dataclass

from overlay.demo.records.keys import check_new_name, free_key
from overlay.demo.rules import InvalidEntryError

SUPPLIES = ("Lamps", "Posts", "Electronics", "Glass", "Cables", "Fasteners", "Packaging", "Services")
_SELECT = (
    "SELECT s.*, (SELECT COUNT(*) FROM items i WHERE i.supplier_id = s.id) AS items,"
    " (SELECT COUNT(*) FROM orders o WHERE o.supplier_id = s.id AND o.status = 'ordered') AS open_orders"
    " FROM suppliers s"
)


@dataclass(frozen=True, slots=True)
class Supplier:
    """One supplier; `paused` ones get no new orders."""

    id: str
    name: str
    contact: str
    email: str
    supplies: str
    lead_days: int
    status: str
    items: int
    open_orders: int


def list_suppliers(db: sqlite3.Connection, search: str = "", status: str = "", supplies: str = "") -> list[Supplier]:
    """Suppliers by name."""
    rows = db.execute(
        f"{_SELECT} WHERE (s.name LIKE ? OR s.contact LIKE ? OR s.supplies LIKE ?) AND (? = '' OR s.status = ?)"
        " AND (? = '' OR s.supplies = ?) ORDER BY s.name",
        (*(f"%{search}%",) * 3, status, status, supplies, supplies),
    )
    return [Supplier(**dict(row)) for row in rows]


def find_supplier(db: sqlite3.Connection, supplier_id: str) -> Supplier | None:
    """One supplier by id."""
    row = db.execute(f"{_SELECT} WHERE s.id = ?", (supplier_id,)).fetchone()
    return Supplier(**dict(row)) if row else None


@dataclass(frozen=True, slots=True)
class SupplierEntry:
    """What a person enters about a supplier."""

    name: str
    contact: str
    email: str
    supplies: str
    lead_days: int


def add_supplier(db: sqlite3.Connection, entry: SupplierEntry) -> None:
    """Add a supplier that can be ordered from.

    Raises:
        InvalidEntryError: the name is taken, or the delivery time cannot be.
    """
    everything = list_suppliers(db)
    check_new_name(entry.name, (other.name for other in everything), "a supplier")
    _check_days(entry.lead_days)
    key = free_key(entry.name, {other.id for other in everything})
    row = (key, entry.name, entry.contact, entry.email, entry.supplies, entry.lead_days)
    db.execute("INSERT INTO suppliers VALUES (?, ?, ?, ?, ?, ?, 'active')", row)


def _check_days(days: int) -> None:
    if not 1 <= days <= 180:
        raise InvalidEntryError({"lead_days": "Enter a delivery time between 1 and 180 days."})


def change_supplier(db: sqlite3.Connection, supplier_id: str, entry: SupplierEntry, status: str) -> Supplier:
    """Change a supplier; its name and what it supplies stay.

    Raises:
        InvalidEntryError: the delivery time cannot be, or a paused supplier still has to deliver.
    """
    supplier = find_supplier(db, supplier_id)
    if supplier is None:
        raise InvalidEntryError({"": "This supplier does not exist."})
    _check_days(entry.lead_days)
    if status == "paused" and supplier.open_orders:
        raise InvalidEntryError(
            {"status": "Orders are still on their way. Receive them before you pause the supplier."}
        )
    db.execute(
        "UPDATE suppliers SET contact = ?, email = ?, lead_days = ?, status = ? WHERE id = ?",
        (entry.contact, entry.email, entry.lead_days, status, supplier.id),
    )
    return supplier
