"""What to photograph: a shot, the steps that lead to it, and the controls in it, as values."""

from dataclasses import dataclass

from overlay.core.manual import ZoneKind

CLICKED = frozenset({"button", "link", "tab", "menuitem", "option", "checkbox", "radio", "switch", "treeitem"})
"""Roles a person presses."""
EDITED = frozenset({"textbox", "combobox", "searchbox", "spinbutton", "slider", "listbox"})
"""Roles a person fills in."""
OTHERS = frozenset(
    "alert alertdialog article banner cell columnheader complementary contentinfo definition dialog document feed "
    "figure form grid gridcell group heading img list listitem log main menu menubar navigation note progressbar "
    "radiogroup region row rowgroup rowheader search separator status table tablist tabpanel term toolbar tooltip "
    "tree".split()
)
"""Roles that hold others or only show something."""
ROLES = CLICKED | EDITED | OTHERS


def kind_of(role: str) -> ZoneKind:
    """Return what a person does with a control of this role, when a shot does not say."""
    if role in CLICKED:
        return ZoneKind.CLICK
    return ZoneKind.EDIT if role in EDITED else ZoneKind.GROUP


@dataclass(frozen=True, slots=True)
class Target:
    """An element of a page: by role and accessible name, or (where nothing is pressed) by its text."""

    role: str = ""
    name: str = ""
    """The whole accessible name."""
    begins: str = ""
    """How the accessible name begins: for rows, whose names hold all their cells."""
    text: str = ""
    """The whole visible text, instead of role and name."""
    level: int | None = None
    """Level of a heading."""
    nth: int | None = None
    """Which of several, from 0; None when there must be one alone."""
    within: "Target | None" = None
    pattern: str = ""
    """A regular expression that a part of the visible text matches: only for what is painted over."""

    def __str__(self) -> str:
        """Name it as messages do."""
        if self.pattern:
            words = f'text like "{self.pattern}"'
        elif self.text:
            words = f'text "{self.text}"'
        elif self.name:
            words = f'{self.role} "{self.name}"'
        else:
            words = f'{self.role} that begins with "{self.begins}"' if self.begins else self.role
        words += f" (level {self.level})" if self.level else ""
        words += f" (number {self.nth + 1})" if self.nth is not None else ""
        return f"{words} in {self.within}" if self.within else words


@dataclass(frozen=True, slots=True)
class Click:
    """Press a control that opens something."""

    target: Target


@dataclass(frozen=True, slots=True)
class Fill:
    """Type into a field; nothing is ever sent."""

    target: Target
    text: str


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose an option of a list by its label."""

    target: Target
    option: str


@dataclass(frozen=True, slots=True)
class Press:
    """Press Escape, the only key that is allowed: it closes what was opened."""

    key: str = "Escape"


@dataclass(frozen=True, slots=True)
class Wait:
    """Wait until something shows."""

    target: Target


Step = Click | Fill | Choose | Press | Wait


@dataclass(frozen=True, slots=True)
class ZoneSpec:
    """A control that the picture must show whole."""

    key: str
    target: Target
    kind: ZoneKind


@dataclass(frozen=True, slots=True)
class Padding:
    """Room around what is cropped to, in CSS pixels."""

    top: int
    right: int
    bottom: int
    left: int


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture to take."""

    id: str
    area: str
    """Name of its file in `shots/`, without the ending."""
    section: str
    role: str
    route: str
    """Path inside the app; it may have a query."""
    shows: str
    when: str
    principal: str
    zones: tuple[ZoneSpec, ...]
    steps: tuple[Step, ...] = ()
    crop: tuple[Target, ...] = ()
    """What the picture is cut around."""
    padding: Padding = Padding(16, 16, 16, 16)
    """What is kept around what is cropped to."""
    redact: tuple[Target, ...] | None = None
    """What is painted over; None when the shot says nothing about it."""
    file: str = ""
    line: int = 1

    @property
    def path(self) -> str:
        """The route without its query."""
        return self.route.partition("?")[0]
