"""Elements of an open page: found by role and accessible name, measured, and seen or not."""

import re
from typing import TYPE_CHECKING, cast

from overlay.capture.framing import Area
from overlay.capture.problems import ElementError, Trouble
from overlay.capture.shots import Target

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

# Which element is on top at the middle and near the corners of a box? Answers with the one that covers, or nothing.
_COVER = """(element) => {
  const box = element.getBoundingClientRect();
  for (const [fx, fy] of [[0.5, 0.5], [0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]]) {
    const hit = document.elementFromPoint(box.left + box.width * fx, box.top + box.height * fy);
    if (!hit) return "the edge of the window";
    const label = hit.closest("label");
    if (hit === element || element.contains(hit) || hit.contains(element)) continue;
    if (label && label.control === element) continue;
    return hit.tagName.toLowerCase() + (hit.id ? "#" + hit.id : "") + [...hit.classList].map((c) => "." + c).join("");
  }
  return "";
}"""


def locate(page: "Page", target: Target, *, hidden: bool = False) -> "Locator":
    """Return a locator for a target; names match whole, letter for letter.

    Args:
        page: an open page.
        target: what to find.
        hidden: whether elements that nobody can perceive count too.
    """
    scope = locate(page, target.within, hidden=hidden) if target.within else page
    if target.pattern:
        found = scope.get_by_text(re.compile(target.pattern))
    elif target.text:
        found = scope.get_by_text(target.text, exact=True)
    else:
        name = re.compile("^" + re.escape(target.begins)) if target.begins else target.name or None
        exact = bool(target.name) or None
        # The roles were checked when the shot was read; Playwright types them as a closed list of literals.
        role = cast("object", target.role)
        found = scope.get_by_role(
            role,  # pyright: ignore[reportArgumentType]
            name=name,
            exact=exact,
            level=target.level,
            include_hidden=hidden or None,
        )
    return found.nth(target.nth) if target.nth is not None else found


def only(page: "Page", target: Target) -> "Locator":
    """Return the one visible element that a target means.

    Raises:
        ElementError: there is none, it is hidden, or there are several.
    """
    found = locate(page, target)
    count = found.count()
    if count > 1:
        words = f"{count} elements match {target}. Add 'within' or 'nth'."
        raise ElementError(Trouble.AMBIGUOUS, words, target)
    if count == 0:
        if locate(page, target, hidden=True).count():
            words = f"{target} is there, but hidden. Add a step that shows it."
            raise ElementError(Trouble.HIDDEN, words, target)
        words = f"{target} is not there. Was it renamed or removed?"
        raise ElementError(Trouble.MISSING, words, target)
    return found


def boxes_of(page: "Page", target: Target) -> list[Area]:
    """Return the boxes of every visible element that a target means, in CSS pixels of the window."""
    boxes = [one.bounding_box() for one in locate(page, target).all()]
    areas = (Area(box["x"], box["y"], box["width"], box["height"]) for box in boxes if box)
    return [area for area in areas if not area.empty]


def measure(page: "Page", target: Target) -> Area:
    """Return the box of a target, in CSS pixels of the window.

    Raises:
        ElementError: there is not one such element, or nothing of it can be seen.
    """
    box = only(page, target).bounding_box()
    if box is None:
        raise ElementError(Trouble.HIDDEN, f"{target} has no box: it is hidden.", target)
    area = Area(box["x"], box["y"], box["width"], box["height"])
    if area.empty:
        words = f"{target} has a box of {area.width:g} x {area.height:g} pixels: nobody could press it."
        raise ElementError(Trouble.EMPTY, words, target)
    return area


def check_uncovered(page: "Page", target: Target) -> None:
    """Refuse an element that something else lies on.

    Raises:
        ElementError: naming what covers it.
    """
    cover = str(only(page, target).evaluate(_COVER))
    if cover:
        words = f"{target} is covered by {cover}. Close it, or scroll with a step that shows the element."
        raise ElementError(Trouble.COVERED, words, target)
