"""Timesheets: hours logged on projects, and the manager's word on them."""

import sqlite3
from dataclasses import dataclass
from datetime import date

from overlay.demo.clock import Clock
from overlay.demo.records.attendance import week_of
from overlay.demo.records.decisions import undecided
from overlay.demo.records.people import Person
from overlay.demo.records.projects import find_project
from overlay.demo.rules import InvalidEntryError, NotPermittedError
from overlay.demo.words import as_date, hours, weekday

MOST_A_DAY = 12 * 60
STATUSES = ("open", "submitted", "approved", "sent_back", "parked")
_SELECT = (
    "SELECT t.*, p.name AS project, w.name AS person, w.manager_id FROM time_entries t"
    " JOIN projects p ON p.code = t.code JOIN people w ON w.id = t.person_id"
)


@dataclass(frozen=True, slots=True)
class TimeEntry:
    """Time that somebody logged on a project."""

    id: int
    person_id: str
    code: str
    day: str
    minutes: int
    note: str
    status: str
    reason: str
    project: str
    person: str
    manager_id: str | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which entries to list; what is empty lets all through."""

    search: str = ""
    status: str = ""
    code: str = ""


def list_entries(db: sqlite3.Connection, person_id: str, wanted: Wanted | None = None) -> list[TimeEntry]:
    """A person's entries, latest first."""
    wanted = wanted or Wanted()
    rows = db.execute(
        f"{_SELECT} WHERE t.person_id = ? AND (? = '' OR t.status = ?) AND (? = '' OR t.code = ?)"
        " AND (t.note LIKE ? OR p.name LIKE ? OR t.code LIKE ?) ORDER BY t.day DESC, t.id DESC",
        (person_id, wanted.status, wanted.status, wanted.code, wanted.code, *(f"%{wanted.search}%",) * 3),
    )
    return [TimeEntry(**dict(row)) for row in rows]


def list_for_approver(db: sqlite3.Connection, approver: Person, wanted: Wanted | None = None) -> list[TimeEntry]:
    """Entries that this person decides on, the submitted ones first; open ones are nobody else's business yet."""
    wanted = wanted or Wanted()
    rows = db.execute(
        f"{_SELECT} WHERE t.person_id <> ? AND (? OR w.manager_id = ?) AND t.status <> 'open'"
        " AND (? = '' OR t.status = ?) AND (w.name LIKE ? OR p.name LIKE ? OR t.code LIKE ?)"
        " ORDER BY t.status <> 'submitted', t.day DESC, t.id DESC",
        (
            *(approver.id, approver.role == "admin", approver.id, wanted.status, wanted.status),
            *(f"%{wanted.search}%",) * 3,
        ),
    )
    return [TimeEntry(**dict(row)) for row in rows]


def list_for_project(db: sqlite3.Connection, code: str) -> list[TimeEntry]:
    """Everything logged on a project, latest first."""
    rows = db.execute(f"{_SELECT} WHERE t.code = ? ORDER BY t.day DESC, t.id DESC", (code,))
    return [TimeEntry(**dict(row)) for row in rows]


def find_entry(db: sqlite3.Connection, entry_id: str) -> TimeEntry | None:
    """One entry by its number."""
    row = db.execute(f"{_SELECT} WHERE t.id = ?", (entry_id,)).fetchone()
    return TimeEntry(**dict(row)) if row else None


@dataclass(frozen=True, slots=True)
class Work:
    """What a person enters to log time."""

    code: str
    day: date
    minutes: int
    note: str


def log_time(db: sqlite3.Connection, person: Person, work: Work, clock: Clock) -> str:
    """Save time on a project; returns the status that the entry got.

    Raises:
        InvalidEntryError: the day or the hours cannot be, or the project takes no time.
    """
    if work.day > clock.day:
        raise InvalidEntryError({"date": "This day is still to come."})
    if (clock.day - work.day).days > 31:
        raise InvalidEntryError({"date": "Time can be logged up to 31 days back. Ask your manager about older days."})
    project = find_project(db, work.code)
    if project is None or project.status in ("planned", "closed"):
        raise InvalidEntryError({"project": "This project takes no time: it has not started, or it is closed."})
    day = work.day.isoformat()
    total = work.minutes + sum(entry.minutes for entry in list_entries(db, person.id) if entry.day == day)
    if total > MOST_A_DAY:
        raise InvalidEntryError({"hours": f"That makes {hours(total)} on {weekday(day)}. The most is 12 h a day."})
    status = "open" if project.takes(work.minutes) else "parked"
    db.execute(
        "INSERT INTO time_entries (person_id, code, day, minutes, note, status) VALUES (?, ?, ?, ?, ?, ?)",
        (person.id, project.code, day, work.minutes, work.note, status),
    )
    return status


def open_weeks(db: sqlite3.Connection, person_id: str) -> dict[str, int]:
    """Weeks with entries to submit: the Monday, and the minutes."""
    weeks: dict[str, int] = {}
    for entry in list_entries(db, person_id, Wanted(status="open")):
        monday = week_of(as_date(entry.day))[0].isoformat()
        weeks[monday] = weeks.get(monday, 0) + entry.minutes
    return weeks


def submit_week(db: sqlite3.Connection, person: Person, monday: str) -> int:
    """Hand a week's open entries to the manager; returns how many there were."""
    _, sunday = week_of(as_date(monday))
    cursor = db.execute(
        "UPDATE time_entries SET status = 'submitted' WHERE person_id = ? AND status = 'open' AND day BETWEEN ? AND ?",
        (person.id, monday, sunday.isoformat()),
    )
    return cursor.rowcount


def delete_entry(db: sqlite3.Connection, person: Person, entry_id: str) -> TimeEntry:
    """Delete an entry of one's own that is not with the manager.

    Raises:
        NotPermittedError: it is somebody else's, submitted or approved.
    """
    entry = find_entry(db, entry_id)
    if entry is None or not may_delete(person, entry):
        raise NotPermittedError
    db.execute("DELETE FROM time_entries WHERE id = ?", (entry.id,))
    return entry


def may_delete(person: Person, entry: TimeEntry) -> bool:
    """Whether the entry is the person's own and can still be taken away."""
    return entry.person_id == person.id and entry.status in ("open", "sent_back", "parked")


def decide(db: sqlite3.Connection, approver: Person, entry_id: str, status: str, reason: str) -> TimeEntry:
    """Approve somebody's entry or send it back.

    Raises:
        NotPermittedError: this person does not decide on it.
        InvalidEntryError: it is not submitted.
    """
    entry = undecided(approver, find_entry(db, entry_id), "entry", waiting="submitted")
    db.execute("UPDATE time_entries SET status = ?, reason = ? WHERE id = ?", (status, reason, entry.id))
    return entry
