"""The manual and its screenshots."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from overlay.core.person import Person
from overlay.core.routes import best_route, compile_route


class PartKind(Enum):
    """The parts a section is made of."""

    PURPOSE = "what it is for"
    WAY = "how to get there"
    PEOPLE = "who can use it"
    SCREEN = "what is on the screen"
    HOW_TO = "how to"
    PROBLEMS = "common problems"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a section that can answer a question by itself: a part, one procedure, one problem."""

    kind: PartKind
    heading: str
    text: str
    line: int
    """1-based line of its heading in the section's file."""


@dataclass(frozen=True, slots=True)
class Alias:
    """How people ask for a section in their own words; `passage` names the procedure or problem meant."""

    text: str
    passage: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the manual."""

    id: str
    title: str
    routes: tuple[str, ...]
    module: str
    summary: str
    body: str
    passages: tuple[Passage, ...] = ()
    actions: tuple[str, ...] = ()
    aliases: Mapping[str, tuple[Alias, ...]] = field(default_factory=dict[str, tuple[Alias, ...]])
    """By language: `en`, `de`, `es`."""
    file: str = ""
    body_line: int = 1
    """1-based line of the file where the body begins."""

    def passage(self, heading: str) -> Passage | None:
        """Find a passage by its heading, letter case aside."""
        return next((p for p in self.passages if p.heading.casefold() == heading.casefold()), None)

    def covers(self, path: str) -> bool:
        """Say whether one of the section's routes matches a path."""
        return any(compile_route(route).matches(path) for route in self.routes)


class ZoneKind(Enum):
    """What a person does with a zone of a screenshot."""

    CLICK = "c"
    EDIT = "e"
    GROUP = "g"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in fractions of a picture's width and height, from its top left corner."""

    x: float
    y: float
    w: float
    h: float

    @property
    def valid(self) -> bool:
        """Whether it has an area and lies inside the picture (NaN never does)."""
        return (
            self.w > 0
            and self.h > 0
            and self.x >= 0
            and self.y >= 0
            and self.x + self.w <= 1.0005
            and self.y + self.h <= 1.0005
        )


@dataclass(frozen=True, slots=True)
class Zone:
    """A control in a screenshot: its role and accessible name as the browser told them, and where it is."""

    key: str
    role: str
    label: str
    kind: ZoneKind
    box: Box


@dataclass(frozen=True, slots=True)
class Screenshot:
    """A picture of a screen, with the controls in it."""

    id: str
    file: str
    sha256: str
    width: int
    """Pixels at 1x; the file holds twice as many."""
    height: int
    shows: str
    when: str
    section: str
    route: str
    role: str
    locale: str
    app_build: str
    zones: Mapping[str, Zone]
    principal: str

    def zone(self, key: str | None) -> Zone | None:
        """Find the zone a marker names, or the principal one when it names none."""
        return self.zones.get(key or self.principal)


@dataclass(frozen=True, slots=True)
class Manual:
    """All sections and screenshots of a pack."""

    sections: tuple[Section, ...]
    screenshots: tuple[Screenshot, ...] = ()

    def section(self, section_id: str) -> Section | None:
        """Find a section by id."""
        return next((s for s in self.sections if s.id == section_id), None)

    def screenshot(self, screenshot_id: str) -> Screenshot | None:
        """Find a screenshot by id."""
        return next((s for s in self.screenshots if s.id == screenshot_id), None)

    def pictures_of(self, section_id: str) -> tuple[Screenshot, ...]:
        """Return a section's screenshots in the catalogue's order."""
        return tuple(s for s in self.screenshots if s.section == section_id)

    def sections_at(self, path: str) -> tuple[Section, ...]:
        """Return the sections that cover a path, the most specific route first."""
        covering = [s for s in self.sections if s.covers(path)]
        best = best_route(path, tuple(r for s in covering for r in s.routes))
        return tuple(sorted(covering, key=lambda s: (best not in s.routes, len(s.routes))))

    def readable_by(self, person: Person) -> tuple[Section, ...]:
        """Return the sections whose module this person sees."""
        return tuple(s for s in self.sections if person.sees(s.module))
