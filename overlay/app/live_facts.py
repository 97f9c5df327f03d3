"""What the running app says about itself, for the checks: menus, labels, doors and data of every role."""

import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import cast

from overlay.app.demo_server import DemoServer
from overlay.app.live_demo import LiveDemo, check_demo_pack
from overlay.app.live_site import LiveSite
from overlay.app.photo_settings import photo_settings
from overlay.capture.labels import Answer, Progress, Reading, Visit, as_facts, read_app
from overlay.capture.live import LiveApp
from overlay.capture.shots import Shot
from overlay.check.subject import LiveFacts
from overlay.content.pack_folder import LoadedPack
from overlay.core.errors import OutsideError, SettingsError
from overlay.core.pack import Pack, RoleSpec, item_route
from overlay.core.urls import parse_web_address

DEMO = "demo"
"""Instead of an address: start the embedded demo."""
_SAYS_EVERY = 25
"""Pages between two lines of progress where lines cannot be rewritten."""


def read_live_facts(loaded: LoadedPack, live: str, shots: Sequence[Shot] = ()) -> LiveFacts:
    """Ask the running app.

    Args:
        loaded: the pack to compare with.
        live: the app's origin, or `demo`.
        shots: the states to read besides the screens: what only shows in a dialog.

    Raises:
        FescueError: the app or the browser cannot be reached, or a role is not signed in.
    """
    pack = loaded.pack
    if not pack.roles:
        msg = f"the pack '{pack.name}' has no roles to look at the app as. Add a [[roles]] table to manual/pack.toml."
        raise SettingsError(msg)
    with _app(pack, live) as app:
        return facts_of(app, pack, shots)


def facts_of(app: LiveApp, pack: Pack, shots: Sequence[Shot] = ()) -> LiveFacts:
    """Read what an app that runs says to each role of a pack.

    Raises:
        FescueError: the app or the browser cannot be reached, or a role is not signed in.
    """
    visits = [visit for role in pack.roles for visit in _visits(pack, role)]
    asked = [*([pack.person_path] if pack.person_path else []), *(data.path for data in pack.data)]
    known = [shot for shot in shots if shot.role in {role.id for role in pack.roles}]
    reading = read_app(app, visits, known, photo_settings(pack), endpoints=asked, progress=_progress())
    menus, labels = as_facts(reading)
    closed = tuple((visit.role, visit.path, instead) for visit, instead in reading.closed)
    return LiveFacts(menus, labels, closed, _modules(reading, pack), _data(reading, pack))


def _modules(reading: Reading, pack: Pack) -> Mapping[str, frozenset[str]]:
    """Return each role's modules as the endpoint for the person says them; silent where it does not answer."""
    said: dict[str, frozenset[str]] = {}
    for role in pack.roles:
        answer = reading.answers.get((role.id, pack.person_path), Answer(0, None))
        body = answer.body
        if answer.status == 200 and isinstance(body, dict):
            modules = cast("dict[str, object]", body).get("modules")
            listed = cast("list[object]", modules) if isinstance(modules, list) else []
            said |= {role.id: frozenset(map(str, listed))} if listed else {}
    return said


def _data(reading: Reading, pack: Pack) -> Mapping[tuple[str, str], bool]:
    """Return who was given which data; nothing at all when the app takes no browser's session there."""
    paths = {data.path for data in pack.data}
    answers = {key: answer.status for key, answer in reading.answers.items() if key[1] in paths}
    if 200 not in answers.values():
        return {}
    clear = {key: status for key, status in answers.items() if status in (200, 401, 403, 404)}
    return {key: status == 200 for key, status in clear.items()}


def _progress() -> Callable[[Progress], None]:
    """Return what tells people on stderr how far the reading is: a line that renews itself, or one now and then."""
    shown = sys.stderr.isatty()

    def say(progress: Progress) -> None:
        last = progress.done + 1 == progress.total
        line = f"reading the app: {progress.done + 1}/{progress.total} {progress.what}"
        if shown:
            sys.stderr.write(f"\r\033[K{'' if last else line[:78]}")
        elif last or progress.done % _SAYS_EVERY == 0:
            sys.stderr.write(line + "\n")
        sys.stderr.flush()

    return say


@contextmanager
def _app(pack: Pack, live: str) -> Generator[LiveApp]:
    if live == DEMO:
        check_demo_pack(pack)
        with DemoServer() as server:
            yield LiveDemo(server.address)
        return
    address = parse_web_address(live)
    if address is None or not address.whole:
        msg = f"{live!r} is not an address. Write --live https://erp.example, or --live alone for the demo."
        raise SettingsError(msg)
    _check_answers(address.origin)
    site = LiveSite.of(pack, address.origin)
    for role in pack.roles:
        site.sign_in(role.id)  # said now, not after minutes of another role's screens
    yield site


def _check_answers(origin: str) -> None:
    """Make sure that something answers, whatever it says: nobody shall look for sign-in links in vain.

    Raises:
        OutsideError: nothing does.
    """
    import httpx

    try:
        httpx.head(origin, timeout=10)
    except httpx.HTTPError as error:
        msg = f"nothing answers at {origin} ({error}). Start the app there, or correct the address."
        raise OutsideError(msg) from None


def _visits(pack: Pack, role: RoleSpec) -> Iterator[Visit]:
    """Return a role's screens, and its actions' dialogs, which open by their links."""
    for screen in pack.screens:
        if not item_route(screen.route) and (not screen.module or screen.module in role.modules):
            yield Visit(role.id, screen.route)
            for action in pack.actions:
                if action.screen == screen.id:
                    yield Visit(role.id, f"{screen.route}?{action.parameter}={action.value}")
