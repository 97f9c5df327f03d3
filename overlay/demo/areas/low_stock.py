"""Low stock: what has to be ordered, and on a tab of its own what has been ordered already."""

from overlay.demo import words
from overlay.demo.areas.orders import expected
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import orders, stock
from overlay.demo.records.orders import NewOrder
from overlay.demo.records.stock import Item
from overlay.demo.views import Area, Card, Cell, Column, Filter, Listing, Row, RowAction, View, status_choices
from overlay.demo.visits import Visit

ORDERED = "/stock/low/ordered"


def suggestion(item: Item) -> int:
    """Pieces that bring an item to three times the level at which it is ordered again."""
    return max(item.reorder_at * 3 - item.on_hand - item.on_order, 0)


def _covered(item: Item) -> bool:
    """Whether what is on its way lifts the item above its level."""
    return item.on_hand + item.on_order > item.reorder_at


def _low(visit: Visit) -> list[Item]:
    return stock.list_items(visit.db, status="low")


def _choices(visit: Visit) -> dict[str, str]:
    return {item.sku: f"{item.sku} {item.name}" for item in _low(visit)}


def _reorder(visit: Visit, entries: Entries) -> str:
    item = stock.find_item(visit.db, entries.text("item"))
    needed_by = entries.date("needed_by") if entries.text("needed_by") else None
    supplier = item.supplier_id if item else ""
    entry = NewOrder(supplier, entries.text("item"), entries.whole("quantity"), needed_by)
    number = orders.place_order(visit.db, entry, visit.clock)
    return f"{number} is ordered: {words.count(entry.quantity, 'piece')} of {item.name if item else entry.sku}."


def _starts(visit: Visit) -> dict[str, str]:
    item = stock.find_item(visit.db, visit.wanted("item"))
    return {"quantity": str(suggestion(item))} if item and suggestion(item) else {}


REORDER = Form(
    id="reorder_item",
    parameter="action",
    value="reorder_item",
    title="Reorder",
    submit="Place order",
    save=_reorder,
    fields=(
        Field("item", "Item", Kind.CHOICE, choices=_choices),
        Field("quantity", "Quantity", Kind.WHOLE, half=True, limit=6),
        Field("needed_by", "Needed by", Kind.DATE, required=False, half=True),
    ),
    intro=lambda visit: f"It goes to the item's own supplier. Without a day, {expected(visit)}.",
    starts=_starts,
    listed=True,
)

_COLUMNS = (
    Column("Item"),
    Column("On hand", number=True),
    Column("Reorder at", number=True),
    Column("On order", number=True),
    Column("Suggested", number=True),
    Column("Status"),
    Column("Actions", actions=True),
)
_TO_ORDER = Listing("To order", _COLUMNS, "Nothing to order", "Every item that matches is above its level.")
_ON_THE_WAY = Listing(
    *("Ordered already", _COLUMNS, "Nothing on its way"),
    "Low items appear here once enough of them is ordered.",
)


def _row(item: Item) -> Row:
    return Row(
        item.sku,
        (
            Cell(item.name, item.sku),
            Cell(str(item.on_hand)),
            Cell(str(item.reorder_at)),
            Cell(str(item.on_order) if item.on_order else "–"),
            Cell(str(suggestion(item)) if suggestion(item) else "–"),
            Cell(status=item.status),
            Cell(actions=(RowAction(REORDER, item.sku, "Reorder", key="item"),)),
        ),
    )


def _view(visit: Visit) -> View:
    low = _low(visit)
    waiting = [item for item in low if not _covered(item)]
    ordered = visit.path == ORDERED
    found = stock.list_items(visit.db, visit.wanted("search"), "low", visit.wanted("category"))
    status = visit.wanted("status")
    shown = [item for item in found if _covered(item) == ordered and status in ("", item.status)]
    cost = sum(suggestion(item) * item.unit_cost for item in waiting)
    categories = {item.category: item.category for item in sorted(low, key=lambda item: item.category)}
    return View(
        "Items at or below the level at which they are ordered again.",
        buttons=(REORDER,),
        cards=(
            Card("To order", str(len(waiting)), f"of {words.count(len(low), 'low item')}"),
            Card("Out of stock", str(sum(item.status == "out" for item in low)), "nothing on the shelf"),
            Card("Cost", words.money(cost)[:-3], "of what is suggested"),
        ),
        filters=(
            Filter("search", "Search items"),
            Filter("category", "Category", categories, "All categories"),
            Filter("status", "Status", status_choices("low", "out"), "All statuses"),
        ),
        table=(_ON_THE_WAY if ordered else _TO_ORDER).page_of(visit, shown, _row),
    )


AREA = Area("low_stock", _view, (REORDER,))
