"""Stock: items on the shelves and what changes their number."""

import sqlite3
from dataclasses import dataclass

from overlay.demo.clock import Clock
from overlay.demo.rules import InvalidEntryError
from overlay.demo.words import count

REASONS = {
    "count": "Stock count",
    "damaged": "Damaged",
    "returned": "Returned by customer",
    "lost": "Lost",
    "other": "Other",
}
_SELECT = (
    "SELECT i.*, s.name AS supplier, COALESCE((SELECT SUM(o.quantity - o.received) FROM orders o WHERE o.sku = i.sku"
    " AND o.status = 'ordered'), 0) AS on_order FROM items i JOIN suppliers s ON s.id = i.supplier_id"
)


@dataclass(frozen=True, slots=True)
class Item:
    """Something on the shelves; `unit_cost` is in euro cents."""

    sku: str
    name: str
    category: str
    location: str
    supplier_id: str
    on_hand: int
    reorder_at: int
    unit_cost: int
    on_hold: int
    supplier: str
    on_order: int

    @property
    def status(self) -> str:
        """`on_hold`, `out`, `low` or `in_stock`."""
        if self.on_hold:
            return "on_hold"
        if self.on_hand == 0:
            return "out"
        return "low" if self.on_hand <= self.reorder_at else "in_stock"


def list_items(db: sqlite3.Connection, search: str = "", status: str = "", category: str = "") -> list[Item]:
    """Items by name; `low` as a status includes what has run out."""
    rows = db.execute(
        f"{_SELECT} WHERE (i.name LIKE ? OR i.sku LIKE ? OR s.name LIKE ?) AND (? = '' OR i.category = ?)"
        " ORDER BY i.name",
        (*(f"%{search}%",) * 3, category, category),
    )
    wanted = {"low": ("low", "out")}.get(status, (status,))
    return [item for item in (Item(**dict(row)) for row in rows) if not status or item.status in wanted]


def find_item(db: sqlite3.Connection, sku: str) -> Item | None:
    """One item by its stock number."""
    row = db.execute(f"{_SELECT} WHERE i.sku = ?", (sku,)).fetchone()
    return Item(**dict(row)) if row else None


def list_suppliers(db: sqlite3.Connection) -> dict[str, str]:
    """Names of the suppliers by id."""
    return {row["id"]: row["name"] for row in db.execute("SELECT * FROM suppliers ORDER BY name")}


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A change of the number on hand, and why."""

    sku: str
    change: int
    reason: str
    note: str


def adjust(db: sqlite3.Connection, person_id: str, adjustment: Adjustment, clock: Clock) -> Item:
    """Change the number on hand; returns the item as it is afterwards.

    Raises:
        InvalidEntryError: nothing would change, or less than nothing would be left.
    """
    item = find_item(db, adjustment.sku)
    if item is None:
        raise InvalidEntryError({"item": "Choose an item."})
    if adjustment.change == 0:
        raise InvalidEntryError({"change": "Enter a change other than 0, such as 5 or -2."})
    if item.on_hand + adjustment.change < 0:
        raise InvalidEntryError({"change": f"Stock cannot go below zero: only {count(item.on_hand, 'piece')} on hand."})
    db.execute("UPDATE items SET on_hand = on_hand + ? WHERE sku = ?", (adjustment.change, item.sku))
    record_movement(db, person_id, adjustment, clock)
    changed = find_item(db, item.sku)
    assert changed is not None
    return changed


def record_movement(db: sqlite3.Connection, person_id: str, adjustment: Adjustment, clock: Clock) -> None:
    """Keep who changed the number on hand, when and why."""
    db.execute(
        "INSERT INTO stock_movements (sku, change, reason, note, person_id, day) VALUES (?, ?, ?, ?, ?, ?)",
        (adjustment.sku, adjustment.change, adjustment.reason, adjustment.note, person_id, clock.today),
    )
