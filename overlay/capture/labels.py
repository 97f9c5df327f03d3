"""What a running app calls its things: every name and text in the browser's accessibility tree, screen by screen."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

from overlay.capture.browser import Sessions, open_page
from overlay.capture.live import LiveApp, PhotoSettings
from overlay.capture.problems import ElementError
from overlay.capture.shots import Shot
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
    closed: list[Visit] = field(default_factory=list[Visit])
    """Screens that a role could not open."""


def read_app(
    app: LiveApp, visits: Sequence[Visit], shots: Iterable[Shot] = (), settings: PhotoSettings | None = None
) -> Reading:
    """Visit screens, and the states that shots describe, and read what is there.

    Args:
        app: the running app.
        visits: screens to open.
        shots: states to read too: what only shows in a dialog.
        settings: window, locale and clock.

    Raises:
        OutsideError: there is no browser, or a role cannot sign in.
    """
    reading = Reading()
    used = settings or PhotoSettings()
    with Sessions(app, used) as sessions:
        for visit in visits:
            page = sessions.page(visit.role)
            if open_page(page, used.address(app.origin, visit.path)) >= 400:
                reading.closed.append(visit)
                continue
            _note(reading, page, visit.path)
            reading.menus.setdefault(visit.role, set()).update(_menu(page, app.origin))
            page.set_viewport_size({"width": NARROW, "height": used.height})
            _note(reading, page, visit.path)
            page.set_viewport_size({"width": used.width, "height": used.height})
        for shot in shots:
            _read_shot(reading, sessions, app, shot, used)
    return reading


def _menu(page: "Page", origin: str) -> set[str]:
    links = cast("list[str]", page.evaluate(_MENU))
    return {urlsplit(link).path for link in links if link.startswith(origin + "/")} - {"/"}


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
