"""A pack that is only proposed yet: screens, sections and shots as values, before anything is written."""

from dataclasses import dataclass

from overlay.core.manual import ZoneKind
from overlay.core.site import SeenControl, SeenPage


@dataclass(frozen=True, slots=True)
class DraftScreen:
    """A screen of the app."""

    id: str
    route: str
    title: str
    menu: str
    """The way through the menu; empty for what is not in it."""
    page: SeenPage

    @property
    def is_item(self) -> bool:
        """Whether the route stands for many pages, one an item."""
        return "[" in self.route


@dataclass(frozen=True, slots=True)
class DraftZone:
    """A control that a picture shows."""

    key: str
    control: SeenControl
    kind: ZoneKind


@dataclass(frozen=True, slots=True)
class DraftShot:
    """A picture to take of a screen."""

    id: str
    screen: DraftScreen
    section: str
    zones: tuple[DraftZone, ...]
    principal: str
    heading: SeenControl | None
    """What the picture is cropped to beside its zones."""
    shows: str
    when: str
    redact: tuple[tuple[str, str], ...] | None = None
    """Role and name (or an empty name) of what is painted over; None when nothing was said about that."""


@dataclass(frozen=True, slots=True)
class DraftSection:
    """A section of the manual: a screen of the menu, and what lies below it."""

    id: str
    area: str
    screens: tuple[DraftScreen, ...]
    """The first is the section's own."""
    shots: tuple[DraftShot, ...] = ()

    @property
    def main(self) -> DraftScreen:
        """The screen that the menu leads to."""
        return self.screens[0]


@dataclass(frozen=True, slots=True)
class Draft:
    """A whole pack."""

    name: str
    origin: str
    locale: str
    role: str
    sections: tuple[DraftSection, ...]
    demo_data: bool = False
    visitor: bool = False
    """Whether nobody had to sign in to see it."""

    @property
    def screens(self) -> tuple[DraftScreen, ...]:
        """All screens, in order."""
        return tuple(screen for section in self.sections for screen in section.screens)

    @property
    def shots(self) -> tuple[DraftShot, ...]:
        """All shots, in order."""
        return tuple(shot for section in self.sections for shot in section.shots)
