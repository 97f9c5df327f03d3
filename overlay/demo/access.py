"""Who may open what: the one table of screens, and the menu made from it."""

from dataclasses import dataclass

from overlay.demo.records.people import Person

EVERYONE = ("employee", "manager", "warehouse", "admin")
OFFICE = ("employee", "manager", "admin")
APPROVERS = ("manager", "admin")
GOODS = ("warehouse", "admin")
ADMINS = ("admin",)

ROLE_NAMES = {"employee": "Employee", "manager": "Manager", "warehouse": "Warehouse", "admin": "Administrator"}


@dataclass(frozen=True, slots=True)
class Tab:
    """A part of a screen with an address of its own; the first tab of a screen has the screen's.

    A tab that not everybody with the screen may open has an id of its own, its module.
    """

    route: str
    label: str
    roles: tuple[str, ...] = EVERYONE
    id: str = ""


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen of the app; its id is also the module that a role has or lacks."""

    id: str
    route: str
    title: str
    group: str
    label: str
    roles: tuple[str, ...]
    ask: str = "Nadia Petrov (People operations & IT)"
    tabs: tuple[Tab, ...] = ()

    @property
    def menu(self) -> str:
        """The path to the screen through the menu: `People › Leave`."""
        return f"{self.group} › {self.label}" if self.group else self.label


SCREENS = (
    Screen("home", "/home", "Home", "", "Home", EVERYONE),
    Screen("attendance", "/attendance", "Attendance", "People", "Attendance", EVERYONE),
    Screen(
        *("attendance_team", "/attendance/team", "Team attendance", "People", "Team attendance", APPROVERS),
        tabs=(Tab("/attendance/team", "Today"), Tab("/attendance/team/week", "Week")),
    ),
    Screen("leave", "/leave", "Leave", "People", "Leave", OFFICE),
    Screen("leave_calendar", "/leave/calendar", "Leave calendar", "People", "Leave calendar", OFFICE),
    Screen("leave_approvals", "/leave/approvals", "Leave approvals", "People", "Leave approvals", APPROVERS),
    Screen("expenses", "/expenses", "Expenses", "People", "Expenses", OFFICE),
    Screen(
        "expense_approvals",
        "/expenses/approvals",
        "Expense approvals",
        "People",
        "Expense approvals",
        APPROVERS,
    ),
    Screen(
        *("expense_policies", "/expenses/policies", "Expense policies", "People", "Expense policies", OFFICE),
    ),
    Screen("projects", "/projects", "Projects", "Projects", "Projects", OFFICE),
    Screen("board", "/projects/board", "Project board", "Projects", "Board", OFFICE),
    Screen(
        *("timesheets", "/projects/timesheets", "Timesheets", "Projects", "Timesheets", OFFICE),
        tabs=(
            Tab("/projects/timesheets", "My time", OFFICE),
            Tab("/projects/timesheets/team", "Team", APPROVERS, "timesheets_team"),
        ),
    ),
    Screen("stock", "/stock", "Stock", "Goods", "Stock", GOODS),
    Screen(
        *("low_stock", "/stock/low", "Low stock", "Goods", "Low stock", GOODS),
        tabs=(Tab("/stock/low", "To order"), Tab("/stock/low/ordered", "Ordered already")),
    ),
    Screen("orders", "/stock/orders", "Purchase orders", "Goods", "Orders", GOODS),
    Screen("suppliers", "/stock/suppliers", "Suppliers", "Goods", "Suppliers", GOODS),
    Screen("invoices", "/invoices", "Invoices", "Goods", "Invoices", GOODS),
    Screen("overdue_invoices", "/invoices/overdue", "Overdue invoices", "Goods", "Overdue", GOODS),
    Screen("customers", "/invoices/customers", "Customers", "Goods", "Customers", GOODS),
    Screen(
        *("reports", "/reports", "Reports", "Company", "Reports", APPROVERS),
        tabs=(
            Tab("/reports", "People"),
            Tab("/reports/money", "Money"),
            Tab("/reports/projects", "Projects"),
        ),
    ),
    Screen("users", "/admin/users", "Users", "Admin", "Users", ADMINS),
    Screen(
        *("roles", "/admin/roles", "Roles", "Admin", "Roles", ADMINS),
        tabs=(Tab("/admin/roles", "Roles"), Tab("/admin/roles/screens", "Screens")),
    ),
    Screen(
        *("settings", "/admin/settings", "Settings", "Admin", "Settings", ADMINS),
        tabs=(Tab("/admin/settings", "General"), Tab("/admin/settings/notifications", "Notifications")),
    ),
    Screen("audit", "/admin/audit", "Audit log", "Admin", "Audit log", ADMINS),
    Screen("profile", "/profile", "My profile", "", "My profile", EVERYONE),
)
SCREEN_BY_ID = {screen.id: screen for screen in SCREENS}


def may_open(person: Person, screen: Screen) -> bool:
    """Say whether the person's role has the screen's module."""
    return person.role in screen.roles


def nav_for(person: Person) -> tuple[Screen, ...]:
    """The screens of a person in menu order; the HTML menu and `/api/me` are both made from it."""
    return tuple(screen for screen in SCREENS if may_open(person, screen))


def tabs_for(person: Person, screen: Screen) -> tuple[Tab, ...]:
    """The tabs of a screen that the person may open."""
    return tuple(tab for tab in screen.tabs if person.role in tab.roles)


def refusal(screen: Screen, tab: Tab | None = None) -> str:
    """Explain who has a screen, or one of its tabs, and who can grant it."""
    names = [ROLE_NAMES[role] for role in screen.roles if tab is None or role in tab.roles]
    roles = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    what = f"{screen.title}: {tab.label}" if tab else screen.title
    return f"“{what}” is for the roles {roles}. Ask {screen.ask} if you need it."
