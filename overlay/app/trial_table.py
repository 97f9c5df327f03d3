"""What came of trying a model, as a row of a table that a person compares by."""

from collections.abc import Sequence
from dataclasses import dataclass

from overlay.core.model import was_cut

HEADINGS = ("first word", "whole", "streams", "tools", "cached", "tokens in", "out", "1000 questions")
CAPTION = "Each model is asked one question twice; the figures are the second time's, with what its server has cached."
LONGEST_NAME = 40
QUESTIONS = 1000


@dataclass(frozen=True, slots=True)
class Trial:
    """What a model did with one question, asked twice."""

    name: str
    """The provider."""
    model: str
    works: bool
    route: str = ""
    """The one upstream that a gateway was to use."""
    address: str = ""
    cold_ms: float | None = None
    """Milliseconds to the first word, the first time."""
    first_ms: float | None = None
    """Milliseconds to the first word, the second time; so are the figures below."""
    total_ms: float | None = None
    pieces: int = 0
    """In how many pieces the text came; one is no streaming."""
    tools: str = "not used"
    """`native`, `as text` or `not used`."""
    input: int = 0
    cached: int = 0
    output: int = 0
    cost: float | None = None
    """Of the second question; None when no price is known."""
    currency: str = ""
    finish: str = ""
    """The provider's own word for why it ended."""
    problem: str = ""

    @property
    def who(self) -> str:
        """Provider, model and route."""
        return name_of(self.name, self.model, self.route)


def name_of(provider: str, model: str, route: str) -> str:
    """Return what tells a trial from the others."""
    return " ".join(part for part in (provider, model, f"@{route}" if route else "") if part)


def heading(names: Sequence[str]) -> str:
    """Return the table's caption and first row.

    Args:
        names: of those that will be tried.
    """
    return f"{CAPTION}\n\n{_line('model', HEADINGS, width_of(names))}"


def width_of(names: Sequence[str]) -> int:
    """Return how wide the first column is."""
    return min(max(map(len, (*names, "model"))), LONGEST_NAME)


def row(trial: Trial, width: int) -> str:
    """Return a trial's row, and below it what the figures do not say."""
    if not trial.works:
        return f"{trial.who:{width}}  fails: {trial.problem}"
    cells = (
        _seconds(trial.first_ms),
        _seconds(trial.total_ms),
        "yes" if trial.pieces > 1 else "no",
        trial.tools,
        f"{100 * trial.cached // trial.input} %" if trial.input else "?",
        str(trial.input or "?"),
        str(trial.output or "?"),
        "?" if trial.cost is None else f"{QUESTIONS * trial.cost:.2f} {trial.currency}",
    )
    return "\n".join([_line(trial.who, cells, width), *(f"  {note}" for note in _notes(trial))])


def _line(name: str, cells: Sequence[str], width: int) -> str:
    return "  ".join([f"{name:{width}}", *(f"{c:>{max(len(h), 8)}}" for c, h in zip(cells, HEADINGS, strict=True))])


def _seconds(ms: float | None) -> str:
    return "?" if ms is None else f"{ms:.0f} ms" if ms < 1000 else f"{ms / 1000:.1f} s"


def _notes(trial: Trial) -> list[str]:
    notes = {
        "It answered without reading the manual: do not rely on what it says.": trial.tools == "not used",
        "Its server takes no tools; they were written as text.": trial.tools == "as text",
        "Its answer was cut off at the most tokens its server writes.": was_cut(trial.finish),
        "It told no tokens, so nothing is known of its cache and cost.": not trial.input,
    }
    return [note for note, holds in notes.items() if holds]
