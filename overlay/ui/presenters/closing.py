"""What stands below an answer: the action card, choices, sources, a notice."""

from typing import assert_never

from overlay.core.errors import Cause
from overlay.core.manual import Manual, Section
from overlay.core.person import Person
from overlay.core.tools import Failed, Ok, Refused, Retry, ToolResult
from overlay.core.turn import Outcome, Rating, TurnRecord
from overlay.ui.presenters.failing import GO_ON, advice, can_go_on, what_happened
from overlay.ui.presenters.views import Choice, Closing, Source


def closing_of(
    record: TurnRecord,
    manual: Manual,
    *,
    again: bool,
    person: Person | None = None,
    rating: Rating | None = None,
    words: bool = True,
) -> Closing:
    """Describe how an answer ends.

    Args:
        record: the turn.
        manual: names sections.
        again: whether an earlier conversation is shown again; its actions and choices are of their time.
        person: who looks at it now; whoever asked by default.
        rating: what they said of it already.
        words: whether their own words with a rating are kept.
    """
    notice, tone, retry = _notice(record)
    if can_go_on(record) and not again:
        notice = f"{what_happened(record)} Press «Go on» for the rest."
    reader = person or record.request.person
    return Closing(
        action=None if again else record.action,
        choices=() if again else _choices(record, manual),
        sources=tuple(_source(s, reader) for i in record.sections if (s := manual.section(i))),
        notice=notice,
        tone=tone,
        retry=retry and not again,
        cut_off=record.outcome in {Outcome.STOPPED, Outcome.TIMEOUT, Outcome.FAILED},
        steps=record.steps,
        turn=record.id if record.text else "",
        rating=rating,
        words=words,
    )


def _choices(record: TurnRecord, manual: Manual) -> tuple[Choice, ...]:
    question = record.request.question.text
    on = (Choice("Go on", GO_ON, detail="Asks the model for the rest"),) if can_go_on(record) else ()
    return (*on, *(choice_of(i, question, manual) for i in record.choices))


def _source(section: Section, person: Person) -> Source:
    return Source(section.title, section.id if person.sees(section.module) else "")


def choice_of(section_id: str, question: str, manual: Manual) -> Choice:
    """Offer a section as an answer to a question."""
    section = manual.section(section_id)
    title = section.title if section else section_id
    return Choice(title, question, section_id, section.summary if section else "")


def _notice(record: TurnRecord) -> tuple[str, str, bool]:
    match record.outcome:
        case Outcome.ANSWERED:
            return "", "info", False
        case Outcome.DEGRADED:
            return f"{what_happened(record)} {advice(record)} This answer comes from the manual alone.", "warning", True
        case Outcome.TIMEOUT:
            return f"The answer took too long and was cut off here. {advice(record)}", "warning", True
        case Outcome.LIMIT:
            return f"{record.error} This answer comes from the manual alone.", "info", False
        case Outcome.STOPPED:
            return "Stopped.", "info", True
        case Outcome.FAILED:
            return _broken_off(record)
        case _:
            assert_never(record.outcome)


def _broken_off(record: TurnRecord) -> tuple[str, str, bool]:
    match record.cause:
        case Cause.NONE | Cause.PROTOCOL:
            return f"The answer broke off here. {advice(record)}", "error", True
        case Cause.CUT:
            return f"{what_happened(record)} {advice(record)}", "warning", True
        case _:
            return f"The answer broke off here. {what_happened(record)} {advice(record)}", "error", True


def read_by(result: ToolResult) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the ids of the sections and screenshots a tool returned."""
    match result:
        case Ok(sections=sections, screenshots=screenshots):
            return sections, screenshots
        case Retry() | Refused() | Failed():
            return (), ()
        case _:
            assert_never(result)
