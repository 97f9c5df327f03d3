"""Projects: the list, starting one, changing one, and a page for each."""

from datetime import timedelta

from overlay.demo import words
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import invoices, people, projects, tasks, timesheets
from overlay.demo.records.projects import NewProject, Plan, Project
from overlay.demo.records.timesheets import TimeEntry
from overlay.demo.views import (
    STATUSES,
    Area,
    Card,
    Cell,
    Column,
    Facts,
    Filter,
    Listing,
    Row,
    RowAction,
    View,
    initials_of,
    status_choices,
)
from overlay.demo.visits import Visit

_STATUSES = ("planned", "active", "paused", "closed")


def colleagues(visit: Visit) -> dict[str, str]:
    """People who can take part in a project."""
    found = people.list_people(visit.db)
    return {person.id: person.name for person in found if person.status == "active" and person.role != "warehouse"}


def _start(visit: Visit, entries: Entries) -> str:
    plan = Plan(entries.text("lead"), entries.date("ends"), entries.whole("budget"))
    code = entries.text("code").upper()
    entry = NewProject(code, entries.text("name"), entries.text("customer"), entries.date("starts"), plan)
    projects.start_project(visit.db, visit.person, entry)
    return f"{code} {entry.name} is planned."


def _why_not_start(visit: Visit) -> str | None:
    if projects.may_start(visit.person):
        return None
    return "Only managers and administrators can start a project. Ask your manager."


def _edit(visit: Visit, entries: Entries) -> str:
    plan = Plan(entries.text("lead"), entries.date("ends"), entries.whole("budget"))
    project, freed = projects.edit_project(visit.db, visit.person, entries.subject, entries.text("status"), plan)
    more = f" {words.count(freed, 'parked entry counts', 'parked entries count')} now." if freed else ""
    return f"{project.code} {project.name} is saved.{more}"


def _describe(visit: Visit, subject: str) -> str | None:
    project = projects.find_project(visit.db, subject)
    if project is None or not projects.may_edit(visit.person, project):
        return None
    return f"{project.code} {project.name}"


def _current(visit: Visit) -> dict[str, str]:
    project = projects.find_project(visit.db, visit.wanted("project"))
    if project is None:
        return {}
    return {"status": project.status, "lead": project.lead_id, "ends": project.ends, "budget": str(project.budget)}


_LEAD = Field("lead", "Lead", Kind.CHOICE, choices=colleagues)
_ENDS = Field("ends", "Ends", Kind.DATE, half=True)
_BUDGET = Field("budget", "Budget", Kind.WHOLE, hint="In hours.", limit=6)
NEW = Form(
    id="new_project",
    parameter="new",
    value="project",
    title="New project",
    submit="Create project",
    save=_start,
    fields=(
        Field("code", "Code", hint="Such as ROWAN-27.", half=True, limit=12),
        Field("name", "Name", half=True, limit=60),
        Field(
            *("customer", "Customer", Kind.CHOICE),
            required=False,
            choices=lambda visit: invoices.list_customers(visit.db),
        ),
        _LEAD,
        Field("starts", "Starts", Kind.DATE, half=True),
        _ENDS,
        _BUDGET,
    ),
    intro="It begins as Planned. Time can be logged once its status is Active.",
    listed=True,
    starts=lambda visit: {
        "lead": visit.person.id,
        "starts": visit.clock.today,
        "ends": (visit.clock.day + timedelta(days=90)).isoformat(),
    },
    unavailable=_why_not_start,
)
EDIT = Form(
    id="edit_project",
    parameter="action",
    value="edit_project",
    title="Edit project",
    submit="Save project",
    save=_edit,
    fields=(
        Field("status", "Status", Kind.CHOICE, choices=status_choices(*_STATUSES), half=True),
        _ENDS,
        _LEAD,
        _BUDGET,
    ),
    subject_key="project",
    describe=_describe,
    starts=_current,
)

_LISTING = Listing(
    "All projects",
    (
        Column("Project"),
        Column("Lead"),
        Column("Ends"),
        Column("Hours used", number=True),
        Column("Status"),
        Column("Actions", actions=True),
    ),
    "No projects found",
    "Try another word, or show all statuses.",
)
_TIME = Listing(
    "Time on this project",
    (Column("Person"), Column("Day"), Column("Hours", number=True), Column("Note", wraps=True), Column("Status")),
    "No time yet",
    "Time that is logged under Timesheets appears here.",
)


def _row(visit: Visit, project: Project) -> Row:
    actions = (RowAction(EDIT, project.code, "Edit"),) if projects.may_edit(visit.person, project) else ()
    return Row(
        project.code,
        (
            Cell(project.name, f"{project.code} · {project.customer or 'Internal'}", href=f"/projects/{project.code}"),
            Cell(project.lead),
            Cell(words.near(project.ends, visit.clock.day.year)),
            Cell(f"{project.spent // 60} of {project.budget} h", share=project.share),
            Cell(status=project.status),
            Cell(actions=actions),
        ),
    )


def _view(visit: Visit) -> View:
    everything = projects.list_projects(visit.db)
    active = [project for project in everything if project.status == "active"]
    soon = (visit.clock.day + timedelta(days=30)).isoformat()
    ending = [project for project in active if project.ends <= soon]
    full = [project for project in active if project.share >= 0.9]
    shown = projects.list_projects(visit.db, visit.wanted("search"), visit.wanted("status"))
    return View(
        "What is being built, for whom, and how many hours are left.",
        buttons=(NEW,) if projects.may_start(visit.person) else (),
        cards=(
            Card("Active", str(len(active)), f"of {words.count(len(everything), 'project')}"),
            Card("Ending soon", str(len(ending)), "within 30 days"),
            Card("Budget nearly used", str(len(full)), "90 % or more of the hours"),
        ),
        filters=(
            Filter("search", "Search projects"),
            Filter("status", "Status", status_choices(*_STATUSES), "All statuses"),
        ),
        table=_LISTING.page_of(visit, shown, lambda project: _row(visit, project)),
    )


def _time_row(entry: TimeEntry, year: int) -> Row:
    return Row(
        str(entry.id),
        (
            Cell(entry.person, initials=initials_of(entry.person)),
            Cell(words.near(entry.day, year)),
            Cell(words.hours(entry.minutes)),
            Cell(entry.note or "–"),
            Cell(status=entry.status),
        ),
    )


def _item(visit: Visit) -> View | None:
    project = projects.find_project(visit.db, visit.item)
    if project is None:
        return None
    cards = tasks.list_tasks(visit.db, code=project.code)
    done = sum(task.lane == "done" for task in cards)
    plan = (
        ("Status", STATUSES[project.status][0]),
        ("Lead", project.lead),
        ("Customer", project.customer or "Internal"),
        ("Runs", words.span(project.starts, project.ends)),
    )
    entries = timesheets.list_for_project(visit.db, project.code)
    return View(
        f"Project {project.code}",
        cards=(
            Card("Hours used", words.hours(project.spent), f"of {project.budget} h", project.share),
            Card("Parked", words.hours(project.parked), "not counted yet"),
            Card("Cards done", f"{done} of {len(cards)}", "on the board"),
        ),
        facts=(Facts("Plan", plan),),
        table=_TIME.page_of(visit, entries, lambda entry: _time_row(entry, visit.clock.day.year)),
        title=project.name,
        back=("/projects", "Projects"),
    )


AREA = Area("projects", _view, (NEW, EDIT), _item)
