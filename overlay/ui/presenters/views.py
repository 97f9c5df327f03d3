"""What a presenter asks of the widgets: the seam between what is shown and how."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from overlay.answer.policy import AnswerPolicy
from overlay.core.tools import PreparedAction, ToolStep


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to press that asks a question."""

    title: str
    question: str
    section: str = ""
    """Set when it chooses one of the sections an answer offered."""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Closing:
    """What stands below an answer when it is over."""

    action: PreparedAction | None = None
    choices: tuple[Choice, ...] = ()
    sources: tuple[str, ...] = ()
    """Titles of the sections used."""
    notice: str = ""
    tone: str = "info"
    """`info`, `warning` or `error`."""
    retry: bool = False
    steps: tuple[ToolStep, ...] = ()


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


class PanelView(Protocol):
    """The panel around the conversation."""

    def begin_turn(self, question: str, policy: AnswerPolicy) -> TurnView:
        """Show a question and make room for its answer."""
        ...

    def clear(self) -> None:
        """Begin with an empty conversation."""
        ...

    def set_busy(self, busy: bool) -> None:
        """Show Stop while a turn runs, Ask otherwise."""
        ...

    def set_screen(self, text: str, known: bool) -> None:
        """Show where the person is."""
        ...

    def set_places(self, places: Sequence[Choice]) -> None:
        """Offer the screens the person can say they are on; a choice's `section` is the screen's id."""
        ...

    def set_starters(self, starters: Sequence[Choice]) -> None:
        """Offer questions for the current screen."""
        ...
