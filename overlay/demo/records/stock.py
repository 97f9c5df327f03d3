"""Stock: items on the shelves and what changes their number."""

import re
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass

from overlay.demo.clock import Clock
from overlay.demo.records.keys import check_new_name
from overlay.demo.records.mails import mail
from overlay.demo.records.people import Person
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


def adjust(db: sqlite3.Connection, person: Person, adjustment: Adjustment, clock: Clock) -> Item:
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
    record_movement(db, person.id, adjustment, clock)
    changed = find_item(db, item.sku)
    assert changed is not None
    if changed.on_hand <= item.reorder_at < item.on_hand:
        left = count(changed.on_hand, "piece")
        mail(db, clock, "low_mail", person, "Warehouse", f"{item.name} ({item.sku}) is low, {left} left.")
    return changed


@dataclass(frozen=True, slots=True)
class ItemEntry:
    """What a person enters about an item that is new; `unit_cost` is in euro cents."""

    name: str
    category: str
    location: str
    supplier_id: str
    reorder_at: int
    unit_cost: int


def add_item(db: sqlite3.Connection, entry: ItemEntry) -> Item:
    """Add an item, of which there is nothing on the shelf yet.

    Raises:
        InvalidEntryError: the name is taken, or the level, the price or the shelf cannot be.
    """
    everything = list_items(db)
    check_new_name(entry.name, (other.name for other in everything), "an item")
    if not 0 <= entry.reorder_at <= 10_000:
        raise InvalidEntryError({"reorder_at": "Enter a level between 0 and 10,000."})
    if not 0 < entry.unit_cost <= 10_000_000:
        raise InvalidEntryError({"unit_cost": "Enter a price between €0.01 and €100,000.00."})
    if not re.fullmatch(r"[A-Z]\d-\d{2}", entry.location.upper(), re.ASCII):
        raise InvalidEntryError({"location": "Enter a shelf such as B1-06."})
    sku = _free_number(entry.category, {item.sku for item in everything})
    row = (sku, entry.name, entry.category, entry.location.upper(), entry.supplier_id)
    db.execute("INSERT INTO items VALUES (?, ?, ?, ?, ?, 0, ?, ?, 0)", (*row, entry.reorder_at, entry.unit_cost))
    item = find_item(db, sku)
    assert item is not None
    return item


def _free_number(category: str, taken: Collection[str]) -> str:
    """The next stock number of a category: its first three letters and a number."""
    prefix = category[:3].upper()
    return next(sku for n in range(1, 1000) if (sku := f"{prefix}-{n:03d}") not in taken)


def record_movement(db: sqlite3.Connection, person_id: str, adjustment: Adjustment, clock: Clock) -> None:
    """Keep who changed the number on hand, when and why."""
    db.execute(
        "INSERT INTO stock_movements (sku, change, reason, note, person_id, day) VALUES (?, ?, ?, ?, ?, ?)",
        (adjustment.sku, adjustment.change, adjustment.reason, adjustment.note, person_id, clock.today),
    )
