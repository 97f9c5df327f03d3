"""Purchase orders: what is on its way from suppliers."""

import sqlite3
from dataclasses import dataclass
from datetime import date, timedelta

from overlay.demo.clock import Clock
from overlay.demo.records.settings import number_of
from overlay.demo.records.stock import Adjustment, find_item, record_movement
from overlay.demo.records.suppliers import find_supplier
from overlay.demo.rules import InvalidEntryError

_SELECT = (
    "SELECT o.*, s.name AS supplier, i.name AS item FROM orders o JOIN suppliers s ON s.id = o.supplier_id"
    " JOIN items i ON i.sku = o.sku"
)


@dataclass(frozen=True, slots=True)
class Order:
    """One purchase order for one item; `unit_cost` is in euro cents."""

    id: int
    supplier_id: str
    sku: str
    quantity: int
    received: int
    unit_cost: int
    ordered: str
    expected: str
    status: str
    supplier: str
    item: str

    @property
    def number(self) -> str:
        """The number people quote."""
        return f"PO-{self.id}"

    @property
    def open_quantity(self) -> int:
        """Pieces still to come."""
        return self.quantity - self.received

    def state(self, clock: Clock) -> str:
        """The status with what the calendar adds: `overdue` for what should be here."""
        if self.status == "ordered" and self.expected < clock.today:
            return "overdue"
        return "partly_received" if self.status == "ordered" and self.received else self.status


def list_orders(db: sqlite3.Connection, clock: Clock, search: str = "", status: str = "") -> list[Order]:
    """Orders, latest first."""
    rows = db.execute(
        f"{_SELECT} WHERE s.name LIKE ? OR i.name LIKE ? OR 'PO-' || o.id LIKE ? OR o.sku LIKE ? ORDER BY o.id DESC",
        (f"%{search}%",) * 4,
    )
    orders = [Order(**dict(row)) for row in rows]
    return [order for order in orders if not status or order.state(clock) == status]


def find_order(db: sqlite3.Connection, order_id: str) -> Order | None:
    """One order by its id."""
    row = db.execute(f"{_SELECT} WHERE o.id = ?", (order_id,)).fetchone()
    return Order(**dict(row)) if row else None


@dataclass(frozen=True, slots=True)
class NewOrder:
    """What a person enters to order goods."""

    supplier_id: str
    sku: str
    quantity: int
    needed_by: date | None


def place_order(db: sqlite3.Connection, entry: NewOrder, clock: Clock) -> str:
    """Order goods; returns the order's number.

    Raises:
        InvalidEntryError: the supplier has no such item, or the quantity or day cannot be.
    """
    item = find_item(db, entry.sku)
    if item is None or item.supplier_id != entry.supplier_id:
        other = f" Order it from {item.supplier}." if item else ""
        raise InvalidEntryError({"item": f"This supplier does not deliver that item.{other}"})
    supplier = find_supplier(db, entry.supplier_id)
    if supplier is None or supplier.status == "paused":
        raise InvalidEntryError({"supplier": "This supplier is paused. Make it active under Suppliers first."})
    if not 1 <= entry.quantity <= 10_000:
        raise InvalidEntryError({"quantity": "Enter a quantity between 1 and 10,000."})
    expected = entry.needed_by or clock.day + timedelta(days=number_of(db, "delivery_days"))
    if expected < clock.day:
        raise InvalidEntryError({"needed_by": "This day is in the past."})
    cursor = db.execute(
        "INSERT INTO orders (supplier_id, sku, quantity, unit_cost, ordered, expected, status)"
        " VALUES (?, ?, ?, ?, ?, ?, 'ordered')",
        (entry.supplier_id, item.sku, entry.quantity, item.unit_cost, clock.today, expected.isoformat()),
    )
    return f"PO-{cursor.lastrowid}"


def receive(db: sqlite3.Connection, person_id: str, order_id: str, quantity: int, clock: Clock) -> Order:
    """Book delivered pieces into stock; returns the order as it is afterwards.

    Raises:
        InvalidEntryError: nothing is due, or more arrived than was ordered.
    """
    order = find_order(db, order_id)
    if order is None or order.status != "ordered":
        raise InvalidEntryError({"": "Nothing is due on this order."})
    if not 1 <= quantity <= order.open_quantity:
        raise InvalidEntryError(
            {"received": f"Enter a quantity between 1 and {order.open_quantity}, which is still to come."}
        )
    status = "received" if quantity == order.open_quantity else "ordered"
    db.execute("UPDATE orders SET received = received + ?, status = ? WHERE id = ?", (quantity, status, order.id))
    db.execute("UPDATE items SET on_hand = on_hand + ? WHERE sku = ?", (quantity, order.sku))
    record_movement(db, person_id, Adjustment(order.sku, quantity, "delivery", order.number), clock)
    changed = find_order(db, order_id)
    assert changed is not None
    return changed
