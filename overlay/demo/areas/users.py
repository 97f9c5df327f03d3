"""Users: who has an account, and with which role."""

from overlay.demo.access import ROLE_NAMES
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import people
from overlay.demo.records.people import Person, find_person
from overlay.demo.rules import NotPermittedError
from overlay.demo.views import Area, Card, Cell, Column, Filter, Listing, Row, RowAction, View, status_choices
from overlay.demo.visits import Visit

_DEPARTMENTS = {name: name for name in people.DEPARTMENTS}


def _invite(visit: Visit, entries: Entries) -> str:
    person = people.invite(
        visit.db,
        visit.clock,
        entries.text("name"),
        entries.text("email"),
        entries.text("role"),
        entries.text("department"),
    )
    return f"{person.name} is invited at {person.email}."


def _somebody_else(visit: Visit, subject: str) -> Person:
    person = find_person(visit.db, subject)
    # An administrator who locks themselves out cannot be helped by anybody in this app.
    if person is None or person.id == visit.person.id:
        raise NotPermittedError
    return person


def _change_role(visit: Visit, entries: Entries) -> str:
    person = _somebody_else(visit, entries.subject)
    people.set_role(visit.db, person.id, entries.text("role"))
    return f"{person.name} now has the role {ROLE_NAMES[entries.text('role')]}."


def _deactivate(visit: Visit, entries: Entries) -> str:
    person = _somebody_else(visit, entries.subject)
    people.set_status(visit.db, person.id, "inactive")
    return f"{person.name} can no longer sign in."


def _reactivate(visit: Visit, entries: Entries) -> str:
    person = _somebody_else(visit, entries.subject)
    people.set_status(visit.db, person.id, "active")
    return f"{person.name} can sign in again."


def _describe(visit: Visit, subject: str) -> str | None:
    person = find_person(visit.db, subject)
    if person is None or person.id == visit.person.id:
        return None
    return f"{person.name}, {person.title}"


def _describe_active(visit: Visit, subject: str) -> str | None:
    person = find_person(visit.db, subject)
    return _describe(visit, subject) if person and person.status != "inactive" else None


def _current_role(visit: Visit) -> dict[str, str]:
    person = find_person(visit.db, visit.wanted("user"))
    return {"role": person.role} if person else {}


INVITE = Form(
    id="invite_user",
    parameter="new",
    value="user",
    title="Invite user",
    submit="Send invitation",
    save=_invite,
    fields=(
        Field("name", "Name"),
        Field("email", "E-mail", Kind.EMAIL),
        Field("role", "Role", Kind.CHOICE, choices=ROLE_NAMES, half=True),
        Field("department", "Department", Kind.CHOICE, choices=_DEPARTMENTS, half=True),
    ),
    intro="They get an e-mail with a link to set up their account.",
    starts=lambda _visit: {"role": "employee"},
    listed=True,
)
CHANGE_ROLE = Form(
    id="change_role",
    parameter="action",
    value="change_role",
    title="Change role",
    submit="Save role",
    save=_change_role,
    fields=(Field("role", "Role", Kind.CHOICE, choices=ROLE_NAMES),),
    intro="The new role counts from the next page they open.",
    subject_key="user",
    describe=_describe,
    starts=_current_role,
)
DEACTIVATE = Form(
    id="deactivate_user",
    parameter="action",
    value="deactivate_user",
    title="Deactivate this user?",
    submit="Deactivate user",
    save=_deactivate,
    intro="They are signed out and cannot sign in. Their records stay.",
    cancel="Keep user",
    danger=True,
    subject_key="user",
    describe=_describe_active,
)
REACTIVATE = Form(
    id="reactivate_user",
    parameter="action",
    value="reactivate_user",
    title="Reactivate",
    submit="Reactivate",
    save=_reactivate,
    direct=True,
    subject_key="user",
    describe=_describe,
)

_LISTING = Listing(
    "Accounts",
    (Column("Name"), Column("Role"), Column("Status"), Column("Actions", actions=True)),
    "Nobody found",
    "Try another name, or show all roles.",
)


def _view(visit: Visit) -> View:
    everybody = people.list_people(visit.db)
    shown = people.list_people(visit.db, visit.wanted("search"), visit.wanted("role"), visit.wanted("status"))
    counts = {
        status: sum(person.status == status for person in everybody) for status in ("active", "invited", "inactive")
    }

    def row(person: Person) -> Row:
        last = (
            RowAction(REACTIVATE, person.id, "Reactivate")
            if person.status == "inactive"
            else RowAction(DEACTIVATE, person.id, "Deactivate")
        )
        actions = (RowAction(CHANGE_ROLE, person.id, "Change role"), last)
        return Row(
            person.id,
            (
                Cell(person.name, person.email, initials=person.initials),
                Cell(ROLE_NAMES[person.role], person.department),
                Cell(status=person.status),
                Cell(actions=() if person.id == visit.person.id else actions),
            ),
        )

    return View(
        "Who can sign in to Linden, and what they may do.",
        buttons=(INVITE,),
        cards=(
            Card("Active", str(counts["active"]), f"of {len(everybody)} accounts"),
            Card("Invited", str(counts["invited"]), "have not signed in yet"),
            Card("Inactive", str(counts["inactive"]), "cannot sign in"),
        ),
        filters=(
            Filter("search", "Search people"),
            Filter("role", "Role", ROLE_NAMES, "All roles"),
            Filter("status", "Status", status_choices("active", "invited", "inactive"), "All statuses"),
        ),
        table=_LISTING.page_of(visit, shown, row),
    )


AREA = Area("users", _view, (INVITE, CHANGE_ROLE, DEACTIVATE, REACTIVATE))
