"""Which pictures no longer show what the app shows: each difference by its kind, and where it is."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum
from itertools import product
from typing import TYPE_CHECKING

from overlay.capture.images import SCALE, Picture, upright
from overlay.capture.problems import ShotProblem, Trouble
from overlay.capture.runner import Run
from overlay.capture.shots import Shot
from overlay.capture.taking import Taken
from overlay.core.manual import Screenshot, Zone

if TYPE_CHECKING:
    from PIL.Image import Image

MOVED_PIXELS = 4.0
"""CSS pixels a zone may lie elsewhere: another build of the browser sets text a little differently."""
PALE = 40
"""How much a pixel may differ (of 255) before it counts: the edges of letters never match between builds."""
SAME_SIZE = 1
"""CSS pixels by which a picture may be larger or lie elsewhere: frames end on whole pixels, what they hold need not."""
LEAST_SHARE = 0.002
"""Share of the pixels that must differ before a picture does."""
ALIKE = 0.5
"""How much two labels have in common when one is likely the other's new name."""
SAME_PLACE = 6.0
"""CSS pixels by which what stands in a control's place may lie elsewhere: its words are longer or shorter."""


class Change(Enum):
    """What became of a picture."""

    MOVED = "zone moved"
    RENAMED = "label renamed"
    GONE = "gone"
    PICTURE = "picture differs"
    NEW = "not taken yet"
    BROKEN = "cannot be taken"


@dataclass(frozen=True, slots=True)
class Stale:
    """One difference between a picture and the app."""

    shot: str
    change: Change
    words: str
    zone: str = ""
    """Key of the zone, when it is about one."""

    def __str__(self) -> str:
        """Write it as one line."""
        place = f"{self.shot}#{self.zone}" if self.zone else self.shot
        return f"{place}: {self.change.value}: {self.words}"


def find_stale(run: Run, known: Iterable[Screenshot], pictures: Mapping[str, bytes]) -> list[Stale]:
    """Compare a run with the catalogue.

    Args:
        run: what the app shows now.
        known: the catalogue.
        pictures: the bytes of its images by screenshot id.

    Returns:
        Every difference, in order of the shots' ids.
    """
    entries = {entry.id: entry for entry in known}
    stale = [found for taken in run.taken for found in _compare(taken, entries.get(taken.shot.id), pictures)]
    stale += [_explain(problem, entries.get(problem.shot.id)) for problem in run.problems]
    return sorted(stale, key=lambda s: (s.shot, s.zone, s.change.value))


def _compare(taken: Taken, entry: Screenshot | None, pictures: Mapping[str, bytes]) -> Iterator[Stale]:
    shot = taken.shot.id
    if entry is None or shot not in pictures:
        yield Stale(shot, Change.NEW, "the catalogue has no picture of it.")
        return
    for key, zone in entry.zones.items():
        now = taken.zones.get(key)
        if now is None:
            yield Stale(shot, Change.GONE, f"the shot has no zone '{key}' any more.", key)
        elif now.label != zone.label:
            yield Stale(shot, Change.RENAMED, f"'{zone.label}' is now '{now.label}'.", key)
        elif (by := _distance(_edges(zone, entry), _edges(now, taken.picture))) > MOVED_PIXELS:
            yield Stale(shot, Change.MOVED, f"'{zone.label}' lies {by:.0f} pixels from where it was.", key)
    where = _difference(pictures[shot], taken.picture.data)
    if where:
        yield Stale(shot, Change.PICTURE, where)


def _edges(zone: Zone, picture: Screenshot | Picture) -> tuple[float, float, float, float]:
    """Return a zone's left, top, right and bottom in CSS pixels of its picture."""
    box, width, height = zone.box, picture.width, picture.height
    return box.x * width, box.y * height, (box.x + box.w) * width, (box.y + box.h) * height


def _distance(before: tuple[float, ...], now: tuple[float, ...]) -> float:
    """Return the most that an edge moved."""
    return max(abs(old - new) for old, new in zip(before, now, strict=True))


def _difference(before: bytes, now: bytes) -> str:
    """Say where two pictures differ; nothing when a person would not see it."""
    old, new = upright(before), upright(now)
    if max(abs(old.width - new.width), abs(old.height - new.height)) > SAME_SIZE * SCALE:
        was, now_is = (f"{image.width // SCALE} x {image.height // SCALE}" for image in (old, new))
        return f"it was {was} pixels and is {now_is}."
    # Most pictures match as they lie; only the others are pushed about, which takes some milliseconds each.
    share, box = found = _compared(old, new)
    if share >= LEAST_SHARE:
        share, box = min((_compared(one, other) for one, other in _pushed(old, new)), default=found)
    if share < LEAST_SHARE:
        return ""
    left, top, right, bottom = box
    return f"{share:.1%} of it, between ({left}, {top}) and ({right}, {bottom})."


def _pushed(old: "Image", new: "Image") -> Iterator[tuple["Image", "Image"]]:
    """Return what two pictures have in common when one lies up to a CSS pixel beside the other."""
    steps = range(-SAME_SIZE * SCALE, SAME_SIZE * SCALE + 1)
    for x, y in product(steps, steps):
        width = min(old.width - max(x, 0), new.width - max(-x, 0))
        height = min(old.height - max(y, 0), new.height - max(-y, 0))
        yield _cut(old, max(x, 0), max(y, 0), width, height), _cut(new, max(-x, 0), max(-y, 0), width, height)


def _cut(image: "Image", left: int, top: int, width: int, height: int) -> "Image":
    return image.crop((left, top, left + width, top + height))


def _compared(old: "Image", new: "Image") -> tuple[float, tuple[int, int, int, int]]:
    """Return the share of pixels that differ so that a person sees it, and the box they lie in."""
    from PIL import Image, ImageChops

    # Subtracting leaves 0 wherever the difference is too pale to count.
    width, height = min(old.width, new.width), min(old.height, new.height)
    one, other = (_cut(image, 0, 0, width, height).reduce(SCALE) for image in (old, new))
    change = ImageChops.difference(one, other).convert("L")
    change = ImageChops.subtract(change, Image.new("L", change.size, PALE))
    share = 1 - change.histogram()[0] / (change.width * change.height)
    return share, change.getbbox() or (0, 0, 0, 0)


def _explain(problem: ShotProblem, entry: Screenshot | None) -> Stale:
    shot, target = problem.shot, problem.target
    if problem.trouble not in (Trouble.MISSING, Trouble.HIDDEN) or target is None:
        return Stale(shot.id, Change.BROKEN, problem.words)
    name = target.name or target.begins or target.text
    zone = next((zone.key for zone in shot.zones if zone.target == target), "")
    new = _new_name(name, problem.others, shot) or (_in_its_place(problem, entry, zone) if entry else "")
    if new:
        words = f"'{name}' is probably '{new}' now. Rename it in {shot.file} and the manual."
        return Stale(shot.id, Change.RENAMED, words, zone)
    words = f"{target} is not there any more. Correct {shot.file} and the manual."
    return Stale(shot.id, Change.GONE, words, zone)


def _new_name(name: str, others: Iterable[str], shot: Shot) -> str:
    claimed = {zone.target.name for zone in shot.zones}
    likely = [(SequenceMatcher(None, name.casefold(), o.casefold()).ratio(), o) for o in others if o not in claimed]
    best = max(likely, default=(0.0, ""))
    return best[1] if best[0] >= ALIKE else ""


def _in_its_place(problem: ShotProblem, entry: Screenshot, key: str) -> str:
    """Return the name of what stands where a zone was, judged by the zones beside it that are still there."""
    before = entry.zones.get(key)
    for beside, area in problem.zones.items() if before else ():
        anchor = entry.zones.get(beside)
        if before is None or anchor is None:
            continue
        was, there = _edges(before, entry), _edges(anchor, entry)
        x, y = area.x - there[0], area.y - there[1]
        left, right, middle = was[0] + x, was[2] + x, (was[1] + was[3]) / 2 + y
        for name, other in problem.places:
            level = abs((other.y + other.bottom) / 2 - middle) <= SAME_PLACE
            if level and min(abs(other.x - left), abs(other.right - right)) <= SAME_PLACE:
                return name
    return ""
