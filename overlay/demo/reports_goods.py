"""Read-only data about suppliers, customers and what is low, as flat rows; amounts are in euro."""

from collections.abc import Mapping

from overlay.demo.areas.low_stock import suggestion
from overlay.demo.records import customers, invoices, stock, suppliers
from overlay.demo.reports_work import Rows, Value
from overlay.demo.visits import Visit
from overlay.demo.words import as_date


def _low(visit: Visit) -> list[dict[str, Value]]:
    return [
        {
            "sku": item.sku,
            "name": item.name,
            "supplier": item.supplier,
            "on_hand": item.on_hand,
            "reorder_at": item.reorder_at,
            "on_order": item.on_order,
            "suggested": suggestion(item),
            "status": item.status,
        }
        for item in stock.list_items(visit.db, visit.wanted("search"), "low")
    ]


def _suppliers(visit: Visit) -> list[dict[str, Value]]:
    found = suppliers.list_suppliers(visit.db, visit.wanted("search"), visit.wanted("status"))
    return [
        {
            "name": supplier.name,
            "supplies": supplier.supplies,
            "contact": supplier.contact,
            "email": supplier.email,
            "delivery_days": supplier.lead_days,
            "open_orders": supplier.open_orders,
            "status": supplier.status,
        }
        for supplier in found
    ]


def _customers(visit: Visit) -> list[dict[str, Value]]:
    found = customers.list_customers(visit.db, visit.clock, visit.wanted("search"), visit.wanted("status"))
    return [
        {
            "name": customer.name,
            "city": customer.city,
            "contact": customer.contact,
            "email": customer.email,
            "payment_days": customer.terms,
            "owes": customer.owed / 100,
            "overdue": customer.late / 100,
            "status": customer.status,
        }
        for customer in found
    ]


def _overdue(visit: Visit) -> list[dict[str, Value]]:
    found = invoices.list_invoices(visit.db, visit.clock, visit.wanted("search"), "overdue")
    return [
        {
            "number": invoice.number,
            "customer": invoice.customer,
            "amount": invoice.amount / 100,
            "due": invoice.due,
            "days_late": (visit.clock.day - as_date(invoice.due)).days,
            "reminders": invoice.reminders,
        }
        for invoice in sorted(found, key=lambda invoice: invoice.due)
    ]


GOODS_REPORTS: Mapping[str, tuple[str, Rows]] = {
    "/api/stock/low": ("low_stock", _low),
    "/api/suppliers": ("suppliers", _suppliers),
    "/api/customers": ("customers", _customers),
    "/api/invoices/overdue": ("overdue_invoices", _overdue),
}
