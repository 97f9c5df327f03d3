"""What the running app says about itself, for the checks: its menus by role and the labels on its screens."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager

from overlay.app.demo_server import DemoServer
from overlay.app.live_demo import LiveDemo, check_demo_pack
from overlay.app.live_site import LiveSite
from overlay.app.photo_settings import photo_settings
from overlay.capture.labels import Visit, as_facts, read_app
from overlay.capture.live import LiveApp
from overlay.capture.shot_files import read_shots
from overlay.check.subject import LiveFacts
from overlay.content.pack_folder import LoadedPack
from overlay.core.errors import OutsideError, SettingsError
from overlay.core.pack import Pack, RoleSpec, item_route
from overlay.core.urls import parse_web_address

DEMO = "demo"
"""Instead of an address: start the embedded demo."""


def read_live_facts(loaded: LoadedPack, live: str) -> LiveFacts:
    """Ask the running app.

    Args:
        loaded: the pack to compare with.
        live: the app's origin, or `demo`.

    Raises:
        FescueError: the app or the browser cannot be reached.
    """
    pack = loaded.pack
    with _app(pack, live) as app:
        visits = [visit for role in pack.roles for visit in _visits(pack, role)]
        reading = read_app(app, visits, read_shots(loaded.root), photo_settings(pack))
    menus, labels = as_facts(reading)
    return LiveFacts(menus, labels)


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
    yield LiveSite(address.origin)


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
