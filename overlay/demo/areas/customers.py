"""Customers: whom invoices go to."""

from overlay.demo import words
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import customers
from overlay.demo.records.customers import TERMS, Customer, CustomerEntry
from overlay.demo.views import Area, Card, Cell, Column, Filter, Listing, Row, RowAction, View, status_choices
from overlay.demo.visits import Visit

_STATUSES = status_choices("active", "blocked")


def _entry(entries: Entries) -> CustomerEntry:
    return CustomerEntry(
        entries.text("name"),
        entries.text("contact"),
        entries.text("email"),
        entries.text("city"),
        entries.whole("terms"),
    )


def _add(visit: Visit, entries: Entries) -> str:
    customers.add_customer(visit.db, visit.clock, _entry(entries))
    return f"{entries.text('name')} is a customer now."


def _change(visit: Visit, entries: Entries) -> str:
    customer = customers.change_customer(
        visit.db, visit.clock, entries.subject, _entry(entries), entries.text("status")
    )
    return f"{customer.name} is saved."


def _describe(visit: Visit, subject: str) -> str | None:
    customer = customers.find_customer(visit.db, visit.clock, subject)
    return f"{customer.name}, {customer.city}" if customer else None


def _current(visit: Visit) -> dict[str, str]:
    found = customers.find_customer(visit.db, visit.clock, visit.wanted("customer"))
    if found is None:
        return {}
    return {
        "contact": found.contact,
        "email": found.email,
        "city": found.city,
        "terms": str(found.terms),
        "status": found.status,
    }


_CONTACT = Field("contact", "Contact person", limit=80)
_EMAIL = Field("email", "E-mail", Kind.EMAIL)
_CITY = Field("city", "City", half=True, limit=60)
_TERMS = Field("terms", "Payment terms", Kind.CHOICE, choices=TERMS, half=True)
NEW = Form(
    id="new_customer",
    parameter="new",
    value="customer",
    title="New customer",
    submit="Add customer",
    save=_add,
    fields=(Field("name", "Name", limit=80), _CONTACT, _EMAIL, _CITY, _TERMS),
    starts=lambda _visit: {"terms": "30"},
    listed=True,
)
EDIT = Form(
    id="edit_customer",
    parameter="action",
    value="edit_customer",
    title="Edit customer",
    submit="Save customer",
    save=_change,
    fields=(_CONTACT, _EMAIL, _CITY, _TERMS, Field("status", "Status", Kind.CHOICE, choices=_STATUSES)),
    intro="A blocked customer gets no new invoices.",
    subject_key="customer",
    describe=_describe,
    starts=_current,
)

_LISTING = Listing(
    "All customers",
    (
        Column("Customer"),
        Column("Contact"),
        Column("Owes", number=True),
        Column("Status"),
        Column("Actions", actions=True),
    ),
    "No customers found",
    "Try another word, or show all statuses.",
)


def _row(customer: Customer) -> Row:
    late = f"{words.money(customer.late)} overdue" if customer.late else TERMS[str(customer.terms)]
    return Row(
        customer.id,
        (
            Cell(customer.name, f"{customer.city} · {words.count(customer.invoices, 'invoice')}"),
            Cell(customer.contact, customer.email),
            Cell(words.money(customer.owed) if customer.owed else "–", late),
            Cell(status=customer.status),
            Cell(actions=(RowAction(EDIT, customer.id, "Edit"),)),
        ),
    )


def _view(visit: Visit) -> View:
    everything = customers.list_customers(visit.db, visit.clock)
    active = sum(customer.status == "active" for customer in everything)
    owed = sum(customer.owed for customer in everything)
    late = [customer for customer in everything if customer.late]
    shown = customers.list_customers(visit.db, visit.clock, visit.wanted("search"), visit.wanted("status"))
    return View(
        "Who buys from the company, and what they owe.",
        buttons=(NEW,),
        cards=(
            Card("Active", str(active), f"of {words.count(len(everything), 'customer')}"),
            Card("Owed in all", words.money(owed), "on open invoices"),
            Card("Paying late", str(len(late)), words.money(sum(customer.late for customer in late))),
        ),
        filters=(
            Filter("search", "Search customers"),
            Filter("status", "Status", _STATUSES | {"overdue": "Paying late"}, "All statuses"),
        ),
        table=_LISTING.page_of(visit, shown, _row),
    )


AREA = Area("customers", _view, (NEW, EDIT))
