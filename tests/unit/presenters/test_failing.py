"""What a person is told when the model's side failed: what it was, what to do, and who can."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from overlay.app.ask import notices, print_json, print_text
from overlay.app.desk import Desk, open_desk, question_request
from overlay.app.logs import LogAdmission
from overlay.core.clock import SystemClock
from overlay.core.errors import (
    Cause,
    ProviderAuthError,
    ProviderBusyError,
    ProviderError,
    ProviderProtocolError,
    ProviderRefusedError,
    ProviderRequestError,
    ProviderTimeoutError,
    ProviderTooLongError,
)
from overlay.core.log_rules import LogRules
from overlay.core.model import Finish, ModelEvent, TextDelta, Usage
from overlay.core.prices import Price, PriceTable
from overlay.core.resources import bundled_pack
from overlay.core.screens import UNKNOWN_SCREEN
from overlay.core.turn import Outcome, TurnFinished, TurnRecord, TurnStart
from overlay.engine.turn import TurnEngine
from overlay.providers.failures import failure_of
from overlay.providers.scripted import ScriptedProvider, ScriptedStep
from overlay.storage.turn_log import SqliteTurnLog
from overlay.target.client import PackPeople
from overlay.ui.presenters.answering import who_answers
from overlay.ui.presenters.closing import closing_of
from overlay.ui.presenters.failing import GO_ON

DESK = open_desk(bundled_pack())
EVERY = [
    (ProviderAuthError("401"), ("key", "IT")),
    (ProviderBusyError("429", 40.0), ("busy", "minute")),
    (ProviderTimeoutError("slow"), ("in time", "again")),
    (ProviderProtocolError("garbage"), ("no answer", "IT")),
    (ProviderRequestError("no such model"), ("set up", "IT")),
    (ProviderTooLongError("413"), ("too long", "new one")),
    (ProviderRefusedError("safety"), ("declined", "other words")),
    (ProviderError("no route to host"), ("could not be reached", "IT")),
]


def turn(*events: ModelEvent, error: ProviderError | None = None, finish: bool = False) -> TurnRecord:
    """Ask one question of a model that says this, and then fails twice if it may."""
    step = ScriptedStep(events, error=error, finish=finish)

    async def body() -> TurnRecord:
        provider = ScriptedProvider(step, step)
        engine = TurnEngine(provider, DESK.engine.offline, DESK.engine.writer, SystemClock())
        person = await PackPeople(DESK.pack, "employee").current()
        request = question_request("How do I request leave?", person, UNKNOWN_SCREEN)
        request = replace(request, thread="t")
        async for event in engine.run(request, DESK.toolbox(person), asyncio.Event()):
            if isinstance(event, TurnFinished):
                return event.record
        raise AssertionError

    return asyncio.run(body())


def said(record: TurnRecord) -> str:
    return closing_of(record, DESK.loaded.manual, again=False).notice


@pytest.mark.parametrize(("error", "words"), EVERY, ids=lambda v: type(v).__name__)
def test_each_failure_says_what_to_do(error: ProviderError, words: tuple[str, ...]) -> None:
    record = turn(error=error)
    notice = said(record)
    assert record.outcome is Outcome.DEGRADED
    assert all(word in notice for word in words), notice
    assert notice.endswith(" This answer comes from the manual alone.")
    assert len(notice) < 150
    assert str(error) not in notice, "the provider's own words are for the log"
    cut = turn(TextDelta("1. Open"), error=error)
    assert cut.outcome in (Outcome.FAILED, Outcome.TIMEOUT)
    assert cut.cause is error.cause
    assert "broke off" in said(cut) or "cut off" in said(cut)
    assert words[-1] in said(cut)


def test_a_model_that_gave_no_word_for_its_end_is_not_given_the_manuals() -> None:
    assert turn(error=ProviderAuthError("401")).finish == ""
    assert turn(Finish("SAFETY"), error=ProviderRefusedError("safety")).finish == "SAFETY"


def test_the_foot_of_the_panel_and_of_a_picture_names_who_is_asked() -> None:
    assert who_answers(turn(TextDelta("Here."), finish=True).asked, "Linden") == "Answers by scripted · script"
    assert who_answers("", "Linden") == "Answers from the Linden manual · offline"


def test_no_two_failures_are_told_alike() -> None:
    assert len({said(turn(error=error)) for error, _ in EVERY}) == len(EVERY)
    assert {error.cause for error, _ in EVERY} == set(Cause) - {Cause.NONE, Cause.CUT}


def test_the_cause_outlives_the_log(tmp_path: Path) -> None:
    record = turn(error=ProviderAuthError("401"))
    log = SqliteTurnLog(tmp_path / "log.sqlite", pytest.fail)
    log.append(record)
    (kept,) = log.turns(record.request.person.id, "t")
    assert kept.cause is Cause.AUTH
    assert closing_of(kept, DESK.loaded.manual, again=True).notice == said(record)


CUT_WORDS = ["length", "max_tokens", "MAX_TOKENS", "model_length", "model_context_window_exceeded", "pause_turn"]


@pytest.mark.parametrize("reason", CUT_WORDS)
def test_an_answer_cut_at_the_most_tokens_says_so_and_can_go_on(reason: str) -> None:
    record = turn(TextDelta("1. Open [Leave](/leave)."), Finish(reason))
    assert (record.outcome, record.cause, record.finish) == (Outcome.FAILED, Cause.CUT, reason)
    assert record.text == "1. Open [Leave](/leave)."
    closing = closing_of(record, DESK.loaded.manual, again=False)
    assert "cut off" in closing.notice
    assert closing.retry
    assert closing.cut_off
    assert closing_of(record, DESK.loaded.manual, again=True).cut_off
    assert [c.title for c in closing.choices] == ["Go on"]
    assert closing.choices[0].question == GO_ON
    assert not closing_of(record, DESK.loaded.manual, again=True).choices


def test_a_model_that_spends_its_tokens_before_a_word_leaves_it_to_the_manual() -> None:
    record = turn(Finish("length"))
    assert (record.outcome, record.cause) == (Outcome.DEGRADED, Cause.CUT)
    assert "could not be reached" not in said(record)
    assert not closing_of(record, DESK.loaded.manual, again=False).cut_off
    assert not [c for c in closing_of(record, DESK.loaded.manual, again=False).choices if c.title == "Go on"]


def test_the_command_line_says_so_too() -> None:
    record = turn(TextDelta("1. Open [Leave](/leave)."), Finish("length"))
    desk: Desk = DESK
    document = desk.document(record)
    text = print_text(record, document, desk)
    assert text.index("cut off") > text.index("Open Leave")
    assert '"outcome": "failed"' in print_json(record, document)
    assert '"cause": "cut"' in print_json(record, document)
    assert "cut off" in print_json(record, document).split('"notice"')[1]
    assert any("most tokens" in n for n in notices(record))
    refused = turn(error=ProviderAuthError("OpenAI did not accept the key: bad"))
    assert notices(refused) == [
        "this answer comes from the manual alone: OpenAI did not accept the key: bad",
    ]
    assert '"cause": "auth"' in print_json(refused, desk.document(refused))


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (413, b"<html>Request Entity Too Large</html>"),
        (400, b'{"error": {"message": "This model\'s maximum context length is 8192 tokens.", "code": "context_length_exceeded"}}'),
        (400, b'{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}'),
        (400, b'{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum","status":"INVALID_ARGUMENT"}}'),
        (400, b'{"error":{"code":400,"message":"the request exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error"}}'),
    ],
)  # fmt: skip
def test_too_long_a_conversation_is_told_from_other_requests(status: int, body: bytes) -> None:
    assert isinstance(failure_of(status, body, {}, "X"), ProviderTooLongError)
    other = failure_of(404, b'{"error": {"message": "The model does not exist"}}', {}, "X")
    assert not isinstance(other, ProviderTooLongError)


def test_a_spent_budget_says_who_can_raise_it(tmp_path: Path) -> None:
    rules = LogRules(spend=0.01, prices=PriceTable("USD", {"*": Price(1, 1)}))
    log = SqliteTurnLog(tmp_path / "log.sqlite", lambda _: None, rules=rules)
    spent = replace(turn(TextDelta("Here."), finish=True), usage=Usage(1_000_000))
    log.append(spent)
    start = TurnStart("next", spent.at, spent.request, "scripted/script")
    assert "IT can raise it" in asyncio.run(LogAdmission(log).admit(start))
