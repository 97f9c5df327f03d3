"""The companion in a real Firefox, installed by policy: what it tells, what it keeps to itself, where windows are."""

import subprocess
from collections.abc import Callable, Iterator

import pytest

from overlay.core.ports import WindowState
from overlay.desktop.companion_install import HostPaths, install_host
from overlay.desktop.x11_display import XDisplay
from overlay.desktop.x11_tracker import X11Tracker
from tests.e2e.desktop.stage import Stage, companion_stage
from tests.e2e.firefox import browse, firefox_place, managed_firefox
from tests.e2e.rig import wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180)]
Browse = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with companion_stage(tmp_path_factory.mktemp("stage")) as stage:
        yield stage


@pytest.fixture(scope="module")
def firefox(stage: Stage) -> Browse:
    program = managed_firefox(stage.folder, stage.build)
    place = firefox_place(stage.folder / "home")
    install_host(HostPaths(stage.folder / "bin" / "fescue-companion-host", (place,)), ())

    def start(*words: str) -> "subprocess.Popen[bytes]":
        return browse(stage.desktop, program, stage.folder / "profile", *words)

    start(stage.app.origin + "/leave")
    stage.shows("/leave", "Leave")
    return start


@pytest.fixture
def tracker(stage: Stage) -> Iterator[X11Tracker]:
    tracker = X11Tracker(XDisplay(stage.desktop.display))
    yield tracker
    tracker.close()


def windows(stage: Stage) -> dict[str, int]:
    """The titles of Firefox's windows, without its name."""
    eyes = XDisplay(stage.desktop.display)
    try:
        return {w.title.rpartition(" — ")[0]: w.id for w in eyes.windows() if "firefox" in w.wm_class}
    finally:
        eyes.close()


def test_reports_the_screen_exactly_as_it_changes(stage: Stage, firefox: Browse) -> None:
    stage.shows("/leave", "Leave")
    assert stage.now
    assert stage.now.exact
    assert stage.probe.status().browsers == ("firefox",)
    stage.app.tell("history.pushState(0, '', '/stock?page=2&token=abc')")
    stage.shows("/stock")
    assert stage.now.query == (("page", "2"),)
    stage.app.tell("document.title = 'Stock room'")
    stage.shows("/stock", "Stock room")
    stage.app.tell("history.replaceState(0, '', '/items/7')")
    stage.shows("/items/[id]")
    stage.app.tell("location.hash = '#part'; history.pushState(0, '', '/expenses#part')")
    stage.shows("/expenses")


def test_another_site_is_none(stage: Stage, firefox: Browse) -> None:
    stage.app.tell(f"location = '{stage.other.origin}/bank?account=4711'")
    stage.other.await_path("/bank?account=4711")
    wait_until(lambda: stage.now is None, stage.probe)
    assert stage.probe.front is None
    stage.other.tell(f"location = '{stage.app.origin}/leave'")
    stage.shows("/leave")


# g02: what is typed into the address field is no screen until the page is there. In a new tab, since a page that loads
# takes the keyboard from the field.
def test_an_address_counts_once_it_is_opened_and_its_tab_gives_back(stage: Stage, firefox: Browse) -> None:
    stage.xdotool("key", "ctrl+t")
    wait_until(lambda: stage.now is None, stage.probe)
    before = len(stage.screens)
    stage.xdotool("type", "--delay", "20", stage.app.origin + "/stock")
    stage.probe.drain()
    assert stage.screens[before:] == []
    stage.xdotool("key", "Return")
    stage.shows("/stock", "Stock")
    stage.xdotool("key", "ctrl+w")
    stage.shows("/leave", "Leave")


def test_opens_in_the_tab_that_shows_the_app_even_from_behind_another(stage: Stage, firefox: Browse) -> None:
    before = stage.probe.front
    assert before
    stage.xdotool("key", "ctrl+t")
    wait_until(lambda: stage.now is None, stage.probe)
    stage.probe.open(f"{stage.app.origin}/expenses?new=expense&note=a+b%26c")
    stage.app.await_path("/expenses?new=expense&note=a%20b%26c")
    stage.shows("/expenses", "Expenses")
    assert stage.probe.front
    assert stage.probe.front.tab_id == before.tab_id
    stage.xdotool("key", "ctrl+Tab")
    wait_until(lambda: stage.now is None, stage.probe)
    stage.xdotool("key", "ctrl+Tab")
    stage.shows("/expenses")


def test_a_restarted_fescue_is_told_again(stage: Stage, firefox: Browse) -> None:
    stage.probe.close()
    stage.restart_probe()
    stage.shows("/expenses")


def test_its_window_is_followed_and_brought_back(stage: Stage, firefox: Browse, tracker: X11Tracker) -> None:
    wait_until(lambda: stage.probe.front and stage.probe.front.focused, stage.probe)
    assert stage.probe.front
    found = tracker.find(stage.probe.front)
    assert found
    assert found == windows(stage)["Expenses"]
    states: list[WindowState] = []
    tracker.follow(found, states.append)
    stage.xdotool("windowmove", str(found), "200", "120")
    wait_until(lambda: (states[-1].frame.x, states[-1].frame.y) == (200, 120), tracker)
    stage.xdotool("windowminimize", str(found))
    wait_until(lambda: states[-1].minimised, tracker)
    # The window manager knows before Firefox does, and Firefox does nothing for a window that it takes to have the focus.
    wait_until(lambda: stage.probe.front and not stage.probe.front.focused, stage.probe)
    stage.probe.open(stage.app.origin + "/leave")
    wait_until(lambda: not states[-1].minimised and states[-1].active, tracker, stage.probe)
    stage.shows("/leave")


# g03: a private window is never reported, and nothing is opened in it.
def test_a_private_window_is_no_screen(stage: Stage, firefox: Browse) -> None:
    before = len(stage.screens)
    firefox("--private-window", stage.app.origin + "/stock?private=1")
    stage.app.await_path("/stock?private=1")
    wait_until(lambda: "Stock — Mozilla Firefox" in windows(stage) or "Stock" in windows(stage), stage.probe)
    stage.probe.open(stage.app.origin + "/profile")
    stage.shows("/profile", "Profile")
    assert "/stock" not in {screen.route for screen in stage.screens[before:] if screen}
    stage.xdotool("windowclose", str(windows(stage)["Stock"]))


def test_two_windows_are_told_apart(stage: Stage, firefox: Browse, tracker: X11Tracker) -> None:
    stage.shows("/profile")
    firefox("--new-window", stage.app.origin + "/leave")
    stage.shows("/leave", "Leave")
    wait_until(lambda: {"Leave", "Profile"} <= set(windows(stage)), stage.probe)
    assert stage.probe.front
    assert tracker.find(stage.probe.front) == windows(stage)["Leave"]
    stage.xdotool("windowactivate", str(windows(stage)["Profile"]))
    stage.shows("/profile")
    assert tracker.find(stage.probe.front) == windows(stage)["Profile"]
    stage.probe.open(stage.app.origin + "/stock")
    stage.shows("/stock", "Stock")
    wait_until(lambda: {"Leave", "Stock"} == set(windows(stage)), stage.probe)


def test_nothing_of_it_stays_when_it_ends(stage: Stage, firefox: Browse) -> None:
    stage.xdotool("key", "ctrl+q")
    wait_until(lambda: stage.now is None and not stage.probe.status().browsers, stage.probe)
    assert stage.probe.front is None


def test_the_profile_was_not_told_of_the_old_place(stage: Stage, firefox: Browse) -> None:
    """A `.mozilla` that holds our manifest alone must not make Firefox look for its profiles there."""
    assert [path.name for path in (stage.folder / "home/.mozilla").iterdir()] == ["native-messaging-hosts"]
    assert firefox_place(stage.folder / "home").present
