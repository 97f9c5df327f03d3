"""Team attendance: who is here today, and on a tab of its own the hours of the week."""

from dataclasses import dataclass
from datetime import timedelta

from overlay.demo import words
from overlay.demo.records import attendance, people
from overlay.demo.records.absences import list_absences
from overlay.demo.records.attendance import WorkDay
from overlay.demo.records.people import DEPARTMENTS, Person
from overlay.demo.views import Area, Card, Cell, Column, Filter, Listing, Row, View, status_choices
from overlay.demo.visits import Visit

WEEK = "/attendance/team/week"
_STATUSES = ("running", "clocked_out", "on_leave", "not_in")
_TODAY = Listing(
    "Your team today",
    (Column("Person"), Column("Clock in"), Column("Clock out"), Column("Note", wraps=True), Column("Status")),
    "Nobody found",
    "Try another name, or show all statuses.",
)
_WEEK = Listing(
    "Hours of your team",
    (
        Column("Person"),
        Column("This week", number=True),
        Column("Last week", number=True),
        Column("Missing clock-out"),
    ),
    "Nobody found",
    "Try another name.",
)


@dataclass(frozen=True, slots=True)
class Presence:
    """A person and their day."""

    person: Person
    day: WorkDay | None
    status: str


def team_of(visit: Visit) -> list[Person]:
    """The people that somebody manages; for administrators, everybody else."""
    mine = (
        person
        for person in people.list_people(visit.db)
        if person.manager_id == visit.person.id or visit.person.role == "admin"
    )
    return [person for person in mine if person.status == "active" and person.id != visit.person.id]


def presences(visit: Visit) -> list[Presence]:
    """Where everybody of the team is today."""
    today = visit.clock.day
    away = {r.person_id for r in list_absences(visit.db, visit.person, today, today) if r.status == "approved"}

    def one(person: Person) -> Presence:
        day = attendance.find_day(visit.db, person.id, visit.clock.today)
        if day is None:
            return Presence(person, None, "on_leave" if person.id in away else "not_in")
        return Presence(person, day, "clocked_out" if day.clock_out else "running")

    return [one(person) for person in team_of(visit)]


def _matches(visit: Visit, person: Person) -> bool:
    return visit.wanted("search").casefold() in person.name.casefold() and visit.wanted("department") in (
        "",
        person.department,
    )


def _filters(visit: Visit) -> tuple[Filter, ...]:
    search = Filter("search", "Search people")
    if visit.person.role != "admin":
        return (search,)
    return (search, Filter("department", "Department", {name: name for name in DEPARTMENTS}, "All departments"))


def _today_row(presence: Presence) -> Row:
    day = presence.day
    return Row(
        presence.person.id,
        (
            Cell(presence.person.name, presence.person.title, initials=presence.person.initials),
            Cell(day.clock_in if day else "–"),
            Cell(day.clock_out or "–" if day else "–"),
            Cell(day.note or "–" if day else "–"),
            Cell(status=presence.status),
        ),
    )


def _today_view(visit: Visit) -> View:
    everything = presences(visit)
    counts = {status: sum(one.status == status for one in everything) for status in _STATUSES}
    wanted = visit.wanted("status")
    shown = [one for one in everything if _matches(visit, one.person) and wanted in ("", one.status)]
    return View(
        "Who of your team is here today.",
        cards=(
            Card("Clocked in", str(counts["running"]), f"of {words.count(len(everything), 'person', 'people')}"),
            Card("On leave", str(counts["on_leave"]), "with approved leave"),
            Card("Not in", str(counts["not_in"]), "neither clocked in nor on leave"),
        ),
        filters=(*_filters(visit), Filter("status", "Status", status_choices(*_STATUSES), "All statuses")),
        table=_TODAY.page_of(visit, shown, _today_row),
    )


@dataclass(frozen=True, slots=True)
class Hours:
    """A person's minutes of two weeks, and the days that they forgot to end."""

    person: Person
    this_week: int
    last_week: int
    open_days: tuple[str, ...]


def _hours(visit: Visit, person: Person) -> Hours:
    monday, sunday = attendance.week_of(visit.clock.day)
    week = timedelta(days=7)
    days = attendance.list_days(visit.db, person.id)
    return Hours(
        person,
        attendance.minutes_worked(visit.db, person.id, monday, sunday),
        attendance.minutes_worked(visit.db, person.id, monday - week, sunday - week),
        tuple(entry.day for entry in days if entry.clock_out is None and entry.day < visit.clock.today),
    )


def _week_row(hours: Hours, planned: int) -> Row:
    return Row(
        hours.person.id,
        (
            Cell(hours.person.name, hours.person.title, initials=hours.person.initials),
            Cell(words.hours(hours.this_week), share=min(hours.this_week / planned, 1)),
            Cell(words.hours(hours.last_week), share=min(hours.last_week / planned, 1)),
            Cell(", ".join(words.weekday(day) for day in hours.open_days) or "–"),
        ),
    )


def _week_view(visit: Visit) -> View:
    everything = [_hours(visit, person) for person in team_of(visit)]
    shown = [one for one in everything if _matches(visit, one.person)]
    planned = attendance.planned_minutes(visit.db)
    return View(
        f"The hours of your team, of {planned // 60} h planned for each.",
        cards=(
            Card("This week", words.hours(sum(one.this_week for one in everything)), "all together"),
            Card("Last week", words.hours(sum(one.last_week for one in everything)), "all together"),
            Card("Missing clock-out", str(sum(len(one.open_days) for one in everything)), "days to be corrected"),
        ),
        filters=_filters(visit),
        table=_WEEK.page_of(visit, shown, lambda one: _week_row(one, planned)),
    )


def _view(visit: Visit) -> View:
    return _week_view(visit) if visit.path == WEEK else _today_view(visit)


AREA = Area("attendance_team", _view, ())
