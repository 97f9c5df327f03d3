"""What a presenter asks of the widgets: the seam between what is shown and how."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from overlay.answer.policy import AnswerPolicy
from overlay.core.tools import PreparedAction, ToolStep
from overlay.core.turn import Rating


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to press that asks a question."""

    title: str
    question: str
    section: str = ""
    """Set when it chooses one of the sections an answer offered."""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A section that an answer used."""

    title: str
    section: str = ""
    """Its id, when this person may look at it; empty otherwise."""


@dataclass(frozen=True, slots=True)
class Others:
    """What a question that was understood wrongly may have meant."""

    choices: tuple[Choice, ...]
    contact: str = ""
    """Who helps when the manual does not."""


@dataclass(frozen=True, slots=True)
class Closing:
    """What stands below an answer when it is over."""

    action: PreparedAction | None = None
    choices: tuple[Choice, ...] = ()
    sources: tuple[Source, ...] = ()
    """The sections used."""
    notice: str = ""
    tone: str = "info"
    """`info`, `warning` or `error`."""
    retry: bool = False
    cut_off: bool = False
    """Whether the answer was stopped or broke off before its end."""
    steps: tuple[ToolStep, ...] = ()
    turn: str = ""
    """The turn's id, by which the person can say what they think of the answer; empty when there is no answer."""
    rating: Rating | None = None
    """What they said of it already."""
    words: bool = True
    """Whether their own words with it are kept."""


class TurnView(Protocol):
    """One question and its answer."""

    def step_started(self, tool: str) -> None:
        """Say that something is being looked up."""
        ...

    def step_finished(self, step: ToolStep) -> None:
        """Show what was looked up, as a chip."""
        ...

    def add_text(self, text: str) -> None:
        """Let the answer grow."""
        ...

    def begin_again(self, reason: str) -> None:
        """Drop what was shown: another answerer takes over."""
        ...

    def finish(self, closing: Closing) -> None:
        """The answer is over."""
        ...

    def offer(self, others: Others) -> None:
        """Show what else the question may have meant."""
        ...


class DetachedView:
    """The view of a turn whose conversation was closed: the turn goes on, nobody watches."""

    def step_started(self, tool: str) -> None:
        """Show nothing."""

    def step_finished(self, step: ToolStep) -> None:
        """Show nothing."""

    def add_text(self, text: str) -> None:
        """Show nothing."""

    def begin_again(self, reason: str) -> None:
        """Show nothing."""

    def finish(self, closing: Closing) -> None:
        """Show nothing."""

    def offer(self, others: Others) -> None:
        """Show nothing."""


class PanelView(Protocol):
    """The panel around the conversation."""

    def begin_turn(self, question: str, policy: AnswerPolicy) -> TurnView:
        """Show a question and make room for its answer."""
        ...

    def note(self, sentence: str) -> None:
        """Show a line between two turns."""
        ...

    def clear(self) -> None:
        """Begin with an empty conversation."""
        ...

    def set_busy(self, busy: bool) -> None:
        """Show Stop while a turn runs, Ask otherwise."""
        ...

    def set_screen(self, text: str, known: bool, sure: bool = True) -> None:
        """Show where the person is, and whether that is certain."""
        ...

    def set_places(self, places: Sequence[Choice]) -> None:
        """Offer the screens the person can say they are on; a choice's `section` is the screen's id."""
        ...

    def set_starters(self, starters: Sequence[Choice]) -> None:
        """Offer questions for the current screen."""
        ...
