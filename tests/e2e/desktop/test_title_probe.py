"""The title probe on a real X server with a window manager: which window counts, and which rule."""

import os
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from overlay.core.errors import OutsideError
from overlay.core.pack import Pack, ScreenSpec, TitleRule
from overlay.core.screens import Screen, ScreenSource
from overlay.desktop.title_probe import TitleProbe
from overlay.desktop.x11_display import XDisplay
from tests.e2e.rig import Desktop, wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]

SCREENS = (ScreenSpec("home", "/", "Home"), ScreenSpec("orders", "/orders", "Orders"))
RULES = (TitleRule("ERP", "home", "*chrome_widgetwin_1"), TitleRule("ERP - Orders*", "orders"))
OTHER = 1
"""A process that is not ours."""


@dataclass
class Stage:
    """A desktop, programs on it that are nothing but a window, and the probe."""

    desktop: Desktop
    hand: XDisplay
    probe: TitleProbe
    screens: list[Screen | None] = field(default_factory=list)

    def window(self, title: str, wm_class: str = "Chrome_WidgetWin_1", pid: int = OTHER) -> int:
        window, core = self.hand.show_trial_window(), self.hand.connection.core
        for name, kind, raw in (
            ("_NET_WM_PID", "CARDINAL", struct.pack("=I", pid)),
            ("WM_CLASS", "STRING", f"{wm_class}\0{wm_class}\0".encode()),
        ):
            size = 32 if kind == "CARDINAL" else 8
            core.ChangePropertyChecked(
                0, window, self.hand.atom(name), self.hand.atom(kind), size, len(raw) * 8 // size, raw
            ).check()
        self.rename(window, title)
        self.activate(window)
        return window

    def rename(self, window: int, title: str) -> None:
        raw = title.encode()
        name, kind = self.hand.atom("_NET_WM_NAME"), self.hand.atom("UTF8_STRING")
        self.hand.connection.core.ChangePropertyChecked(0, window, name, kind, 8, len(raw), raw).check()

    def activate(self, window: int) -> None:
        wait_until(lambda: window in {w.id for w in self.hand.windows()})
        self.xdotool("windowactivate", "--sync", str(window))

    def xdotool(self, *arguments: str) -> None:
        subprocess.run(["xdotool", *arguments], env=self.desktop.env, check=True, timeout=20)

    def shows(self, screen_id: str | None) -> None:
        def there() -> bool:
            now = self.screens[-1] if self.screens else None
            return (now.screen_id if now else None) == screen_id

        wait_until(there, self.probe)


@pytest.fixture(scope="module")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    with Desktop(tmp_path_factory.mktemp("desktop"), tray=False) as made:
        yield made


@pytest.fixture
def stage(desktop: Desktop) -> Iterator[Stage]:
    hand = XDisplay(desktop.display)
    probe = TitleProbe(Pack("ERP", ("https://erp.example",), SCREENS, titles=RULES), desktop.display)
    made = Stage(desktop, hand, probe)
    probe.start(made.screens.append)
    yield made
    probe.close()
    hand.close()


# g12: an app window without an address field matches a title rule set by IT; nothing of its title is kept.
def test_an_app_window_is_known_by_its_title(stage: Stage) -> None:
    window = stage.window("ERP")
    stage.shows("home")
    assert stage.screens[-1] == Screen("home", "/", source=ScreenSource.TITLE)
    assert stage.probe.window == window
    assert not stage.probe.settled
    stage.rename(window, "ERP - Orders (4 new)")
    stage.shows("orders")
    stage.rename(window, "Bank - account 4711")
    stage.shows(None)
    assert stage.probe.window == 0


def test_another_programs_window_of_that_title_is_none(stage: Stage) -> None:
    stage.window("ERP - Orders")
    stage.shows("orders")
    stage.window("ERP", "Navigator")
    stage.shows(None)


# g12: while our own window is in front, the one before it counts for as long as it exists; what we are called does not.
def test_our_own_window_in_front_changes_nothing(stage: Stage) -> None:
    window = stage.window("ERP")
    stage.shows("home")
    before = len(stage.screens)
    ours = stage.window("ERP - Orders", pid=os.getpid())
    stage.rename(window, "ERP - Orders")
    stage.shows("orders")
    stage.rename(window, "ERP")
    stage.shows("home")
    assert [s.screen_id for s in stage.screens[before:] if s] == ["orders", "home"]
    assert stage.probe.window == window
    stage.hand.destroy(window)
    stage.shows(None)
    stage.rename(ours, "ERP - Orders too")
    assert stage.screens[-1] is None


# g12: Fescue starts with a window of its own, before it has seen any other.
def test_who_starts_with_us_in_front_was_in_the_window_below(stage: Stage) -> None:
    window = stage.window("ERP")
    stage.window("Fescue", pid=os.getpid())
    late = TitleProbe(Pack("ERP", ("https://erp.example",), SCREENS, titles=RULES), stage.desktop.display)
    screens: list[Screen | None] = []
    late.start(screens.append)
    assert [s.screen_id for s in screens if s] == ["home"]
    assert late.window == window
    late.close()


def test_a_minimised_window_is_not_in_front(stage: Stage) -> None:
    window = stage.window("ERP")
    stage.shows("home")
    stage.xdotool("windowminimize", str(window))
    stage.shows(None)
    stage.xdotool("windowactivate", "--sync", str(window))
    stage.shows("home")


def test_it_rests_while_something_better_is_known(stage: Stage) -> None:
    window = stage.window("ERP")
    stage.shows("home")
    stage.probe.rest(True)
    before = len(stage.screens)
    stage.rename(window, "ERP - Orders")
    other = stage.window("Notes", "Navigator")
    stage.activate(window)
    stage.window("Fescue", pid=os.getpid())
    stage.probe.drain()
    assert stage.screens[before:] == []
    stage.probe.rest(False)
    stage.shows("orders")
    assert other
    stage.probe.rest(True)
    stage.probe.rest(False)
    assert [s.screen_id for s in stage.screens[before:] if s] == ["orders", "orders"]


def test_a_display_that_goes_away_is_one_clear_error(tmp_path: Path) -> None:
    with Desktop(tmp_path, tray=False) as desktop:
        probe = TitleProbe(Pack("ERP", ("https://erp.example",), SCREENS, titles=RULES), desktop.display)
        probe.start(lambda _: None)
    with pytest.raises(OutsideError, match="X server is gone"):
        probe.drain()
    with pytest.raises(OutsideError, match="No X display"):
        TitleProbe(Pack("ERP", ("https://erp.example",), SCREENS), desktop.display)
