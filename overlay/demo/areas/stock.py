"""Stock: what is on the shelves, and correcting the numbers."""

from overlay.demo import words
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import stock
from overlay.demo.records.stock import Adjustment, Item, ItemEntry
from overlay.demo.records.suppliers import SUPPLIES
from overlay.demo.views import Area, Card, Cell, Column, Filter, Listing, Row, RowAction, View, status_choices
from overlay.demo.visits import Visit

_CATEGORIES = {name: name for name in SUPPLIES if name != "Services"}


def item_choices(visit: Visit) -> dict[str, str]:
    """Items to choose from, by stock number."""
    return {item.sku: f"{item.sku} {item.name}" for item in stock.list_items(visit.db)}


def _adjust(visit: Visit, entries: Entries) -> str:
    adjustment = Adjustment(entries.text("item"), entries.whole("change"), entries.text("reason"), entries.text("note"))
    item = stock.adjust(visit.db, visit.person, adjustment, visit.clock)
    return f"{item.name}: {words.count(item.on_hand, 'piece')} on hand now."


def _add(visit: Visit, entries: Entries) -> str:
    entry = ItemEntry(
        entries.text("name"),
        entries.text("category"),
        entries.text("location"),
        entries.text("supplier"),
        entries.whole("reorder_at"),
        entries.whole("unit_cost"),
    )
    item = stock.add_item(visit.db, entry)
    return f"{item.name} is an item now, with the stock number {item.sku}."


ADJUST = Form(
    id="adjust_stock",
    parameter="action",
    value="adjust_stock",
    title="Adjust stock",
    submit="Save adjustment",
    save=_adjust,
    fields=(
        Field("item", "Item", Kind.CHOICE, choices=item_choices),
        Field("change", "Quantity change", Kind.WHOLE, hint="5 adds five, -2 takes two away.", half=True, limit=7),
        Field("reason", "Reason", Kind.CHOICE, choices=stock.REASONS, half=True),
        Field("note", "Note", required=False),
    ),
    intro="Deliveries are booked with Receive on the order, not here.",
    listed=True,
)

NEW = Form(
    id="new_item",
    parameter="new",
    value="item",
    title="New item",
    submit="Add item",
    save=_add,
    fields=(
        Field("name", "Name", limit=60),
        Field("category", "Category", Kind.CHOICE, choices=_CATEGORIES, half=True),
        Field("location", "Shelf", hint="Such as B1-06.", half=True, limit=6),
        Field("supplier", "Supplier", Kind.CHOICE, choices=lambda visit: stock.list_suppliers(visit.db)),
        Field("reorder_at", "Reorder at", Kind.WHOLE, hint="In pieces.", half=True, limit=6),
        Field("unit_cost", "Purchase price", Kind.MONEY, hint="In euro, for one piece.", half=True, limit=12),
    ),
    intro="It starts with nothing on the shelf: order it, or book it in with an adjustment.",
    listed=True,
)

_LISTING = Listing(
    "Items",
    (
        Column("Item"),
        Column("On hand", number=True),
        Column("Reorder at", number=True),
        Column("On order", number=True),
        Column("Status"),
        Column("Actions", actions=True),
    ),
    "No items found",
    "Try another word, or show all statuses.",
)


def _row(item: Item) -> Row:
    # The row's button is the deep link of the screen's own form, so that the item is chosen already.
    return Row(
        item.sku,
        (
            Cell(item.name, f"{item.sku} · Shelf {item.location}"),
            Cell(str(item.on_hand)),
            Cell(str(item.reorder_at)),
            Cell(str(item.on_order) if item.on_order else "–"),
            Cell(status=item.status),
            Cell(actions=(RowAction(ADJUST, item.sku, "Adjust", key="item"),)),
        ),
    )


def _view(visit: Visit) -> View:
    everything = stock.list_items(visit.db)
    low = [item for item in everything if item.status in ("low", "out")]
    value = sum(item.on_hand * item.unit_cost for item in everything)
    coming = sum(item.on_order for item in everything)
    shown = stock.list_items(visit.db, visit.wanted("search"), visit.wanted("status"), visit.wanted("category"))
    categories = {item.category: item.category for item in sorted(everything, key=lambda item: item.category)}
    out = sum(item.status == "out" for item in low)
    return View(
        "What is on the shelves, and what should be ordered.",
        buttons=(ADJUST, NEW),
        cards=(
            Card("Low or out of stock", str(len(low)), f"{out} of {words.count(len(everything), 'item')} out of stock"),
            Card("On order", f"{coming:,}", "pieces on their way"),
            Card("Stock value", words.money(value)[:-3], "at purchase prices"),
        ),
        filters=(
            Filter("search", "Search items"),
            Filter("status", "Status", status_choices("in_stock", "low", "out", "on_hold"), "All statuses"),
            Filter("category", "Category", categories, "All categories"),
        ),
        table=_LISTING.page_of(visit, shown, _row),
    )


AREA = Area("stock", _view, (ADJUST, NEW))
