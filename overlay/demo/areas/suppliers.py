"""Suppliers: whom goods are ordered from."""

from overlay.demo import words
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import suppliers
from overlay.demo.records.settings import value_of
from overlay.demo.records.suppliers import SUPPLIES, Supplier, SupplierEntry
from overlay.demo.views import Area, Card, Cell, Column, Filter, Listing, Row, RowAction, View, status_choices
from overlay.demo.visits import Visit

_SUPPLIES = {name: name for name in SUPPLIES}
_STATUSES = status_choices("active", "paused")


def _entry(entries: Entries) -> SupplierEntry:
    return SupplierEntry(
        entries.text("name"),
        entries.text("contact"),
        entries.text("email"),
        entries.text("supplies"),
        entries.whole("lead_days"),
    )


def _add(visit: Visit, entries: Entries) -> str:
    suppliers.add_supplier(visit.db, _entry(entries))
    return f"{entries.text('name')} is a supplier now."


def _change(visit: Visit, entries: Entries) -> str:
    supplier = suppliers.change_supplier(visit.db, entries.subject, _entry(entries), entries.text("status"))
    return f"{supplier.name} is saved."


def _describe(visit: Visit, subject: str) -> str | None:
    supplier = suppliers.find_supplier(visit.db, subject)
    return f"{supplier.name}, {supplier.supplies}" if supplier else None


def _current(visit: Visit) -> dict[str, str]:
    found = suppliers.find_supplier(visit.db, visit.wanted("supplier"))
    if found is None:
        return {}
    return {
        "contact": found.contact,
        "email": found.email,
        "lead_days": str(found.lead_days),
        "status": found.status,
    }


_CONTACT = Field("contact", "Contact person", limit=80)
_EMAIL = Field("email", "E-mail", Kind.EMAIL)
_DAYS = Field("lead_days", "Delivery time", Kind.WHOLE, hint="In days.", half=True, limit=4)
NEW = Form(
    id="new_supplier",
    parameter="new",
    value="supplier",
    title="New supplier",
    submit="Add supplier",
    save=_add,
    fields=(
        Field("name", "Name", limit=80),
        _CONTACT,
        _EMAIL,
        Field("supplies", "Supplies", Kind.CHOICE, choices=_SUPPLIES, half=True),
        _DAYS,
    ),
    starts=lambda visit: {"lead_days": value_of(visit.db, "delivery_days")},
    listed=True,
)
EDIT = Form(
    id="edit_supplier",
    parameter="action",
    value="edit_supplier",
    title="Edit supplier",
    submit="Save supplier",
    save=_change,
    fields=(_CONTACT, _EMAIL, _DAYS, Field("status", "Status", Kind.CHOICE, choices=_STATUSES, half=True)),
    intro="Nothing can be ordered from a paused supplier.",
    subject_key="supplier",
    describe=_describe,
    starts=_current,
)

_LISTING = Listing(
    "All suppliers",
    (
        Column("Supplier"),
        Column("Contact"),
        Column("Delivery", number=True),
        Column("Open orders", number=True),
        Column("Status"),
        Column("Actions", actions=True),
    ),
    "No suppliers found",
    "Try another word, or show all of them.",
)


def _row(supplier: Supplier) -> Row:
    return Row(
        supplier.id,
        (
            Cell(supplier.name, f"{supplier.supplies} · {words.count(supplier.items, 'item')}"),
            Cell(supplier.contact, supplier.email),
            Cell(words.count(supplier.lead_days, "day")),
            Cell(str(supplier.open_orders) if supplier.open_orders else "–"),
            Cell(status=supplier.status),
            Cell(actions=(RowAction(EDIT, supplier.id, "Edit"),)),
        ),
    )


def _view(visit: Visit) -> View:
    everything = suppliers.list_suppliers(visit.db)
    active = [supplier for supplier in everything if supplier.status == "active"]
    busy = sum(supplier.open_orders > 0 for supplier in everything)
    slow = max(active, key=lambda supplier: supplier.lead_days, default=None)
    shown = suppliers.list_suppliers(visit.db, visit.wanted("search"), visit.wanted("status"), visit.wanted("category"))
    return View(
        "Whom you order from, and how long they take.",
        buttons=(NEW,),
        cards=(
            Card("Active", str(len(active)), f"of {words.count(len(everything), 'supplier')}"),
            Card("Delivering", str(busy), "have open orders"),
            Card("Longest delivery", words.count(slow.lead_days, "day") if slow else "–", slow.name if slow else ""),
        ),
        filters=(
            Filter("search", "Search suppliers"),
            Filter("category", "Supplies", _SUPPLIES, "All goods"),
            Filter("status", "Status", _STATUSES, "All statuses"),
        ),
        table=_LISTING.page_of(visit, shown, _row),
    )


AREA = Area("suppliers", _view, (NEW, EDIT))
