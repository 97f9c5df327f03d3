"""A turn's row: `TurnRecord` <-> columns."""

import json
from collections.abc import Mapping
from typing import cast

from overlay.core.model import Usage
from overlay.core.person import Person
from overlay.core.screens import Screen, ScreenSource
from overlay.core.turn import Outcome, Question, TurnRecord, TurnRequest
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

SCHEMA = """
CREATE TABLE IF NOT EXISTS turns (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    thread TEXT NOT NULL,
    person TEXT NOT NULL,
    role TEXT NOT NULL,
    question TEXT NOT NULL,
    entry_point TEXT NOT NULL,
    screen TEXT,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    outcome TEXT NOT NULL,
    answer TEXT NOT NULL,
    sections TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    cached_tokens INTEGER NOT NULL,
    written_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    reasoning_tokens INTEGER NOT NULL,
    finish TEXT NOT NULL,
    error TEXT NOT NULL,
    first_ms REAL,
    total_ms REAL NOT NULL,
    detail TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS turns_by_thread ON turns (person, thread, id);
"""

COLUMNS = (
    *("at", "thread", "person", "role", "question", "entry_point", "screen", "provider", "model", "outcome", "answer"),
    *(
        "sections",
        "input_tokens",
        "cached_tokens",
        "written_tokens",
        "output_tokens",
        "reasoning_tokens",
        "finish",
        "error",
    ),
    *("first_ms", "total_ms", "detail"),
)
INSERT = f"INSERT INTO turns ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"  # noqa: S608  our own names

_TOKENS = ("input", "cached", "output", "reasoning", "written")


def to_row(record: TurnRecord) -> tuple[object, ...]:
    """Write a record as a row of COLUMNS."""
    request, usage = record.request, record.usage
    detail = {
        "steps": [step_to_json(s) for s in record.steps],
        "messages": [message_to_json(m) for m in record.messages],
        "screenshots": list(record.screenshots),
        "choices": list(record.choices),
        "action": action_to_json(record.action),
        "no_access": no_access_to_json(record.no_access),
        "title": request.screen.title,
    }
    return (
        record.at,
        request.thread,
        request.person.id,
        request.person.role,
        request.question.text,
        request.question.entry_point,
        request.screen.screen_id,
        record.provider,
        record.model,
        record.outcome.value,
        record.text,
        json.dumps(list(record.sections)),
        usage.input,
        usage.cached,
        usage.written,
        usage.output,
        usage.reasoning,
        record.finish,
        record.error,
        record.first_ms,
        record.total_ms,
        json.dumps(detail, ensure_ascii=False),
    )


def from_row(row: Mapping[str, object]) -> TurnRecord:
    """Read a row back. The person comes back by id and role alone: what they may open is asked anew each time."""
    detail = cast("Mapping[str, object]", json.loads(str(row["detail"])))
    screen = Screen(screen_id=cast("str | None", row["screen"]), title=str(detail["title"]), source=ScreenSource.NONE)
    person = Person(str(row["person"]), "", str(row["role"]), frozenset(), ())
    question = Question(str(row["question"]), str(row["entry_point"]))
    return TurnRecord(
        request=TurnRequest(question, screen, person, thread=str(row["thread"])),
        outcome=Outcome(str(row["outcome"])),
        provider=str(row["provider"]),
        model=str(row["model"]),
        text=str(row["answer"]),
        steps=tuple(map(step_from_json, cast("list[Mapping[str, object]]", detail["steps"]))),
        sections=tuple(cast("list[str]", json.loads(str(row["sections"])))),
        screenshots=tuple(cast("list[str]", detail["screenshots"])),
        action=action_from_json(cast("Mapping[str, object] | None", detail["action"])),
        no_access=no_access_from_json(cast("Mapping[str, object] | None", detail["no_access"])),
        choices=tuple(cast("list[str]", detail["choices"])),
        messages=tuple(map(message_from_json, cast("list[Mapping[str, object]]", detail["messages"]))),
        usage=Usage(**{kind: cast("int", row[f"{kind}_tokens"]) for kind in _TOKENS}),
        finish=str(row["finish"]),
        error=str(row["error"]),
        first_ms=cast("float | None", row["first_ms"]),
        total_ms=cast("float", row["total_ms"]),
        at=str(row["at"]),
    )
