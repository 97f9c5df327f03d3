"""The companion in a real Chromium: extension, native host, socket, probe."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from overlay.core.errors import OutsideError
from overlay.core.ports import Rect, WindowState
from overlay.desktop.x11_display import XDisplay
from overlay.desktop.x11_tracker import X11Tracker
from tests.e2e.desktop.stage import Stage, companion_stage
from tests.e2e.rig import wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180)]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with companion_stage(tmp_path_factory.mktemp("stage")) as stage:
        stage.browse(stage.app.origin + "/leave")
        yield stage


def test_reports_the_screen_exactly_as_it_changes(stage: Stage) -> None:
    stage.shows("/leave", "Leave")
    assert stage.now
    assert stage.now.exact
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
    stage.shows(None)
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
    stage.shows("/leave")
    before = stage.probe.front
    stage.probe.open(f"{stage.app.origin}/expenses?new=expense&note=a+b%26c")
    stage.app.await_path("/expenses?new=expense&note=a%20b%26c")
    stage.shows("/expenses", "Expenses")
    after = stage.probe.front
    assert before
    assert after
    assert (before.window_id, before.tab_id) == (after.window_id, after.tab_id)


def test_refuses_another_site(stage: Stage) -> None:
    with pytest.raises(OutsideError, match="not an address of Linden"):
        stage.probe.open(stage.other.origin + "/leave")


def test_a_second_tab_takes_over_and_gives_back(stage: Stage) -> None:
    stage.shows("/expenses")
    first = stage.probe.front
    stage.app.tell(f"window.second = open('{stage.other.origin}/elsewhere')")
    stage.other.await_path("/elsewhere")
    wait_until(lambda: stage.now is None, stage.probe)
    # The app's tab is behind now; opening brings it to the front, and no third tab appears.
    stage.probe.open(stage.app.origin + "/profile")
    stage.shows("/profile", "Profile")
    assert first
    assert stage.probe.front
    assert stage.probe.front.tab_id == first.tab_id


def test_the_host_finds_the_app_again(stage: Stage) -> None:
    stage.shows("/profile")
    stage.probe.close()
    stage.restart_probe()
    assert stage.now is None
    stage.shows("/profile")
    stage.app.tell("history.pushState(0, '', '/leave')")
    stage.shows("/leave")


def test_follows_the_browser_window(stage: Stage) -> None:
    wait_until(lambda: stage.probe.front and stage.probe.front.focused, stage.probe)
    front = stage.probe.front
    assert front
    assert front.pid
    tracker = X11Tracker(XDisplay(stage.desktop.display))
    states: list[WindowState] = []
    found = tracker.find(front)
    assert found
    assert next(w for w in tracker._display.windows() if w.id == found).pid == front.pid
    tracker.follow(found, states.append)
    assert states == [WindowState(found, front.bounds, active=True)]
    stage.xdotool("windowmove", str(found), "200", "120")
    wait_until(lambda: (states[-1].frame.x, states[-1].frame.y) == (200, 120), tracker)
    stage.xdotool("windowsize", str(found), "800", "600")
    wait_until(lambda: states[-1].frame == Rect(200, 120, 800, 600), tracker)
    other = stage.desktop.run(["xmessage", "-geometry", "+1100+100", "another window"])
    wait_until(lambda: not states[-1].active, tracker)
    stage.desktop.end(other)
    wait_until(lambda: states[-1].active, tracker)
    stage.xdotool("windowminimize", str(found))
    wait_until(lambda: states[-1].minimised, tracker)
    stage.probe.open(stage.app.origin + "/stock")
    wait_until(lambda: not states[-1].minimised and states[-1].active, tracker, stage.probe)
    assert states[-1].frame == Rect(200, 120, 800, 600)
    stage.shows("/stock")
    stage.xdotool("key", "ctrl+shift+w")
    wait_until(lambda: states[-1].closed, tracker)
    wait_until(lambda: stage.now is None, stage.probe)
    assert all(one != next_one for one, next_one in pairwise(states))
    tracker.close()


def test_work_area_spares_the_tray(stage: Stage) -> None:
    display = XDisplay(stage.desktop.display)
    assert display.monitors() == (Rect(0, 0, 1600, 1000),)
    area = display.work_area(Rect(100, 100, 500, 500))
    display.close()
    assert area == Rect(0, 0, 1600, 972)
