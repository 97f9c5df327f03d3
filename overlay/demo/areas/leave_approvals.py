"""Leave approvals: deciding on the team's requests."""

from overlay.demo import words
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import leave
from overlay.demo.records.decisions import may_decide
from overlay.demo.records.leave import LeaveRequest
from overlay.demo.rules import NotPermittedError
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


def _approve(visit: Visit, entries: Entries) -> str:
    request = leave.decide(visit.db, visit.person, entries.subject, "approved", "", visit.clock)
    return f"Approved: {request.person}, {request.dates}."


def _decline(visit: Visit, entries: Entries) -> str:
    request = leave.decide(visit.db, visit.person, entries.subject, "declined", entries.text("reason"), visit.clock)
    return f"Declined: {request.person}, {request.dates}."


def _undo(visit: Visit, entries: Entries) -> str:
    request = leave.undo_decision(visit.db, visit.person, entries.subject, visit.clock)
    return f"Waiting again: {request.person}, {request.dates}."


def _undoable(visit: Visit, request: LeaveRequest) -> bool:
    try:
        return leave.why_not_undo(visit.person, request, visit.clock) is None
    except NotPermittedError:
        return False


def _describe_decided(visit: Visit, subject: str) -> str | None:
    request = leave.find_request(visit.db, subject)
    if request is None or not _undoable(visit, request):
        return None
    return f"{request.person}: {request.type_name}, {request.dates}"


def _describe(visit: Visit, subject: str) -> str | None:
    request = leave.find_request(visit.db, subject)
    if request is None or request.status != "waiting":
        return None
    if not may_decide(visit.person, request.person_id, request.manager_id):
        return None
    return f"{request.person}: {request.type_name}, {request.dates}"


APPROVE = Form(
    id="approve_leave",
    parameter="action",
    value="approve_leave",
    title="Approve",
    submit="Approve",
    save=_approve,
    direct=True,
    subject_key="request",
    describe=_describe,
)
DECLINE = Form(
    id="decline_leave",
    parameter="action",
    value="decline_leave",
    title="Decline leave",
    submit="Decline request",
    save=_decline,
    fields=(Field("reason", "Reason", Kind.LONG, hint="The person who asked can read it.", limit=300),),
    danger=True,
    subject_key="request",
    describe=_describe,
)
UNDO = Form(
    id="undo_leave",
    parameter="action",
    value="undo_leave",
    title="Undo this decision?",
    submit="Undo decision",
    save=_undo,
    intro="The request waits for a decision again. The person can cancel it, or you decide anew.",
    cancel="Keep decision",
    danger=True,
    subject_key="request",
    describe=_describe_decided,
)

_LISTING = Listing(
    "Requests of your team",
    (
        Column("Person"),
        Column("Dates"),
        Column("Days", number=True),
        Column("Status"),
        Column("Actions", actions=True),
    ),
    "Nothing to decide",
    "No request matches. New requests of your team appear here.",
)


def _actions(visit: Visit, request: LeaveRequest) -> tuple[RowAction, ...]:
    key = str(request.id)
    if request.status == "waiting":
        return (RowAction(APPROVE, key, "Approve", primary=True), RowAction(DECLINE, key, "Decline"))
    return (RowAction(UNDO, key, "Undo decision"),) if _undoable(visit, request) else ()


def _row(visit: Visit, request: LeaveRequest) -> Row:
    return Row(
        str(request.id),
        (
            Cell(request.person, request.reason or request.note, initials=initials_of(request.person)),
            Cell(words.near_span(request.first, request.last, visit.clock.day.year), request.type_name),
            Cell(words.days(request.days)),
            Cell(status=request.status),
            Cell(actions=_actions(visit, request)),
        ),
    )


def _view(visit: Visit) -> View:
    everything = leave.list_for_approver(visit.db, visit.person)
    waiting = [request for request in everything if request.status == "waiting"]
    today = visit.clock.today
    away = [
        request for request in everything if request.status == "approved" and request.first <= today <= request.last
    ]
    soon = [request for request in everything if request.status == "approved" and request.first > today]
    shown = leave.list_for_approver(visit.db, visit.person, visit.wanted("status"), visit.wanted("search"))
    who = ", ".join(request.person for request in away) or "everybody is here"
    return View(
        "Requests that wait for your decision come first.",
        cards=(
            Card("Waiting", str(len(waiting)), "requests for you to decide"),
            Card("Away today", str(len(away)), who),
            Card("Coming up", str(len(soon)), "approved, not started"),
        ),
        filters=(
            Filter("search", "Search people"),
            Filter("status", "Status", status_choices("waiting", "approved", "declined"), "All statuses"),
        ),
        table=_LISTING.page_of(visit, shown, lambda request: _row(visit, request)),
    )


AREA = Area("leave_approvals", _view, (APPROVE, DECLINE, UNDO))
