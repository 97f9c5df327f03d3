"""Roles: how many people have each, and on a tab of its own which screens it opens."""

from overlay.demo import words
from overlay.demo.access import ROLE_NAMES, SCREENS, Screen
from overlay.demo.records import people
from overlay.demo.views import Area, Card, Cell, Column, Filter, Listing, Row, View
from overlay.demo.visits import Visit

BY_SCREEN = "/admin/roles/screens"
_ABOUT = {
    "employee": "Own records, and work in projects",
    "manager": "The same, and decisions for a team",
    "warehouse": "Goods, suppliers, invoices and customers",
    "admin": "Every screen, and the accounts of all",
}
_ROLES = Listing(
    "Roles",
    (Column("Role"), Column("People", number=True), Column("Screens", number=True), Column("Departments", wraps=True)),
    "No roles found",
    "Try another word.",
)
_SCREENS = Listing(
    "Screens by role",
    (Column("Screen"), *(Column(name) for name in ROLE_NAMES.values())),
    "No screens found",
    "Try another word, or show all roles.",
)


def _cards(visit: Visit) -> tuple[Card, ...]:
    everybody = people.list_people(visit.db)
    admins = [person.name for person in everybody if person.role == "admin"]
    return (
        Card("Roles", str(len(ROLE_NAMES)), f"for {words.count(len(everybody), 'account')}"),
        Card("Screens", str(len(SCREENS)), "in the whole of Linden"),
        Card("Administrators", str(len(admins)), ", ".join(admins)),
    )


def _roles_view(visit: Visit) -> View:
    everybody = people.list_people(visit.db)
    part = visit.wanted("search").casefold()
    shown = [role for role, name in ROLE_NAMES.items() if part in f"{name} {_ABOUT[role]}".casefold()]

    def row(role: str) -> Row:
        mine = [person for person in everybody if person.role == role]
        departments = dict.fromkeys(sorted(person.department for person in mine))
        return Row(
            role,
            (
                Cell(ROLE_NAMES[role], _ABOUT[role], href=f"/admin/users?role={role}"),
                Cell(str(len(mine))),
                Cell(str(sum(role in screen.roles for screen in SCREENS))),
                Cell(", ".join(departments) or "–"),
            ),
        )

    return View(
        "A role decides which screens somebody can open. Choose it for a person under Users.",
        cards=_cards(visit),
        filters=(Filter("search", "Search roles"),),
        table=_ROLES.page_of(visit, shown, row),
    )


def _screens_view(visit: Visit) -> View:
    part, role = visit.wanted("search").casefold(), visit.wanted("role")
    shown = [
        screen
        for screen in SCREENS
        if part in f"{screen.title} {screen.menu}".casefold() and (role not in ROLE_NAMES or role in screen.roles)
    ]

    def row(screen: Screen) -> Row:
        marks = (Cell("Yes" if role in screen.roles else "–") for role in ROLE_NAMES)
        return Row(screen.id, (Cell(screen.title, screen.menu), *marks))

    return View(
        "Which role opens which screen. Single screens can't be switched on or off.",
        cards=_cards(visit),
        filters=(Filter("search", "Search screens"), Filter("role", "Role", ROLE_NAMES, "All roles")),
        table=_SCREENS.page_of(visit, shown, row),
    )


def _view(visit: Visit) -> View:
    return _screens_view(visit) if visit.path == BY_SCREEN else _roles_view(visit)


AREA = Area("roles", _view, ())
