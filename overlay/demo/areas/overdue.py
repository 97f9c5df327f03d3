"""Overdue invoices: who is late, reminding them, and giving them more time."""

from datetime import timedelta

from overlay.demo import words
from overlay.demo.areas.invoices import MARK_PAID, REMIND
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import invoices
from overlay.demo.records.invoices import Invoice
from overlay.demo.views import Area, Card, Cell, Column, Filter, Listing, Row, RowAction, View
from overlay.demo.visits import Visit

_REMINDED = {"reminded": "Reminded", "not_reminded": "Not reminded yet"}


def _extend(visit: Visit, entries: Entries) -> str:
    due = entries.date("due")
    invoice = invoices.extend(visit.db, entries.subject, due, visit.clock)
    return f"{invoice.number} of {invoice.customer} is due on {words.day(due.isoformat())} now."


def _describe(visit: Visit, subject: str) -> str | None:
    invoice = invoices.find_invoice(visit.db, subject)
    if invoice is None or invoice.state(visit.clock) != "overdue":
        return None
    return f"{invoice.number}, {invoice.customer}, {words.money(invoice.amount)}"


EXTEND = Form(
    id="extend_due",
    parameter="action",
    value="extend_due",
    title="Give more time",
    submit="Save new date",
    save=_extend,
    fields=(Field("due", "New due date", Kind.DATE, hint="At most 60 days from now."),),
    intro="The invoice is open again, and no longer overdue.",
    subject_key="invoice",
    describe=_describe,
    starts=lambda visit: {"due": (visit.clock.day + timedelta(days=14)).isoformat()},
)

_LISTING = Listing(
    "Overdue",
    (
        Column("Customer"),
        Column("Amount", number=True),
        Column("Late", number=True),
        Column("Reminders", number=True),
        Column("Actions", actions=True),
    ),
    "Nothing is overdue",
    "No overdue invoice matches.",
)


def _late(visit: Visit, invoice: Invoice) -> int:
    return (visit.clock.day - words.as_date(invoice.due)).days


def _row(visit: Visit, invoice: Invoice) -> Row:
    key = str(invoice.id)
    return Row(
        key,
        (
            Cell(invoice.customer, invoice.number),
            Cell(words.money(invoice.amount)),
            Cell(words.count(_late(visit, invoice), "day"), f"due {words.near(invoice.due, visit.clock.day.year)}"),
            Cell(str(invoice.reminders) if invoice.reminders else "–"),
            Cell(
                actions=(
                    RowAction(REMIND, key, "Remind"),
                    RowAction(EXTEND, key, "More time"),
                    RowAction(MARK_PAID, key, "Paid"),
                )
            ),
        ),
    )


def _view(visit: Visit) -> View:
    everything = invoices.list_invoices(visit.db, visit.clock, status="overdue")
    found = invoices.list_invoices(visit.db, visit.clock, visit.wanted("search"), "overdue")
    status = visit.wanted("status")
    shown = [
        invoice for invoice in found if status not in _REMINDED or (status == "reminded") == bool(invoice.reminders)
    ]
    shown.sort(key=lambda invoice: invoice.due)
    oldest = min(everything, key=lambda invoice: invoice.due, default=None)
    quiet = sum(not invoice.reminders for invoice in everything)
    return View(
        "Invoices that should have been paid by now, the oldest first.",
        cards=(
            Card("Overdue", words.money(sum(i.amount for i in everything)), words.count(len(everything), "invoice")),
            Card("Not reminded yet", str(quiet), "have had no reminder"),
            Card(
                "Longest late",
                words.count(_late(visit, oldest), "day") if oldest else "–",
                oldest.customer if oldest else "nobody is late",
            ),
        ),
        filters=(
            Filter("search", "Search invoices"),
            Filter("status", "Reminders", _REMINDED, "All reminders"),
        ),
        table=_LISTING.page_of(visit, shown, lambda invoice: _row(visit, invoice)),
    )


AREA = Area("overdue_invoices", _view, (REMIND, EXTEND, MARK_PAID))
