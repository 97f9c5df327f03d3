"""Leave: the balance, the requests, and asking for more."""

from overlay.demo import words
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import leave
from overlay.demo.records.leave import LeaveRequest, Wish
from overlay.demo.views import Area, Card, Cell, Column, Filter, Listing, Row, RowAction, View, status_choices
from overlay.demo.visits import Visit


def _request(visit: Visit, entries: Entries) -> str:
    wish = Wish(
        entries.date("from"),
        entries.date("to"),
        entries.text("type"),
        entries.on("half_day"),
        entries.text("note"),
    )
    number = leave.request_leave(visit.db, visit.person, wish, visit.clock)
    dates = words.span(wish.first.isoformat(), wish.last.isoformat())
    return f"Your request for {dates} ({words.count(number, 'day')}) is waiting for approval."


def _cancel(visit: Visit, entries: Entries) -> str:
    request = leave.cancel_request(visit.db, visit.person, entries.subject)
    return f"Your request for {request.dates} is cancelled."


def _describe(visit: Visit, subject: str) -> str | None:
    request = leave.find_request(visit.db, subject)
    if request is None or request.person_id != visit.person.id or request.status != "waiting":
        return None
    return f"{request.type_name}, {request.dates}"


REQUEST = Form(
    id="request_leave",
    parameter="new",
    value="leave",
    title="Request leave",
    submit="Send request",
    save=_request,
    fields=(
        Field("from", "From", Kind.DATE, half=True),
        Field("to", "To", Kind.DATE, half=True),
        Field("type", "Type", Kind.CHOICE, choices=leave.TYPES),
        Field("half_day", "Half day", Kind.SWITCH, required=False, hint="Only when From and To are the same day."),
        Field("note", "Note", Kind.LONG, required=False, hint="Your manager can read it.", limit=300),
    ),
    intro="Weekends and public holidays are not counted.",
    starts=lambda _visit: {"type": "annual"},
    listed=True,
)
CANCEL = Form(
    id="cancel_leave",
    parameter="action",
    value="cancel_leave",
    title="Cancel this request?",
    submit="Cancel request",
    save=_cancel,
    intro="Your manager no longer sees it, and the days are yours again.",
    cancel="Keep request",
    danger=True,
    subject_key="request",
    describe=_describe,
)

_LISTING = Listing(
    "Leave requests",
    (
        Column("Dates"),
        Column("Type"),
        Column("Days", number=True),
        Column("Approver"),
        Column("Status"),
        Column("Actions", actions=True),
    ),
    "No leave requests",
    "Choose another filter, or request leave with the button above.",
)


def _row(request: LeaveRequest, year: int) -> Row:
    actions = (RowAction(CANCEL, str(request.id), "Cancel request"),) if request.status == "waiting" else ()
    return Row(
        str(request.id),
        (
            Cell(words.near_span(request.first, request.last, year), request.reason or request.note),
            Cell(request.type_label, "Half day" if request.half else ""),
            Cell(words.days(request.days)),
            Cell(request.approver or "–"),
            Cell(status=request.status),
            Cell(actions=actions),
        ),
    )


def _view(visit: Visit) -> View:
    year = visit.clock.day.year
    balance = leave.balance(visit.db, visit.person.id, year)
    requests = leave.list_requests(visit.db, visit.person.id)
    waiting = [request for request in requests if request.status == "waiting"]
    shown = leave.list_requests(visit.db, visit.person.id, visit.wanted("status"), visit.wanted("year"))
    years = dict.fromkeys(request.first[:4] for request in requests)
    return View(
        "Your days off this year, and the requests you have made.",
        buttons=(REQUEST,),
        cards=(
            Card(
                "Days left",
                words.days(balance.left),
                f"of {words.days(balance.total)} in {year}",
                balance.left / balance.total if balance.total else 0,
            ),
            Card("Waiting", str(len(waiting)), "with your manager"),
            Card("Carried over", words.days(balance.carried), f"from {year - 1}, until 31 Dec"),
        ),
        filters=(
            Filter("status", "Status", status_choices("waiting", "approved", "declined", "cancelled"), "All statuses"),
            Filter("year", "Year", {key: key for key in years}, "All years"),
        ),
        table=_LISTING.page_of(visit, shown, lambda request: _row(request, visit.clock.day.year)),
    )


AREA = Area("leave", _view, (REQUEST, CANCEL))
