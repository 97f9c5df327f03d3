"""Read-only data as flat rows, the same that the screens show; amounts are in euro, durations in minutes."""

from collections.abc import Mapping

from overlay.demo.records import attendance, expenses, invoices, leave, orders, stock
from overlay.demo.records.expenses import CATEGORIES
from overlay.demo.reports_admin import ADMIN_REPORTS
from overlay.demo.reports_goods import GOODS_REPORTS
from overlay.demo.reports_people import PEOPLE_REPORTS
from overlay.demo.reports_work import WORK_REPORTS, Rows, Value
from overlay.demo.visits import Visit


def _balance(visit: Visit) -> list[dict[str, Value]]:
    found = leave.balance(visit.db, visit.person.id, visit.clock.day.year)
    return [
        {
            "year": found.year,
            "days_left": found.left,
            "days_total": found.total,
            "days_carried_over": found.carried,
            "days_approved": found.booked,
            "days_waiting": found.waiting,
        }
    ]


def _leave_row(request: leave.LeaveRequest) -> dict[str, Value]:
    return {
        "from": request.first,
        "to": request.last,
        "type": request.type_name,
        "days": request.days,
        "status": request.status,
        "approver": request.approver,
        "note": request.note,
        "reason": request.reason,
    }


def _requests(visit: Visit) -> list[dict[str, Value]]:
    found = leave.list_requests(visit.db, visit.person.id, visit.wanted("status"))
    return [_leave_row(request) for request in found]


def _approvals(visit: Visit) -> list[dict[str, Value]]:
    found = leave.list_for_approver(visit.db, visit.person, visit.wanted("status") or "waiting")
    return [{"person": request.person, **_leave_row(request)} for request in found]


def _today(visit: Visit) -> list[dict[str, Value]]:
    found = attendance.find_day(visit.db, visit.person.id, visit.clock.today)
    if found is None:
        return []
    return [
        {
            "date": found.day,
            "clock_in": found.clock_in,
            "clock_out": found.clock_out,
            "minutes": found.minutes,
            "note": found.note,
        }
    ]


def _expenses(visit: Visit) -> list[dict[str, Value]]:
    found = expenses.list_expenses(visit.db, visit.person.id, visit.wanted("status"), visit.wanted("search"))
    return [
        {
            "number": expense.number,
            "date": expense.day,
            "category": CATEGORIES[expense.category],
            "description": expense.description,
            "amount": expense.amount / 100,
            "project": expense.project,
            "status": expense.status,
            "reason": expense.reason,
        }
        for expense in found
    ]


def _stock(visit: Visit) -> list[dict[str, Value]]:
    found = stock.list_items(visit.db, visit.wanted("search"), "low" if visit.flag("low") else "")
    return [
        {
            "sku": item.sku,
            "name": item.name,
            "category": item.category,
            "location": item.location,
            "supplier": item.supplier,
            "on_hand": item.on_hand,
            "reorder_at": item.reorder_at,
            "on_order": item.on_order,
            "status": item.status,
        }
        for item in found
    ]


def _orders(visit: Visit) -> list[dict[str, Value]]:
    found = orders.list_orders(visit.db, visit.clock, visit.wanted("search"), visit.wanted("status"))
    return [
        {
            "number": order.number,
            "supplier": order.supplier,
            "sku": order.sku,
            "item": order.item,
            "quantity": order.quantity,
            "received": order.received,
            "total": order.quantity * order.unit_cost / 100,
            "expected": order.expected,
            "status": order.state(visit.clock),
        }
        for order in found
    ]


def _invoices(visit: Visit) -> list[dict[str, Value]]:
    found = invoices.list_invoices(visit.db, visit.clock, visit.wanted("search"), visit.wanted("status"))
    return [
        {
            "number": invoice.number,
            "customer": invoice.customer,
            "amount": invoice.amount / 100,
            "issued": invoice.issued,
            "due": invoice.due,
            "reference": invoice.reference,
            "status": invoice.state(visit.clock),
            "paid_on": invoice.paid_on,
            "reminders": invoice.reminders,
        }
        for invoice in found
    ]


# path -> the module that a role needs for it, and the rows
REPORTS: Mapping[str, tuple[str, Rows]] = {
    "/api/leave/balance": ("leave", _balance),
    "/api/leave/requests": ("leave", _requests),
    "/api/leave/approvals": ("leave_approvals", _approvals),
    "/api/attendance/today": ("attendance", _today),
    "/api/expenses": ("expenses", _expenses),
    "/api/stock": ("stock", _stock),
    "/api/orders": ("orders", _orders),
    "/api/invoices": ("invoices", _invoices),
    **WORK_REPORTS,
    **GOODS_REPORTS,
    **PEOPLE_REPORTS,
    **ADMIN_REPORTS,
}
