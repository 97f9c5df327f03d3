"""Whole turns against llmock, which speaks the three formats and breaks them on demand."""

import json
import time
from typing import Any

import pytest
from asking import WIRES, ask

from overlay.core.turn import Outcome

LEAVE = {"sections": ["leave"]}
pytestmark = pytest.mark.parametrize("provider", WIRES)


def test_a_tool_and_an_answer(llmock: Any, provider: str) -> None:
    llmock.call_tool("read_manual", LEAVE).reply("1. Open [Leave](/leave).\n2. Press **«Request leave»**.")
    record = ask(llmock, provider)
    assert (record.outcome, record.provider, record.sections) == (Outcome.ANSWERED, provider, ("leave",))
    assert record.text.endswith("Press **«Request leave»**.")
    assert record.usage.input > 0
    assert record.usage.output > 0
    assert record.first_ms is not None
    assert "Request leave" in json.dumps(llmock.last_request.body, ensure_ascii=False)
    llmock.assert_resilient(strict=True)


def test_the_server_may_choose_the_tool_itself(llmock: Any, provider: str) -> None:
    record = ask(llmock, provider)
    assert record.outcome is Outcome.ANSWERED
    assert record.steps
    llmock.assert_resilient(strict=True)


def test_a_busy_server_is_given_the_time_it_asks_for(llmock: Any, provider: str) -> None:
    llmock.rate_limit(retry_after=0.4).reply("Here.").reply("Here.")
    began = time.monotonic()
    assert ask(llmock, provider).text == "Here."
    assert time.monotonic() - began >= 0.4
    llmock.assert_resilient(strict=True)


@pytest.mark.parametrize("status", [500, 503, 529])
def test_a_fault_that_passes_is_tried_again(llmock: Any, provider: str, status: int) -> None:
    llmock.fail(status).reply("Here.")
    assert ask(llmock, provider).text == "Here."
    llmock.assert_resilient()


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_a_fault_that_stays_is_not(llmock: Any, provider: str, status: int) -> None:
    llmock.fail(status, times=None)
    record = ask(llmock, provider)
    assert (record.outcome, record.provider) == (Outcome.DEGRADED, "offline")
    assert "Request leave" in record.text
    assert len(llmock.requests) == 1
    llmock.assert_resilient()


def test_an_outage_leaves_it_to_the_manual(llmock: Any, provider: str) -> None:
    llmock.outage()
    record = ask(llmock, provider)
    assert record.outcome is Outcome.DEGRADED
    assert len(llmock.requests) == 2
    llmock.assert_resilient()


@pytest.mark.parametrize("fault", ["disconnect", "truncate", "corrupt"])
def test_a_stream_that_breaks_before_a_word_is_tried_again(llmock: Any, provider: str, fault: str) -> None:
    llmock.call_tool("read_manual", LEAVE)
    getattr(llmock, fault)(after_chunks=0)
    llmock.call_tool("read_manual", LEAVE).reply("Here.")
    record = ask(llmock, provider)
    assert (record.outcome, record.text) == (Outcome.ANSWERED, "Here.")
    assert len(record.steps) == 1
    llmock.assert_resilient()


@pytest.mark.parametrize("fault", ["disconnect", "truncate", "corrupt"])
def test_a_stream_that_breaks_after_words_keeps_them(llmock: Any, provider: str, fault: str) -> None:  # b10
    llmock.reply("One two three four five six seven eight nine ten.")
    getattr(llmock, fault)(after_chunks=5)
    record = ask(llmock, provider)
    assert record.outcome is Outcome.FAILED
    assert record.text
    assert "One two three four five six seven eight nine ten.".startswith(record.text.strip())
    assert "ten" not in record.text
    assert record.action is None
    # The verdict would have a cut answer asked for again; words that a person has read are kept and marked instead.
    assert len(llmock.requests) == 1


def test_a_stream_that_hangs_ends_with_the_turn(llmock: Any, provider: str) -> None:  # b16
    llmock.reply("One two three four five six.").stall(after_chunks=4, seconds=8)
    began = time.monotonic()
    record = ask(llmock, provider, seconds=1.5)
    assert time.monotonic() - began < 5
    assert record.outcome is Outcome.TIMEOUT
    assert record.text.startswith("One")


@pytest.mark.parametrize("kind", ["malformed_arguments", "unknown_tool"])
def test_a_broken_call_is_answered_with_what_was_wrong(llmock: Any, provider: str, kind: str) -> None:
    llmock.call_tool("read_manual", LEAVE).break_tool_call(kind).reply("Sorry.")
    record = ask(llmock, provider)
    assert (record.outcome, record.text) == (Outcome.ANSWERED, "Sorry.")
    if record.steps[0].status != "ok":  # Gemini's arguments are an object: llmock cannot break them as text
        assert record.steps[0].status == "retry"
    llmock.assert_resilient()


def test_an_endless_caller_is_closed(llmock: Any, provider: str) -> None:
    llmock.call_tool("read_manual", LEAVE, times=None)
    record = ask(llmock, provider)
    assert record.outcome is Outcome.DEGRADED
    assert len(llmock.requests) == 8
    assert "Answer now" in json.dumps(llmock.last_request.body)
