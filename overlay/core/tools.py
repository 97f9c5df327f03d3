"""Tools: what a model may ask for, and the four ways an answer to it can end."""

from collections.abc import Mapping
from dataclasses import dataclass, field

ToolCallId = str
"""Names a call within its turn."""


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as the model sees it."""

    name: str
    description: str
    parameters: Mapping[str, object]
    """JSON Schema of the arguments object."""


@dataclass(frozen=True, slots=True)
class PreparedAction:
    """A link that opens a dialog of the target app, prefilled. Nothing has happened yet."""

    id: str
    title: str
    fields: Mapping[str, str]
    """What will be prefilled, in the schema's order."""
    left: tuple[str, ...]
    """Titles of the fields that are left to the person."""
    labels: Mapping[str, str]
    """Field name -> title shown on the card."""
    url: str


@dataclass(frozen=True, slots=True)
class NoAccess:
    """The person may not open a screen; `ask` says who can grant it."""

    screen: str
    ask: str


@dataclass(frozen=True, slots=True)
class Ok:
    """It worked."""

    text: str
    """What the model reads."""
    summary: str
    """What the person reads on a chip, in the past tense."""
    sections: tuple[str, ...] = ()
    """Ids of the sections that were read."""
    screenshots: tuple[str, ...] = ()
    """Ids of the screenshots that may be shown from now on."""
    action: PreparedAction | None = None
    choices: tuple[str, ...] = ()
    """Ids of the sections offered to the person."""
    whole: bool = False
    """Whether it must stay whole in a long thread: a skill's instructions, say."""


@dataclass(frozen=True, slots=True)
class Retry:
    """The model asked wrongly and can mend it; `text` says how."""

    text: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Not for this person, or not now."""

    text: str
    no_access: NoAccess | None = None


@dataclass(frozen=True, slots=True)
class Failed:
    """Something outside failed; the model should go on without."""

    text: str


ToolResult = Ok | Retry | Refused | Failed


@dataclass(frozen=True, slots=True)
class ToolStep:
    """One finished tool call, as the person can look it up later."""

    tool: str
    args: Mapping[str, object] = field(default_factory=dict[str, object])
    summary: str = ""
    status: str = "ok"
    """`ok`, `retry`, `refused` or `failed`."""
    result: str = ""
    """The beginning of what came back."""
