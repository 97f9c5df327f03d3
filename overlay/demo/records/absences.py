"""Who is away: leave of everybody whose leave a person may see."""

import sqlite3
from datetime import date

from overlay.demo.records.leave import LeaveRequest, find_request
from overlay.demo.records.people import Person


def sees_reasons(person: Person) -> bool:
    """Managers and administrators see waiting requests and types; others only that somebody is away."""
    return person.role in ("manager", "admin")


def list_absences(db: sqlite3.Connection, person: Person, first: date, last: date) -> list[LeaveRequest]:
    """Leave between two days, by its first day: of all for managers and administrators, else of the department."""
    everybody = sees_reasons(person)
    rows = db.execute(
        "SELECT r.id FROM leave_requests r JOIN people p ON p.id = r.person_id"
        " WHERE r.last >= ? AND r.first <= ? AND (r.status = 'approved' OR (r.status = 'waiting' AND (? OR p.id = ?)))"
        " AND (? OR p.department = ?) AND p.status <> 'inactive' ORDER BY r.first, p.name",
        (first.isoformat(), last.isoformat(), everybody, person.id, everybody, person.department),
    )
    found = (find_request(db, str(row["id"])) for row in rows.fetchall())
    return [request for request in found if request]
