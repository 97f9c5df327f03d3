"""What a running app calls its things: every name and text in the browser's accessibility tree, screen by screen."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

from overlay.capture.browser import Sessions, first_line, open_page
from overlay.capture.live import LiveApp, PhotoSettings
from overlay.capture.problems import ElementError
from overlay.capture.shots import Shot, Step
from overlay.capture.snapshot import names_in
from overlay.capture.taking import walk

if TYPE_CHECKING:
    from playwright.sync_api import Page

_MENU = """() => [...document.querySelectorAll("nav a[href], [role=navigation] a[href], header a[href]")]
  .map((link) => link.href)"""


NARROW = 480
"""CSS pixels: a width at which apps show other controls, such as a button for the menu."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A screen to read, in a role's session."""

    role: str
    path: str


@dataclass(slots=True)
class Reading:
    """What was read."""

    labels: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """Path without query -> names and texts."""
    menus: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """Role -> paths that its menu links."""
    closed: list[tuple[Visit, str]] = field(default_factory=list[tuple[Visit, str]])
    """Screens that a role could not open, and where they led instead; empty where they were refused."""
    answers: dict[tuple[str, str], "Answer"] = field(default_factory=dict[tuple[str, str], "Answer"])
    """Role and path of an endpoint -> what came back."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What an endpoint said to a role."""

    status: int
    body: object
    """Its JSON; None when it was none."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the reading is."""

    done: int
    total: int
    what: str


def _silent(_progress: Progress) -> None:
    return None


def read_app(
    app: LiveApp,
    visits: Sequence[Visit],
    shots: Sequence[Shot] = (),
    settings: PhotoSettings | None = None,
    *,
    endpoints: Sequence[str] = (),
    progress: Callable[[Progress], None] = _silent,
) -> Reading:
    """Visit screens, and the states that shots describe, and read what is there.

    Args:
        app: the running app.
        visits: screens to open.
        shots: states to read too: what only shows in a dialog.
        settings: window, locale and clock.
        endpoints: paths that every visiting role asks for by GET, as the app's own pages would.
        progress: is told before each page.

    Raises:
        OutsideError: there is no browser, or a role cannot sign in.
    """
    reading = Reading()
    used = settings or PhotoSettings()
    states = _states(visits, shots)
    total = len(visits) + len(states)
    with Sessions(app, used) as sessions:
        for done, visit in enumerate(visits):
            progress(Progress(done, total, f"{visit.role} {visit.path}"))
            _read_screen(reading, sessions.page(visit.role), app.origin, visit, used)
        for role in dict.fromkeys(visit.role for visit in visits):
            for path in endpoints:
                reading.answers[role, path] = _ask(sessions.page(role), app.origin + used.base_path.rstrip("/") + path)
        for done, shot in enumerate(states, len(visits)):
            progress(Progress(done, total, f"{shot.role} {shot.id}"))
            _read_shot(reading, sessions, app, shot, used)
    return reading


def _states(visits: Iterable[Visit], shots: Iterable[Shot]) -> list[Shot]:
    """Return a shot for each state of the app that no visit shows, and no other shot."""
    seen: set[tuple[str, str, tuple[Step, ...]]] = {(visit.role, visit.path, ()) for visit in visits}
    states: list[Shot] = []
    for shot in shots:
        state = (shot.role, shot.route, shot.steps)
        states += [] if state in seen else [shot]
        seen.add(state)
    return states


def _read_screen(reading: Reading, page: "Page", origin: str, visit: Visit, settings: PhotoSettings) -> None:
    if open_page(page, settings.address(origin, visit.path)) >= 400:
        reading.closed.append((visit, ""))
        return
    place = settings.place(page.url)
    if place != (visit.path.partition("?")[0].rstrip("/") or "/"):
        reading.closed.append((visit, place))
        return
    _note(reading, page, visit.path)
    reading.menus.setdefault(visit.role, set()).update(_menu(page, origin, settings))
    page.set_viewport_size({"width": NARROW, "height": settings.height})
    _note(reading, page, visit.path)
    page.set_viewport_size({"width": settings.width, "height": settings.height})


def _ask(page: "Page", address: str) -> Answer:
    """Ask an endpoint with the cookies of the page's session; it is a GET, so nothing is saved."""
    from playwright.sync_api import Error

    try:
        answer = page.context.request.get(address, max_redirects=0, headers={"Accept": "application/json"})
    except Error as error:
        # Cut off or refused on the way: whoever reads this learns nothing about the role.
        return Answer(0, first_line(error))
    try:
        return Answer(answer.status, cast("object", answer.json()))
    except ValueError:
        return Answer(answer.status, None)


def _menu(page: "Page", origin: str, settings: PhotoSettings) -> set[str]:
    links = cast("list[str]", page.evaluate(_MENU))
    return {settings.place(link) for link in links if urlsplit(link).netloc == urlsplit(origin).netloc}


def _read_shot(reading: Reading, sessions: Sessions, app: LiveApp, shot: Shot, settings: PhotoSettings) -> None:
    from playwright.sync_api import Error

    page = sessions.page(shot.role)
    try:
        walk(page, app.origin, shot, settings)
    except (ElementError, Error):
        # A shot that no longer works is found by `fescue capture`; here it only has no labels to add.
        return
    _note(reading, page, shot.path)


def _note(reading: Reading, page: "Page", path: str) -> None:
    reading.labels.setdefault(path.partition("?")[0], set()).update(names_in(page.locator("body").aria_snapshot()))


def as_facts(reading: Reading) -> tuple[Mapping[str, frozenset[str]], Mapping[str, frozenset[str]]]:
    """Return menus and labels so that nobody changes them any more."""
    menus = {role: frozenset(paths) for role, paths in reading.menus.items()}
    return menus, {path: frozenset(names) for path, names in reading.labels.items()}
