"""Where pictures are cut, and that a zone never leaves its picture."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlay.capture.framing import LEAST_HEIGHT, LEAST_WIDTH, Area, around, fractions, frame
from overlay.capture.shots import Padding

PAGE = Area(0, 0, 880, 3000)


def padding(all_sides: int) -> Padding:
    return Padding(all_sides, all_sides, all_sides, all_sides)


def test_the_frame_has_room_around_its_content_on_whole_pixels() -> None:
    assert frame(Area(100.4, 200.6, 500, 300), padding(16), PAGE) == Area(84, 184, 533, 333)


def test_a_small_content_gets_room_on_both_sides() -> None:
    assert frame(Area(400, 500, 80, 36), padding(0), PAGE) == Area(260, 470, LEAST_WIDTH, LEAST_HEIGHT)


@pytest.mark.parametrize(("x", "left"), [(0, 0), (840, 880 - LEAST_WIDTH)])
def test_the_frame_stays_on_the_page(x: int, left: int) -> None:
    assert frame(Area(x, 500, 40, 36), padding(16), PAGE).x == left


def test_around_holds_all() -> None:
    assert around([Area(10, 20, 30, 40), Area(50, 10, 10, 10)]) == Area(10, 10, 50, 50)


@pytest.mark.parametrize(
    "area", [Area(0, 0, 0, 10), Area(0, 0, 10, 0), Area(math.nan, 0, 1, 1), Area(0, 0, math.nan, 1)]
)
def test_nothing_to_see_is_empty(area: Area) -> None:  # e03
    assert area.empty


@pytest.mark.parametrize(
    "zone", [Area(-50, 100, 200, 100), Area(950, 900, 200, 200), Area(200, 200, 900, 100)]
)  # e09: the first three, in pixels of a picture of 1000 x 1000
def test_what_reaches_outside_is_not_held_and_would_be_cut_to_the_picture(zone: Area) -> None:
    picture = Area(0, 0, 1000, 1000)
    assert not picture.holds(zone)
    box = fractions(zone, picture)
    assert box.valid
    assert 0 <= box.x + box.w / 2 <= 1
    assert 0 <= box.y + box.h / 2 <= 1


numbers = st.floats(-50, 900, allow_nan=False)
sizes = st.floats(1, 400)


@given(x=numbers, y=numbers, width=sizes, height=sizes)
def test_fractions_of_what_is_held_are_valid_and_have_four_digits(
    x: float, y: float, width: float, height: float
) -> None:
    zone = Area(x, y, width, height)
    picture = frame(zone, padding(8), Area(-100, -100, 2000, 2000))
    assert picture.holds(zone)
    box = fractions(zone, picture)
    assert box.valid
    for number in (box.x, box.y, box.w, box.h):
        assert round(number, 4) == number
    assert abs(box.x * picture.width + picture.x - x) < 0.1
    assert abs(box.w * picture.width - width) < 0.2
