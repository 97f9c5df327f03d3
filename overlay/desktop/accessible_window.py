"""Which screen a browser's window shows, read from its accessible tree: a few questions, never the whole tree."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from overlay.core.pack import Pack
from overlay.core.ports import Rect
from overlay.core.screens import Screen, ScreenSource
from overlay.core.urls import parse_typed_address

MOST_NODES = 200
"""How many things beside the page are looked at for the address field, at most."""

_TABS = "TabsToolbar"
_ALL_TABS = "alltabs-button"
"""It stands in another bar where tabs are listed at the side; the signs of a private window then do so too."""
_PRIVATE_MARK = "private-browsing-indicator"
"""Firefox's own names for its parts, the same in every language."""


class Role(Enum):
    """The kinds of things that matter here."""

    OTHER = "other"
    FRAME = "frame"
    DOCUMENT = "document"
    TOOLBAR = "toolbar"
    FIELD = "field"
    """A single-line text to write in."""


@dataclass(frozen=True, slots=True)
class Ref:
    """An accessible thing: who offers it, and which of theirs it is."""

    owner: str
    path: str


@dataclass(frozen=True, slots=True)
class State:
    """What matters of a thing's state."""

    showing: bool = False
    editable: bool = False
    focused: bool = False


class UnansweredError(Exception):
    """A program did not answer in time, or not as the protocol has it."""


class AccessibleTree(Protocol):
    """What can be asked of accessible things. Every question may raise UnansweredError."""

    def windows(self, pid: int) -> tuple[Ref, ...]:
        """Return the windows of a process."""
        ...

    def application(self, window: Ref) -> str:
        """Return the name of the program that a window is of."""
        ...

    def name(self, ref: Ref) -> str:
        """Return a thing's name."""
        ...

    def role(self, ref: Ref) -> Role:
        """Return a thing's kind."""
        ...

    def state(self, ref: Ref) -> State:
        """Return a thing's state."""
        ...

    def children(self, ref: Ref) -> tuple[Ref, ...]:
        """Return what a thing holds, in order."""
        ...

    def embedded(self, window: Ref) -> tuple[Ref, ...]:
        """Return the documents that a window shows."""
        ...

    def document(self, ref: Ref) -> Mapping[str, str]:
        """Return what a document says about itself; nothing when it says nothing."""
        ...

    def attributes(self, ref: Ref) -> Mapping[str, str]:
        """Return a thing's attributes."""
        ...

    def text(self, ref: Ref) -> str:
        """Return the text a field holds."""
        ...

    def extents(self, ref: Ref) -> Rect | None:
        """Return a thing's place in the desktop's pixels."""
        ...


@dataclass(frozen=True, slots=True)
class Front:
    """The window in front, as the window system knows it."""

    id: int
    pid: int
    title: str
    frame: Rect


@dataclass(slots=True)
class Memory:
    """What need not be asked twice while the same window is in front."""

    fields: dict[Ref, Ref | None] = field(default_factory=dict["Ref", "Ref | None"])
    """Window -> its address field."""
    public: set[Ref] = field(default_factory=set["Ref"])
    """Windows that are not private: they never become it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of a look: a screen or none, and whether that settles the matter."""

    screen: Screen | None = None
    settled: bool = False
    """Whether an address was read or withheld: then nothing may be guessed from the title."""


def look(tree: AccessibleTree, front: Front, pack: Pack, last: Screen | None, memory: Memory) -> Seen:
    """Say which screen of the app a window shows.

    Args:
        tree: answers.
        front: the window.
        pack: decides what is let in; nothing else of an address gets out of here.
        last: the last good screen of this same window, which stands while somebody types into its address field.
        memory: what was found out of this window before; kept up to date.

    Raises:
        UnansweredError: the browser does not answer.
    """
    window = _window(tree, front)
    if window is None:
        return Seen()
    url, live = _address(tree, window)
    if live:
        hidden = _private(tree, window, front.title, memory)
        return Seen(None if hidden else pack.admit(url, source=ScreenSource.ACCESSIBILITY), settled=True)
    written = pack.admit(url, source=ScreenSource.ACCESSIBILITY)
    elsewhere = bool(url) and written is None and pack.inside(url) is None
    if elsewhere or _marked(tree, window, front.title):
        return Seen(settled=True)
    written_in = _known_field(tree, window, memory.fields)
    if written_in is None:
        return Seen(written, settled=bool(url))
    text, typing = tree.text(written_in), tree.state(written_in).focused
    shown = None if typing else pack.admit_typed(text, "", ScreenSource.ACCESSIBILITY)
    # A half-written address says nothing. Where the page itself is known to be the app's, neither does another one.
    waiting = typing or bool(url) or not parse_typed_address(text)
    return Seen(shown or ((last or written) if waiting else None), settled=True)


def _window(tree: AccessibleTree, front: Front) -> Ref | None:
    """Find the window by its process and title.

    A private window of Chromium calls itself by more than its title here, and so is never the one; it still counts as
    one that could be meant.
    """
    title = _folded(front.title)
    if not title or not front.pid:
        return None
    named = [(ref, name) for ref in tree.windows(front.pid) if (name := _folded(tree.name(ref))).startswith(title)]
    if len(named) > 1:
        named = [(ref, name) for ref, name in named if _inside(tree.extents(ref), front.frame)]
    return named[0][0] if len(named) == 1 and named[0][1] == title else None


def _address(tree: AccessibleTree, window: Ref) -> tuple[str, bool]:
    """Return the address of the page in front, and whether it follows the page as it changes."""
    for ref in tree.embedded(window):
        about = tree.document(ref)
        if about.get("DocURL"):
            return about["DocURL"], True
        if about.get("URI"):
            return about["URI"], False
    return "", False


def _private(tree: AccessibleTree, window: Ref, title: str, memory: Memory) -> bool:
    """Say whether a window of Firefox is, or may be, a private one: one without tabs shows no marks either way."""
    if window in memory.public:
        return False
    application = _folded(tree.application(window))
    if not application or not _folded(title).endswith(application) or _marked(tree, window, title):
        return True
    if any(_about_tabs(tree, bar) for bar in _bars(tree, window)):
        memory.public.add(window)
    return window not in memory.public


def _about_tabs(tree: AccessibleTree, bar: Ref) -> bool:
    if not tree.state(bar).showing:
        return False
    if tree.attributes(bar).get("id") == _TABS:
        return True
    return any(tree.attributes(part).get("id") == _ALL_TABS for part in tree.children(bar))


def _marked(tree: AccessibleTree, window: Ref, title: str) -> bool:
    """Say whether a window bears Firefox's marks of a private one: signs in its bars, words behind its own name."""
    application, title = _folded(tree.application(window)), _folded(title)
    if application and application in title and not title.endswith(application):
        return True
    parts = (part for bar in _bars(tree, window) for part in tree.children(bar))
    return any(tree.attributes(part).get("class", "").startswith(_PRIVATE_MARK) for part in parts)


def _bars(tree: AccessibleTree, window: Ref) -> Iterator[Ref]:
    return (ref for ref in tree.children(window) if tree.role(ref) is Role.TOOLBAR)


def _known_field(tree: AccessibleTree, window: Ref, fields: dict[Ref, Ref | None]) -> Ref | None:
    known = fields.get(window)
    if known is not None:
        try:
            if tree.state(known).showing:
                return known
        except UnansweredError:
            pass
    fields[window] = address_field(tree, window)
    return fields[window]


def address_field(tree: AccessibleTree, window: Ref) -> Ref | None:
    """Find a window's address field: the first text to write in that stands in a bar, outside the page.

    Raises:
        UnansweredError: the browser does not answer.
    """
    left = iter(range(MOST_NODES))
    return next(_fields(tree, window, left, in_bar=False), None)


def _fields(tree: AccessibleTree, ref: Ref, left: Iterator[int], *, in_bar: bool) -> Iterator[Ref]:
    for child in tree.children(ref):
        if next(left, None) is None:
            return
        state = tree.state(child)
        if not state.showing:
            continue
        match tree.role(child):
            case Role.DOCUMENT:
                continue
            case Role.FIELD if in_bar and state.editable:
                yield child
            case role:
                yield from _fields(tree, child, left, in_bar=in_bar or role is Role.TOOLBAR)


def _inside(inner: Rect | None, outer: Rect) -> bool:
    return (
        inner is not None
        and outer.x <= inner.x
        and outer.y <= inner.y
        and inner.x + inner.width <= outer.x + outer.width
        and inner.y + inner.height <= outer.y + outer.height
    )


def _folded(text: str) -> str:
    return " ".join(text.split())
