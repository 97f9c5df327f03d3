"""Attendance: clocking in and out, hours worked, corrections."""

from datetime import timedelta

from overlay.demo import words
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import attendance
from overlay.demo.records.attendance import WorkDay
from overlay.demo.records.settings import number_of
from overlay.demo.views import Area, Card, Cell, Column, Filter, Listing, Row, View
from overlay.demo.visits import Visit

_NOTE = Field("note", "Note", required=False, hint="Your manager can read it.")


def _clock_in(visit: Visit, entries: Entries) -> str:
    attendance.clock_in(visit.db, visit.person, visit.clock, entries.text("note"))
    return f"You are clocked in since {visit.clock.time}."


def _clock_out(visit: Visit, entries: Entries) -> str:
    attendance.clock_out(visit.db, visit.person.id, visit.clock, entries.text("note"))
    return f"You clocked out at {visit.clock.time}."


def _correct(visit: Visit, entries: Entries) -> str:
    out = entries.text("out") or None
    day = WorkDay(visit.person.id, entries.text("date"), entries.text("in"), out, 1, entries.text("reason"))
    attendance.correct(visit.db, visit.clock, day)
    return f"Your correction for {words.weekday(day.day)} is saved."


def _tell_break(visit: Visit) -> str:
    minutes = number_of(visit.db, "break_minutes")
    return f"Your working day ends now. From six hours on, a break of {minutes} minutes is taken off."


CLOCK_IN = Form(
    id="clock_in",
    parameter="action",
    value="clock_in",
    title="Clock in",
    submit="Clock in",
    save=_clock_in,
    fields=(_NOTE,),
    intro="Your working day starts now. You can correct the time later.",
    listed=True,
    unavailable=lambda visit: attendance.why_not_clock_in(visit.db, visit.person.id, visit.clock),
)
CLOCK_OUT = Form(
    id="clock_out",
    parameter="action",
    value="clock_out",
    title="Clock out",
    submit="Clock out",
    save=_clock_out,
    fields=(_NOTE,),
    intro=_tell_break,
    listed=True,
    unavailable=lambda visit: attendance.why_not_clock_out(visit.db, visit.person.id, visit.clock),
)
CORRECT = Form(
    id="correct_attendance",
    parameter="action",
    value="correct_attendance",
    title="Add correction",
    submit="Save correction",
    save=_correct,
    fields=(
        Field("date", "Date", Kind.DATE),
        Field("in", "Clock in", Kind.TIME, half=True),
        Field("out", "Clock out", Kind.TIME, required=False, half=True),
        Field("reason", "Reason", hint="For example: forgot to clock out."),
    ),
    intro="The times you enter replace the ones recorded for that day.",
    starts=lambda visit: {"date": visit.clock.today},
    listed=True,
)

_LISTING = Listing(
    "Recorded days",
    (
        Column("Date"),
        Column("Clock in"),
        Column("Clock out"),
        Column("Hours", number=True),
        Column("Note", wraps=True),
        Column("Status"),
    ),
    "No days recorded",
    "Days appear here once you clock in or add a correction.",
)


def _status(entry: WorkDay, today: str) -> str:
    if entry.clock_out is None:
        return "running" if entry.day == today else "missing"
    return "corrected" if entry.corrected else "complete"


def _view(visit: Visit) -> View:
    today = attendance.find_day(visit.db, visit.person.id, visit.clock.today)
    months = dict.fromkeys(entry.day[:7] for entry in attendance.list_days(visit.db, visit.person.id))
    entries = attendance.list_days(visit.db, visit.person.id, visit.wanted("month"))
    statuses = {key: words.month(key) for key in months}
    action = CLOCK_IN if today is None else CLOCK_OUT if today.clock_out is None else None

    def row(entry: WorkDay) -> Row:
        hours = words.hours(entry.minutes) if entry.clock_out else "–"
        return Row(
            entry.day,
            (
                Cell(words.weekday(entry.day)),
                Cell(entry.clock_in),
                Cell(entry.clock_out or "–"),
                Cell(hours),
                Cell(entry.note or "–"),
                Cell(status=_status(entry, visit.clock.today)),
            ),
        )

    return View(
        "When you came and went, and the hours that add up to.",
        buttons=(action, CORRECT) if action else (CORRECT,),
        cards=_cards(visit, today),
        filters=(Filter("month", "Month", statuses, "All months"),),
        table=_LISTING.page_of(visit, entries, row),
    )


def _cards(visit: Visit, today: WorkDay | None) -> tuple[Card, ...]:
    monday, sunday = attendance.week_of(visit.clock.day)
    this_week = attendance.minutes_worked(visit.db, visit.person.id, monday, sunday)
    week = timedelta(days=7)
    last_week = attendance.minutes_worked(visit.db, visit.person.id, monday - week, sunday - week)
    if today is None:
        state = Card("Today", "Not clocked in", words.weekday(visit.clock.today))
    elif today.clock_out is None:
        state = Card("Today", "Clocked in", f"since {today.clock_in}")
    else:
        state = Card("Today", words.hours(today.minutes), f"{today.clock_in} – {today.clock_out}")
    planned = attendance.planned_minutes(visit.db)
    note = f"of {planned // 60} h planned"
    # More than planned is nothing bad: the bar is full, and no more.
    return (
        state,
        Card("This week", words.hours(this_week), note, min(this_week / planned, 1)),
        Card("Last week", words.hours(last_week), note, min(last_week / planned, 1)),
    )


AREA = Area("attendance", _view, (CLOCK_IN, CLOCK_OUT, CORRECT))
