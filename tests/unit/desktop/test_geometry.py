"""Where the panel goes, and pixels of two kinds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlay.core.ports import Rect
from overlay.desktop.docking import docking_available
from overlay.desktop.geometry import (
    DockPlace,
    DockSide,
    best_monitor,
    dock,
    intersection,
    overlap,
    to_logical,
    to_physical,
)

WORK = Rect(0, 0, 1600, 972)


@pytest.mark.parametrize(
    ("browser", "expected", "side"),
    [
        (Rect(40, 40, 1000, 800), Rect(1048, 40, 420, 800), DockSide.RIGHT),
        (Rect(0, 0, 1172, 972), Rect(1180, 0, 420, 972), DockSide.RIGHT),
        (Rect(500, 100, 1000, 800), Rect(72, 100, 420, 800), DockSide.LEFT),
        (Rect(428, 0, 1172, 972), Rect(0, 0, 420, 972), DockSide.LEFT),
        (Rect(0, 0, 1600, 972), Rect(1180, 0, 420, 972), DockSide.OVER),
        # Neither side has room: only what is missing is covered, and the browser's own right edge stays free.
        (Rect(100, 0, 1400, 972), Rect(1180, 0, 420, 972), DockSide.OVER),
        (Rect(40, 40, 1240, 800), Rect(1180, 40, 420, 800), DockSide.OVER),
        (Rect(320, 40, 1240, 800), Rect(0, 40, 420, 800), DockSide.OVER),
        # Half off the screen: the panel stays on it.
        (Rect(1400, 700, 1000, 800), Rect(972, 700, 420, 272), DockSide.LEFT),
        (Rect(-900, -100, 1000, 400), Rect(108, 0, 420, 300), DockSide.RIGHT),
        (Rect(-900, 0, 600, 400), Rect(0, 0, 420, 400), DockSide.OVER),
        # Above the work area altogether: the whole height.
        (Rect(100, -900, 600, 400), Rect(708, 0, 420, 972), DockSide.RIGHT),
    ],
)
def test_docks_right_then_left_then_over(browser: Rect, expected: Rect, side: DockSide) -> None:
    assert dock(browser, WORK, 420, 8) == DockPlace(expected, side)


def test_docks_within_the_browsers_own_monitor() -> None:
    left, right = Rect(-1920, -200, 1920, 1080), Rect(0, 0, 1600, 1000)
    browser = Rect(-1900, -100, 1000, 800)
    monitor = best_monitor(browser, (right, left))
    assert monitor == left
    assert dock(browser, monitor, 420, 0) == DockPlace(Rect(-900, -100, 420, 800), DockSide.RIGHT)
    across = Rect(-800, 0, 1000, 800)
    assert dock(across, best_monitor(across, (right, left)), 420) == DockPlace(Rect(-1220, 0, 420, 800), DockSide.LEFT)
    assert best_monitor(Rect(5000, 0, 10, 10), (left, right)) == right


rects = st.builds(Rect, st.integers(-5000, 5000), st.integers(-5000, 5000), st.integers(1, 4000), st.integers(1, 4000))


@given(rects, rects, st.integers(1, 2000), st.integers(0, 40))
def test_the_panel_is_always_inside_the_work_area(browser: Rect, work: Rect, width: int, gap: int) -> None:
    place = dock(browser, work, width, gap)
    assert intersection(place.rect, work) == place.rect
    assert place.rect.height > 0
    if place.side is not DockSide.OVER:
        assert overlap(place.rect, browser) == 0
    # Nowhere else on that height would it cover less.
    ends = (
        Rect(x, place.rect.y, place.rect.width, place.rect.height)
        for x in (work.x, work.x + work.width - min(width, work.width))
    )
    assert overlap(place.rect, browser) <= min(overlap(end, browser) for end in ends)


# f03: logical and physical pixels.
@pytest.mark.parametrize(
    ("dpr", "logical"),
    [
        (1.25, Rect(1200, 60, 960, 1200)),
        (1.5, Rect(1000, 50, 800, 1000)),
        (1.75, Rect(857, 43, 686, 857)),
        (2, Rect(750, 38, 600, 750)),
        (1, Rect(1500, 75, 1200, 1500)),
    ],
)
def test_physical_to_logical(dpr: float, logical: Rect) -> None:
    physical = Rect(1500, 75, 1200, 1500)
    found = to_logical(physical, (0, 0), dpr)
    for value, wanted in zip(_numbers(found), _numbers(logical), strict=True):
        assert abs(value - wanted) <= 1
    assert (found.x, found.width) == (logical.x, logical.width)


def test_a_second_screen_uses_its_own_origin() -> None:
    # Physical: a 2x screen left of the main one, at negative coordinates.
    on_second = Rect(-3000, 200, 1000, 800)
    assert to_logical(on_second, (-3840, 0), 2) == Rect(-3420, 100, 500, 400)
    on_first = Rect(100, 200, 1000, 800)
    assert to_logical(on_first, (0, 0), 1.25) == Rect(80, 160, 800, 640)
    assert to_physical(Rect(-3420, 100, 500, 400), (-3840, 0), 2) == on_second


@given(rects, st.integers(-4000, 4000), st.integers(-4000, 4000), st.sampled_from([1, 1.25, 1.5, 1.75, 2, 2.25, 3]))
def test_a_point_maps_back(rect: Rect, x: int, y: int, dpr: float) -> None:
    there = to_logical(rect, (x, y), dpr)
    back = to_physical(there, (x, y), dpr)
    # A logical pixel is dpr physical ones wide, so that is as near as whole numbers come; on a grid point it is exact.
    assert abs(back.x - rect.x) <= dpr / 2 + 1
    assert abs(back.y - rect.y) <= dpr / 2 + 1
    assert to_logical(back, (x, y), dpr) == there


# f04: Wayland.
@pytest.mark.parametrize(
    ("environ", "platform", "available", "word"),
    [
        ({"DISPLAY": ":0"}, "linux", True, ""),
        ({"DISPLAY": ":0", "XDG_SESSION_TYPE": "x11"}, "linux", True, ""),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "linux", False, "Wayland"),
        ({"XDG_SESSION_TYPE": "wayland"}, "linux", False, "Wayland"),
        ({}, "linux", False, "no display"),
        ({}, "win32", False, "not available on this system"),
        ({}, "darwin", False, "not available on this system"),
    ],
)
def test_where_docking_works(environ: dict[str, str], platform: str, available: bool, word: str) -> None:
    status = docking_available(environ, platform)
    assert status.available is available
    assert word in status.reason
    assert bool(status.reason) is not available


def _numbers(rect: Rect) -> tuple[int, int, int, int]:
    return rect.x, rect.y, rect.width, rect.height
