"""Several windows, several browsers, private windows, and no window at all."""

import re
import select
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from overlay.core.ports import Rect, WindowState
from overlay.desktop.x11_display import XDisplay
from overlay.desktop.x11_tracker import X11Tracker
from tests.e2e.desktop.stage import Stage, companion_stage
from tests.e2e.rig import DEADLINE, wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180)]


@pytest.fixture(params=["openbox", "xfwm4"])
def stage(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Stage]:
    with companion_stage(tmp_path, request.param) as stage:
        yield stage


# g03: a private window is never reported, and nothing is opened in it.
def test_a_private_window_is_no_screen(stage: Stage) -> None:
    stage.browse(stage.app.origin + "/leave")
    stage.shows("/leave")
    stage.app.await_path("/leave")
    stage.browse(stage.app.origin + "/stock?private=1", flags=("--incognito",))
    stage.app.await_path("/stock?private=1")
    stage.probe.open(stage.app.origin + "/profile")
    stage.shows("/profile")
    assert [screen.route for screen in stage.screens if screen and screen.route == "/stock"] == []


def test_two_windows_of_one_browser_are_told_apart(stage: Stage) -> None:
    stage.browse(stage.app.origin + "/leave")
    stage.shows("/leave", "Leave")
    stage.app.tell(f"open('{stage.app.origin}/stock', 'two', 'popup,width=500,height=400,left=1000,top=300')")
    stage.shows("/stock", "Stock")
    second = stage.probe.front
    assert second
    tracker = X11Tracker(XDisplay(stage.desktop.display))
    eyes = XDisplay(stage.desktop.display)

    def titles() -> dict[str, int]:
        return {window.title.split(" - ")[0].split(": ")[0]: window.id for window in eyes.windows()}

    wait_until(lambda: {"Stock", "Leave"} <= set(titles()), stage.probe)
    small, big = titles()["Stock"], titles()["Leave"]
    assert tracker.find(second) == small
    stage.probe.open(stage.app.origin + "/expenses")
    stage.shows("/expenses", "Expenses")
    assert stage.probe.front
    assert stage.probe.front.window_id == second.window_id
    # The first window comes to the front again: another screen, another window, the same process.
    stage.xdotool("windowactivate", str(big))
    stage.shows("/leave")
    first = stage.probe.front
    assert first
    assert first.pid == second.pid
    assert tracker.find(first) == big != small
    # And what is opened goes to the tab that was in front last.
    stage.probe.open(stage.app.origin + "/profile")
    stage.shows("/profile", "Profile")
    assert stage.probe.front
    assert stage.probe.front.window_id == first.window_id
    eyes.close()
    tracker.close()


def test_two_browsers_at_once(stage: Stage) -> None:
    stage.browse(stage.app.origin + "/leave", "one")
    stage.shows("/leave")
    first = stage.probe.front
    other = stage.browse(stage.app.origin + "/stock", "two")
    stage.shows("/stock")
    second = stage.probe.front
    assert first
    assert second
    assert first.pid != second.pid
    assert stage.probe.status().browsers == ("chromium", "chromium")
    stage.desktop.end(other)
    stage.shows("/leave")


def test_opens_a_new_tab_where_no_tab_shows_the_app(stage: Stage) -> None:
    stage.browse(stage.other.origin + "/elsewhere")
    stage.other.await_path("/elsewhere")
    wait_until(lambda: stage.probe.status().browsers, stage.probe)
    assert stage.now is None
    stage.probe.open(stage.app.origin + "/expenses")
    stage.shows("/expenses", "Expenses")
    # The tab of the other site was not taken.
    assert stage.other.seen.empty()


def test_follows_a_window_with_the_window_managers_frame(stage: Stage) -> None:
    with_frame = stage.desktop.run(["xmessage", "-geometry", "300x200+500+300", "-title", "framed", "hello"])
    tracker = X11Tracker(XDisplay(stage.desktop.display))
    eyes = XDisplay(stage.desktop.display)

    def framed() -> int:
        return next((w.id for w in eyes.windows() if w.title == "framed"), 0)

    wait_until(framed, tracker)
    window = framed()
    states: list[WindowState] = []
    tracker.follow(window, states.append)
    wait_until(lambda: eyes.numbers(window, "_NET_FRAME_EXTENTS"), tracker)
    assert eyes.numbers(window, "_NET_FRAME_EXTENTS")[2] > 5
    stage.xdotool("windowmove", "--sync", str(window), "640", "420")
    stage.xdotool("windowsize", "--sync", str(window), "320", "220")

    def resized() -> bool:
        left, right, top, bottom = eyes.numbers(window, "_NET_FRAME_EXTENTS")
        frame = states[-1].frame
        return (frame.width, frame.height) == (320 + left + right, 220 + top + bottom)

    wait_until(resized, tracker)
    wait_until(lambda: states[-1].frame == seen_by_xwininfo(stage, window), tracker)
    frame = states[-1].frame
    # A question asked between two drains swallows no event.
    stage.xdotool("windowmove", str(window), "700", "430")
    while states[-1].frame == frame:
        assert select.select([tracker], [], [], DEADLINE)[0]
        tracker.work_area(frame)
    frame = states[-1].frame
    wait_until(lambda: states[-1].frame == seen_by_xwininfo(stage, window), tracker)
    frame = states[-1].frame
    work = tracker.work_area(frame)
    assert work.height < 1000
    assert work.x == 0
    stage.desktop.end(with_frame)
    wait_until(lambda: states[-1].closed, tracker)
    assert states[-1].frame == frame
    assert tracker._state() == WindowState(window, frame, closed=True, active=False)
    assert isinstance(states[0].frame, Rect)
    eyes.close()
    tracker.close()


def seen_by_xwininfo(stage: Stage, window: int) -> Rect:
    """The window manager's frame around a window, as another program sees it."""

    def ask(*arguments: str) -> str:
        command = ["xwininfo", *arguments]
        return subprocess.run(command, env=stage.desktop.env, check=True, capture_output=True, text=True).stdout

    parent = re.search(r"Parent window id: (0x[0-9a-f]+)", ask("-tree", "-id", str(window)))
    assert parent
    text = ask("-id", parent[1])
    names = ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
    return Rect(*(int(found[1]) for name in names if (found := re.search(rf"{name}:\s+(-?\d+)", text))))
