"""One turn: from a question to a record."""

from dataclasses import dataclass, field
from enum import Enum

from overlay.core.errors import Cause
from overlay.core.model import Message, Usage
from overlay.core.person import Person
from overlay.core.screens import Screen
from overlay.core.tools import NoAccess, PreparedAction, ToolCallId, ToolResult, ToolStep


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked, and the entry point it came from (empty: typed by hand)."""

    text: str
    entry_point: str = ""
    section: str = ""
    """The section the person chose when the answer offered some; empty otherwise."""


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """Everything a turn starts from."""

    question: Question
    screen: Screen
    person: Person
    history: tuple[Message, ...] = ()
    """The earlier messages of this thread, tool results included."""
    returned: tuple[str, ...] = ()
    """Ids of the screenshots that the manual returned earlier in this thread."""
    thread: str = ""


class Outcome(Enum):
    """How a turn ended."""

    ANSWERED = "answered"
    DEGRADED = "degraded"
    TIMEOUT = "timeout"
    LIMIT = "limit"
    FAILED = "failed"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class StepStarted:
    """A tool began."""

    call_id: ToolCallId
    tool: str


@dataclass(frozen=True, slots=True)
class StepFinished:
    """A tool ended."""

    call_id: ToolCallId
    step: ToolStep
    result: ToolResult


@dataclass(frozen=True, slots=True)
class AnswerDelta:
    """More text of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ActionPrepared:
    """An action is ready for the person to confirm."""

    action: PreparedAction


@dataclass(frozen=True, slots=True)
class Degraded:
    """The offline answerer takes over; what was shown of the failed answer is to be replaced."""

    reason: str


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """What is kept of a turn."""

    request: TurnRequest
    outcome: Outcome
    provider: str
    model: str
    text: str
    """The answer as the model wrote it."""
    steps: tuple[ToolStep, ...] = ()
    sections: tuple[str, ...] = ()
    """Ids read, in order."""
    screenshots: tuple[str, ...] = ()
    """Ids the manual returned in this conversation: the only ones an answer may show."""
    action: PreparedAction | None = None
    no_access: NoAccess | None = None
    choices: tuple[str, ...] = ()
    messages: tuple[Message, ...] = ()
    """What this turn adds to the thread's messages."""
    usage: Usage = field(default_factory=Usage)
    finish: str = ""
    error: str = ""
    """What went wrong, in the provider's own words where it had some."""
    first_ms: float | None = None
    """Milliseconds from the question to the first visible word."""
    total_ms: float = 0.0
    at: str = ""
    """When the question was asked: ISO 8601 with the zone."""
    id: str = ""
    """The turn's own, the same as its start's."""
    asked: str = ""
    """Provider and model that were asked, as `provider/model`; empty when the manual alone answered from the start."""
    cause: Cause = Cause.NONE
    """Of what kind that was."""


class Thumb(Enum):
    """What a person thinks of an answer."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's word on one answer."""

    turn: str
    """The turn's id."""
    thumb: Thumb | None
    """None when it was taken back."""
    comment: str = ""


@dataclass(frozen=True, slots=True)
class TurnStart:
    """A turn that begins: what is known of it before anything is answered."""

    id: str
    at: str
    """ISO 8601 with the zone."""
    request: TurnRequest
    asked: str
    """Provider and model to be asked, as `provider/model`; empty for the manual alone."""


@dataclass(frozen=True, slots=True)
class ThreadSummary:
    """An earlier conversation, as the history lists it."""

    id: str
    title: str
    """Its first question."""
    at: str
    """When its last turn began: ISO 8601 with the zone."""
    turns: int


@dataclass(frozen=True, slots=True)
class TurnFinished:
    """The turn is over; the record is final."""

    record: TurnRecord


TurnEvent = StepStarted | StepFinished | AnswerDelta | ActionPrepared | Degraded | TurnFinished
