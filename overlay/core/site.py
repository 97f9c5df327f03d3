"""What a browser saw of somebody's app while it only looked: pages, links and controls, as values, and the port."""

from dataclasses import dataclass
from enum import Enum
from typing import Protocol


class LinkPlace(Enum):
    """Where on a page a link stands."""

    MENU = "menu"
    """In a navigation landmark, a menu, or what holds the same links unseen."""
    TRAIL = "trail"
    """In breadcrumbs, among the numbers of pages, or in the page's foot."""
    CONTENT = "content"
    ROW = "row"
    """In a row of a table or a card: mostly one item of many."""


@dataclass(frozen=True, slots=True)
class SeenLink:
    """A link to another page of the same app."""

    name: str
    path: str
    """Decoded, without query and fragment."""
    place: LinkPlace
    group: str = ""
    """What the menu calls the group it stands in."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A rectangle in CSS pixels from the page's top left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class SeenControl:
    """Something with a role and a name in the accessibility tree."""

    role: str
    name: str
    level: int | None
    """Of a heading."""
    spot: Spot | None
    """Where it is; None when it takes no room, or reaches out of the window at a side."""
    inside: bool
    """Whether it stands in the page's own part: not in its menu, head or foot."""
    repeated: bool
    """Whether it stands in a row or a card, as one of many."""
    only: bool
    """Whether nothing else on the page has this role and name."""
    path: str = ""
    """For links: where they lead."""


@dataclass(frozen=True, slots=True)
class SeenElement:
    """Anything in the accessibility tree."""

    role: str
    name: str
    spot: Spot | None

    def fits(self, role: str, name: str) -> bool:
        """Say whether it has a role, and a name if one is asked for."""
        return self.role == role and name in ("", self.name)


@dataclass(frozen=True, slots=True)
class SeenPage:
    """A page that was opened."""

    path: str
    """As asked for."""
    landed: str
    """Where the app led to."""
    title: str
    language: str
    links: tuple[SeenLink, ...]
    controls: tuple[SeenControl, ...]
    elements: tuple["SeenElement", ...] = ()
    """Everything in the accessibility tree."""
    asks_password: bool = False

    @property
    def heading(self) -> str:
        """The name of its first and only heading of the first level; empty without one."""
        tops = [c.name for c in self.controls if c.role == "heading" and c.level == 1 and c.name]
        inner = [c.name for c in self.controls if c.role == "heading" and c.level == 1 and c.inside and c.name]
        return (inner or tops or [""])[0]


@dataclass(frozen=True, slots=True)
class NotSeen:
    """A page that could not be opened, and why."""

    path: str
    reason: str


class SitePages(Protocol):
    """Opens pages of one app, by GET alone, and reads them."""

    def open(self, path: str) -> SeenPage | NotSeen:
        """Open a path of the app.

        Raises:
            OutsideError: nothing answers at all.
        """
        ...
