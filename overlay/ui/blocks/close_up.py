"""Which part of a screenshot an answer shows: all of it, or, where that would be too small to read, a close-up.

A close-up is as wide as the answer and stands around the zone that is pointed at. Enlarged, a picture is always whole.
"""

from dataclasses import dataclass

from overlay.core.manual import Box

SMALL = 0.56
"""Shown smaller than this, the app's text cannot be read any more, and a close-up is shown instead."""
CLOSE = 0.7
"""How large a close-up shows the app, at most: 1 is its own size."""
NEAR = 20
"""The app's pixels that are shown around a zone at least."""
TALLEST = 460
"""The most a whole picture takes of an answer's height, in pixels."""
CLOSE_TALLEST = 260
"""The most a close-up takes."""
WHOLE = Box(0, 0, 1, 1)


@dataclass(frozen=True, slots=True)
class View:
    """What is shown of a picture, and how large."""

    part: Box
    """In fractions of the whole picture."""
    width: int
    """Pixels on the screen."""
    height: int

    @property
    def whole(self) -> bool:
        """Whether nothing is left out."""
        return self.part == WHOLE

    def inside(self, zone: Box) -> Box:
        """Return a zone of the whole picture in fractions of what is shown."""
        part = self.part
        return Box((zone.x - part.x) / part.w, (zone.y - part.y) / part.h, zone.w / part.w, zone.h / part.h)


def view_of(width: int, height: int, zone: Box | None, room: int) -> View:
    """Decide what to show.

    Args:
        width: the picture's, in the app's pixels.
        height: likewise.
        zone: what is pointed at; None shows the whole picture.
        room: the width there is, in pixels on the screen.
    """
    wide, high, room = max(1, width), max(1, height), max(1, room)
    scale = min(room / wide, TALLEST / high, 1.0)
    whole = View(WHOLE, max(1, round(wide * scale)), max(1, round(high * scale)))
    if zone is None or scale >= SMALL:
        return whole
    part_wide = max(room / CLOSE, zone.w * wide + 2 * NEAR)
    if part_wide >= wide * 0.95:
        return whole
    close = room / part_wide
    part_high = min(high, max(CLOSE_TALLEST / close, zone.h * high + 2 * NEAR))
    if part_high * close > TALLEST:
        return whole
    x = _begin(zone.x * wide, zone.w * wide, part_wide, wide)
    y = _begin(zone.y * high, zone.h * high, part_high, high)
    part = Box(x / wide, y / high, part_wide / wide, part_high / high)
    return View(part, max(1, round(part_wide * close)), max(1, round(part_high * close)))


def _begin(start: float, length: float, part: float, whole: float) -> float:
    """Return where a part begins so that a stretch is in its middle, as far as the picture reaches."""
    return min(max(0.0, start + length / 2 - part / 2), whole - part)
