"""The first pictures of a section's screens: an overview of each, with zones for its main buttons."""

from collections.abc import Callable, Sequence

from overlay.authoring.addresses import slug
from overlay.authoring.draft import DraftScreen, DraftSection, DraftShot, DraftZone
from overlay.core.manual import ZoneKind
from overlay.core.site import SeenControl, Spot

MOST_ZONES = 4
TALLEST = 1000.0
"""CSS pixels from the upper edge of the first thing shown to the lower edge of the last."""
ROOM, LEAST_WIDTH, LEAST_HEIGHT = 16.0, 360.0, 96.0
"""Around what a picture is cropped to, and the least that a picture shows; CSS pixels, as capture has them."""
_PRESSED = ("button", "link", "tab", "menuitem")
_FILLED = ("textbox", "searchbox", "combobox", "spinbutton")


def main_controls(screen: DraftScreen, allowed: Callable[[str], bool]) -> list[SeenControl]:
    """Return what people mainly press on a screen, as it stands there: buttons, and links that lead on from it."""
    below = screen.page.landed.rstrip("/") + "/"
    return [
        c
        for c in screen.page.controls
        if (c.role in ("button", "menuitem") or (c.role == "link" and c.path.startswith(below) and c.path != below))
        and _shown(c, allowed)
    ]


def shots_of(
    section: DraftSection, redact: Sequence[tuple[str, str]], allowed: Callable[[str], bool]
) -> tuple[DraftShot, ...]:
    """Propose a shot for each screen of a section that has something to point at."""
    found = (_shot(screen, section.id, redact, allowed) for screen in section.screens)
    return tuple(shot for shot in found if shot)


def _shot(
    screen: DraftScreen, section: str, redact: Sequence[tuple[str, str]], allowed: Callable[[str], bool]
) -> DraftShot | None:
    heading = _heading(screen)
    zones = _zones(screen, heading, allowed)
    if not zones:
        return None
    named = ", ".join(zone.control.name for zone in zones)
    picture = _frame([heading, *(zone.control for zone in zones)] if heading else [zone.control for zone in zones])
    there = [(role, name) for role, name in redact if _shows(screen, role, name, picture)]
    return DraftShot(
        f"{screen.id}-overview",
        screen,
        section,
        tuple(zones),
        # What leads on (a link "New item") is what most people look for, rather than a search.
        next((zone.key for zone in zones if zone.control.role == "link"), zones[0].key),
        heading,
        f"The screen {screen.title}, with {named}.",
        f"Someone opens {screen.title}.",
        tuple(there) if redact else None,
    )


def _heading(screen: DraftScreen) -> SeenControl | None:
    # The heading of one item is its name: it would stand in the shots file, and be another one tomorrow.
    if screen.is_item:
        return None
    tops = (c for c in screen.page.controls if c.role == "heading" and c.inside and c.only and c.spot)
    return next(tops, None)


def _zones(screen: DraftScreen, heading: SeenControl | None, allowed: Callable[[str], bool]) -> list[DraftZone]:
    buttons = main_controls(screen, allowed)
    fields = [c for c in screen.page.controls if c.role in _FILLED and _shown(c, allowed)]
    other = [c for c in screen.page.controls if c.role in ("link", "tab") and _shown(c, allowed)]
    candidates = buttons or fields or other or ([heading] if heading and allowed(heading.name) else [])
    top, bottom = _span(heading)
    zones: list[DraftZone] = []
    for control in candidates:
        assert control.spot is not None
        high, low = min(top, control.spot.y), max(bottom, control.spot.bottom)
        if low - high > TALLEST or len(zones) == MOST_ZONES:
            continue
        top, bottom = high, low
        zones.append(DraftZone(_key(control, zones), control, _kind(control)))
    return zones


def _shown(control: SeenControl, allowed: Callable[[str], bool]) -> bool:
    return (
        control.inside
        and control.only
        and not control.repeated
        and control.spot is not None
        and control.spot.y >= 0
        and allowed(control.name)
    )


def _span(heading: SeenControl | None) -> tuple[float, float]:
    return (heading.spot.y, heading.spot.bottom) if heading and heading.spot else (float("inf"), float("-inf"))


def _key(control: SeenControl, zones: Sequence[DraftZone]) -> str:
    base, given = slug(control.name) or control.role, {zone.key for zone in zones}
    return next(key for key in (base, *(f"{base}-{n}" for n in range(2, MOST_ZONES + 2))) if key not in given)


def _kind(control: SeenControl) -> ZoneKind:
    if control.role in _PRESSED:
        return ZoneKind.CLICK
    return ZoneKind.EDIT if control.role in _FILLED else ZoneKind.GROUP


def _shows(screen: DraftScreen, role: str, name: str, picture: Spot) -> bool:
    """Say whether a picture shows something that is to be painted over: a shot names only that."""
    spots = [element.spot for element in screen.page.elements if element.fits(role, name) and element.spot]
    return any(
        spot.x < picture.right and spot.right > picture.x and spot.y < picture.bottom and spot.bottom > picture.y
        for spot in spots
    )


def _frame(controls: Sequence[SeenControl]) -> Spot:
    """Return what the picture of some controls will show: room around them, and no less than a picture's least size."""
    spots = [control.spot for control in controls if control.spot]
    left, right = min(s.x for s in spots) - ROOM, max(s.right for s in spots) + ROOM
    top, bottom = min(s.y for s in spots) - ROOM, max(s.bottom for s in spots) + ROOM
    left -= max(0.0, LEAST_WIDTH - (right - left)) / 2
    top -= max(0.0, LEAST_HEIGHT - (bottom - top)) / 2
    left, top = max(0.0, left), max(0.0, top)
    return Spot(left, top, max(right - left, LEAST_WIDTH), max(bottom - top, LEAST_HEIGHT))
