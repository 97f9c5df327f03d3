"""Visiting an app page by page: the menu first, then what lies below, within a limit of pages and of time."""

from collections.abc import Callable
from dataclasses import dataclass, field

from overlay.authoring.addresses import is_harmless, is_plain, route_of
from overlay.core.errors import OutsideError, SignedOutError
from overlay.core.ports import Clock
from overlay.core.site import LinkPlace, NotSeen, SeenLink, SeenPage, SitePages


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop."""

    pages: int = 30
    seconds: float = 300.0


@dataclass(frozen=True, slots=True)
class Progress:
    """A page that was just looked at."""

    done: int
    limit: int
    waiting: int
    """Links that are known and not followed yet."""
    path: str
    seconds: float
    """Since the beginning."""
    reason: str = ""
    """Why it was not read; empty when it was."""

    def __str__(self) -> str:
        """Write it as one line."""
        total = min(self.limit, self.done + self.waiting)
        line = f"{self.done}/{total} {self.path}"
        if self.reason:
            line += f": left out, {self.reason}"
        left = self.seconds / self.done * (total - self.done)
        return f"{line}, about {left:.0f} s left" if self.done < total else line


@dataclass(frozen=True, slots=True)
class Survey:
    """What was seen of an app."""

    pages: tuple[SeenPage, ...]
    """In the order in which they were opened; the first is where it began."""
    missed: tuple[NotSeen, ...] = ()
    left: tuple[SeenLink, ...] = ()
    """Links that were not followed because they could do more than show something."""
    ended: str = ""
    """Why it ended before every link was followed; empty when every one was."""


@dataclass(slots=True)
class _Tour:
    """The pages seen so far and the links to follow."""

    start: str
    within: str
    """What every path that is followed begins with."""
    pages: list[SeenPage] = field(default_factory=list[SeenPage])
    missed: list[NotSeen] = field(default_factory=list[NotSeen])
    left: dict[str, SeenLink] = field(default_factory=dict[str, SeenLink])
    known: set[str] = field(default_factory=set[str])
    queue: list[tuple[int, int, str]] = field(default_factory=list[tuple[int, int, str]])
    """Rank (the least first), age, path."""
    rows: dict[str, int] = field(default_factory=dict[str, int])

    def add(self, page: SeenPage) -> None:
        """Keep a page and take note of where it leads."""
        self.pages.append(page)
        self.known.add(route_of(page.landed))
        for link in page.links:
            self._consider(link, page)

    def next(self) -> str:
        """Return the next path, or nothing when all were followed."""
        if not self.queue:
            return ""
        best = min(self.queue)
        self.queue.remove(best)
        return best[2]

    def _consider(self, link: SeenLink, page: SeenPage) -> None:
        route = route_of(link.path)
        if link.place is LinkPlace.TRAIL or not is_plain(link.path) or not link.path.startswith(self.within):
            return
        if link.path == page.landed:
            return
        if not is_harmless(link.name, link.path, menu=link.place is LinkPlace.MENU):
            self.left.setdefault(link.path, link)
            return
        if route in self.known:
            self._hurry(link)
            return
        if link.place is LinkPlace.ROW and not self._first_of_its_rows(page):
            return
        self.known.add(route)
        self.queue.append((_rank(link, page, self.start), len(self.known), link.path))

    def _first_of_its_rows(self, page: SeenPage) -> bool:
        """One item of a list says what the others look like."""
        self.rows[page.landed] = self.rows.get(page.landed, 0) + 1
        return self.rows[page.landed] <= _ROWS

    def _hurry(self, link: SeenLink) -> None:
        """Bring forward what turns out to be in the menu."""
        if link.place is LinkPlace.MENU:
            self.queue = [(0 if path == link.path else rank, age, path) for rank, age, path in self.queue]


_ROWS = 3
"""Links of rows that are followed from one page."""


def explore(
    pages: SitePages, start: str, limits: Limits, clock: Clock, told: Callable[[Progress], None] = lambda _: None
) -> Survey:
    """Look at an app.

    Args:
        pages: opens them.
        start: the path to begin with; what does not lie in its folder is left out.
        limits: when to stop.
        clock: measures the time.
        told: hears of every page.

    Raises:
        OutsideError: the first page cannot be opened.
        SignedOutError: it asks to sign in.
    """
    tour, began = _Tour(start, start[: start.rindex("/") + 1]), clock.steady()
    path, ended = start, ""
    while path:
        seen = pages.open(path)
        if isinstance(seen, SeenPage) and seen.asks_password and seen.landed != path:
            if not tour.pages:
                raise SignedOutError(seen.landed)
            seen = NotSeen(path, f"it asks to sign in, at {seen.landed}")
        if isinstance(seen, SeenPage):
            tour.add(seen)
        else:
            tour.missed.append(seen)
        _refuse_nothing(tour, start)
        done, spent = len(tour.pages) + len(tour.missed), clock.steady() - began
        reason = seen.reason if isinstance(seen, NotSeen) else ""
        told(Progress(done, limits.pages, len(tour.queue), path, spent, reason))
        ended = _over(tour, done, spent, limits)
        path = "" if ended else tour.next()
    return Survey(tuple(tour.pages), tuple(tour.missed), tuple(tour.left.values()), ended)


def _refuse_nothing(tour: _Tour, start: str) -> None:
    if not tour.pages:
        msg = f"{start} cannot be read: {tour.missed[0].reason}. Name a page of the app that people begin with."
        raise OutsideError(msg)


def _over(tour: _Tour, done: int, spent: float, limits: Limits) -> str:
    if tour.queue and done >= limits.pages:
        return f"the limit of {limits.pages} pages was reached; {len(tour.queue)} links were not followed."
    if tour.queue and spent >= limits.seconds:
        return f"the limit of {limits.seconds:.0f} seconds was reached; {len(tour.queue)} links were not followed."
    return ""


def _rank(link: SeenLink, page: SeenPage, start: str) -> int:
    if link.place is LinkPlace.MENU:
        return 0
    if link.place is LinkPlace.CONTENT and page.path == start:
        return 1
    below = page.landed != "/" and link.path.startswith(page.landed.rstrip("/") + "/")
    return (2 if below else 4) + (link.place is LinkPlace.ROW)
