"""Read-only data about projects as flat rows; budgets are in hours, durations in minutes."""

from collections.abc import Callable, Mapping

from overlay.demo.records import projects, tasks, timesheets
from overlay.demo.records.tasks import LANES
from overlay.demo.visits import Visit

Value = str | int | float | None
Rows = Callable[[Visit], list[dict[str, Value]]]


def _projects(visit: Visit) -> list[dict[str, Value]]:
    return [
        {
            "code": project.code,
            "name": project.name,
            "customer": project.customer,
            "lead": project.lead,
            "status": project.status,
            "ends": project.ends,
            "budget_hours": project.budget,
            "hours_used": round(project.spent / 60, 1),
            "hours_parked": round(project.parked / 60, 1),
        }
        for project in projects.list_projects(visit.db, visit.wanted("search"), visit.wanted("status"))
    ]


def _tasks(visit: Visit) -> list[dict[str, Value]]:
    found = tasks.list_tasks(
        visit.db,
        visit.wanted("search"),
        visit.wanted("project").upper(),
        visit.person.id if visit.flag("mine") else "",
    )
    return [
        {
            "card": task.id,
            "title": task.title,
            "project": task.code,
            "column": LANES[task.lane],
            "assigned_to": task.who,
            "due": task.due,
        }
        for task in found
        if visit.wanted("lane") in ("", task.lane)
    ]


def _time(visit: Visit) -> list[dict[str, Value]]:
    wanted = timesheets.Wanted(status=visit.wanted("status"), code=visit.wanted("project").upper())
    return [
        {
            "date": entry.day,
            "project": entry.code,
            "name": entry.project,
            "minutes": entry.minutes,
            "note": entry.note,
            "status": entry.status,
            "reason": entry.reason,
        }
        for entry in timesheets.list_entries(visit.db, visit.person.id, wanted)
    ]


WORK_REPORTS: Mapping[str, tuple[str, Rows]] = {
    "/api/projects": ("projects", _projects),
    "/api/tasks": ("board", _tasks),
    "/api/timesheets": ("timesheets", _time),
}
