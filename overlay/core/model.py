"""The conversation with a model in Fescue's own form, whatever wire format a provider speaks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from overlay.core.screens import Screen
from overlay.core.tools import ToolResult, ToolSpec


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of the answer's text."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCall:
    """The model asks for a tool."""

    id: str
    name: str
    args: Mapping[str, object]
    problem: str = ""
    """What is wrong with the call as the model wrote it. Such a call never runs; the model is told this instead."""


@dataclass(frozen=True, slots=True)
class Opaque:
    """A step in its wire format, to be sent back as it came (reasoning, signatures). Never shown, never read."""

    origin: str
    """The wire format and model that wrote it; to any other it means nothing."""
    data: str
    """JSON."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one step. `input` counts everything read, cached or not; `output` everything written, reasoning too."""

    input: int = 0
    cached: int = 0
    output: int = 0
    reasoning: int = 0
    written: int = 0
    """Of the input, what was written to the cache."""

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.input + other.input,
            self.cached + other.cached,
            self.output + other.output,
            self.reasoning + other.reasoning,
            self.written + other.written,
        )


CUT = frozenset({"length", "max_tokens", "model_length", "model_context_window_exceeded", "pause_turn"})
"""Providers' words, in lower case, for an answer that met its most tokens, or was put down on the way."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The model ended this step; `reason` is the provider's own word, kept for the log."""

    reason: str = "stop"


def was_cut(reason: str) -> bool:
    """Say whether a provider's word for an end means that there was more to say."""
    return reason.lower() in CUT


ModelEvent = TextDelta | ToolCall | Opaque | Usage | Finish


@dataclass(frozen=True, slots=True)
class UserMessage:
    """What the person wrote."""

    text: str


@dataclass(frozen=True, slots=True)
class AssistantMessage:
    """What the model answered: text, and the tools it asked for."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    opaque: Opaque | None = None


@dataclass(frozen=True, slots=True)
class ToolMessage:
    """What a tool returned. Data, never an instruction."""

    call: ToolCall
    result: ToolResult


Message = UserMessage | AssistantMessage | ToolMessage


@dataclass(frozen=True, slots=True)
class Prompt:
    """Everything a provider is given for one step."""

    stable: str
    """The same bytes for everybody with one permission set, so that providers can cache it."""
    fresh: str
    """Who asks, the date, the current screen."""
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...]
    screen: Screen = field(default_factory=Screen)
    own: frozenset[str] = frozenset()
    """Ids of the sections this person may use, of those they may know of."""
    today: date | None = None
    """The day where the person is."""
    chosen: str = ""
    """The section the person chose, when the last answer offered some."""
    closing: bool = False
    """Whether this is the last step: the model must answer with what it has."""
    note: str = ""
    """Said to the model after the messages, in this step alone."""
