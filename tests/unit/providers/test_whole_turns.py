"""Whole turns against exact bytes: what cuts an answer, what ends it, what is kept of it."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest
from raw_server import DONE, Reply, Seen, linked, said, serving, sse, stop

from overlay.app.desk import open_desk
from overlay.core.clock import SystemClock
from overlay.core.resources import bundled_pack
from overlay.core.screens import UNKNOWN_SCREEN
from overlay.core.turn import Outcome, Question, TurnFinished, TurnRecord, TurnRequest
from overlay.engine.turn import TurnEngine
from overlay.providers.gemini import Gemini
from overlay.providers.openai_chat import OpenAIChat
from overlay.providers.text_protocol import TextProtocol
from overlay.storage.turn_log import SqliteTurnLog
from overlay.target.client import PackPeople


def turn(*replies: Reply, make: Any = None, seconds: float = 20) -> tuple[TurnRecord, Seen]:
    """Ask one question of the demo pack of a server that replies this."""

    async def body() -> tuple[TurnRecord, Seen]:
        async with serving(*replies) as seen, linked(seen.url) as link:
            provider = (make or (lambda link: OpenAIChat("openai", "m", link)))(link)
            desk = open_desk(bundled_pack(), provider=provider)
            engine = TurnEngine(provider, desk.engine.offline, desk.engine.writer, SystemClock(), seconds)
            person = await PackPeople(desk.pack, "employee").current()
            request = TurnRequest(Question("How do I request leave?"), UNKNOWN_SCREEN, person, thread="t")
            async for event in engine.run(request, desk.toolbox(person), asyncio.Event()):
                if isinstance(event, TurnFinished):
                    async with asyncio.timeout(2):
                        if replies[-1].ending in ("pings", "open"):
                            await seen.closed.wait()
                    return event.record, seen
        raise AssertionError

    return asyncio.run(body())


def call(name: str, arguments: str, finish: str = "tool_calls") -> Reply:
    piece = {"index": 0, "id": "k1", "function": {"name": name, "arguments": arguments}}
    return Reply([sse({"choices": [{"index": 0, "delta": {"tool_calls": [piece]}}]}, stop(finish)) + DONE])


PREPARE = call("prepare_action", '{"action": "request_leave"}')


def test_a_cut_answer_is_failed_and_offers_no_action() -> None:  # b10, case 1
    for ending in ("close", "cut"):
        record, _ = turn(PREPARE, Reply([sse(said("1. Abre Ven"))], ending=ending))
        assert (record.outcome, record.text, record.action) == (Outcome.FAILED, "1. Abre Ven", None)
        assert record.error


@pytest.mark.parametrize(
    "reply",
    [
        Reply([sse(said("Open it."), stop()) + DONE], ending="open"),
        Reply([sse(said("Open it."), stop()) + DONE], ending="cut"),
        Reply([sse(said("Open it."), stop())]),
    ],
)
def test_a_whole_answer_is_whole_however_its_connection_ends(reply: Reply) -> None:  # b10, cases 2 to 4
    began = time.monotonic()
    record, _ = turn(PREPARE, reply)
    assert time.monotonic() - began < 2
    assert (record.outcome, record.text, record.finish) == (Outcome.ANSWERED, "Open it.", "stop")
    assert record.action is not None


ERROR = {"error": {"code": 502, "message": "capacity"}, "choices": []}


def test_an_error_before_a_word_is_tried_again_and_after_one_is_not() -> None:  # b09
    record, seen = turn(Reply([sse(ERROR)]), Reply([sse(said("Here."), stop()) + DONE]))
    assert (record.outcome, record.text, len(seen.requests)) == (Outcome.ANSWERED, "Here.", 2)
    record, seen = turn(Reply([sse(said("Para"), ERROR) + DONE]))
    assert (record.outcome, record.text, len(seen.requests)) == (Outcome.FAILED, "Para", 1)
    assert "capacity" in record.error
    record, seen = turn(Reply([sse(ERROR)]), Reply([json.dumps(ERROR).encode()]))
    assert (record.outcome, len(seen.requests)) == (Outcome.DEGRADED, 2)
    assert "capacity" in record.error


def test_tokens_of_every_step_are_in_the_row(tmp_path: Path) -> None:  # b08
    usage = {"prompt_tokens": 100, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 64}}
    first = call("read_manual", '{"sections": ["leave"]}', "stop")
    counted = Reply([first.chunks[0].replace(DONE, b"") + sse({"choices": [], "usage": usage}) + DONE])
    answered = Reply([sse(said("Open it."), stop(), {"choices": [], "usage": usage}) + DONE])
    record, _ = turn(counted, answered)
    assert (record.usage.input, record.usage.cached, record.usage.output) == (200, 128, 4)
    log = SqliteTurnLog(tmp_path / "log.sqlite", pytest.fail)
    log.append(record)
    (row,) = log.turns(record.request.person.id, "t")
    assert (row.usage.input, row.usage.cached, row.usage.output, row.finish) == (200, 128, 4, "stop")


def test_pings_do_not_hold_a_turn_open(tmp_path: Path) -> None:  # b16
    began = time.monotonic()
    record, seen = turn(Reply(ending="pings"), seconds=1.5)
    assert 1.5 <= time.monotonic() - began < 4
    assert seen.closed.is_set()
    assert record.outcome is Outcome.DEGRADED
    assert record.total_ms >= 1500
    log = SqliteTurnLog(tmp_path / "log.sqlite", pytest.fail)
    log.append(record)
    (row,) = log.turns(record.request.person.id, "t")
    assert row.total_ms >= 1500


def test_geminis_malformed_call_and_block(tmp_path: Path) -> None:  # b15
    malformed = Reply([sse({"candidates": [{"finishReason": "MALFORMED_FUNCTION_CALL"}]})])

    def gemini(link: Any) -> Gemini:
        return Gemini("gemini", "gemini-3-flash", link)

    record, seen = turn(malformed, malformed, make=gemini)
    assert (record.outcome, record.finish, len(seen.requests)) == (Outcome.DEGRADED, "MALFORMED_FUNCTION_CALL", 2)
    blocked = Reply([sse({"promptFeedback": {"blockReason": "SAFETY"}})])
    record, seen = turn(blocked, make=gemini)
    assert (record.outcome, record.finish, len(seen.requests)) == (Outcome.DEGRADED, "SAFETY", 1)
    assert "declined" in record.error
    assert record.text


def test_a_drifting_model_is_told_once_and_then_left() -> None:  # c04
    drift = Reply(
        [sse(said('TOOL@@> {"name":"read_manual","arguments":{"sections":["leave"]}} <END@@'), stop()) + DONE]
    )
    written = '@@TOOL@@ {"tool": "read_manual", "args": {"sections": ["leave"]}} @@END@@'
    mended = Reply([sse(said(written), stop()) + DONE])
    answer = Reply([sse(said("Open it."), stop()) + DONE])

    def wrapped(link: Any) -> TextProtocol:
        return TextProtocol(OpenAIChat("ollama", "m", link))

    record, seen = turn(drift, mended, answer, make=wrapped)
    assert (record.outcome, record.text) == (Outcome.ANSWERED, "Open it.")
    assert [s.status for s in record.steps] == ["retry", "ok"]
    assert "on its own line" in seen.requests[1]["messages"][-1]["content"]
    record, seen = turn(drift, drift, drift, make=wrapped)
    assert record.outcome is Outcome.DEGRADED
    assert "TOOL" not in record.text
