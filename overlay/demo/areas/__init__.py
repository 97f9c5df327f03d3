"""The screens of Linden, one area a module; a new screen is added to `SCREENS` and to this table."""

from overlay.demo.areas import (
    attendance,
    attendance_team,
    audit,
    board,
    customers,
    expense_approvals,
    expense_policies,
    expenses,
    home,
    invoices,
    leave,
    leave_approvals,
    leave_calendar,
    low_stock,
    orders,
    overdue,
    profile,
    projects,
    reports,
    roles,
    settings,
    stock,
    suppliers,
    timesheets,
    users,
)
from overlay.demo.forms import Form
from overlay.demo.views import Area

AREAS: tuple[Area, ...] = (
    home.AREA,
    attendance.AREA,
    attendance_team.AREA,
    leave.AREA,
    leave_calendar.AREA,
    leave_approvals.AREA,
    expenses.AREA,
    expense_approvals.AREA,
    expense_policies.AREA,
    projects.AREA,
    board.AREA,
    timesheets.AREA,
    stock.AREA,
    low_stock.AREA,
    orders.AREA,
    suppliers.AREA,
    invoices.AREA,
    overdue.AREA,
    customers.AREA,
    reports.AREA,
    users.AREA,
    roles.AREA,
    settings.AREA,
    audit.AREA,
    profile.AREA,
)

# Item pages such as `/projects/{item}` would otherwise answer for `/projects/board`.
ITEMS_LAST = tuple(sorted(AREAS, key=lambda area: area.item_view is not None))

# actions that other programs may prepare by a deep link: id -> screen and form
ACTIONS: dict[str, tuple[str, Form]] = {
    form.id: (area.screen, form) for area in AREAS for form in area.forms if form.listed
}
