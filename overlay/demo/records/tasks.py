"""Tasks: the cards on the project board."""

import sqlite3
from dataclasses import dataclass
from datetime import date

from overlay.demo.clock import Clock
from overlay.demo.records.people import Person
from overlay.demo.records.projects import LIVE, find_project
from overlay.demo.rules import InvalidEntryError, NotPermittedError

LANES = {"to_do": "To do", "doing": "In progress", "review": "Review", "done": "Done"}
MOST_AT_ONCE = 3
_SELECT = (
    "SELECT t.*, p.name AS project, p.lead_id, w.name AS who FROM tasks t JOIN projects p ON p.code = t.code"
    " JOIN people w ON w.id = t.person_id"
)


@dataclass(frozen=True, slots=True)
class Task:
    """One card."""

    id: int
    code: str
    title: str
    lane: str
    person_id: str
    due: str
    project: str
    lead_id: str
    who: str


def list_tasks(db: sqlite3.Connection, search: str = "", code: str = "", person_id: str = "") -> list[Task]:
    """Cards by due day."""
    rows = db.execute(
        f"{_SELECT} WHERE (t.title LIKE ? OR w.name LIKE ?) AND (? = '' OR t.code = ?)"
        " AND (? = '' OR t.person_id = ?) ORDER BY t.due, t.id",
        (*(f"%{search}%",) * 2, code, code, person_id, person_id),
    )
    return [Task(**dict(row)) for row in rows]


def find_task(db: sqlite3.Connection, task_id: str) -> Task | None:
    """One card by its number."""
    row = db.execute(f"{_SELECT} WHERE t.id = ?", (task_id,)).fetchone()
    return Task(**dict(row)) if row else None


def may_move(person: Person, task: Task) -> bool:
    """Whoever does it moves it; so do the project's lead, managers and administrators."""
    return person.role in ("manager", "admin") or person.id in (task.person_id, task.lead_id)


@dataclass(frozen=True, slots=True)
class NewTask:
    """What a person enters for a new card."""

    title: str
    code: str
    person_id: str
    due: date


def add_task(db: sqlite3.Connection, entry: NewTask, clock: Clock) -> None:
    """Put a new card into the first lane.

    Raises:
        InvalidEntryError: the project is closed or the day is past.
    """
    project = find_project(db, entry.code)
    if project is None or project.status not in LIVE:
        raise InvalidEntryError({"project": "This project is closed."})
    if entry.due < clock.day:
        raise InvalidEntryError({"due": "This day is in the past."})
    db.execute(
        "INSERT INTO tasks (code, title, lane, person_id, due) VALUES (?, ?, 'to_do', ?, ?)",
        (project.code, entry.title, entry.person_id, entry.due.isoformat()),
    )


def move_task(db: sqlite3.Connection, person: Person, task_id: str, lane: str) -> Task:
    """Move a card to another lane; returns it as it was.

    Raises:
        NotPermittedError: it is somebody else's card.
        InvalidEntryError: it is there already, was not reviewed, or too much is in progress.
    """
    task = find_task(db, task_id)
    if task is None or not may_move(person, task):
        raise NotPermittedError
    if lane == task.lane:
        raise InvalidEntryError({"lane": f"This card is in {LANES[lane]} already."})
    if lane == "done" and task.lane != "review":
        raise InvalidEntryError({"lane": "Only a card in Review can be done. Move it to Review first."})
    busy = sum(other.lane == "doing" for other in list_tasks(db, person_id=task.person_id))
    if lane == "doing" and busy >= MOST_AT_ONCE:
        raise InvalidEntryError({"lane": f"{task.who} has {busy} cards in progress. Finish one of them first."})
    db.execute("UPDATE tasks SET lane = ? WHERE id = ?", (lane, task.id))
    return task
