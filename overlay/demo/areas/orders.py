"""Purchase orders: ordering goods and receiving them."""

from overlay.demo import words
from overlay.demo.areas.stock import item_choices
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import orders, stock
from overlay.demo.records.orders import NewOrder, Order
from overlay.demo.records.settings import number_of
from overlay.demo.views import Area, Card, Cell, Column, Filter, Listing, Row, RowAction, View, status_choices
from overlay.demo.visits import Visit


def _order(visit: Visit, entries: Entries) -> str:
    needed_by = entries.date("needed_by") if entries.text("needed_by") else None
    entry = NewOrder(entries.text("supplier"), entries.text("item"), entries.whole("quantity"), needed_by)
    return f"{orders.place_order(visit.db, entry, visit.clock)} is ordered."


def _receive(visit: Visit, entries: Entries) -> str:
    number = entries.whole("received")
    order = orders.receive(visit.db, visit.person.id, entries.subject, number, visit.clock)
    rest = f", {order.open_quantity} still to come" if order.open_quantity else ", the order is complete"
    return f"{order.number}: {words.count(number, 'piece')} received{rest}."


def _describe(visit: Visit, subject: str) -> str | None:
    order = orders.find_order(visit.db, subject)
    if order is None or order.status != "ordered":
        return None
    return f"{order.number}, {order.supplier}: {order.item}"


def _open_quantity(visit: Visit) -> dict[str, str]:
    order = orders.find_order(visit.db, visit.wanted("order"))
    return {"received": str(order.open_quantity)} if order else {}


def expected(visit: Visit) -> str:
    """When a delivery is expected for which no day was asked, as a part of a sentence."""
    return f"delivery is expected in {words.count(number_of(visit.db, 'delivery_days'), 'day')}"


NEW = Form(
    id="new_order",
    parameter="new",
    value="order",
    title="New purchase order",
    submit="Place order",
    save=_order,
    fields=(
        Field("supplier", "Supplier", Kind.CHOICE, choices=lambda visit: stock.list_suppliers(visit.db)),
        Field("item", "Item", Kind.CHOICE, choices=item_choices),
        Field("quantity", "Quantity", Kind.WHOLE, half=True, limit=6),
        Field("needed_by", "Needed by", Kind.DATE, required=False, half=True),
    ),
    intro=lambda visit: f"Without a day under Needed by, {expected(visit)}.",
    button="New order",
    listed=True,
)
RECEIVE = Form(
    id="receive_order",
    parameter="action",
    value="receive_order",
    title="Receive order",
    submit="Book into stock",
    save=_receive,
    fields=(
        Field("received", "Quantity received", Kind.WHOLE, hint="What you counted, not what was ordered.", limit=6),
    ),
    subject_key="order",
    describe=_describe,
    starts=_open_quantity,
)

_LISTING = Listing(
    "Purchase orders",
    (
        Column("Order"),
        Column("Item", wraps=True),
        Column("Received", number=True),
        Column("Expected"),
        Column("Status"),
        Column("Actions", actions=True),
    ),
    "No orders found",
    "Try another word, or show all statuses.",
)


def _view(visit: Visit) -> View:
    everything = orders.list_orders(visit.db, visit.clock)
    coming = [order for order in everything if order.status == "ordered"]
    late = [order for order in coming if order.state(visit.clock) == "overdue"]
    value = sum(order.open_quantity * order.unit_cost for order in coming)
    shown = orders.list_orders(visit.db, visit.clock, visit.wanted("search"), visit.wanted("status"))

    def row(order: Order) -> Row:
        actions = (RowAction(RECEIVE, str(order.id), "Receive"),) if order.status == "ordered" else ()
        return Row(
            str(order.id),
            (
                Cell(order.number, order.supplier),
                Cell(order.item, order.sku),
                Cell(f"{order.received} of {order.quantity}", words.money(order.quantity * order.unit_cost)),
                Cell(words.near(order.expected, visit.clock.day.year)),
                Cell(status=order.state(visit.clock)),
                Cell(actions=actions),
            ),
        )

    statuses = status_choices("ordered", "partly_received", "overdue", "received", "cancelled")
    return View(
        "What is on its way from suppliers.",
        buttons=(NEW,),
        cards=(
            Card("On their way", str(len(coming)), "orders not complete"),
            Card("Overdue", str(len(late)), "should have arrived"),
            Card("Open value", words.money(value)[:-3], "still to be delivered"),
        ),
        filters=(Filter("search", "Search orders"), Filter("status", "Status", statuses, "All statuses")),
        table=_LISTING.page_of(visit, shown, row),
    )


AREA = Area("orders", _view, (NEW, RECEIVE))
