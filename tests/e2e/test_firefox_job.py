"""The main job beside Firefox: dock, answer for the screen in front, and go on in that tab."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from overlay.app.demo_server import DemoServer
from overlay.core.resources import bundled
from overlay.desktop.companion_build import build_companion
from overlay.desktop.companion_install import HostPaths, install_host
from overlay.desktop.paths import FescuePaths
from overlay.desktop.runtime import COMPANION_SOCKET
from overlay.desktop.x11_display import XDisplay, XWindow
from overlay.storage.turn_log import SqliteTurnLog
from tests.e2e.firefox import browse, firefox_place, managed_firefox
from tests.e2e.rig import Desktop
from tests.e2e.test_main_job import PanelDriver

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]


@pytest.fixture(scope="module")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    with Desktop(tmp_path_factory.mktemp("job")) as desktop:
        yield desktop


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fx")


@pytest.fixture(scope="module")
def paths(folder: Path) -> FescuePaths:
    return FescuePaths.under(folder / "fescue")


@pytest.fixture(scope="module")
def driver(desktop: Desktop, folder: Path, paths: FescuePaths) -> Iterator[PanelDriver]:
    with DemoServer() as server:
        address = server.address
        build = build_companion(bundled("resources"), [address.origin], folder / "companion")
        place = firefox_place(Path(desktop.env["HOME"]))
        install_host(HostPaths(folder / "companion-host", (place,), paths.runtime / COMPANION_SOCKET), ())
        url = f"{address.sign_in['mara.lind']}?next=/leave"
        program = managed_firefox(folder, build)
        driver = PanelDriver(desktop, address.origin, address.tokens["mara.lind"], folder / "fescue")
        browse(desktop, program, folder / "profile", "--width", "1000", "--height", "800", url)
        yield driver
        driver.end()


def firefox_window(desktop: Desktop) -> XWindow:
    eyes = XDisplay(desktop.display)
    try:
        return next(w for w in eyes.windows() if "firefox" in w.wm_class)
    finally:
        eyes.close()


def test_1_docks_beside_firefox_without_taking_the_keyboard(desktop: Desktop, driver: PanelDriver) -> None:
    driver.tell("screen")
    facts = driver.until(lambda f: f["docked"])
    frame = firefox_window(desktop).frame
    assert facts["frame"][0] == frame.x + frame.width
    assert (facts["frame"][1], facts["frame"][3]) == (frame.y, frame.height)
    assert not facts["focus"], "docking must not take the keyboard away"


def test_2_answers_for_the_screen_in_front(driver: PanelDriver, paths: FescuePaths) -> None:
    facts = driver.tell("ask How do I submit an expense?")
    assert facts["text"][0] == "1. Open Expenses (People › Expenses)."
    assert facts["pictures"]
    log = SqliteTurnLog(paths.data / "turns.db", print)
    (thread,) = log.threads("mara.lind")
    (turn,) = log.turns("mara.lind", thread.id)
    assert turn.request.screen.screen_id == "leave"


def test_3_a_link_goes_on_in_that_tab(desktop: Desktop, driver: PanelDriver) -> None:
    before = firefox_window(desktop)
    assert before.title.startswith("Leave")
    driver.tell("link Expenses")
    driver.until(lambda f: firefox_window(desktop).title.startswith("Expenses"))
    assert firefox_window(desktop).id == before.id
    facts = driver.tell("facts")
    assert facts["visible"]
    assert facts["notice"] == ""


def test_4_the_panel_follows_the_window(desktop: Desktop, driver: PanelDriver) -> None:
    window = firefox_window(desktop)
    subprocess.run(["xdotool", "windowmove", str(window.id), "150", "100"], env=desktop.env, check=True, timeout=20)
    facts = driver.until(lambda f: f["frame"][1] == firefox_window(desktop).frame.y == 100)
    frame = firefox_window(desktop).frame
    assert facts["frame"][0] == frame.x + frame.width


# Minimised along with a browser that then ends, the panel had nothing left that would bring it back.
def test_5_the_tray_brings_it_back_when_the_browser_is_gone(desktop: Desktop, driver: PanelDriver) -> None:
    window = firefox_window(desktop)
    subprocess.run(["xdotool", "windowminimize", str(window.id)], env=desktop.env, check=True, timeout=20)
    driver.until(lambda f: f["minimised"])
    subprocess.run(["xdotool", "windowclose", str(window.id)], env=desktop.env, check=True, timeout=20)
    driver.until(lambda f: not f["docked"])
    driver.tell("open")
    driver.until(lambda f: f["visible"] and not f["minimised"])


def test_6_quitting_is_clean(driver: PanelDriver) -> None:
    assert driver.quit() == (0, "")
