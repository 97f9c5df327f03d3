"""Projects: what is being built for whom, who leads it, and how many hours it may take."""

import re
import sqlite3
from dataclasses import dataclass
from datetime import date

from overlay.demo.records.people import Person
from overlay.demo.rules import InvalidEntryError, NotPermittedError

LIVE = ("planned", "active", "paused")
_SELECT = (
    "SELECT p.*, COALESCE(c.name, '') AS customer, l.name AS lead,"
    " COALESCE((SELECT SUM(t.minutes) FROM time_entries t WHERE t.code = p.code AND t.status <> 'parked'), 0) AS spent,"
    " COALESCE((SELECT SUM(t.minutes) FROM time_entries t WHERE t.code = p.code AND t.status = 'parked'), 0) AS parked"
    " FROM projects p JOIN people l ON l.id = p.lead_id LEFT JOIN customers c ON c.id = p.customer_id"
)


@dataclass(frozen=True, slots=True)
class Project:
    """One project; `budget` is in hours, `spent` and `parked` are logged minutes."""

    code: str
    name: str
    customer_id: str | None
    lead_id: str
    status: str
    starts: str
    ends: str
    budget: int
    customer: str
    lead: str
    spent: int
    parked: int

    @property
    def share(self) -> float:
        """How much of the budget is used, 1 for all of it."""
        return self.spent / (self.budget * 60)

    def takes(self, minutes: int) -> bool:
        """Whether more time counts at once; otherwise it is parked until the project is changed."""
        return self.status == "active" and self.spent + minutes <= self.budget * 60


def list_projects(db: sqlite3.Connection, search: str = "", status: str = "") -> list[Project]:
    """Projects by code."""
    rows = db.execute(
        f"{_SELECT} WHERE (p.name LIKE ? OR p.code LIKE ? OR c.name LIKE ? OR l.name LIKE ?)"
        " AND (? = '' OR p.status = ?) ORDER BY p.status = 'closed', p.code",
        (*(f"%{search}%",) * 4, status, status),
    )
    return [Project(**dict(row)) for row in rows]


def find_project(db: sqlite3.Connection, code: str) -> Project | None:
    """One project by its code, in capitals or not."""
    row = db.execute(f"{_SELECT} WHERE p.code = upper(?)", (code,)).fetchone()
    return Project(**dict(row)) if row else None


def project_choices(db: sqlite3.Connection, statuses: tuple[str, ...] = LIVE) -> dict[str, str]:
    """Projects to choose from, by code."""
    found = (project for project in list_projects(db) if project.status in statuses)
    return {project.code: f"{project.code} {project.name}" for project in found}


def may_start(person: Person) -> bool:
    """Managers and administrators start projects."""
    return person.role in ("manager", "admin")


def may_edit(person: Person, project: Project) -> bool:
    """The lead changes a project; so do managers and administrators."""
    return may_start(person) or person.id == project.lead_id


@dataclass(frozen=True, slots=True)
class Plan:
    """What a person enters about a project; `budget` is in hours."""

    lead_id: str
    ends: date
    budget: int


@dataclass(frozen=True, slots=True)
class NewProject:
    """What a person enters to start a project."""

    code: str
    name: str
    customer_id: str
    starts: date
    plan: Plan


def start_project(db: sqlite3.Connection, person: Person, entry: NewProject) -> None:
    """Add a project that begins as planned.

    Raises:
        NotPermittedError: the person may not start projects.
        InvalidEntryError: the code is taken or malformed, or days or budget cannot be.
    """
    if not may_start(person):
        raise NotPermittedError
    if not re.fullmatch(r"[A-Z]{3,8}-[0-9]{2}", entry.code):
        raise InvalidEntryError({"code": "Enter a code such as ROWAN-27: letters, a dash, two digits."})
    if find_project(db, entry.code):
        raise InvalidEntryError({"code": f"{entry.code} is taken already."})
    _check_plan(entry.plan, entry.starts.isoformat())
    db.execute(
        "INSERT INTO projects VALUES (?, ?, ?, ?, 'planned', ?, ?, ?)",
        (
            entry.code,
            entry.name,
            entry.customer_id or None,
            entry.plan.lead_id,
            entry.starts.isoformat(),
            entry.plan.ends.isoformat(),
            entry.plan.budget,
        ),
    )


def _check_plan(plan: Plan, starts: str) -> None:
    if plan.ends.isoformat() <= starts:
        raise InvalidEntryError({"ends": "The project must end after it starts."})
    if not 1 <= plan.budget <= 10_000:
        raise InvalidEntryError({"budget": "Enter a budget between 1 and 10,000 hours."})


def edit_project(db: sqlite3.Connection, person: Person, code: str, status: str, plan: Plan) -> tuple[Project, int]:
    """Change a project; returns it and how many parked entries count now.

    Raises:
        NotPermittedError: the person may not change this project.
        InvalidEntryError: the days or the budget cannot be, or cards are still open.
    """
    project = find_project(db, code)
    if project is None or not may_edit(person, project):
        raise NotPermittedError
    _check_plan(plan, project.starts)
    todo = db.execute("SELECT COUNT(*) AS n FROM tasks WHERE code = ? AND lane <> 'done'", (code,)).fetchone()["n"]
    if status == "closed" and todo:
        raise InvalidEntryError({"status": f"{todo} of its cards are not done. Finish them on the board first."})
    db.execute(
        "UPDATE projects SET lead_id = ?, status = ?, ends = ?, budget = ? WHERE code = ?",
        (plan.lead_id, status, plan.ends.isoformat(), plan.budget, project.code),
    )
    freed = _free_parked(db, project.code)
    changed = find_project(db, project.code)
    assert changed is not None
    return changed, freed


def _free_parked(db: sqlite3.Connection, code: str) -> int:
    """Let parked entries count as far as the budget reaches, the oldest first."""
    freed = 0
    parked = db.execute("SELECT * FROM time_entries WHERE code = ? AND status = 'parked' ORDER BY day, id", (code,))
    for entry in parked.fetchall():
        project = find_project(db, code)
        if project is None or not project.takes(entry["minutes"]):
            break
        db.execute("UPDATE time_entries SET status = 'open' WHERE id = ?", (entry["id"],))
        freed += 1
    return freed
