"""The audit log: who changed what, and when."""

import sqlite3
from dataclasses import dataclass

from overlay.demo.clock import Clock


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One change, as it was confirmed on the screen."""

    id: int
    day: str
    time: str
    person_id: str
    screen: str
    what: str
    person: str


def record_change(db: sqlite3.Connection, person_id: str, screen: str, what: str, clock: Clock) -> None:
    """Keep a change."""
    row = (clock.today, clock.time, person_id, screen, what)
    db.execute("INSERT INTO audit (day, time, person_id, screen, what) VALUES (?, ?, ?, ?, ?)", row)


def list_changes(db: sqlite3.Connection, search: str = "", screen: str = "", month: str = "") -> list[LogEntry]:
    """Changes, the latest first."""
    rows = db.execute(
        "SELECT l.*, p.name AS person FROM audit l JOIN people p ON p.id = l.person_id"
        " WHERE (p.name LIKE ? OR l.what LIKE ?) AND (? = '' OR l.screen = ?) AND l.day LIKE ?"
        " ORDER BY l.day DESC, l.time DESC, l.id DESC",
        (*(f"%{search}%",) * 2, screen, screen, f"{month}%"),
    )
    return [LogEntry(**dict(row)) for row in rows]
