"""Stock: what is on the shelves, and correcting the numbers."""

from overlay.demo import words
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import stock
from overlay.demo.records.stock import Adjustment, Item
from overlay.demo.views import Area, Card, Cell, Column, Filter, Listing, Row, RowAction, View, status_choices
from overlay.demo.visits import Visit


def item_choices(visit: Visit) -> dict[str, str]:
    """Items to choose from, by stock number."""
    return {item.sku: f"{item.sku} {item.name}" for item in stock.list_items(visit.db)}


def _adjust(visit: Visit, entries: Entries) -> str:
    adjustment = Adjustment(entries.text("item"), entries.whole("change"), entries.text("reason"), entries.text("note"))
    item = stock.adjust(visit.db, visit.person.id, adjustment, visit.clock)
    return f"{item.name}: {words.count(item.on_hand, 'piece')} on hand now."


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
        buttons=(ADJUST,),
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


AREA = Area("stock", _view, (ADJUST,))
