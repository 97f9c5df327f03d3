"""Elements of an open page: found by role and accessible name, measured, and seen or not."""

import re
from typing import TYPE_CHECKING, cast

from overlay.capture.framing import Area
from overlay.capture.problems import ElementError, Trouble
from overlay.capture.shots import Target

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

# Which element is on top at the middle and near the corners of a box? Answers with the one that covers, or nothing.
# Web components are looked into: from outside, a shadow root's host seems to cover all that is in it.
_COVER = """(element) => {
  const holds = (outer, inner) => {
    let node = inner;
    while (node && node !== outer) node = node.assignedSlot || node.parentNode || node.host;
    return node === outer;
  };
  const top = (x, y) => {
    let hit = document.elementFromPoint(x, y);
    while (hit && hit.shadowRoot) {
      const inner = hit.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === hit || !hit.shadowRoot.contains(inner)) break;
      hit = inner;
    }
    return hit;
  };
  const box = element.getBoundingClientRect();
  for (const [fx, fy] of [[0.5, 0.5], [0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]]) {
    const hit = top(box.left + box.width * fx, box.top + box.height * fy);
    if (!hit) return "the edge of the window";
    const label = hit.closest("label");
    if (holds(element, hit) || holds(hit, element)) continue;
    if (label && label.control === element) continue;
    return hit.tagName.toLowerCase() + (hit.id ? "#" + hit.id : "") + [...hit.classList].map((c) => "." + c).join("");
  }
  return "";
}"""
# How many pixels of a box, to the right or down, are cut off by what it lies in (a list that is scrolled, say)?
_CUT = """(element) => new Promise((done) => new IntersectionObserver(([entry], observer) => {
  observer.disconnect();
  const all = entry.boundingClientRect, seen = entry.intersectionRect;
  done(Math.max(all.width - seen.width, all.height - seen.height));
}).observe(element))"""
# Can anything of it be seen? Boxes to tick and files to choose are often invisible, above a picture of themselves.
_SEEN = """(element) => element.matches("input, select") || element.checkVisibility({opacityProperty: true})"""
MOST_CUT = 2.0
"""CSS pixels of an element that may be cut off: borders and shadows of what it lies in."""


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
    """Refuse an element that something else lies on, that is cut off, or that lets all of what is below it through.

    Raises:
        ElementError: naming what is wrong.
    """
    element = only(page, target)
    if not element.evaluate(_SEEN):
        words = f"{target} is there, but wholly transparent. Add a step that shows it."
        raise ElementError(Trouble.HIDDEN, words, target)
    if float(element.evaluate(_CUT)) > MOST_CUT:
        words = f"{target} is cut off by what it lies in. Make it the principal zone, or leave it out."
        raise ElementError(Trouble.CLIPPED, words, target)
    cover = str(element.evaluate(_COVER))
    if cover:
        words = f"{target} is covered by {cover}. Close it, or scroll with a step that shows the element."
        raise ElementError(Trouble.COVERED, words, target)
