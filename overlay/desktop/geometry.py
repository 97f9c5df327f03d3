"""Where the panel goes beside the browser: pure arithmetic on rectangles."""

from dataclasses import dataclass
from enum import Enum

from overlay.core.ports import Rect


class DockSide(Enum):
    """Where the panel stands."""

    RIGHT = "right of the browser"
    LEFT = "left of the browser"
    OVER = "over the browser's edge"


@dataclass(frozen=True, slots=True)
class DockPlace:
    """The panel's rectangle, and the side it took."""

    rect: Rect
    side: DockSide


def dock(browser: Rect, work: Rect, width: int, gap: int = 0) -> DockPlace:
    """Place a panel of a width beside the browser, inside the work area.

    It goes right if it fits there, else left. Where neither has room it covers as little of the browser as it can: it
    goes to the edge of the work area, on the side with more room, so that what it points at stays in sight. Its height
    is the browser's, as far as that is inside the work area. All in one unit of pixels.

    Args:
        browser: the browser's visible frame.
        work: the part of the browser's monitor that no panel of the desktop covers.
        width: the panel's width.
        gap: free pixels between browser and panel.
    """
    width = min(width, work.width)
    top = min(max(browser.y, work.y), work.y + work.height)
    bottom = max(min(browser.y + browser.height, work.y + work.height), work.y)
    if bottom <= top:
        top, bottom = work.y, work.y + work.height
    right = browser.x + browser.width + gap
    left = browser.x - gap - width
    if work.x <= right and right + width <= work.x + work.width:
        return DockPlace(Rect(right, top, width, bottom - top), DockSide.RIGHT)
    if work.x <= left and left + width <= work.x + work.width:
        return DockPlace(Rect(left, top, width, bottom - top), DockSide.LEFT)
    last = work.x + work.width - width
    places = [Rect(max(work.x, min(x, last)), top, width, bottom - top) for x in (right, left)]
    return DockPlace(min(places, key=lambda place: overlap(place, browser)), DockSide.OVER)


def to_logical(rect: Rect, screen_origin: tuple[int, int], dpr: float) -> Rect:
    """Turn physical pixels into a screen's logical ones.

    A screen's own origin is the same number in both; only the distance from it is divided.

    Args:
        rect: in physical pixels of the whole desktop.
        screen_origin: the top left corner of the screen the rectangle is on, in physical pixels.
        dpr: the screen's physical pixels per logical pixel.
    """
    return _scaled(rect, screen_origin, 1 / dpr)


def to_physical(rect: Rect, screen_origin: tuple[int, int], dpr: float) -> Rect:
    """Turn a screen's logical pixels back into physical ones; the inverse of `to_logical` to within rounding."""
    return _scaled(rect, screen_origin, dpr)


def overlap(one: Rect, other: Rect) -> int:
    """Return the area two rectangles share, in square pixels."""
    width = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    height = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return max(width, 0) * max(height, 0)


def intersection(one: Rect, other: Rect) -> Rect:
    """Return what two rectangles share; without area when they share nothing."""
    x, y = max(one.x, other.x), max(one.y, other.y)
    width = min(one.x + one.width, other.x + other.width) - x
    height = min(one.y + one.height, other.y + other.height) - y
    return Rect(x, y, max(width, 0), max(height, 0))


def best_monitor(window: Rect, monitors: tuple[Rect, ...]) -> Rect:
    """Return the monitor that shows most of a window, or the nearest one when none shows any.

    Raises:
        ValueError: there are no monitors.
    """
    return max(monitors, key=lambda monitor: (overlap(window, monitor), -_distance(window, monitor)))


def _scaled(rect: Rect, origin: tuple[int, int], factor: float) -> Rect:
    left, top = (rect.x - origin[0]) * factor, (rect.y - origin[1]) * factor
    # Edges are rounded, not sizes, so that two windows that touch still touch.
    x, y = round(left), round(top)
    width = round(left + rect.width * factor) - x
    height = round(top + rect.height * factor) - y
    return Rect(origin[0] + x, origin[1] + y, width, height)


def _distance(one: Rect, other: Rect) -> int:
    dx = (2 * one.x + one.width) - (2 * other.x + other.width)
    dy = (2 * one.y + one.height) - (2 * other.y + other.height)
    return dx * dx + dy * dy
