"""The companion in a real Chromium: extension, native host, socket, probe."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from overlay.core.errors import OutsideError
from overlay.core.pack import Pack, ScreenSpec
from overlay.core.screens import Screen
from overlay.desktop.companion_build import build_companion
from overlay.desktop.companion_install import HostPaths, install_host, profile_place
from overlay.desktop.companion_probe import CompanionProbe
from overlay.desktop.x11_display import XDisplay
from overlay.desktop.x11_tracker import X11Tracker
from tests.e2e.rig import Desktop, Site, site, wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180)]

RESOURCES = Path(__file__).parents[3] / "resources"


@dataclass
class Refusing:
    """A fallback that must not be needed."""

    asked: list[str] = field(default_factory=list)

    def open(self, url: str) -> None:
        self.asked.append(url)
        raise OutsideError("no browser here")


@dataclass
class Stage:
    """A desktop with Chromium on the app, and the probe that listens to it."""

    desktop: Desktop
    app: Site
    other: Site
    probe: CompanionProbe
    screens: list[Screen | None]
    folder: Path

    @property
    def now(self) -> Screen | None:
        return self.screens[-1] if self.screens else None

    def shows(self, route: str | None, title: str | None = None) -> None:
        """Wait until a screen is reported."""

        def there() -> bool:
            screen = self.now
            return screen is not None and screen.route == route and title in (None, screen.title)

        wait_until(there, self.probe)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    folder = tmp_path_factory.mktemp("stage")
    with site() as app, site() as other, Desktop(folder) as desktop:
        screens = tuple(ScreenSpec(n, f"/{n}", n.title()) for n in ("leave", "stock", "expenses", "profile"))
        pack = Pack("Linden", (app.origin,), (*screens, ScreenSpec("item", "/items/[id]", "Item")), queries=frozenset({"page"}))
        runtime = folder / "run" / "fescue"
        build = build_companion(RESOURCES, pack.origins, folder / "extension")
        profile = folder / "profile"
        paths = HostPaths(folder / "bin" / "fescue-companion-host", (profile_place(profile),))
        install_host(paths, (build.chromium_id,), build.gecko_id)
        probe = CompanionProbe(pack, runtime, Refusing())
        seen: list[Screen | None] = []
        probe.start(seen.append)
        desktop.chromium(profile, app.origin + "/leave", build.folder)
        yield Stage(desktop, app, other, probe, seen, folder)
        probe.close()


def test_reports_the_screen_exactly_as_it_changes(stage: Stage) -> None:
    stage.shows("/leave", "Leave")
    assert stage.now and stage.now.exact
    assert stage.probe.status().browsers == ("chromium",)
    stage.app.tell("history.pushState(0, '', '/stock?page=2&token=abc')")
    stage.shows("/stock")
    assert stage.now.query == (("page", "2"),)
    stage.app.tell("document.title = 'Stock room'")
    stage.shows("/stock", "Stock room")
    stage.app.tell("history.replaceState(0, '', '/items/7')")
    stage.shows("/items/[id]")
    stage.app.tell("location.hash = '#part'; history.pushState(0, '', '/expenses#part')")
    stage.shows("/expenses")
    stage.app.tell("history.back(); history.back(); history.back()")
    stage.app.tell("location = '/nowhere'")
    stage.shows(None)


def test_another_site_is_none_and_leaves_no_trace(stage: Stage) -> None:
    stage.app.tell("location = '/leave'")
    stage.shows("/leave")
    # Another port of the same host: the match pattern would let it in, the exact origin does not.
    stage.app.tell(f"location = '{stage.other.origin}/secret-bank?account=4711'")
    stage.other.await_path("/secret-bank?account=4711")
    wait_until(lambda: stage.now is None, stage.probe)
    assert stage.probe.front is None
    for file in (stage.folder / "run").rglob("*"):
        if file.is_file():
            assert b"secret-bank" not in file.read_bytes()
    assert not list((stage.folder / "run").rglob("*.log"))
    stage.other.tell(f"location = '{stage.app.origin}/leave'")
    stage.shows("/leave")


def test_opens_in_the_tab_that_shows_the_app(stage: Stage) -> None:
    stage.app.tell("location = '/leave'")
    stage.shows("/leave")
    before = stage.probe.front
    stage.probe.open(f"{stage.app.origin}/expenses?new=expense&note=a+b%26c")
    stage.app.await_path("/expenses?new=expense&note=a+b%26c")
    stage.shows("/expenses", "Expenses")
    after = stage.probe.front
    assert before and after and (before.window_id, before.tab_id) == (after.window_id, after.tab_id)


def test_refuses_another_site(stage: Stage) -> None:
    with pytest.raises(OutsideError, match="not an address of Linden"):
        stage.probe.open(stage.other.origin + "/leave")


def test_finds_and_follows_the_window(stage: Stage) -> None:
    stage.shows("/expenses")
    front = stage.probe.front
    assert front and front.pid
    tracker = X11Tracker(XDisplay(stage.desktop.display))
    states = []
    found = tracker.find(front)
    assert found
    tracker.follow(found, states.append)
    assert not states[-1].closed and not states[-1].minimised
    print(states[-1], front)
    stage.desktop.screenshot(Path("/tmp/x/stage.png"))
    tracker.close()
