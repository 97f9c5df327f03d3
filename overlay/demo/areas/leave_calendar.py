"""The leave calendar: a month of who is away, and the same as a list."""

from datetime import date, timedelta

from overlay.demo import words
from overlay.demo.records.absences import list_absences, sees_reasons
from overlay.demo.records.leave import HOLIDAYS, LeaveRequest
from overlay.demo.records.people import DEPARTMENTS, find_person
from overlay.demo.records.settings import value_of
from overlay.demo.views import (
    Absence,
    Area,
    Calendar,
    CalendarDay,
    Card,
    Cell,
    Column,
    Filter,
    Listing,
    Row,
    View,
    initials_of,
)
from overlay.demo.visits import Visit

MOST_NAMES = 3
_LISTING = Listing(
    "Away this month",
    (Column("Person"), Column("Dates"), Column("Days", number=True), Column("Status")),
    "Nobody is away",
    "No leave in this month matches.",
)


def _month(visit: Visit) -> date:
    """The first day of the month that the query asks for, within two years of today."""
    this = visit.clock.day.replace(day=1)
    try:
        asked = date.fromisoformat(f"{visit.wanted('month')}-01")
    except ValueError:
        return this
    return asked if abs((asked - this).days) < 740 else this


def _next(first: date) -> date:
    return (first + timedelta(days=32)).replace(day=1)


def _before(first: date) -> date:
    return (first - timedelta(days=1)).replace(day=1)


def _key(first: date) -> str:
    return first.isoformat()[:7]


def _short(name: str) -> str:
    """A name that fits into a day: the first name and an initial."""
    first, *rest = name.split()
    return f"{first} {rest[-1][0]}." if rest else first


def _day(visit: Visit, day: date, month: date, requests: list[LeaveRequest]) -> CalendarDay:
    off = day.weekday() > 4 or day in HOLIDAYS
    iso = day.isoformat()
    away = [] if off else [request for request in requests if request.first <= iso <= request.last]
    names = tuple(Absence(_short(request.person), request.status == "approved") for request in away[:MOST_NAMES])
    return CalendarDay(
        day=iso,
        weekday=words.WEEKDAYS[day.weekday()],
        number=day.day,
        label=HOLIDAYS.get(day, ""),
        off=off,
        today=day == visit.clock.day,
        inside=day.month == month.month,
        away=names,
        more=max(len(away) - MOST_NAMES, 0),
    )


def _calendar(visit: Visit, first: date, requests: list[LeaveRequest]) -> Calendar:
    start, end = _grid(visit, first)
    days = [_day(visit, start + timedelta(days=n), first, requests) for n in range((end - start).days + 1)]
    return Calendar(
        title=words.month(_key(first)),
        key=_key(first),
        before=_key(_before(first)),
        after=_key(_next(first)),
        weeks=tuple(tuple(days[n : n + 7]) for n in range(0, len(days), 7)),
    )


def _grid(visit: Visit, first: date) -> tuple[date, date]:
    """The weeks of a month, from the day that begins them as the settings say."""
    lead = 1 if value_of(visit.db, "week_start") == "Sunday" else 0
    start = first - timedelta(days=(first.weekday() + lead) % 7)
    last = _next(first) - timedelta(days=1)
    return start, last + timedelta(days=6 - (last.weekday() + lead) % 7)


def _row(visit: Visit, request: LeaveRequest) -> Row:
    person = find_person(visit.db, request.person_id)
    told = sees_reasons(visit.person) or request.person_id == visit.person.id
    return Row(
        str(request.id),
        (
            Cell(request.person, person.department if person else "", initials=initials_of(request.person)),
            Cell(words.near_span(request.first, request.last, visit.clock.day.year), request.type_name if told else ""),
            Cell(words.days(request.days)),
            Cell(status=request.status),
        ),
    )


def _wanted(visit: Visit, requests: list[LeaveRequest]) -> list[LeaveRequest]:
    department, part = visit.wanted("department"), visit.wanted("search").casefold()
    found = [request for request in requests if part in request.person.casefold()]
    if not department:
        return found
    people = {request.person_id: find_person(visit.db, request.person_id) for request in found}
    return [request for request in found if (one := people[request.person_id]) and one.department == department]


def _view(visit: Visit) -> View:
    first = _month(visit)
    last = _next(first) - timedelta(days=1)
    today = visit.clock.day
    now = list_absences(visit.db, visit.person, today, today)
    away = [request for request in now if request.status == "approved"]
    week = list_absences(visit.db, visit.person, today, today + timedelta(days=6))
    shown = _wanted(visit, list_absences(visit.db, visit.person, *_grid(visit, first)))
    listed = [r for r in shown if r.last >= first.isoformat() and r.first <= last.isoformat()]
    holiday = min((day for day in HOLIDAYS if day >= today), default=None)
    months = [_before(today.replace(day=1)), today.replace(day=1)]
    for _ in range(4):
        months.append(_next(months[-1]))
    choices = {_key(month): words.month(_key(month)) for month in months}
    departments = {name: name for name in DEPARTMENTS} if sees_reasons(visit.person) else {}
    filters = (
        Filter("search", "Search people"),
        *((Filter("department", "Department", departments, "All departments"),) if departments else ()),
        Filter("month", "Month", choices, "This month"),
    )
    return View(
        "Who is away, so that you can plan around it.",
        cards=(
            Card("Away today", str(len(away)), ", ".join(request.person for request in away) or "everybody is here"),
            Card("Next seven days", str(len({request.person_id for request in week})), "people with leave"),
            Card(
                "Next public holiday",
                words.weekday(holiday.isoformat()) if holiday else "–",
                HOLIDAYS[holiday] if holiday else "",
            ),
        ),
        filters=filters,
        calendar=_calendar(visit, first, shown),
        table=_LISTING.page_of(visit, listed, lambda request: _row(visit, request)),
    )


AREA = Area("leave_calendar", _view, ())
