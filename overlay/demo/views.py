"""What a screen shows, as plain values that the templates lay out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from overlay.demo.forms import Form
from overlay.demo.visits import Visit

PAGE_SIZE = 12

# status -> (label, tone); the one place where statuses get their words
STATUSES = {
    "draft": ("Draft", "plain"),
    "waiting": ("Waiting", "amber"),
    "approved": ("Approved", "green"),
    "declined": ("Declined", "red"),
    "cancelled": ("Cancelled", "plain"),
    "paid": ("Paid", "green"),
    "open": ("Open", "blue"),
    "overdue": ("Overdue", "red"),
    "on_hold": ("On hold", "violet"),
    "ordered": ("Ordered", "blue"),
    "partly_received": ("Partly received", "amber"),
    "received": ("Received", "green"),
    "in_stock": ("In stock", "green"),
    "low": ("Low", "amber"),
    "out": ("Out of stock", "red"),
    "active": ("Active", "green"),
    "invited": ("Invited", "amber"),
    "inactive": ("Inactive", "plain"),
    "complete": ("Complete", "green"),
    "running": ("Clocked in", "blue"),
    "missing": ("Missing clock-out", "red"),
    "corrected": ("Corrected", "violet"),
    "planned": ("Planned", "blue"),
    "paused": ("Paused", "amber"),
    "closed": ("Closed", "plain"),
    "submitted": ("Submitted", "amber"),
    "sent_back": ("Sent back", "red"),
    "parked": ("Parked", "violet"),
    "blocked": ("Blocked", "red"),
    "clocked_out": ("Clocked out", "plain"),
    "on_leave": ("On leave", "violet"),
    "not_in": ("Not in", "amber"),
}


def initials_of(name: str) -> str:
    """First letters of a name's first two parts."""
    return "".join(part[0] for part in name.split())[:2]


def status_choices(*names: str) -> dict[str, str]:
    """Statuses to filter by."""
    return {name: STATUSES[name][0] for name in names}


@dataclass(frozen=True, slots=True)
class RowAction:
    """A button in a row that opens a form about that row, or sends it at once."""

    form: Form
    subject: str
    label: str
    primary: bool = False
    key: str = ""

    @property
    def query_key(self) -> str:
        """The query key that names the row."""
        return self.key or self.form.subject_key


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: text with a quieter second line, a status, or buttons."""

    text: str = ""
    sub: str = ""
    status: str = ""
    initials: str = ""
    actions: tuple[RowAction, ...] = ()
    href: str = ""
    share: float | None = None
    """From 0 to 1: draws a bar under the text."""

    @property
    def pill(self) -> tuple[str, str]:
        """Label and tone of the status."""
        return STATUSES[self.status]


@dataclass(frozen=True, slots=True)
class Column:
    """A column; numbers are set to the right, and only what `wraps` may take several lines."""

    label: str
    number: bool = False
    actions: bool = False
    wraps: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row; its first cell is its header."""

    key: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A figure at the top of a screen; `share` (0 to 1) draws a bar under it."""

    label: str
    figure: str
    note: str
    share: float | None = None


@dataclass(frozen=True, slots=True)
class Filter:
    """A search box, or a choice when it has options."""

    name: str
    label: str
    options: Mapping[str, str] | None = None
    every: str = "All"


@dataclass(frozen=True, slots=True)
class Table:
    """One page of a list."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    total: int
    page: int
    pages: int
    empty: str
    empty_hint: str


@dataclass(frozen=True, slots=True)
class Ticket:
    """A card on a board: what is to be done, where it belongs, and who does it by when."""

    key: str
    title: str
    project: str
    who: str
    initials: str
    due: str
    late: bool
    actions: tuple[RowAction, ...] = ()


@dataclass(frozen=True, slots=True)
class Lane:
    """A column of a board: the tickets of this page, and how many there are in all."""

    title: str
    total: int
    tickets: tuple[Ticket, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """Lanes side by side; all of them are turned a page at a time together."""

    caption: str
    lanes: tuple[Lane, ...]
    total: int
    page: int
    pages: int
    empty: str
    empty_hint: str


@dataclass(frozen=True, slots=True)
class Absence:
    """A name in a day of a calendar; `sure` once it is approved."""

    name: str
    sure: bool


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day of a calendar: its number, what it is called when it is off for all, and who is away."""

    day: str
    weekday: str
    number: int
    label: str
    off: bool
    today: bool
    inside: bool
    away: tuple[Absence, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Calendar:
    """A month as weeks of seven days."""

    title: str
    key: str
    before: str
    after: str
    weeks: tuple[tuple[CalendarDay, ...], ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """A titled list of facts, as on a profile."""

    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class View:
    """A whole screen below its heading."""

    lead: str
    buttons: tuple[Form, ...] = ()
    cards: tuple[Card, ...] = ()
    filters: tuple[Filter, ...] = ()
    table: Table | None = None
    facts: tuple[Facts, ...] = ()
    board: Board | None = None
    calendar: Calendar | None = None
    title: str = ""
    """The heading where it is not the screen's title, as on the page of one item."""
    back: tuple[str, str] | None = None
    """Address and title of the list that the item is from."""


@dataclass(frozen=True, slots=True)
class Area:
    """A screen's content: how it is shown and which forms it has; some have a page for each item, too."""

    screen: str
    view: Callable[[Visit], View]
    forms: tuple[Form, ...]
    item_view: Callable[[Visit], View | None] | None = None


T = TypeVar("T")


def page_number(visit: Visit, pages: int) -> int:
    """The page that the query asks for; numbers out of range go to the nearest page."""
    asked = visit.wanted("page")
    return min(max(int(asked), 1), pages) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 1


@dataclass(frozen=True, slots=True)
class Listing:
    """What stays the same about a table from visit to visit."""

    caption: str
    columns: tuple[Column, ...]
    empty: str
    empty_hint: str

    def page_of(self, visit: Visit, records: Sequence[T], row: Callable[[T], Row]) -> Table:
        """The page of records that the query asks for; numbers out of range go to the nearest page."""
        pages = max(1, -(-len(records) // PAGE_SIZE))
        page = page_number(visit, pages)
        shown = records[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
        return Table(
            *(self.caption, self.columns, tuple(row(record) for record in shown)),
            len(records),
            page,
            pages,
            self.empty,
            self.empty_hint,
        )
