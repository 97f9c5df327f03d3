"""Invoices: what customers owe, reminding them, and noting what was paid."""

from datetime import timedelta

from overlay.demo import words
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import invoices
from overlay.demo.records.invoices import Bill, Invoice
from overlay.demo.records.settings import number_of
from overlay.demo.views import Area, Card, Cell, Column, Filter, Listing, Row, RowAction, View, status_choices
from overlay.demo.visits import Visit


def _issue(visit: Visit, entries: Entries) -> str:
    bill = Bill(entries.text("customer"), entries.whole("amount"), entries.date("due"), entries.text("reference"))
    return f"{invoices.issue(visit.db, bill, visit.clock)} over {words.money(bill.amount)} is created."


def _mark_paid(visit: Visit, entries: Entries) -> str:
    invoice = invoices.mark_paid(visit.db, entries.subject, entries.date("paid_on"), visit.clock)
    return f"{invoice.number} of {invoice.customer} is marked as paid."


def _remind(visit: Visit, entries: Entries) -> str:
    invoice = invoices.remind(visit.db, entries.subject, visit.clock)
    return f"A reminder for {invoice.number} went to {invoice.customer}."


def _describe(visit: Visit, subject: str) -> str | None:
    invoice = invoices.find_invoice(visit.db, subject)
    if invoice is None or invoice.status != "open":
        return None
    return f"{invoice.number}, {invoice.customer}, {words.money(invoice.amount)}"


def _describe_late(visit: Visit, subject: str) -> str | None:
    invoice = invoices.find_invoice(visit.db, subject)
    late = invoice is not None and invoice.state(visit.clock) == "overdue"
    return _describe(visit, subject) if late else None


NEW = Form(
    id="new_invoice",
    parameter="new",
    value="invoice",
    title="New invoice",
    submit="Create invoice",
    save=_issue,
    fields=(
        Field("customer", "Customer", Kind.CHOICE, choices=lambda visit: invoices.list_customers(visit.db)),
        Field("amount", "Amount", Kind.MONEY, hint="In euro, with tax.", half=True, limit=12),
        Field("due", "Due date", Kind.DATE, hint="Filled in with the usual terms.", half=True),
        Field("reference", "Reference", required=False, hint="Order or project number."),
    ),
    starts=lambda visit: {"due": (visit.clock.day + timedelta(days=number_of(visit.db, "invoice_days"))).isoformat()},
    listed=True,
)
MARK_PAID = Form(
    id="mark_paid",
    parameter="action",
    value="mark_paid",
    title="Mark as paid",
    submit="Mark as paid",
    save=_mark_paid,
    fields=(Field("paid_on", "Paid on", Kind.DATE),),
    subject_key="invoice",
    describe=_describe,
    starts=lambda visit: {"paid_on": visit.clock.today},
)
REMIND = Form(
    id="send_reminder",
    parameter="action",
    value="send_reminder",
    title="Send reminder",
    submit="Send reminder",
    save=_remind,
    intro="The customer gets a friendly e-mail with the invoice attached.",
    subject_key="invoice",
    describe=_describe_late,
)

_LISTING = Listing(
    "Customer invoices",
    (
        Column("Invoice"),
        Column("Amount", number=True),
        Column("Due"),
        Column("Status"),
        Column("Actions", actions=True),
    ),
    "No invoices found",
    "Try another word, or show all statuses.",
)


def _actions(invoice: Invoice, state: str) -> tuple[RowAction, ...]:
    if invoice.status != "open":
        return ()
    pay = RowAction(MARK_PAID, str(invoice.id), "Mark as paid")
    return (RowAction(REMIND, str(invoice.id), "Send reminder"), pay) if state == "overdue" else (pay,)


def _view(visit: Visit) -> View:
    everything = invoices.list_invoices(visit.db, visit.clock)
    states = [(invoice, invoice.state(visit.clock)) for invoice in everything]
    sums = {
        wanted: sum(invoice.amount for invoice, state in states if state == wanted) for wanted in ("open", "overdue")
    }
    late = sum(state == "overdue" for _, state in states)
    month = visit.clock.today[:7]
    paid = sum(invoice.amount for invoice in everything if (invoice.paid_on or "").startswith(month))
    shown = invoices.list_invoices(visit.db, visit.clock, visit.wanted("search"), visit.wanted("status"))

    def row(invoice: Invoice) -> Row:
        state, year = invoice.state(visit.clock), visit.clock.day.year
        reminded = words.count(invoice.reminders, "reminder") if invoice.reminders else ""
        return Row(
            str(invoice.id),
            (
                Cell(invoice.customer, " · ".join(filter(None, (invoice.number, invoice.reference, reminded)))),
                Cell(words.money(invoice.amount)),
                Cell(words.near(invoice.due, year), f"issued {words.near(invoice.issued, year)}"),
                Cell(status=state),
                Cell(actions=_actions(invoice, state)),
            ),
        )

    statuses = status_choices("draft", "open", "overdue", "on_hold", "paid")
    return View(
        "What customers owe, and what they have paid.",
        buttons=(NEW,),
        cards=(
            Card("Open", words.money(sums["open"]), "not due yet"),
            Card("Overdue", words.money(sums["overdue"]), words.count(late, "invoice")),
            Card("Paid this month", words.money(paid), words.month(month)),
        ),
        filters=(Filter("search", "Search invoices"), Filter("status", "Status", statuses, "All statuses")),
        table=_LISTING.page_of(visit, shown, row),
    )


AREA = Area("invoices", _view, (NEW, MARK_PAID, REMIND))
