"""What can be wrong with a shot, each with the screen and the element named."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from overlay.capture.framing import Area
from overlay.capture.shots import Shot, Target
from overlay.core.errors import FescueError


class Trouble(Enum):
    """Why a picture could not be taken."""

    STATUS = "status"
    ELSEWHERE = "elsewhere"
    MISSING = "missing"
    AMBIGUOUS = "ambiguous"
    HIDDEN = "hidden"
    EMPTY = "empty"
    COVERED = "covered"
    CLIPPED = "clipped"
    MOVING = "moving"
    SENDING = "sending"
    TOO_LARGE = "too large"
    STEP = "step"
    SIGNED_OUT = "signed out"
    REDACTION = "redaction"


@dataclass(frozen=True, slots=True)
class ShotProblem:
    """One shot that could not be taken, and why."""

    shot: Shot
    trouble: Trouble
    words: str
    target: Target | None = None
    others: tuple[str, ...] = ()
    """Names of what has the same role there, when the target is missing: one may be its new name."""
    places: tuple[tuple[str, Area], ...] = ()
    """The same, each with its box in CSS pixels of the window."""
    zones: Mapping[str, Area] = field(default_factory=dict[str, Area])
    """Boxes of the shot's zones that are still there: what was beside the target."""

    def __str__(self) -> str:
        """Write it as one line: file, line, shot, screen, what is wrong."""
        return f"{self.shot.file}:{self.shot.line}: '{self.shot.id}' at {self.shot.route}: {self.words}"


class ElementError(FescueError):
    """An element is not as a picture needs it."""

    def __init__(self, trouble: Trouble, words: str, target: Target | None = None) -> None:
        """Say what is wrong.

        Args:
            trouble: which kind of thing.
            words: a sentence that names the element and what to do.
            target: the element, if it is about one.
        """
        super().__init__(words)
        self.trouble = trouble
        self.target = target
