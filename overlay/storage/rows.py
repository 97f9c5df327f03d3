"""A turn's row: `TurnRecord` <-> columns."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import cast

from overlay.core.errors import Cause
from overlay.core.log_rules import LogRules
from overlay.core.model import Usage
from overlay.core.person import Person
from overlay.core.screens import Screen, ScreenSource
from overlay.core.turn import Outcome, Question, TurnRecord, TurnRequest, TurnStart
from overlay.core.wire import (
    action_from_json,
    action_to_json,
    message_from_json,
    message_to_json,
    no_access_from_json,
    no_access_to_json,
    step_from_json,
    step_to_json,
)
from overlay.storage.database import storable

Row = Mapping[str, object]
STARTED = "started"
"""The outcome of a turn that has begun and not ended: it runs, or its process was killed."""
RUNNING_SECONDS = 120.0
"""A turn that began so short a time ago may still run, in whichever process; later it is taken for broken off."""
ENDED_EARLY = "Fescue was ended before the answer was."

_TOKENS = ("input", "cached", "output", "reasoning", "written")


def started_row(start: TurnStart, rules: LogRules, counted: float) -> dict[str, object]:
    """Write a turn that begins. Whether the model was asked is filled in once that is decided."""
    provider, _, model = start.asked.partition("/")
    record = TurnRecord(start.request, Outcome.FAILED, provider, model, "", at=start.at, id=start.id)
    return {**to_row(record, rules, counted), "outcome": STARTED, "total_ms": 0.0}


def to_row(record: TurnRecord, rules: LogRules, counted: float | None = None) -> dict[str, object]:
    """Write a record as a row; without its words when the rules say so.

    Args:
        record: the turn.
        rules: whether words are kept, and what models cost.
        counted: the moment it counts from, in seconds since 1970; the record's own time by default.
    """
    request, usage, keep = record.request, record.usage, rules.keep_text
    row = {
        "uid": record.id,
        "at": record.at,
        "counted": _seconds(record.at) if counted is None else counted,
        "thread": request.thread,
        "person": request.person.id,
        "role": request.person.role,
        "question": request.question.text if keep else "",
        "entry_point": request.question.entry_point,
        "screen": request.screen.screen_id,
        "provider": record.provider,
        "model": record.model,
        "asked": record.asked,
        "outcome": record.outcome.value,
        "answer": record.text if keep else "",
        "sections": json.dumps(list(record.sections)),
        "tools": json.dumps([f"{s.tool}:{s.status}" for s in record.steps]),
        **{f"{kind}_tokens": getattr(usage, kind) for kind in _TOKENS},
        "cost": _cost(record, rules),
        "currency": rules.prices.currency if record.asked else "",
        "finish": record.finish,
        # What a server says of a request may repeat words of it.
        "error": record.error if keep else record.error.partition(": ")[0],
        "cause": record.cause.value,
        "first_ms": record.first_ms,
        "total_ms": record.total_ms,
        "detail": json.dumps(_detail(record), ensure_ascii=False) if keep else "{}",
    }
    return {column: storable(value) for column, value in row.items()}


def without_words(row: Row) -> dict[str, object]:
    """Return a row whose words are gone. That it was asked, and what it cost, stays."""
    return {**row, "thread": "", "question": "", "answer": "", "error": "", "detail": "{}"}


def from_row(row: Row) -> TurnRecord:
    """Read a row back. The person comes back by id and role alone: what they may open is asked anew each time."""
    detail = cast("Mapping[str, object]", json.loads(str(row["detail"])))
    screen = Screen(screen_id=cast("str | None", row["screen"]), title=_text(detail, "title"), source=ScreenSource.NONE)
    person = Person(str(row["person"]), "", str(row["role"]), frozenset(), ())
    question = Question(str(row["question"]), str(row["entry_point"]))
    ended = row["outcome"] != STARTED
    return TurnRecord(
        request=TurnRequest(question, screen, person, thread=str(row["thread"])),
        outcome=Outcome(str(row["outcome"])) if ended else Outcome.FAILED,
        provider=str(row["provider"]),
        model=str(row["model"]),
        text=str(row["answer"]),
        steps=tuple(map(step_from_json, _list(detail, "steps"))),
        sections=tuple(cast("list[str]", json.loads(str(row["sections"])))),
        screenshots=tuple(map(str, _list(detail, "screenshots"))),
        action=action_from_json(cast("Mapping[str, object] | None", detail.get("action"))),
        no_access=no_access_from_json(cast("Mapping[str, object] | None", detail.get("no_access"))),
        choices=tuple(map(str, _list(detail, "choices"))),
        messages=tuple(map(message_from_json, _list(detail, "messages"))),
        usage=usage_from_row(row),
        finish=str(row["finish"]),
        error=str(row["error"]) if ended else ENDED_EARLY,
        cause=_cause(row),
        first_ms=cast("float | None", row["first_ms"]),
        total_ms=cast("float", row["total_ms"]),
        at=str(row["at"]),
        id=str(row["uid"] or ""),
        asked=str(row["asked"]),
    )


def usage_from_row(row: Row) -> Usage:
    """Read a row's tokens."""
    return Usage(**{kind: cast("int", row[f"{kind}_tokens"]) for kind in _TOKENS})


def _cause(row: Row) -> Cause:
    """Read why; an older log does not know, and a newer one may know more."""
    return next((c for c in Cause if c.value == row.get("cause")), Cause.NONE)


def _cost(record: TurnRecord, rules: LogRules) -> float | None:
    """Return what a turn cost. A model that could not be reached, or refused, told no tokens and sends no bill."""
    if record.outcome is Outcome.DEGRADED and record.usage == Usage():
        return 0.0
    return rules.prices.cost(record.asked, record.usage)


def _detail(record: TurnRecord) -> dict[str, object]:
    return {
        "steps": [step_to_json(s) for s in record.steps],
        "messages": [message_to_json(m) for m in record.messages],
        "screenshots": list(record.screenshots),
        "choices": list(record.choices),
        "action": action_to_json(record.action),
        "no_access": no_access_to_json(record.no_access),
        "title": record.request.screen.title,
    }


def _list(detail: Mapping[str, object], key: str) -> list[Mapping[str, object]]:
    return cast("list[Mapping[str, object]]", detail.get(key, []))


def _text(detail: Mapping[str, object], key: str) -> str:
    return str(detail.get(key, ""))


def _seconds(at: str) -> float:
    return datetime.fromisoformat(at).timestamp() if at else 0.0
