"""Where the picture is cut and where its zones lie in it: plain geometry in CSS pixels."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from overlay.capture.shots import Padding
from overlay.core.manual import Box

LEAST_WIDTH, LEAST_HEIGHT = 360, 96
"""A picture is never smaller than this: a button alone says nothing about where it is."""
MOST_WIDTH, MOST_HEIGHT = 960, 1200
"""A picture is never larger: nobody could read it in a narrow panel. (WebP itself ends at 16,383 pixels a side.)"""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle in CSS pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The bottom edge."""
        return self.y + self.height

    @property
    def empty(self) -> bool:
        """Whether nothing of it could be seen (a side that is not a number counts as none)."""
        return not (self.width > 0 and self.height > 0 and all(map(math.isfinite, (self.x, self.y))))

    def moved(self, x: float, y: float) -> "Area":
        """Return it moved."""
        return Area(self.x + x, self.y + y, self.width, self.height)

    def holds(self, other: "Area", tolerance: float = 0.5) -> bool:
        """Say whether another area lies inside, give or take half a pixel."""
        return (
            other.x >= self.x - tolerance
            and other.y >= self.y - tolerance
            and other.right <= self.right + tolerance
            and other.bottom <= self.bottom + tolerance
        )


def around(areas: Iterable[Area]) -> Area:
    """Return the smallest area that holds all of them (at least one is given)."""
    listed = list(areas)
    left, top = min(a.x for a in listed), min(a.y for a in listed)
    return Area(left, top, max(a.right for a in listed) - left, max(a.bottom for a in listed) - top)


def frame(content: Area, padding: Padding, page: Area) -> Area:
    """Return what to cut out of a page: the content with room around it, on whole pixels.

    Too small a content gets more room, evenly on both sides where the page has it; the frame never leaves the page.
    """
    x, width = _span(content.x - padding.left, content.right + padding.right, LEAST_WIDTH, page.x, page.right)
    y, height = _span(content.y - padding.top, content.bottom + padding.bottom, LEAST_HEIGHT, page.y, page.bottom)
    return Area(x, y, width, height)


def _span(start: float, end: float, least: float, low: float, high: float) -> tuple[float, float]:
    missing = max(0.0, least - (end - start))
    start, end = start - missing / 2, end + missing / 2
    if start < low:
        start, end = low, end + (low - start)
    if end > high:
        start, end = max(low, start - (end - high)), high
    first, last = math.floor(start), math.ceil(end)
    return float(first), float(last - first)


def fractions(zone: Area, picture: Area) -> Box:
    """Return a zone as fractions of a picture, rounded to four digits and never outside it.

    Half a pixel that a border lies outside is cut off; whoever calls has refused zones that are really clipped.
    """
    left = min(max((zone.x - picture.x) / picture.width, 0.0), 1.0)
    top = min(max((zone.y - picture.y) / picture.height, 0.0), 1.0)
    right = min(max((zone.right - picture.x) / picture.width, 0.0), 1.0)
    bottom = min(max((zone.bottom - picture.y) / picture.height, 0.0), 1.0)
    x, y = round(left, 4), round(top, 4)
    return Box(x, y, round(min(right - left, 1 - x), 4), round(min(bottom - top, 1 - y), 4))
