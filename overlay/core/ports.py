"""The seams: what one package needs from another, said without naming it.

Each port has a real implementation in its package and a strict fake in `overlay.core.fakes` where tests need one.
"""

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from overlay.core.manual import Passage
from overlay.core.model import ModelEvent, Prompt
from overlay.core.person import Person
from overlay.core.screens import Screen
from overlay.core.tools import ToolResult, ToolSpec
from overlay.core.turn import Rating, ThreadSummary, TurnRecord, TurnStart


class Clock(Protocol):
    """Time, twice: a steady one to measure with and the calendar to write down."""

    def steady(self) -> float:
        """Return seconds that never go back, whatever happens to the calendar."""
        ...

    def now(self) -> datetime:
        """Return the calendar's time, with its zone."""
        ...

    def today(self) -> date:
        """Return the calendar's day where the person is."""
        ...


class Provider(Protocol):
    """A model, or what stands in for one. `name` is for the log and the panel's footer."""

    name: str
    model: str

    def stream(self, prompt: Prompt) -> AsyncIterator[ModelEvent]:
        """Stream one step of an answer.

        Raises:
            ProviderError: while iterating; what was streamed until then stands.
        """
        ...


class Credential(Protocol):
    """A key or token, wherever it is kept."""

    async def read(self) -> str:
        """Return it, or nothing when none was set.

        Raises:
            ProviderAuthError: there is one, but it cannot be read; the words say what to do.
        """
        ...

    async def renew(self) -> bool:
        """Forget what was read, because it was refused; say whether reading again may give another."""
        ...


class Tool(Protocol):
    """One tool: what the model sees of it, and what it does."""

    spec: ToolSpec

    async def run(self, args: Mapping[str, object]) -> ToolResult:
        """Do it. The arguments have passed the spec's schema."""
        ...


@dataclass(frozen=True, slots=True)
class Hit:
    """A section that may answer a question, the passage of it that fits best, and how well (0 to 1)."""

    section: str
    passage: Passage | None
    score: float


@dataclass(frozen=True, slots=True)
class Ranking:
    """Search results, best first; `sure` says whether the first is clearly the one."""

    hits: tuple[Hit, ...]
    sure: bool
    negated: bool = False
    """Whether the question says not to do something."""


class SectionSearch(Protocol):
    """Which sections answer this?"""

    def search(self, query: str, among: frozenset[str], screen: Screen, own: frozenset[str]) -> Ranking:
        """Rank the sections in `among` for a question asked on a screen; those in `own` are the person's to use."""
        ...


@dataclass(frozen=True, slots=True)
class ActionState:
    """Whether an action can be taken now; `reason` says why not, in the target app's words."""

    available: bool
    reason: str = ""


class ActionStates(Protocol):
    """Asks the target app whether an action is available."""

    async def state(self, path: str) -> ActionState:
        """Read an action's state endpoint.

        Raises:
            TargetError: the app did not answer as it should.
        """
        ...


class People(Protocol):
    """Says who is asking."""

    async def current(self) -> Person:
        """Return the signed-in person.

        Raises:
            TargetError: the app did not answer; SignedOutError when nobody is signed in.
        """
        ...


class Admission(Protocol):
    """Says before a turn whether the model may be asked, and notes that it begins."""

    async def admit(self, start: TurnStart) -> str:
        """Return why the model may not be asked now, as a sentence; an empty text when it may.

        Never raises, and waits a fraction of a second at most: an answer is worth more than its row.
        """
        ...


class TurnLog(Protocol):
    """Keeps turns. Never raises: an answer is worth more than its row."""

    @property
    def keeps_text(self) -> bool:
        """Whether what people write is kept."""
        ...

    def append(self, record: TurnRecord) -> None:
        """Write one row."""
        ...

    def threads(self, person: str, matching: str = "") -> tuple[ThreadSummary, ...]:
        """List a person's own conversations, the latest first; `matching` must stand in a question or an answer."""
        ...

    def turns(self, person: str, thread: str) -> tuple[TurnRecord, ...]:
        """Return the turns of one of a person's own conversations; nothing for somebody else's."""
        ...

    def rate(self, person: str, rating: Rating) -> None:
        """Keep, change or take back what a person says of an answer to them; its words only where words are kept."""
        ...

    def ratings(self, person: str, thread: str) -> Mapping[str, Rating]:
        """Return what a person said of the answers of one of their own conversations, by turn."""
        ...

    def forget(self, person: str, thread: str) -> None:
        """Hide one of a person's own conversations at once; `delete` takes it from the disk."""
        ...

    def delete(self, person: str, thread: str) -> bool:
        """Delete the words of one of a person's own conversations; say whether none is left on the disk."""
        ...


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in physical pixels of the whole desktop; origins may be negative."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class WindowState:
    """The tracked browser window at one moment."""

    window_id: int
    frame: Rect
    """The visible frame, without shadows."""
    minimised: bool = False
    closed: bool = False
    active: bool = True


class EventSource(Protocol):
    """An operating system's events: a file descriptor to watch, and what to do when it is readable."""

    def fileno(self) -> int:
        """Return the descriptor that becomes readable when something happened."""
        ...

    def drain(self) -> None:
        """Read everything that waits and report it once."""
        ...

    def close(self) -> None:
        """Give the descriptor back."""
        ...


class ScreenProbe(EventSource, Protocol):
    """Watches which screen of the target app is in front."""

    def start(self, report: Callable[[Screen | None], None]) -> None:
        """Begin; `report` is called with each new screen, and with None when the app is no longer in front."""
        ...


class WindowTracker(EventSource, Protocol):
    """Watches one window of another program."""

    def follow(self, window_id: int, report: Callable[[WindowState], None]) -> None:
        """Begin to report a window's frame, minimising and closing."""
        ...


class AppOpener(Protocol):
    """Opens addresses of the target app, in the tab that shows it where possible."""

    def open(self, url: str) -> None:
        """Open an address that the pack wrote.

        Raises:
            OutsideError: no browser took it.
        """
        ...
