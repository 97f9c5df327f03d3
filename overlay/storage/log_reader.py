"""Reads a log for those who look after Fescue: what was asked, what it cost, what went unanswered."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import cast

from overlay.core.errors import StorageError
from overlay.core.model import Usage
from overlay.storage.database import Database, why
from overlay.storage.rows import RUNNING_SECONDS, STARTED, Row, usage_from_row

_UNRATED = "'' AS thumb, '' AS comment"
_NO_ANSWER = ("failed", "timeout", STARTED)


@dataclass(frozen=True, slots=True)
class LoggedTurn:
    """One turn, as the log keeps it."""

    at: str
    """When it was asked: ISO 8601 with the zone."""
    person: str
    role: str
    entry_point: str
    screen: str
    """The screen's id; empty when it was not known."""
    provider: str
    model: str
    asked: str
    """`provider/model`, when a model was asked."""
    outcome: str
    """`started` when it never ended, or runs now."""
    question: str
    """Empty when questions are not kept, or were deleted."""
    sections: tuple[str, ...]
    tools: tuple[str, ...]
    """`name:status` of each tool, in order."""
    usage: Usage
    cost: float | None
    """None when a model was asked whose price is not known, or that told no tokens."""
    currency: str
    finish: str
    """The provider's own word for why it stopped."""
    error: str
    first_ms: float | None
    total_ms: float
    thumb: str = ""
    """What the person thought of the answer: `up` or `down`; empty when they did not say."""
    comment: str = ""
    """Their own words with it, where words are kept."""

    @property
    def answered(self) -> bool:
        """Whether something was said that the manual or the app stands behind."""
        if self.outcome in _NO_ANSWER:
            return False
        return self.outcome == "stopped" or any(not t.endswith((":retry", ":failed")) for t in self.tools)


@dataclass(frozen=True, slots=True)
class LogNotice:
    """Something that whoever looks after Fescue should know."""

    at: str
    text: str


def read_turns(file: Path, *, since: float, person: str | None, now: datetime) -> tuple[LoggedTurn, ...]:
    """Read the turns of a log, in order.

    Args:
        file: the log; one that is not there yet has no turns.
        since: the moment to begin at, in seconds since 1970.
        person: whose turns; everybody's when left out.
        now: the time; turns that may still run are left out.

    Raises:
        StorageError: it cannot be read.
    """
    # An older log has no ratings, and may be one that only its owner can add them to.
    rated = bool(_rows(file, "SELECT 1 FROM sqlite_master WHERE name = 'ratings'", {}))
    thumb = "coalesce(ratings.thumb, '') AS thumb, coalesce(ratings.comment, '') AS comment"
    query = (
        f"SELECT turns.*, {thumb if rated else _UNRATED} "  # noqa: S608  our own words
        f"FROM turns {'LEFT JOIN ratings ON ratings.turn = turns.uid' if rated else ''} "
        "WHERE turns.counted >= :since AND (:person IS NULL OR person = :person) "
        "AND NOT (outcome = :started AND turns.counted > :running) ORDER BY turns.counted, turns.id"
    )
    running = now.timestamp() - RUNNING_SECONDS
    values = {"since": since, "person": person, "started": STARTED, "running": running}
    return tuple(_turn(dict(row)) for row in _rows(file, query, values))


def read_notices(file: Path, *, since: float) -> tuple[LogNotice, ...]:
    """Read a log's notices, in order.

    Raises:
        StorageError: it cannot be read.
    """
    rows = _rows(file, "SELECT at, text FROM notices WHERE counted >= :since ORDER BY id", {"since": since})
    return tuple(LogNotice(str(row["at"]), str(row["text"])) for row in rows)


def read_spent(file: Path, *, since: float, currency: str) -> float:
    """Return what was spent from a moment on, as far as prices are known.

    Raises:
        StorageError: the log cannot be read.
    """
    query = "SELECT coalesce(sum(cost), 0) AS spent FROM turns WHERE counted >= :since AND currency = :currency"
    return sum(cast("float", row["spent"]) for row in _rows(file, query, {"since": since, "currency": currency}))


def _rows(file: Path, query: str, values: Mapping[str, object]) -> "list[Row]":
    import sqlite3

    try:
        file.open("rb").close()
        return [dict(row) for row in Database(file).must_read(query, values)]
    except FileNotFoundError:
        return []
    except OSError as problem:
        msg = f"the log {file} cannot be read: {problem.strerror}."
        raise StorageError(msg) from problem
    except sqlite3.Error as problem:
        msg = f"the log {file} cannot be read: {why(problem)}."
        raise StorageError(msg) from problem


def _turn(row: Row) -> LoggedTurn:
    return LoggedTurn(
        at=str(row["at"]),
        person=str(row["person"]),
        role=str(row["role"]),
        entry_point=str(row["entry_point"]),
        screen=str(row["screen"] or ""),
        provider=str(row["provider"]),
        model=str(row["model"]),
        asked=str(row["asked"]),
        outcome=str(row["outcome"]),
        question=str(row["question"]),
        sections=tuple(cast("list[str]", json.loads(str(row["sections"])))),
        tools=tuple(cast("list[str]", json.loads(str(row["tools"])))),
        usage=usage_from_row(row),
        cost=cast("float | None", row["cost"]) if row["asked"] else 0.0,
        currency=str(row["currency"]),
        finish=str(row["finish"]),
        error=str(row["error"]),
        first_ms=cast("float | None", row["first_ms"]),
        total_ms=cast("float", row["total_ms"]),
        thumb=str(row["thumb"]),
        comment=str(row["comment"]),
    )
