"""`fescue ask`: one question, answered on the terminal, as JSON or as a picture."""

import json
from collections.abc import Mapping
from pathlib import Path

from overlay.answer.copies import plain_text, to_json
from overlay.answer.document import AnswerDocument
from overlay.app.desk import Desk, question_request, screen_from_path
from overlay.app.logs import LogAdmission
from overlay.app.models import Model
from overlay.app.pictures import whole_picture
from overlay.core.errors import SettingsError
from overlay.core.person import Person
from overlay.core.turn import Outcome, TurnRecord
from overlay.core.wire import no_access_to_json
from overlay.storage.turn_log import SqliteTurnLog
from overlay.ui.presenters.failing import advice, what_happened


async def ask(
    desk: Desk,
    text: str,
    person: Person,
    path: str | None,
    model: Model | None = None,
    log: SqliteTurnLog | None = None,
) -> TurnRecord:
    """Run one question to its end, counted in the log when there is one, and give the model's connection back."""
    try:
        desk = desk.counted(LogAdmission(log)) if log else desk
        return await desk.answer(question_request(text, person, screen_from_path(desk.pack, path)))
    finally:
        if model:
            await model.close()


def notices(record: TurnRecord) -> list[str]:
    """Say what the answer alone does not show: that it is not the model's, or not whole."""
    match record.outcome:
        case Outcome.ANSWERED | Outcome.STOPPED:
            return []
        case Outcome.DEGRADED | Outcome.LIMIT:
            return [f"this answer comes from the manual alone: {record.error}"]
        case Outcome.TIMEOUT | Outcome.FAILED:
            return [f"the answer is not whole: {record.error}"]


def notice(record: TurnRecord) -> str:
    """Say, for whoever reads the answer, what went wrong with it and what can be done; empty for one that is whole."""
    match record.outcome:
        case Outcome.ANSWERED | Outcome.STOPPED:
            return ""
        case Outcome.LIMIT:
            return record.error
        case Outcome.DEGRADED | Outcome.TIMEOUT | Outcome.FAILED:
            return f"{what_happened(record)} {advice(record)}"


def check_question(text: str) -> None:
    """Refuse a question that cannot be asked.

    Raises:
        SettingsError: it is empty.
    """
    if not text.strip():
        msg = 'the question is empty. Write it in quotes: fescue ask "How do I request leave?"'
        raise SettingsError(msg)


def record_to_json(record: TurnRecord, document: AnswerDocument) -> dict[str, object]:
    """Describe a turn as `fescue ask --json` prints it."""
    action = record.action
    return {
        "outcome": record.outcome.value,
        "cause": record.cause.value,
        "finish": record.finish,
        "notice": notice(record),
        "provider": record.provider,
        "text": record.text,
        "shown": plain_text(document),
        **to_json(document),
        "sections": list(record.sections),
        "action": {"id": action.id, "fields": dict(action.fields), "url": action.url} if action else None,
        "no_access": no_access_to_json(record.no_access),
        "choices": list(record.choices),
        "steps": [_step(s.tool, s.args, s.summary, s.status) for s in record.steps],
        "usage": {
            "input": record.usage.input,
            "cached": record.usage.cached,
            "output": record.usage.output,
            "reasoning": record.usage.reasoning,
        },
        "ms": {"first": record.first_ms, "total": record.total_ms},
    }


def print_json(record: TurnRecord, document: AnswerDocument) -> str:
    """Write a turn as one JSON object."""
    return json.dumps(record_to_json(record, document), ensure_ascii=False, indent=2)


def print_text(record: TurnRecord, document: AnswerDocument, desk: Desk) -> str:
    """Write a turn for a terminal: the answer as shown, then what could be done about it."""
    lines = [plain_text(document)]
    if record.outcome in (Outcome.TIMEOUT, Outcome.FAILED):
        # Below what there is of an answer, which by itself reads as if it were all.
        lines.append(f"\n[{notice(record)}]")
    lines += [f"  - {s.title}: {s.summary}" for i in record.choices if (s := desk.loaded.manual.section(i))]
    if record.action:
        filled = ", ".join(f"{record.action.labels[k]} {v}" for k, v in record.action.fields.items())
        ready = f"ready to review with {filled}" if filled else "ready to fill in"
        lines.append(f"\n{record.action.title}, {ready}: {record.action.url}")
    titles = [s.title for i in record.sections if (s := desk.loaded.manual.section(i))]
    if titles:
        lines.append(f"\nFrom: {', '.join(titles)}")
    return "\n".join(lines)


def exit_code(record: TurnRecord) -> int:
    """Return 0 for an answer, 3 when something outside failed."""
    return 0 if record.outcome in (Outcome.ANSWERED, Outcome.DEGRADED, Outcome.LIMIT) else 3


def draw_png(desk: Desk, record: TurnRecord, target: Path) -> None:
    """Draw the answer as the panel shows it.

    Raises:
        OutsideError: the file cannot be written.
    """
    from overlay.ui.picture import draw_answer

    with whole_picture(target) as file:
        draw_answer(desk.loaded, desk.pack, record, file)


def _step(tool: str, args: Mapping[str, object], summary: str, status: str) -> dict[str, object]:
    return {"tool": tool, "args": dict(args), "summary": summary, "status": status}
