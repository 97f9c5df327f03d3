"""Timesheets: one's own hours on projects, and on a tab of its own those of the team."""

from overlay.demo import words
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import projects, timesheets
from overlay.demo.records.attendance import week_of
from overlay.demo.records.decisions import may_decide
from overlay.demo.records.timesheets import TimeEntry, Wanted, Work
from overlay.demo.views import (
    Area,
    Card,
    Cell,
    Column,
    Filter,
    Listing,
    Row,
    RowAction,
    View,
    initials_of,
    status_choices,
)
from overlay.demo.visits import Visit

TEAM = "/projects/timesheets/team"


def _log(visit: Visit, entries: Entries) -> str:
    work = Work(entries.text("project"), entries.date("date"), entries.whole("hours"), entries.text("note"))
    status = timesheets.log_time(visit.db, visit.person, work, visit.clock)
    what = f"{words.hours(work.minutes)} on {work.code}"
    return f"{what} are parked." if status == "parked" else f"{what} are logged."


def _weeks(visit: Visit) -> dict[str, str]:
    found = timesheets.open_weeks(visit.db, visit.person.id)
    return {monday: f"Week from {words.weekday(monday)}, {words.hours(minutes)}" for monday, minutes in found.items()}


def _submit(visit: Visit, entries: Entries) -> str:
    number = timesheets.submit_week(visit.db, visit.person, entries.text("week"))
    return f"{words.count(number, 'entry', 'entries')} went to your manager."


def _why_not_submit(visit: Visit) -> str | None:
    return None if _weeks(visit) else "You have no open entries to submit."


def _delete(visit: Visit, entries: Entries) -> str:
    entry = timesheets.delete_entry(visit.db, visit.person, entries.subject)
    return f"{words.hours(entry.minutes)} on {entry.code} are deleted."


def _name(entry: TimeEntry) -> str:
    return f"{words.hours(entry.minutes)} on {entry.code}, {words.weekday(entry.day)}"


def _describe_own(visit: Visit, subject: str) -> str | None:
    entry = timesheets.find_entry(visit.db, subject)
    return _name(entry) if entry and timesheets.may_delete(visit.person, entry) else None


def _describe_team(visit: Visit, subject: str) -> str | None:
    entry = timesheets.find_entry(visit.db, subject)
    if entry is None or entry.status != "submitted":
        return None
    if not may_decide(visit.person, entry.person_id, entry.manager_id):
        return None
    return f"{entry.person}: {_name(entry)}"


def _approve(visit: Visit, entries: Entries) -> str:
    entry = timesheets.decide(visit.db, visit.person, entries.subject, "approved", "")
    return f"Approved: {entry.person}, {_name(entry)}."


def _send_back(visit: Visit, entries: Entries) -> str:
    entry = timesheets.decide(visit.db, visit.person, entries.subject, "sent_back", entries.text("reason"))
    return f"Sent back: {entry.person}, {_name(entry)}."


LOG = Form(
    id="log_time",
    parameter="new",
    value="time",
    title="Log time",
    submit="Save time",
    save=_log,
    fields=(
        Field(
            *("project", "Project", Kind.CHOICE),
            choices=lambda visit: projects.project_choices(visit.db, ("active", "paused")),
        ),
        Field("date", "Date", Kind.DATE, half=True),
        Field("hours", "Hours", Kind.HOURS, hint="Such as 1.5 or 1:30.", half=True, limit=6),
        Field("note", "Note", required=False, hint="Your manager can read it."),
    ),
    starts=lambda visit: {"date": visit.clock.today},
    listed=True,
)
SUBMIT = Form(
    id="submit_week",
    parameter="action",
    value="submit_week",
    title="Submit week",
    submit="Submit week",
    save=_submit,
    fields=(Field("week", "Week", Kind.CHOICE, choices=_weeks),),
    intro="Your manager sees the open entries of the week. Parked ones stay with you.",
    unavailable=_why_not_submit,
    listed=True,
)
DELETE = Form(
    id="delete_time",
    parameter="action",
    value="delete_time",
    title="Delete this entry?",
    submit="Delete entry",
    save=_delete,
    cancel="Keep entry",
    danger=True,
    subject_key="entry",
    describe=_describe_own,
)
APPROVE = Form(
    id="approve_time",
    parameter="action",
    value="approve_time",
    title="Approve",
    submit="Approve",
    save=_approve,
    direct=True,
    subject_key="entry",
    describe=_describe_team,
)
SEND_BACK = Form(
    id="send_back_time",
    parameter="action",
    value="send_back_time",
    title="Send back",
    submit="Send back",
    save=_send_back,
    fields=(Field("reason", "Reason", Kind.LONG, hint="The person who logged it can read it.", limit=300),),
    danger=True,
    subject_key="entry",
    describe=_describe_team,
)

_MINE = Listing(
    "My entries",
    (
        Column("Project"),
        Column("Day"),
        Column("Hours", number=True),
        Column("Status"),
        Column("Actions", actions=True),
    ),
    "No time logged",
    "Choose another filter, or log time with the button above.",
)
_TEAMS = Listing(
    "Entries of your team",
    (
        Column("Person"),
        Column("Project", wraps=True),
        Column("Hours", number=True),
        Column("Status"),
        Column("Actions", actions=True),
    ),
    "Nothing to decide",
    "No entry matches. Weeks that your team submits appear here.",
)


def _my_row(visit: Visit, entry: TimeEntry) -> Row:
    deletable = timesheets.may_delete(visit.person, entry)
    return Row(
        str(entry.id),
        (
            Cell(entry.project, " · ".join(part for part in (entry.code, entry.reason or entry.note) if part)),
            Cell(words.weekday(entry.day)),
            Cell(words.hours(entry.minutes)),
            Cell(status=entry.status),
            Cell(actions=(RowAction(DELETE, str(entry.id), "Delete"),) if deletable else ()),
        ),
    )


def _team_row(entry: TimeEntry) -> Row:
    key = str(entry.id)
    actions = (RowAction(APPROVE, key, "Approve", primary=True), RowAction(SEND_BACK, key, "Send back"))
    return Row(
        key,
        (
            Cell(entry.person, entry.reason or entry.note, initials=initials_of(entry.person)),
            Cell(entry.code, words.weekday(entry.day)),
            Cell(words.hours(entry.minutes)),
            Cell(status=entry.status),
            Cell(actions=actions if entry.status == "submitted" else ()),
        ),
    )


def _my_view(visit: Visit) -> View:
    everything = timesheets.list_entries(visit.db, visit.person.id)
    monday, sunday = week_of(visit.clock.day)
    week = [entry for entry in everything if monday.isoformat() <= entry.day <= sunday.isoformat()]
    sums = {
        status: sum(entry.minutes for entry in everything if entry.status == status) for status in ("open", "parked")
    }
    wanted = Wanted(visit.wanted("search"), visit.wanted("status"), visit.wanted("project"))
    shown = timesheets.list_entries(visit.db, visit.person.id, wanted)
    codes = {entry.code: f"{entry.code} {entry.project}" for entry in sorted(everything, key=lambda entry: entry.code)}
    return View(
        "Your hours on projects.",
        buttons=(LOG, SUBMIT) if sums["open"] else (LOG,),
        cards=(
            Card("This week", words.hours(sum(entry.minutes for entry in week)), "logged on projects"),
            Card("Open", words.hours(sums["open"]), "not submitted yet"),
            Card("Parked", words.hours(sums["parked"]), "not counted yet"),
        ),
        filters=(
            Filter("search", "Search entries"),
            Filter("project", "Project", codes, "All projects"),
            Filter("status", "Status", status_choices(*timesheets.STATUSES), "All statuses"),
        ),
        table=_MINE.page_of(visit, shown, lambda entry: _my_row(visit, entry)),
    )


def _team_view(visit: Visit) -> View:
    everything = timesheets.list_for_approver(visit.db, visit.person)
    waiting = [entry for entry in everything if entry.status == "submitted"]
    parked = sum(entry.minutes for entry in everything if entry.status == "parked")
    wanted = Wanted(visit.wanted("search"), visit.wanted("status"))
    shown = timesheets.list_for_approver(visit.db, visit.person, wanted)
    return View(
        "Entries that your team has submitted come first.",
        cards=(
            Card("Submitted", str(len(waiting)), "entries for you to decide"),
            Card("People", str(len({entry.person_id for entry in waiting})), "wait for your decision"),
            Card("Parked", words.hours(parked), "not counted yet"),
        ),
        filters=(
            Filter("search", "Search entries"),
            Filter("status", "Status", status_choices(*timesheets.STATUSES[1:]), "All statuses"),
        ),
        table=_TEAMS.page_of(visit, shown, _team_row),
    )


def _view(visit: Visit) -> View:
    return _team_view(visit) if visit.path == TEAM else _my_view(visit)


AREA = Area("timesheets", _view, (LOG, SUBMIT, DELETE, APPROVE, SEND_BACK))
