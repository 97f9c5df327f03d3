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
}


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


@dataclass(frozen=True, slots=True)
class Area:
    """A screen's content: how it is shown and which forms it has."""

    screen: str
    view: Callable[[Visit], View]
    forms: tuple[Form, ...]


T = TypeVar("T")


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
        asked = visit.wanted("page")
        page = min(max(int(asked), 1), pages) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 1
        shown = records[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
        return Table(
            *(self.caption, self.columns, tuple(row(record) for record in shown)),
            len(records),
            page,
            pages,
            self.empty,
            self.empty_hint,
        )
