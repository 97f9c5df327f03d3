"""Every fault llmock knows, in every format: each turn ends in an answer, the manual's answer, or words that are kept."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from asking import WIRES, ask

from overlay.content.pack_folder import load_pack
from overlay.core.resources import bundled_pack
from overlay.core.turn import Outcome, StepStarted, TurnEvent, TurnRecord
from overlay.ui.presenters.closing import closing_of

FORMATS = (*WIRES, "compatible")
LEAVE = {"sections": ["leave"]}
WORDS = "One two three four five six seven eight nine ten."
FOREVER = None


@dataclass(frozen=True)
class Fault:
    """One fault, and how a turn that meets it must end."""

    break_it: Callable[[Any], object]
    outcome: Outcome
    requests: int
    waits: float = 0
    """Seconds that the turn must have taken at least."""


def again(outcome: Outcome, **fault: Any) -> Fault:
    """An HTTP error; one that lasts is met twice."""
    return Fault(lambda m: m.fail(**fault), outcome, 2)


def at_once(outcome: Outcome, break_it: Callable[[Any], object], waits: float = 0) -> Fault:
    """A fault that a second try would not mend, or that comes after words."""
    return Fault(break_it, outcome, 1, waits)


FINE, MANUAL, CUT, LATE = Outcome.ANSWERED, Outcome.DEGRADED, Outcome.FAILED, Outcome.TIMEOUT
FAULTS: dict[str, Fault] = {
    "429 and a short wait": Fault(lambda m: m.rate_limit(retry_after=0.3), FINE, 2, 0.3),
    "429 and a long wait": at_once(MANUAL, lambda m: m.rate_limit(retry_after=60)),
    "429 for ever": Fault(lambda m: m.rate_limit(times=FOREVER, retry_after=0.1), MANUAL, 2, 0.1),
    **{f"{status} once": again(FINE, status=status) for status in (500, 502, 503, 529)},
    **{f"{status} for ever": again(MANUAL, status=status, times=FOREVER) for status in (500, 502, 503, 529)},
    **{f"{status}": at_once(MANUAL, lambda m, s=status: m.fail(s)) for status in (400, 401, 403, 404, 413, 422)},
    "too long a prompt": at_once(MANUAL, lambda m: m.context_overflow()),
    "disconnect before a word": Fault(lambda m: m.disconnect(after_chunks=0), FINE, 2),
    "disconnect for ever": Fault(lambda m: m.disconnect(after_chunks=0, times=FOREVER), MANUAL, 2),
    "disconnect after words": at_once(CUT, lambda m: m.disconnect(after_chunks=5)),
    "truncate before a word": Fault(lambda m: m.truncate(after_chunks=0), FINE, 2),
    "truncate for ever": Fault(lambda m: m.truncate(after_chunks=0, times=FOREVER), MANUAL, 2),
    "truncate after words": at_once(CUT, lambda m: m.truncate(after_chunks=5)),
    "malformed before a word": Fault(lambda m: m.corrupt(after_chunks=0), FINE, 2),
    "malformed for ever": Fault(lambda m: m.corrupt(after_chunks=0, times=FOREVER), MANUAL, 2),
    "malformed after words": at_once(CUT, lambda m: m.corrupt(after_chunks=5)),
    "silence before a word": at_once(MANUAL, lambda m: m.slow_first_token(6), 1.5),
    "silence after words": at_once(LATE, lambda m: m.stall(after_chunks=5, seconds=6), 1.5),
    "a delay": Fault(lambda m: m.delay(0.3), FINE, 1, 0.3),
}


def asks_for_the_manual(llmock: Any, provider: str) -> None:
    """The model's next step, as its format has it."""
    if provider == "compatible":
        llmock.reply(f"@@TOOL@@ {json.dumps({'tool': 'read_manual', 'args': LEAVE})} @@END@@")
    else:
        llmock.call_tool("read_manual", LEAVE)


@pytest.mark.parametrize("provider", FORMATS)
@pytest.mark.parametrize("after_a_tool", [False, True], ids=["first step", "after a tool"])
@pytest.mark.parametrize("name", FAULTS)
def test_a_turn_that_meets_a_fault(llmock: Any, provider: str, name: str, after_a_tool: bool) -> None:
    fault = FAULTS[name]
    more = {"text_protocol": "on", "model": "local"} if provider == "compatible" else {}
    if after_a_tool:
        asks_for_the_manual(llmock, provider)
    else:
        fault.break_it(llmock)

    def watch(event: TurnEvent) -> None:
        if after_a_tool and isinstance(event, StepStarted) and len(llmock.requests) == 1:
            fault.break_it(llmock)

    llmock.reply(WORDS).reply(WORDS)
    began = time.monotonic()
    # Only silence reaches the deadline.
    record = ask(llmock, provider, seconds=2 if fault.waits > 1 else 20, watch=watch, **more)
    assert fault.waits <= time.monotonic() - began < fault.waits + 8
    assert record.outcome is fault.outcome, record.error
    assert len(llmock.requests) == fault.requests + after_a_tool
    ended_as_it_should(record, after_a_tool=after_a_tool)


def ended_as_it_should(record: TurnRecord, *, after_a_tool: bool) -> None:
    """An answer; the manual's, with the reason in one sentence; or what was said so far, with what happened."""
    match record.outcome:
        case Outcome.ANSWERED:
            assert (record.text, record.error) == (WORDS, "")
            assert [s.status for s in record.steps] == ["ok"] * after_a_tool
        case Outcome.DEGRADED:
            assert record.provider == "offline"
            assert "Request leave" in record.text
            assert WORDS[:7] not in record.text
        case _:
            assert record.text.strip()
            assert WORDS.startswith(record.text.strip())
            assert "ten" not in record.text
            assert record.action is None
    assert "\n" not in record.error
    assert len(record.error) < 400
    assert bool(record.error) == (record.outcome is not Outcome.ANSWERED)


@pytest.mark.parametrize("fault", [f for f in FAULTS if FAULTS[f].outcome is not Outcome.ANSWERED])
def test_what_the_person_is_told(llmock: Any, fault: str) -> None:
    FAULTS[fault].break_it(llmock.reply(WORDS))
    record = ask(llmock, "openai", seconds=2)
    closing = closing_of(record, load_pack(bundled_pack()).manual, again=False)
    assert closing.notice
    assert "\n" not in closing.notice
    assert closing.retry
