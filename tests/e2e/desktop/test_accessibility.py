"""The accessibility probe beside real browsers without the companion: what it reads, withholds, and leaves behind."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from jeepney import DBusAddress, HeaderFields, Properties, new_method_call
from jeepney.io.blocking import open_dbus_connection
from jeepney.wrappers import unwrap_msg

from overlay.core.pack import Pack, ScreenSpec
from overlay.core.screens import Screen, ScreenSource
from overlay.desktop.accessibility_probe import AccessibilityProbe
from overlay.desktop.x11_display import XDisplay
from tests.e2e.firefox import browse, plain_firefox
from tests.e2e.rig import Desktop, Site, site, wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180)]

_MONITORING = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus.Monitoring")
_STATUS = DBusAddress("/org/a11y/bus", bus_name="org.a11y.Bus", interface="org.a11y.Status")


@dataclass
class Bench:
    """A desktop with one browser and a probe that reads it."""

    desktop: Desktop
    app: Site
    other: Site
    folder: Path
    pack: Pack
    firefox: Path | None = None
    screens: list[Screen | None] = field(default_factory=list)
    probe: AccessibilityProbe = field(init=False)

    def begin(self, *, resting: bool = False) -> None:
        """Start a probe as `fescue run` does, but at once."""
        self.screens.clear()
        bus = self.desktop.env["DBUS_SESSION_BUS_ADDRESS"]
        self.probe = AccessibilityProbe(self.pack, self.desktop.display, bus, grace=0)
        self.probe.rest(resting)
        self.probe.start(self.screens.append)

    @property
    def now(self) -> Screen | None:
        return self.screens[-1] if self.screens else None

    def shows(self, route: str) -> None:
        wait_until(lambda: self.now is not None and self.now.route == route, self.probe)

    def shows_nothing(self) -> None:
        wait_until(lambda: self.now is None and self.probe.settled, self.probe)

    def browse(self, *words: str) -> None:
        assert self.firefox
        browse(self.desktop, self.firefox, self.folder / "profile", *words)

    def xdotool(self, *arguments: str) -> None:
        subprocess.run(["xdotool", *arguments], env=self.desktop.env, check=True, timeout=20)

    def windows(self) -> dict[str, int]:
        eyes = XDisplay(self.desktop.display)
        try:
            return {window.title: window.id for window in eyes.windows()}
        finally:
            eyes.close()

    def rename(self, title: str, script: str = "") -> None:
        """Give the newest page a title, and wait until its window has it."""
        self.app.tell(f"document.title = '{title}'; {script}")
        wait_until(lambda: any(name.startswith(title) for name in self.windows()), self.probe)

    @contextmanager
    def questions(self) -> Iterator[Callable[[], list[str]]]:
        """Listen to what is asked on the accessibility bus; returns what was since it was last asked for."""
        session = open_dbus_connection(bus=self.desktop.env["DBUS_SESSION_BUS_ADDRESS"])
        bus = DBusAddress("/org/a11y/bus", bus_name="org.a11y.Bus", interface="org.a11y.Bus")
        (address,) = unwrap_msg(session.send_and_get_reply(new_method_call(bus, "GetAddress")))
        session.close()
        ear, mouth = open_dbus_connection(bus=address), open_dbus_connection(bus=address)
        rule = "type='method_call',interface='org.a11y.atspi.Accessible'"
        listen = new_method_call(_MONITORING, "BecomeMonitor", "asu", ([rule], 0))
        unwrap_msg(ear.send_and_get_reply(listen))
        root = DBusAddress("/org/a11y/atspi/accessible/root", "org.a11y.atspi.Registry", "org.a11y.atspi.Accessible")

        def heard() -> list[str]:
            # A question of our own says where to stop listening.
            mouth.send_and_get_reply(new_method_call(root, "GetRole"))
            asked: list[str] = []
            while (fields := ear.receive(timeout=20).header.fields)[HeaderFields.member] != "GetRole" or fields[
                HeaderFields.sender
            ] != mouth.unique_name:
                if fields.get(HeaderFields.interface) == root.interface:
                    asked.append(fields[HeaderFields.member])
            return asked

        try:
            yield heard
        finally:
            ear.close()
            mouth.close()

    def switch(self, name: str = "IsEnabled", value: bool | None = None) -> bool:
        """Read, or set, one of the session's switches."""
        bus = open_dbus_connection(bus=self.desktop.env["DBUS_SESSION_BUS_ADDRESS"])
        try:
            if value is not None:
                unwrap_msg(bus.send_and_get_reply(Properties(_STATUS).set(name, "b", value)))
            return unwrap_msg(bus.send_and_get_reply(Properties(_STATUS).get(name)))[0][1]
        finally:
            bus.close()


@contextmanager
def bench(folder: Path) -> Iterator[Bench]:
    with site() as app, site() as other, Desktop(folder) as desktop:
        screens = tuple(ScreenSpec(n, f"/{n}", n.title()) for n in ("leave", "stock", "profile"))
        made = Bench(desktop, app, other, folder, Pack("Linden", (app.origin,), screens, queries=frozenset({"page"})))
        made.begin()
        try:
            yield made
        finally:
            made.probe.close()


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with bench(tmp_path_factory.mktemp("firefox")) as made:
        made.firefox = plain_firefox(made.folder)
        made.browse(made.app.origin + "/leave")
        made.app.await_path("/leave")
        made.shows("/leave")
        yield made


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with bench(tmp_path_factory.mktemp("chromium")) as made:
        flags = ("--force-renderer-accessibility",)
        made.desktop.chromium(made.folder / "profile", made.app.origin + "/leave", flags=flags)
        made.app.await_path("/leave")
        made.shows("/leave")
        yield made


def test_firefox_tells_its_screen_as_it_changes(firefox: Bench) -> None:
    assert firefox.now == Screen("leave", "/leave", source=ScreenSource.ACCESSIBILITY)
    wait_until(lambda: firefox.windows().get("Leave — Mozilla Firefox") == firefox.probe.window, firefox.probe)
    # The window's title stays as it is, so nothing but the page itself says that it changed.
    firefox.app.tell("history.pushState(0, '', '/stock?page=2&token=abc')")
    firefox.shows("/stock")
    assert firefox.now
    assert firefox.now.query == (("page", "2"),)
    firefox.app.tell("location = '/profile'")
    firefox.app.await_path("/profile")
    firefox.shows("/profile")


# g03: of other sites nothing gets out of the probe, not even that there is one.
def test_another_site_in_firefox_is_no_screen(firefox: Bench) -> None:
    firefox.app.tell(f"location = '{firefox.other.origin}/stock?account=4711'")
    firefox.other.await_path("/stock?account=4711")
    firefox.shows_nothing()
    firefox.other.tell(f"location = '{firefox.app.origin}/leave'")
    firefox.app.await_path("/leave")
    firefox.shows("/leave")


def test_a_window_that_is_gone_or_minimised_shows_nothing(firefox: Bench) -> None:
    window = str(firefox.windows()["Leave — Mozilla Firefox"])
    firefox.xdotool("windowminimize", window)
    wait_until(lambda: firefox.now is None, firefox.probe)
    firefox.xdotool("windowactivate", "--sync", window)
    firefox.shows("/leave")


# Titles race, so the last screen stands for a moment; but not for longer.
def test_a_window_that_no_longer_answers_to_its_title_is_unknown(firefox: Bench) -> None:
    window = str(firefox.windows()["Leave — Mozilla Firefox"])
    firefox.xdotool("set_window", "--name", "Something else", window)
    wait_until(lambda: firefox.now is None, firefox.probe)
    assert not firefox.probe.settled
    firefox.xdotool("set_window", "--name", "Leave — Mozilla Firefox", window)
    firefox.shows("/leave")


def test_it_rests_while_something_better_is_known(firefox: Bench) -> None:
    firefox.probe.rest(True)
    before = len(firefox.screens)
    firefox.rename("Resting", "history.pushState(0, '', '/stock')")
    with firefox.questions() as asked:
        firefox.rename("Elsewhere")
        firefox.rename("Still elsewhere")
        assert asked() == []
        assert firefox.screens[before:] == []
        firefox.probe.rest(False)
        firefox.shows("/stock")
        assert asked() != []
    firefox.app.tell("location = '/leave'")
    firefox.app.await_path("/leave")
    firefox.shows("/leave")


# g03: a private window gives no hint, though it shows the app. Its page is told what to do from here on.
def test_a_private_window_of_firefox_is_no_screen(firefox: Bench) -> None:
    before = len(firefox.screens)
    firefox.browse("--private-window", firefox.app.origin + "/stock?private=1")
    firefox.app.await_path("/stock?private=1")
    firefox.shows_nothing()
    title = "Stock — Mozilla Firefox Private Browsing"
    wait_until(lambda: title in firefox.windows(), firefox.probe)
    firefox.app.tell("history.pushState(0, '', '/profile')")
    firefox.xdotool("windowactivate", "--sync", str(firefox.windows()["Leave — Mozilla Firefox"]))
    firefox.shows("/leave")
    assert {screen.route for screen in firefox.screens[before:] if screen} == {"/leave"}
    firefox.xdotool("windowclose", str(firefox.windows()[title]))


def test_a_browser_that_hangs_is_an_unknown_screen_and_nobody_waits(firefox: Bench) -> None:
    eyes = XDisplay(firefox.desktop.display)
    (browser,) = {window.pid for window in eyes.windows() if "firefox" in window.wm_class}
    eyes.close()
    os.kill(browser, signal.SIGSTOP)
    try:
        wait_until(lambda: firefox.now is None, firefox.probe)
        assert not firefox.probe.settled
        begun = time.monotonic()
        firefox.probe.close()
        assert time.monotonic() - begun < 2
    finally:
        os.kill(browser, signal.SIGCONT)
    firefox.begin()
    firefox.shows("/leave")


def test_nothing_is_switched_on_while_something_better_is_known(firefox: Bench) -> None:
    firefox.probe.close()
    firefox.switch("IsEnabled", False)
    firefox.begin(resting=True)
    eyes = firefox.windows()
    assert "Leave — Mozilla Firefox" in eyes
    assert firefox.switch() is False
    firefox.probe.rest(False)
    firefox.shows("/leave")
    assert firefox.switch() is True


# Last, since the browser is not told twice that assistive programs are gone.
def test_what_was_switched_on_is_switched_off_unless_a_screen_reader_came(firefox: Bench) -> None:
    assert firefox.switch() is True
    firefox.switch("ScreenReaderEnabled", True)
    firefox.probe.close()
    assert firefox.switch() is True
    firefox.switch("ScreenReaderEnabled", False)
    firefox.switch("IsEnabled", False)
    firefox.begin()
    firefox.shows("/leave")
    assert firefox.switch() is True
    firefox.probe.close()
    assert firefox.switch() is False


def test_what_was_on_before_stays_on(firefox: Bench) -> None:
    firefox.switch("IsEnabled", True)
    firefox.begin()
    firefox.shows("/leave")
    firefox.probe.close()
    assert firefox.switch() is True


# What Chromium says of its page stays as it was loaded; its address field follows.
def test_chromium_tells_its_screen_by_its_address_field(chromium: Bench) -> None:
    assert chromium.now == Screen("leave", "/leave", source=ScreenSource.ACCESSIBILITY)
    chromium.app.tell("history.pushState(0, '', '/stock?page=2&token=abc')")
    chromium.shows("/stock")
    assert chromium.now
    assert chromium.now.query == (("page", "2"),)


# g02: what is typed into the address field is no screen; the last one stands for this window until the page is there.
def test_half_an_address_changes_nothing(chromium: Bench) -> None:
    before = len(chromium.screens)
    chromium.xdotool("key", "ctrl+l")
    chromium.xdotool("type", "--delay", "20", chromium.app.origin.removeprefix("http://") + "/profile")
    # A second look at the typed address, told by the window's new title.
    chromium.app.tell("document.title = 'Typing'")
    wait_until(lambda: "Typing - Chromium" in chromium.windows(), chromium.probe)
    chromium.app.tell("document.title = 'Typed'")
    wait_until(lambda: "Typed - Chromium" in chromium.windows(), chromium.probe)
    assert {screen.route for screen in chromium.screens[before:] if screen} <= {"/stock"}
    chromium.xdotool("key", "Return")
    chromium.app.await_path("/profile")
    chromium.shows("/profile")
    assert {screen.route for screen in chromium.screens[before:] if screen} <= {"/stock", "/profile"}


# g03
def test_another_site_in_chromium_is_no_screen(chromium: Bench) -> None:
    chromium.app.tell(f"location = '{chromium.other.origin}/stock?account=4711'")
    chromium.other.await_path("/stock?account=4711")
    chromium.shows_nothing()
    chromium.other.tell(f"location = '{chromium.app.origin}/leave'")
    chromium.shows("/leave")


# g03, and g12's window without an address field: the page itself tells.
def test_windows_of_chromium_without_a_field_and_without_history(chromium: Bench) -> None:
    chromium.desktop.chromium(chromium.folder / "profile", f"--app={chromium.app.origin}/stock")
    chromium.shows("/stock")
    before = len(chromium.screens)
    chromium.desktop.chromium(chromium.folder / "profile", chromium.app.origin + "/profile", flags=("--incognito",))
    chromium.app.await_path("/profile")
    wait_until(lambda: "Profile - Chromium" in chromium.windows(), chromium.probe)
    wait_until(lambda: chromium.now is None, chromium.probe)
    chromium.xdotool("windowactivate", "--sync", str(chromium.windows()["Stock"]))
    chromium.shows("/stock")
    assert {screen.route for screen in chromium.screens[before:] if screen} == {"/stock"}
