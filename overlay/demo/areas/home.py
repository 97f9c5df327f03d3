"""Home: the day at a glance, and what waits for the person."""

from overlay.demo import words
from overlay.demo.records import attendance
from overlay.demo.records.todos import KINDS, Todo, list_todos, net_position
from overlay.demo.views import Area, Card, Cell, Column, Filter, Listing, Row, View
from overlay.demo.visits import Visit

_LISTING = Listing(
    "Waiting for you",
    (Column("What"), Column("Area")),
    "Nothing is waiting for you",
    "What needs you appears here. Choose another filter to see more.",
)


def _today(visit: Visit) -> Card:
    today = attendance.find_day(visit.db, visit.person.id, visit.clock.today)
    if today is None:
        return Card("Today", "Not clocked in", words.weekday(visit.clock.today))
    if today.clock_out is None:
        return Card("Today", "Clocked in", f"since {today.clock_in}")
    return Card("Today", words.hours(today.minutes), f"{today.clock_in} – {today.clock_out}")


def _view(visit: Visit) -> View:
    everything = list_todos(visit.db, visit.person, visit.clock)
    kinds = {kind: label for kind, label in KINDS.items() if any(todo.kind == kind for todo in everything)}
    part, kind = visit.wanted("search").casefold(), visit.wanted("area")
    shown = [
        (number, todo)
        for number, todo in enumerate(everything)
        if part in f"{todo.title} {todo.detail}".casefold() and kind in ("", todo.kind)
    ]

    def row(entry: tuple[int, Todo]) -> Row:
        number, todo = entry
        return Row(str(number), (Cell(todo.title, todo.detail, href=todo.href), Cell(KINDS[todo.kind])))

    return View(
        f"Good morning, {visit.person.name.split()[0]}. It is {words.weekday(visit.clock.today)}.",
        cards=(
            _today(visit),
            Card("Waiting for you", str(len(everything)), "things to look at"),
            Card("Net position", words.money(net_position(visit.db, visit.person, visit.clock)), "before settlement"),
        ),
        filters=(Filter("search", "Search"), Filter("area", "Area", kinds, "All areas")),
        table=_LISTING.page_of(visit, shown, row),
    )


AREA = Area("home", _view, ())
