"""Which part of a screenshot is shown: readable, with the zone in it, and pointing exactly where it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlay.core.manual import Box
from overlay.ui.blocks.close_up import CLOSE, TALLEST, WHOLE, view_of

BUTTON = Box(0.75, 0.11, 0.21, 0.16)


@pytest.mark.parametrize("room", [420, 526, 900])
def test_a_picture_that_can_be_read_is_shown_whole(room: int) -> None:
    view = view_of(678, 222, BUTTON, room)
    assert view.whole
    assert view.width == min(room, 678)
    assert view.inside(BUTTON) == BUTTON


def test_one_that_would_be_too_small_is_shown_close_up_around_the_zone() -> None:
    view = view_of(678, 222, BUTTON, 326)
    assert not view.whole
    assert view.width == 326
    assert view.height == round(222 * CLOSE)
    assert view.part.x + view.part.w == pytest.approx(1)
    inside = view.inside(BUTTON)
    assert inside.x + inside.w < 1
    # The button's left edge, in the app's pixels from the part's own left edge, at the scale shown.
    assert inside.x * view.width == pytest.approx((0.75 - view.part.x) * 678 * CLOSE, abs=1)


def test_without_a_zone_nothing_is_left_out() -> None:
    assert view_of(678, 222, None, 200).part == WHOLE


def test_a_zone_as_wide_as_the_picture_leaves_nothing_out() -> None:
    assert view_of(664, 381, Box(0.02, 0.67, 0.96, 0.29), 326).whole


@given(
    st.integers(1, 4000), st.integers(1, 4000), st.integers(1, 1200),
    st.floats(0, 0.95), st.floats(0, 0.95), st.floats(0.005, 1), st.floats(0.005, 1),
)  # fmt: skip
def test_the_zone_is_always_inside_and_nothing_is_distorted(
    width: int, height: int, room: int, x: float, y: float, w: float, h: float
) -> None:
    zone = Box(x, y, min(w, 1 - x), min(h, 1 - y))
    view = view_of(width, height, zone, room)
    inside = view.inside(zone)
    for start, length in ((inside.x, inside.w), (inside.y, inside.h)):
        assert start > -1e-6
        assert start + length < 1 + 1e-6
    assert view.width <= room
    part = view.part
    assert -1e-9 <= part.x <= part.x + part.w <= 1 + 1e-9
    assert -1e-9 <= part.y <= part.y + part.h <= 1 + 1e-9
    # As large across as down, but for what rounding to whole pixels makes of it.
    across, down = view.width / (part.w * width), view.height / (part.h * height)
    if min(view.width, view.height) > 1:
        assert abs(across - down) <= 1 / (part.w * width) + 1 / (part.h * height)
    assert view.height <= TALLEST
