"""To-dos: what waits for a person, gathered from everything they may open."""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from overlay.demo.clock import Clock
from overlay.demo.records import attendance, expenses, invoices, leave, orders, stock, tasks, timesheets
from overlay.demo.records.people import Person
from overlay.demo.words import count, hours, money, near, weekday

KINDS = {"mine": "My records", "team": "My team", "projects": "Projects", "goods": "Goods"}


@dataclass(frozen=True, slots=True)
class Todo:
    """One thing to look at, and the address where that is done."""

    kind: str
    title: str
    detail: str
    href: str


Source = Callable[[sqlite3.Connection, Person, Clock], Iterator[Todo]]


def _attendance(db: sqlite3.Connection, person: Person, clock: Clock) -> Iterator[Todo]:
    if attendance.find_day(db, person.id, clock.today) is None:
        yield Todo("mine", "You are not clocked in", weekday(clock.today), "/attendance")
    for day in attendance.list_days(db, person.id):
        if day.clock_out is None and day.day < clock.today:
            yield Todo("mine", "Clock-out is missing", weekday(day.day), "/attendance")


def _expenses(db: sqlite3.Connection, person: Person, _clock: Clock) -> Iterator[Todo]:
    for draft in expenses.list_expenses(db, person.id, "draft"):
        detail = f"{draft.description}, {money(draft.amount)}"
        yield Todo("mine", f"{draft.number} is not sent", detail, "/expenses?status=draft")


def _cards(db: sqlite3.Connection, person: Person, clock: Clock) -> Iterator[Todo]:
    for task in tasks.list_tasks(db, person_id=person.id):
        if task.lane in ("doing", "review"):
            due = near(task.due, clock.day.year)
            yield Todo("projects", task.title, f"{task.project}, due {due}", "/projects/board?assignee=me")


def _time(db: sqlite3.Connection, person: Person, _clock: Clock) -> Iterator[Todo]:
    for monday, minutes in timesheets.open_weeks(db, person.id).items():
        detail = f"Week from {weekday(monday)}, {hours(minutes)}"
        yield Todo("projects", "Time is not submitted", detail, "/projects/timesheets?status=open")
    for entry in timesheets.list_entries(db, person.id, timesheets.Wanted(status="parked")):
        detail = f"{entry.project}, {hours(entry.minutes)}"
        yield Todo("projects", "Time is parked", detail, "/projects/timesheets?status=parked")


def _approvals(db: sqlite3.Connection, person: Person, _clock: Clock) -> Iterator[Todo]:
    for request in leave.list_for_approver(db, person, "waiting"):
        yield Todo("team", f"Leave of {request.person}", request.dates, "/leave/approvals?status=waiting")
    for expense in expenses.list_for_approver(db, person, "waiting"):
        detail = f"{expense.description}, {money(expense.amount)}"
        yield Todo("team", f"Expense of {expense.person}", detail, "/expenses/approvals?status=waiting")
    waiting = timesheets.list_for_approver(db, person, timesheets.Wanted(status="submitted"))
    if waiting:
        detail = f"{count(len(waiting), 'entry', 'entries')} submitted"
        yield Todo("team", "Timesheets", detail, "/projects/timesheets/team?status=submitted")


def _goods(db: sqlite3.Connection, _person: Person, clock: Clock) -> Iterator[Todo]:
    out = stock.list_items(db, status="out")
    if out:
        yield Todo("goods", "Items are out of stock", count(len(out), "item"), "/stock/low?status=out")
    for order in orders.list_orders(db, clock, status="overdue"):
        detail = f"{order.supplier}, expected {near(order.expected, clock.day.year)}"
        yield Todo("goods", f"{order.number} is overdue", detail, "/stock/orders?status=overdue")
    for invoice in invoices.list_invoices(db, clock, status="overdue"):
        detail = f"{invoice.customer}, {money(invoice.amount)}"
        yield Todo("goods", f"{invoice.number} is overdue", detail, "/invoices/overdue")


_SOURCES: dict[str, tuple[Source, ...]] = {
    "employee": (_attendance, _expenses, _cards, _time),
    "manager": (_approvals, _attendance, _expenses, _cards, _time),
    "warehouse": (_attendance, _goods),
    "admin": (_approvals, _goods, _attendance, _expenses, _cards, _time),
}


def list_todos(db: sqlite3.Connection, person: Person, clock: Clock) -> list[Todo]:
    """Everything that waits for a person, the most pressing first."""
    return [todo for source in _SOURCES[person.role] for todo in source(db, person, clock)]


def net_position(db: sqlite3.Connection, person: Person, clock: Clock) -> int:
    """In cents: what customers owe less what open orders will cost; for the office, what one is still paid back.

    The office's figure is the sum of one's own waiting and approved expenses.
    """
    if person.role in ("warehouse", "admin"):
        owed = sum(invoice.amount for invoice in invoices.list_invoices(db, clock) if invoice.status == "open")
        coming = [order for order in orders.list_orders(db, clock) if order.status == "ordered"]
        return owed - sum(order.open_quantity * order.unit_cost for order in coming)
    mine = expenses.list_expenses(db, person.id)
    return sum(expense.amount for expense in mine if expense.status in ("waiting", "approved"))
