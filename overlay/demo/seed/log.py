"""The audit log so far: what the other records say has happened, in the words in which Linden confirms it."""

import sqlite3
from collections.abc import Iterator
from datetime import date, timedelta

from overlay.demo import words
from overlay.demo.clock import Clock
from overlay.demo.seed.pick import pick

KEPT = 48
"""Lines, the settings of this year among them."""
_STORE = ("rosa.jimenez", "quentin.moreau", "tom.becker")

Line = tuple[str, str, str, str]
"""Day, person, screen, and what was changed."""


def add_log(db: sqlite3.Connection, clock: Clock) -> None:
    """Add the latest lines, each at a time of a working day before today."""
    settings = list(_settings(db))
    others = [line for lines in (_leave(db), _expenses(db), _time(db), _goods(db)) for line in lines]
    past = sorted(line for line in others if line[0] < clock.today)
    for number, line in enumerate(sorted([*settings, *past[len(settings) - KEPT :]])):
        day, person, screen, what = line
        time = f"{8 + pick(f'hour{number}', 9):02d}:{pick(f'minute{number}', 60):02d}"
        row = (day, time, person, screen, what)
        db.execute("INSERT INTO audit (day, time, person_id, screen, what) VALUES (?, ?, ?, ?, ?)", row)


def _settings(db: sqlite3.Connection) -> Iterator[Line]:
    for row in db.execute("SELECT * FROM settings WHERE changed > '2026' ORDER BY id"):
        yield (_workday(row["changed"]), "nadia.petrov", "Settings", f"{row['name']} is {row['value']} now.")


def _leave(db: sqlite3.Connection) -> Iterator[Line]:
    rows = db.execute(
        "SELECT r.*, p.name FROM leave_requests r JOIN people p ON p.id = r.person_id"
        " WHERE r.status IN ('approved', 'declined') AND r.approver_id IS NOT NULL ORDER BY r.id"
    )
    for row in rows:
        what = f"{row['status'].capitalize()}: {row['name']}, {words.span(row['first'], row['last'])}."
        yield (_workday(row["requested"], 1), row["approver_id"], "Leave approvals", what)


def _expenses(db: sqlite3.Connection) -> Iterator[Line]:
    rows = db.execute(
        "SELECT e.*, p.name FROM expenses e JOIN people p ON p.id = e.person_id"
        " WHERE e.status IN ('approved', 'declined', 'paid') AND e.approver_id IS NOT NULL ORDER BY e.id"
    )
    for row in rows:
        verdict = "Declined" if row["status"] == "declined" else "Approved"
        what = f"{verdict}: EX-{row['id']} of {row['name']}, {words.money(row['amount'])}."
        yield (_workday(row["submitted"], 2), row["approver_id"], "Expense approvals", what)


def _time(db: sqlite3.Connection) -> Iterator[Line]:
    rows = db.execute(
        "SELECT t.*, p.name, p.manager_id FROM time_entries t JOIN people p ON p.id = t.person_id"
        " WHERE t.status = 'approved' AND p.manager_id IS NOT NULL ORDER BY t.id"
    )
    # One line in nine: the log would tell of nothing else.
    for row in (row for row in rows if pick(f"log{row['id']}", 9) == 0):
        what = f"Approved: {row['name']}, {words.hours(row['minutes'])} on {row['code']}, {words.weekday(row['day'])}."
        yield (_workday(row["day"], 5), row["manager_id"], "Timesheets", what)


def _goods(db: sqlite3.Connection) -> Iterator[Line]:
    for row in db.execute("SELECT * FROM orders WHERE status = 'received' ORDER BY id"):
        what = f"PO-{row['id']}: {words.count(row['quantity'], 'piece')} received, the order is complete."
        yield (_workday(row["expected"]), _STORE[row["id"] % 3], "Purchase orders", what)
    invoices = "SELECT v.*, c.name FROM invoices v JOIN customers c ON c.id = v.customer_id WHERE v.status = 'paid'"
    for row in db.execute(invoices + " ORDER BY v.id"):
        what = f"INV-{row['id']} of {row['name']} is marked as paid."
        yield (_workday(row["paid_on"]), "tom.becker", "Invoices", what)


def _workday(iso: str, later: int = 0) -> str:
    """A day, some days later, and after a weekend on Monday."""
    day = date.fromisoformat(iso) + timedelta(days=later)
    return (day + timedelta(days=max(7 - day.weekday(), 0) if day.weekday() > 4 else 0)).isoformat()
