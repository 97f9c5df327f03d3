"""Leave and attendance of the year so far."""

import sqlite3
from datetime import date, timedelta

from overlay.demo.clock import Clock
from overlay.demo.records.leave import HOLIDAYS, working_days
from overlay.demo.seed.pick import pick

# person, first, last, type, half day, note, status, reason, requested
_TOLD = """
mara.lind|2026-02-16|2026-02-17|special|0|Moving house|approved||2026-01-20
mara.lind|2026-05-15|2026-05-15|special|0|Long weekend|declined|Please use annual leave for this.|2026-04-28
mara.lind|2026-08-03|2026-08-05|annual|0|Hiking trip|approved||2026-06-11
mara.lind|2026-12-04|2026-12-04|annual|1|Dentist in the afternoon|waiting||2026-11-26
mara.lind|2026-12-22|2026-12-30|annual|0|Christmas with family|approved||2026-10-05
aino.virtanen|2026-12-07|2026-12-11|annual|0|Visiting my parents|waiting||2026-11-23
bilal.haddad|2026-12-21|2026-12-31|annual|0|Winter break|waiting||2026-11-24
freja.holm|2026-12-18|2026-12-18|special|0|Wedding of my sister|waiting||2026-11-27
goran.kovac|2026-12-14|2026-12-15|unpaid|0||waiting||2026-11-25
chiara.conti|2026-12-28|2026-12-31|annual|0|Skiing|approved||2026-10-14
emeka.obi|2026-11-30|2026-12-02|annual|0||approved||2026-11-02
dewi.santoso|2026-11-16|2026-11-27|annual|0|Family visit|approved||2026-08-31
julia.wagner|2026-12-10|2026-12-11|annual|0|Concert in Vienna|waiting||2026-11-25
karim.benali|2026-12-24|2026-12-31|annual|0||waiting||2026-11-20
beatriz.lopes|2026-12-16|2026-12-16|annual|1|School play|waiting||2026-11-27
elias.koch|2026-12-23|2026-12-31|annual|0||waiting||2026-11-19
ines.ortega|2026-12-21|2026-12-23|annual|0|Long way home for Christmas|waiting||2026-11-18
ines.ortega|2026-07-13|2026-07-24|annual|0|Summer holiday|approved||2026-03-02
nadia.petrov|2026-09-07|2026-09-11|annual|0|Coast|approved||2026-05-19
"""


def _add_leave(db: sqlite3.Connection, row: tuple[str, ...]) -> None:
    person, first, last, kind, half, note, status, reason, requested = row
    number = 0.5 if half == "1" else working_days(date.fromisoformat(first), date.fromisoformat(last))
    db.execute(
        "INSERT INTO leave_requests (person_id, first, last, type, half, days, note, status, approver_id, reason,"
        " requested) SELECT ?, ?, ?, ?, ?, ?, ?, ?, manager_id, ?, ? FROM people WHERE id = ?",
        (person, first, last, kind, int(half), number, note, status, reason, requested, person),
    )


def _summer(person: str) -> tuple[str, ...]:
    """A summer holiday for everybody of whom nothing else is told."""
    monday = date(2026, 6, 15) + timedelta(weeks=pick(person + "summer", 11))
    friday = monday + timedelta(days=4 + 7 * pick(person + "long", 2))
    return (person, monday.isoformat(), friday.isoformat(), "annual", "0", "", "approved", "", "2026-02-09")


def add_presence(db: sqlite3.Connection, clock: Clock) -> None:
    """Add leave requests, then six weeks of attendance around them."""
    told = [tuple(line.split("|")) for line in _TOLD.strip().splitlines()]
    people = [row["id"] for row in db.execute("SELECT id FROM people ORDER BY id")]
    quiet = [_summer(person) for person in people if person not in {row[0] for row in told}]
    for row in sorted([*told, *quiet], key=lambda row: (row[8], row[0], row[1])):
        _add_leave(db, row)
    for person in people:
        _add_attendance(db, person, clock.day)


def _add_attendance(db: sqlite3.Connection, person: str, today: date) -> None:
    away = {
        day
        for row in db.execute(
            "SELECT first, last FROM leave_requests WHERE person_id = ? AND status = 'approved'", (person,)
        )
        for day in _days(date.fromisoformat(row["first"]), date.fromisoformat(row["last"]))
    }
    for day in _days(today - timedelta(days=42), today - timedelta(days=1)):
        if day.weekday() < 5 and day not in HOLIDAYS and day not in away:
            _add_day(db, person, day, open_ended=False)
    if person not in ("mara.lind", "umut.yildiz", "farah.aziz") and today not in away:
        _add_day(db, person, today, open_ended=True)


def _days(first: date, last: date) -> list[date]:
    return [first + timedelta(days=offset) for offset in range((last - first).days + 1)]


_TODAY = {"ines.ortega": "08:02", "tom.becker": "06:58", "nadia.petrov": "08:15"}


def _add_day(db: sqlite3.Connection, person: str, day: date, *, open_ended: bool) -> None:
    key = f"{person}{day}"
    arrival = 7 * 60 + 45 + pick(key, 60)
    departure = arrival + 8 * 60 + 10 + pick(key + "out", 55)
    forgotten = day == date(2026, 11, 19) and person in ("mara.lind", "tom.becker")
    corrected = day == date(2026, 11, 12) and person in ("mara.lind", "ines.ortega")
    out = None if open_ended or forgotten else _time(departure)
    came = _TODAY.get(person, _time(arrival)) if open_ended else _time(arrival)
    note = "Forgot to clock in" if corrected else ""
    db.execute(
        "INSERT INTO attendance (person_id, day, clock_in, clock_out, corrected, note) VALUES (?, ?, ?, ?, ?, ?)",
        (person, day.isoformat(), came, out, corrected, note),
    )


def _time(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"
