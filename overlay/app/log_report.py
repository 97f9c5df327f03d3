"""What a log says, summed up: cost by day, use by entry point, questions that went unanswered, slow ones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median

from overlay.storage.log_reader import LoggedTurn, LogNotice

SLOW_MS = 5000.0
"""An answer whose first word took this long is slow."""
TYPED = "(typed)"
"""Stands for a question that came from no entry point."""


@dataclass(frozen=True, slots=True)
class DayCost:
    """What one day cost in one currency."""

    day: str
    turns: int
    asked: int
    """Turns that asked a model."""
    input: int
    output: int
    cost: float
    currency: str
    unknown: int
    """Turns that asked a model whose price is not known, or that told no tokens."""


@dataclass(frozen=True, slots=True)
class Use:
    """How much one entry point, or one person, was used."""

    name: str
    turns: int
    unanswered: int
    first_ms: float | None
    """Half of the answers began sooner."""


@dataclass(frozen=True, slots=True)
class LogReport:
    """The summary of some turns."""

    turns: int
    cost: tuple[DayCost, ...]
    use: tuple[Use, ...]
    people: tuple[Use, ...]
    unanswered: tuple[LoggedTurn, ...]
    slow: tuple[LoggedTurn, ...]
    feedback: tuple[LoggedTurn, ...]
    """Turns whose answer somebody rated, in order."""
    notices: tuple[LogNotice, ...]


def report(turns: Sequence[LoggedTurn], notices: Iterable[LogNotice]) -> LogReport:
    """Sum up some turns."""
    slow = [t for t in turns if (t.first_ms or 0) >= SLOW_MS]
    return LogReport(
        turns=len(turns),
        cost=cost_by_day(turns),
        use=_use(turns, [t.entry_point or TYPED for t in turns]),
        people=_use(turns, [t.person or "(nobody)" for t in turns]),
        unanswered=tuple(t for t in turns if not t.answered),
        slow=tuple(sorted(slow, key=lambda t: -(t.first_ms or 0))),
        feedback=tuple(t for t in turns if t.thumb),
        notices=tuple(notices),
    )


def cost_by_day(turns: Sequence[LoggedTurn]) -> tuple[DayCost, ...]:
    """Return each day's cost, the days in order, where the person is."""
    days: dict[str, list[LoggedTurn]] = {}
    for turn in turns:
        days.setdefault(local_day(turn.at), []).append(turn)
    return tuple(
        _day(day, currency, own)
        for day, own in sorted(days.items())
        for currency in sorted({turn.currency for turn in own if turn.asked} - {""}) or [""]
    )


def local_day(at: str) -> str:
    """Return the day of a moment, as it was where the question was asked."""
    return datetime.fromisoformat(at).date().isoformat() if at else ""


def _day(day: str, currency: str, turns: Sequence[LoggedTurn]) -> DayCost:
    own = [t for t in turns if not t.currency or t.currency == currency]
    costs = [t.cost for t in own]
    return DayCost(
        day,
        len(own),
        sum(bool(t.asked) for t in own),
        sum(t.usage.input for t in own),
        sum(t.usage.output for t in own),
        sum(c for c in costs if c is not None),
        currency,
        sum(c is None for c in costs),
    )


def _use(turns: Sequence[LoggedTurn], names: Sequence[str]) -> tuple[Use, ...]:
    groups: dict[str, list[LoggedTurn]] = {}
    for name, turn in zip(names, turns, strict=True):
        groups.setdefault(name, []).append(turn)
    return tuple(
        Use(name, len(own), sum(not t.answered for t in own), _middle([t.first_ms for t in own]))
        for name, own in sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    )


def _middle(times: Iterable[float | None]) -> float | None:
    known = [t for t in times if t is not None]
    return round(median(known), 1) if known else None
