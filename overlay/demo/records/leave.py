"""Leave: balances, requests and decisions on them."""

import sqlite3
from dataclasses import dataclass
from datetime import date, timedelta

from overlay.demo.clock import Clock
from overlay.demo.records.decisions import may_decide, undecided
from overlay.demo.records.mails import mail
from overlay.demo.records.people import Person, find_person
from overlay.demo.records.settings import is_on
from overlay.demo.rules import InvalidEntryError, NotPermittedError
from overlay.demo.words import as_date, count, days, span

TYPES = {"annual": "Annual leave", "special": "Special leave", "unpaid": "Unpaid leave"}
HOLIDAYS = {
    date(2026, 1, 1): "New Year's Day",
    date(2026, 4, 3): "Good Friday",
    date(2026, 4, 6): "Easter Monday",
    date(2026, 5, 1): "Labour Day",
    date(2026, 5, 14): "Ascension Day",
    date(2026, 5, 25): "Whit Monday",
    date(2026, 12, 25): "Christmas Day",
    date(2026, 12, 26): "Second Day of Christmas",
    date(2027, 1, 1): "New Year's Day",
}
_SELECT = (
    "SELECT r.*, p.name AS person, p.manager_id, a.name AS approver FROM leave_requests r"
    " JOIN people p ON p.id = r.person_id LEFT JOIN people a ON a.id = r.approver_id"
)


@dataclass(frozen=True, slots=True)
class LeaveRequest:
    """One request for days off; `days` counts working days."""

    id: int
    person_id: str
    first: str
    last: str
    type: str
    half: int
    days: float
    note: str
    status: str
    approver_id: str | None
    reason: str
    requested: str
    person: str
    manager_id: str | None
    approver: str | None

    @property
    def type_name(self) -> str:
        """What the type is called on screen."""
        return f"{TYPES[self.type]}, half day" if self.half else TYPES[self.type]

    @property
    def type_label(self) -> str:
        """The type without the length of the day."""
        return TYPES[self.type]

    @property
    def dates(self) -> str:
        """The days asked for."""
        return span(self.first, self.last)


@dataclass(frozen=True, slots=True)
class Balance:
    """A person's annual leave in one year, in working days; waiting requests are already taken off."""

    year: int
    total: float
    carried: float
    booked: float
    waiting: float

    @property
    def left(self) -> float:
        """Days that can still be asked for."""
        return self.total - self.booked - self.waiting


def working_days(first: date, last: date, year: int | None = None) -> int:
    """Count the days that are neither weekend nor public holiday, of one year or of all."""
    number = (last - first).days + 1
    every = (first + timedelta(days=offset) for offset in range(max(number, 0)))
    return sum(day.weekday() < 5 and day not in HOLIDAYS and (year is None or day.year == year) for day in every)


def balance(db: sqlite3.Connection, person_id: str, year: int) -> Balance:
    """Work out what is left of a year's allowance."""
    row = db.execute(
        "SELECT days, carried FROM leave_allowances WHERE person_id = ? AND year = ?", (person_id, year)
    ).fetchone()
    carried = row["carried"] if row and is_on(db, "carry_over") else 0.0
    total = row["days"] + carried if row else 0.0
    used = {"approved": 0.0, "waiting": 0.0}
    for request in list_requests(db, person_id):
        if request.type == "annual" and request.status in used:
            used[request.status] += _days_in(request, year)
    return Balance(year, total, carried, used["approved"], used["waiting"])


def _days_in(request: LeaveRequest, year: int) -> float:
    number = working_days(as_date(request.first), as_date(request.last), year)
    return number / 2 if request.half else float(number)


def list_requests(db: sqlite3.Connection, person_id: str, status: str = "", year: str = "") -> list[LeaveRequest]:
    """A person's requests, latest days first."""
    rows = db.execute(
        f"{_SELECT} WHERE r.person_id = ? AND (? = '' OR r.status = ?) AND (? = '' OR substr(r.first, 1, 4) = ?)"
        " ORDER BY r.first DESC, r.id DESC",
        (person_id, status, status, year, year),
    )
    return [LeaveRequest(**dict(row)) for row in rows]


def list_for_approver(
    db: sqlite3.Connection, approver: Person, status: str = "", search: str = ""
) -> list[LeaveRequest]:
    """Requests that this person decides on: their team's, or everybody else's for administrators."""
    rows = db.execute(
        f"{_SELECT} WHERE r.person_id <> ? AND (? OR p.manager_id = ?) AND r.status <> 'cancelled'"
        " AND (? = '' OR r.status = ?) AND p.name LIKE ? ORDER BY r.status <> 'waiting', r.first DESC, r.id",
        (approver.id, approver.role == "admin", approver.id, status, status, f"%{search}%"),
    )
    return [LeaveRequest(**dict(row)) for row in rows]


def find_request(db: sqlite3.Connection, request_id: str) -> LeaveRequest | None:
    """One request by its number."""
    row = db.execute(f"{_SELECT} WHERE r.id = ?", (request_id,)).fetchone()
    return LeaveRequest(**dict(row)) if row else None


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person asks for when they request leave."""

    first: date
    last: date
    type: str
    half: bool
    note: str


def request_leave(db: sqlite3.Connection, person: Person, wish: Wish, clock: Clock) -> float:
    """Save a request that waits for a decision; returns its working days.

    Raises:
        InvalidEntryError: the days are in the wrong order, off anyway, taken already or too many.
    """
    _check_days(wish, clock)
    _check_overlap(db, person, wish)
    number = 0.5 if wish.half else float(working_days(wish.first, wish.last))
    if wish.type == "annual":
        _check_balance(db, person, wish)
    db.execute(
        "INSERT INTO leave_requests (person_id, first, last, type, half, days, note, status, approver_id, requested)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?)",
        (
            person.id,
            wish.first.isoformat(),
            wish.last.isoformat(),
            wish.type,
            int(wish.half),
            number,
            wish.note,
            person.manager_id,
            clock.today,
        ),
    )
    text = f"{person.name} asks for leave, {span(wish.first.isoformat(), wish.last.isoformat())}."
    mail(db, clock, "leave_mail", person, person.manager_id, text)
    return number


def _check_days(wish: Wish, clock: Clock) -> None:
    if wish.last < wish.first:
        raise InvalidEntryError({"to": "The last day is before the first day."})
    if wish.first < clock.day:
        raise InvalidEntryError({"from": "Leave can only be requested from today on."})
    if wish.half and wish.first != wish.last:
        raise InvalidEntryError({"half_day": "A half day is for one day: choose the same day in From and To."})
    if not working_days(wish.first, wish.last):
        raise InvalidEntryError({"from": "These days are a weekend or a public holiday: you are off already."})


def _check_overlap(db: sqlite3.Connection, person: Person, wish: Wish) -> None:
    for request in list_requests(db, person.id):
        live = request.status in ("waiting", "approved")
        if live and as_date(request.first) <= wish.last and as_date(request.last) >= wish.first:
            raise InvalidEntryError(
                {"from": f"You already have leave on these days: {request.dates} ({request.type_name})."}
            )


def _check_balance(db: sqlite3.Connection, person: Person, wish: Wish) -> None:
    for year in range(wish.first.year, wish.last.year + 1):
        wanted = working_days(wish.first, wish.last, year) / (2 if wish.half else 1)
        left = balance(db, person.id, year).left
        if wanted > left:
            raise InvalidEntryError(
                {"to": f"Not enough days: this takes {count(wanted, 'day')}, you have {days(left)} left in {year}."}
            )


def cancel_request(db: sqlite3.Connection, person: Person, request_id: str) -> LeaveRequest:
    """Take back a request of one's own that nobody has decided on.

    Raises:
        NotPermittedError: it is somebody else's.
        InvalidEntryError: it has been decided on.
    """
    request = find_request(db, request_id)
    if request is None or request.person_id != person.id:
        raise NotPermittedError
    if request.status != "waiting":
        raise InvalidEntryError({"": "This request has been decided on. Ask your manager to change it."})
    db.execute("UPDATE leave_requests SET status = 'cancelled' WHERE id = ?", (request.id,))
    return request


def decide(
    db: sqlite3.Connection, approver: Person, request_id: str, status: str, reason: str, clock: Clock
) -> LeaveRequest:
    """Approve or decline somebody's request.

    Raises:
        NotPermittedError: this person does not decide on it.
        InvalidEntryError: it has been decided on.
    """
    request = undecided(approver, find_request(db, request_id), "request")
    db.execute(
        "UPDATE leave_requests SET status = ?, reason = ?, approver_id = ? WHERE id = ?",
        (status, reason, approver.id, request.id),
    )
    mail(db, clock, "leave_answer", approver, request.person_id, f"your leave {request.dates} is {status}.")
    return request


def why_not_undo(approver: Person, request: LeaveRequest, clock: Clock) -> str | None:
    """Why this person cannot take a decision back, or None.

    Raises:
        NotPermittedError: it is neither their decision nor an administrator's business.
    """
    if not may_decide(approver, request.person_id, request.manager_id):
        raise NotPermittedError
    if approver.role != "admin" and request.approver_id != approver.id:
        raise NotPermittedError
    if request.status not in ("approved", "declined"):
        return "Nobody has decided on this request."
    return "This leave has begun, the decision stays." if request.first <= clock.today else None


def undo_decision(db: sqlite3.Connection, approver: Person, request_id: str, clock: Clock) -> LeaveRequest:
    """Let a request wait for a decision again; returns it as it was.

    Raises:
        NotPermittedError: somebody else decided on it.
        InvalidEntryError: it has begun, nobody decided on it, or the days have been taken otherwise since.
    """
    request = find_request(db, request_id)
    if request is None:
        raise NotPermittedError
    if reason := why_not_undo(approver, request, clock):
        raise InvalidEntryError({"": reason})
    person = find_person(db, request.person_id)
    if request.status == "declined" and person:
        wish = Wish(as_date(request.first), as_date(request.last), request.type, bool(request.half), request.note)
        _check_overlap(db, person, wish)
        if request.type == "annual":
            _check_balance(db, person, wish)
    db.execute("UPDATE leave_requests SET status = 'waiting', reason = '' WHERE id = ?", (request.id,))
    return request
