"""Read-only data about who is here, who is away, policies and to-dos, as flat rows."""

from collections.abc import Mapping
from datetime import date, timedelta

from overlay.demo.areas.attendance_team import presences
from overlay.demo.records.absences import list_absences, sees_reasons
from overlay.demo.records.expenses import CATEGORIES
from overlay.demo.records.policies import list_policies
from overlay.demo.records.todos import KINDS, list_todos
from overlay.demo.reports_work import Rows, Value
from overlay.demo.visits import Visit


def _todos(visit: Visit) -> list[dict[str, Value]]:
    found = list_todos(visit.db, visit.person, visit.clock)
    return [{"what": todo.title, "detail": todo.detail, "area": KINDS[todo.kind]} for todo in found]


def _team(visit: Visit) -> list[dict[str, Value]]:
    return [
        {
            "person": one.person.name,
            "department": one.person.department,
            "status": one.status,
            "clock_in": one.day.clock_in if one.day else None,
            "clock_out": one.day.clock_out if one.day else None,
        }
        for one in presences(visit)
        if visit.wanted("status") in ("", one.status)
    ]


def _away(visit: Visit) -> list[dict[str, Value]]:
    first = _date(visit.wanted("from"), visit.clock.day)
    last = _date(visit.wanted("to"), first + timedelta(days=13))
    told = sees_reasons(visit.person)
    return [
        {
            "person": request.person,
            "from": request.first,
            "to": request.last,
            "type": request.type_name if told else None,
            "status": request.status,
        }
        for request in list_absences(visit.db, visit.person, first, last)
    ]


def _date(text: str, otherwise: date) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return otherwise


def _policies(visit: Visit) -> list[dict[str, Value]]:
    return [
        {
            "policy": policy.title,
            "category": CATEGORIES[policy.category],
            "limit": policy.highest / 100 if policy.highest else None,
            "receipt_needed": "yes" if policy.receipt else "no",
            "rule": policy.rule,
        }
        for policy in list_policies(visit.db, visit.wanted("search"), visit.wanted("category"))
    ]


PEOPLE_REPORTS: Mapping[str, tuple[str, Rows]] = {
    "/api/home": ("home", _todos),
    "/api/attendance/team": ("attendance_team", _team),
    "/api/leave/calendar": ("leave_calendar", _away),
    "/api/expenses/policies": ("expense_policies", _policies),
}
