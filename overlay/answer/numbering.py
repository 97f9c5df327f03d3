"""What carries over from one block to the next: step numbers, the screenshots shown so far."""

from dataclasses import dataclass, field

from overlay.answer.document import Picture
from overlay.answer.markers import PictureMarker
from overlay.answer.policy import MAX_PICTURES, AnswerPolicy

Place = tuple[int, int]
"""A depth: lists around, block quotes around."""


@dataclass(slots=True)
class Progress:
    """How far an answer has come. Copied for each frame; only final blocks move it on for good."""

    next_number: dict[Place, int | None] = field(default_factory=dict[Place, int | None])
    """By depth, while nothing but screenshots and code came after a list there: the next number (None: bullets)."""
    last_number: dict[Place, int] = field(default_factory=dict[Place, int])
    """The same of the last numbered list there: bullets that a model did not indent stand between its steps."""
    inside_list: bool = False
    """Whether the text that is left begins with another item of a list that has begun before."""
    shown: tuple[tuple[str, str], ...] = ()
    """The screenshots shown, each with the zone it points at."""
    lead: str = ""
    """Source that stands before the next block: blank lines."""

    def copy(self) -> "Progress":
        """Return an independent copy."""
        return Progress(dict(self.next_number), dict(self.last_number), self.inside_list, self.shown, self.lead)

    def begin_list(self, place: Place, start: int | None) -> int | None:
        """Return a list's first number (None for bullets): CommonMark's, or the next of the list it continues."""
        following = self.last_number.get(place)
        carried_on = self.inside_list or start == 1
        self.inside_list = False
        if start is None:
            return None
        return following if following is not None and carried_on else start

    def leave(self, place: Place) -> None:
        """Note that something else than a list stands at a depth: numbers there and deeper begin anew."""
        for deeper in [p for p in self.next_number if p[0] + p[1] >= sum(place)]:
            del self.next_number[deeper]
            self.last_number.pop(deeper, None)

    def begin_item(self, place: Place, number: int | None) -> None:
        """Note an item: lists inside the one before are over."""
        self.leave((place[0] + 1, place[1]))
        self.next_number[place] = None if number is None else number + 1
        if number is not None:
            self.last_number[place] = number + 1

    def picture(self, wanted: PictureMarker, policy: AnswerPolicy, place: Place) -> Picture | None:
        """Return the screenshot a marker asks for, or None when it may not or need not be shown."""
        screenshot = policy.screenshot(wanted.screenshot)
        if screenshot is None or len(self.shown) >= MAX_PICTURES:
            return None
        zone = screenshot.zone(wanted.zone)
        if zone and not zone.box.valid:
            zone = None
        key = (screenshot.id, zone.key if zone else "")
        if key in self.shown:
            return None
        self.shown += (key,)
        return Picture(screenshot, zone, *place)
