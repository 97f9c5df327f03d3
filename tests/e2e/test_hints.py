"""The tray app beside browsers without the companion: it finds the screen, says that it is not sure, and docks."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from jeepney import DBusAddress, Properties
from jeepney.io.blocking import open_dbus_connection
from jeepney.wrappers import unwrap_msg

from overlay.desktop.companion_install import HostPaths, install_host
from overlay.desktop.x11_display import XDisplay
from tests.e2e.desktop.stage import companion_stage
from tests.e2e.firefox import browse, firefox_place, managed_firefox, plain_firefox
from tests.e2e.rig import Desktop, site, wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]
DRIVER = Path(__file__).with_name("hints_driver.py")


class Running:
    """The tray app's process."""

    def __init__(self, desktop: Desktop, origin: str, kind: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(DRIVER), origin, kind],
            env=desktop.env | {"PYTHONPATH": str(DRIVER.parents[2])},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def tell(self, order: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(order + "\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, object]:
        assert self.process.stdout
        return json.loads(self.process.stdout.readline())

    def place(self) -> object:
        """Bring the panel forward and return what it says of the screen."""
        self.tell("focus")
        return self.hear()["here"]

    def finish(self) -> None:
        _, problems = self.process.communicate("quit\n", timeout=30)
        assert (self.process.returncode, problems) == (0, "")


@contextmanager
def running(desktop: Desktop, origin: str, kind: str) -> Iterator[Running]:
    made = Running(desktop, origin, kind)
    try:
        yield made
    finally:
        made.process.kill()
        made.process.communicate()


def accessibility_is_on(desktop: Desktop) -> bool:
    bus = open_dbus_connection(bus=desktop.env["DBUS_SESSION_BUS_ADDRESS"])
    try:
        status = DBusAddress("/org/a11y/bus", bus_name="org.a11y.Bus", interface="org.a11y.Status")
        return unwrap_msg(bus.send_and_get_reply(Properties(status).get("IsEnabled")))[0][1]
    finally:
        bus.close()


def test_firefox_without_the_companion(tmp_path: Path) -> None:
    with (
        site() as app,
        Desktop(tmp_path) as desktop,
        running(desktop, app.origin, "accessibility") as it,
    ):
        browse(desktop, plain_firefox(tmp_path), tmp_path / "profile", app.origin + "/leave")
        assert it.hear() == {"here": "Current screen, probably: Leave · Linden", "docked": True}
        assert accessibility_is_on(desktop)
        it.tell("focus")
        assert it.hear() == {"here": "Current screen, probably: Leave · Linden", "docked": True}
        desktop.screenshot(tmp_path / "hints.png")
        it.finish()
        assert not accessibility_is_on(desktop)


def order(desktop: Desktop) -> list[str]:
    """The programs whose windows are shown, the uppermost first."""
    eyes = XDisplay(desktop.display)
    try:
        return [w.wm_class.rpartition(".")[2] for w in eyes.windows() if "trayer" not in w.wm_class]
    finally:
        eyes.close()


# Firefox notices that it is to tell its screen only when it is brought to the front: then it may cover the panel.
def test_a_firefox_that_ran_before(tmp_path: Path) -> None:
    with site() as app, Desktop(tmp_path) as desktop:
        browse(desktop, plain_firefox(tmp_path), tmp_path / "profile", app.origin + "/leave")
        wait_until(lambda: order(desktop) == ["firefox-esr"])
        with running(desktop, app.origin, "accessibility") as it:
            wait_until(lambda: order(desktop) == ["fescue", "firefox-esr"])
            wait_until(lambda: accessibility_is_on(desktop))
            eyes = XDisplay(desktop.display)
            (window,) = (w.id for w in eyes.windows() if "firefox" in w.wm_class)
            eyes.close()
            subprocess.run(
                ["xdotool", "windowactivate", "--sync", str(window)], env=desktop.env, check=True, timeout=20
            )
            assert it.hear() == {"here": "Current screen, probably: Leave · Linden", "docked": True}
            wait_until(lambda: order(desktop) == ["fescue", "firefox-esr"])
            it.finish()


def test_the_companion_goes_before(tmp_path: Path) -> None:
    with companion_stage(tmp_path) as stage:
        stage.probe.close()  # the app brings its own
        desktop, origin = stage.desktop, stage.app.origin
        install_host(HostPaths(tmp_path / "bin" / "fescue-companion-host", (firefox_place(tmp_path / "home"),)), ())
        browse(desktop, managed_firefox(tmp_path, stage.build), tmp_path / "profile", origin + "/leave")
        stage.app.await_path("/leave")
        with running(desktop, origin, "accessibility") as it:
            it.hear()
            # On a busy machine the companion may speak later than it is waited for.
            wait_until(lambda: it.place() == "Current screen: Leave · Linden")
            browse(
                desktop,
                tmp_path / "firefox" / "firefox-esr",
                tmp_path / "profile",
                "--private-window",
                origin + "/stock",
            )
            stage.app.await_path("/stock")
            stage.app.tell("document.title = 'Private'")
            assert it.place() == "Current screen: Leave · Linden"
            it.finish()


# g12: an app window that has no address field and tells nothing, since Chromium is not made to.
def test_an_app_window_by_its_title(tmp_path: Path) -> None:
    with site() as app, Desktop(tmp_path) as desktop, running(desktop, app.origin, "titles") as it:
        desktop.chromium(tmp_path / "profile", f"--app={app.origin}/leave")
        assert it.hear() == {"here": "Current screen, probably: Leave · Linden", "docked": True}
        it.finish()
        assert not accessibility_is_on(desktop)
