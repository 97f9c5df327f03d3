"""Attendance: when people came and went."""

import sqlite3
from dataclasses import dataclass
from datetime import date, timedelta

from overlay.demo.clock import Clock
from overlay.demo.records.mails import mail
from overlay.demo.records.people import Person
from overlay.demo.records.settings import number_of
from overlay.demo.rules import InvalidEntryError
from overlay.demo.words import as_date, minutes_between, weekday


@dataclass(frozen=True, slots=True)
class WorkDay:
    """One day of one person; a day without `clock_out` is still running or was left open."""

    person_id: str
    day: str
    clock_in: str
    clock_out: str | None
    corrected: int
    note: str
    pause: int = 30
    """Minutes of break, as the settings were when the day was saved: a new rule changes no day that is over."""

    @property
    def minutes(self) -> int:
        """Working time; the break is taken off from six hours on."""
        if self.clock_out is None:
            return 0
        present = minutes_between(self.clock_in, self.clock_out)
        return present - self.pause if present >= 6 * 60 else present


def planned_minutes(db: sqlite3.Connection) -> int:
    """What everybody is to work in a week."""
    return number_of(db, "week_hours") * 60


def find_day(db: sqlite3.Connection, person_id: str, day: str) -> WorkDay | None:
    """One day, if the person has clocked in on it."""
    row = db.execute("SELECT * FROM attendance WHERE person_id = ? AND day = ?", (person_id, day)).fetchone()
    return WorkDay(**dict(row)) if row else None


def list_days(db: sqlite3.Connection, person_id: str, month: str = "") -> list[WorkDay]:
    """A person's days, latest first; `month` is like `2026-11`."""
    rows = db.execute(
        "SELECT * FROM attendance WHERE person_id = ? AND day LIKE ? ORDER BY day DESC",
        (person_id, f"{month}%"),
    )
    return [WorkDay(**dict(row)) for row in rows]


def minutes_worked(db: sqlite3.Connection, person_id: str, first: date, last: date) -> int:
    """Working time between two days, both included, in minutes."""
    return sum(entry.minutes for entry in list_days(db, person_id) if first <= as_date(entry.day) <= last)


def week_of(day: date) -> tuple[date, date]:
    """Monday and Sunday of the week of a day."""
    monday = day - timedelta(days=day.weekday())
    return monday, monday + timedelta(days=6)


def why_not_clock_in(db: sqlite3.Connection, person_id: str, clock: Clock) -> str | None:
    """The reason why clocking in is not possible now, or None."""
    today = find_day(db, person_id, clock.today)
    if today is None:
        return None
    if today.clock_out is None:
        return f"You are already clocked in since {today.clock_in}."
    return f"You clocked out at {today.clock_out} today. Add a correction to change it."


def why_not_clock_out(db: sqlite3.Connection, person_id: str, clock: Clock) -> str | None:
    """The reason why clocking out is not possible now, or None."""
    today = find_day(db, person_id, clock.today)
    if today is None:
        return "You are not clocked in."
    if today.clock_out is not None:
        return f"You already clocked out at {today.clock_out}."
    return None


def clock_in(db: sqlite3.Connection, person: Person, clock: Clock, note: str) -> None:
    """Start today's work.

    Raises:
        InvalidEntryError: the person has clocked in today.
    """
    if reason := why_not_clock_in(db, person.id, clock):
        raise InvalidEntryError({"": reason})
    before = next(iter(list_days(db, person.id)), None)
    if before and before.clock_out is None:
        mail(db, clock, "clock_mail", person, person.id, f"you did not clock out on {weekday(before.day)}.")
    db.execute(
        "INSERT INTO attendance (person_id, day, clock_in, note) VALUES (?, ?, ?, ?)",
        (person.id, clock.today, clock.time, note),
    )


def clock_out(db: sqlite3.Connection, person_id: str, clock: Clock, note: str) -> None:
    """End today's work.

    Raises:
        InvalidEntryError: the person is not clocked in.
    """
    if reason := why_not_clock_out(db, person_id, clock):
        raise InvalidEntryError({"": reason})
    db.execute(
        "UPDATE attendance SET clock_out = ?, pause = ?, note = CASE ? WHEN '' THEN note ELSE ? END"
        " WHERE person_id = ? AND day = ?",
        (clock.time, number_of(db, "break_minutes"), note, note, person_id, clock.today),
    )


def _check_times_of_today(clock: Clock, entry: WorkDay) -> None:
    if entry.clock_in > clock.time:
        raise InvalidEntryError({"in": "This time is still to come."})
    if entry.clock_out is not None and entry.clock_out > clock.time:
        raise InvalidEntryError({"out": "This time is still to come. Leave it empty while you are at work."})


def correct(db: sqlite3.Connection, clock: Clock, entry: WorkDay) -> None:
    """Replace the times of a day, or add a day that was forgotten.

    Raises:
        InvalidEntryError: the day or a time is still to come, too long ago, or ends before it begins.
    """
    if entry.day > clock.today:
        raise InvalidEntryError({"date": "This day is still to come."})
    closed = number_of(db, "closed_after")
    if (clock.day - as_date(entry.day)).days > closed:
        raise InvalidEntryError({"date": f"Days more than {closed} days back are closed. Ask People operations."})
    if entry.day == clock.today:
        _check_times_of_today(clock, entry)
    if entry.clock_out is not None and entry.clock_out <= entry.clock_in:
        raise InvalidEntryError({"out": "Clock out must be later than clock in."})
    if entry.clock_out is None and entry.day < clock.today:
        raise InvalidEntryError({"out": "Enter when you left; only today can stay open."})
    db.execute(
        "INSERT INTO attendance VALUES (?, ?, ?, ?, 1, ?, ?) ON CONFLICT (person_id, day) DO UPDATE"
        " SET clock_in = excluded.clock_in, clock_out = excluded.clock_out, corrected = 1, note = excluded.note,"
        " pause = excluded.pause",
        (entry.person_id, entry.day, entry.clock_in, entry.clock_out, entry.note, number_of(db, "break_minutes")),
    )
