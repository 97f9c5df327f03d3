"""A turn always ends, and in one of the agreed ways."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable

import pytest
from samples import EMPLOYEE, MANUAL, PACK

from overlay.core.clock import SteppedClock
from overlay.core.errors import (
    ProviderAuthError,
    ProviderBusyError,
    ProviderError,
    ProviderProtocolError,
    ProviderRefusedError,
    ProviderRequestError,
)
from overlay.core.model import AssistantMessage, Finish, ModelEvent, Opaque, Prompt, TextDelta, ToolCall, Usage
from overlay.core.ports import Provider
from overlay.core.screens import UNKNOWN_SCREEN
from overlay.core.tools import Retry
from overlay.core.turn import (
    ActionPrepared,
    AnswerDelta,
    Degraded,
    Outcome,
    Question,
    StepFinished,
    TurnEvent,
    TurnFinished,
    TurnRecord,
    TurnRequest,
)
from overlay.engine.prompt import PromptWriter
from overlay.engine.toolbox import Toolbox
from overlay.engine.turn import MAX_STEPS, TurnEngine
from overlay.providers.offline import OfflineProvider
from overlay.providers.scripted import ScriptedProvider, ScriptedStep
from overlay.search.local import LocalSearch
from overlay.tools.offer_sections import OfferSections
from overlay.tools.prepare_action import PrepareAction
from overlay.tools.read_manual import ReadManual

READ = ToolCall("c1", "read_manual", {"sections": ["leave"]})
REQUEST = TurnRequest(Question("How do I request leave?"), UNKNOWN_SCREEN, EMPLOYEE, thread="t")


def offline() -> OfflineProvider:
    return OfflineProvider(MANUAL, PACK, LocalSearch(MANUAL))


def toolbox() -> Toolbox:
    return Toolbox(
        [ReadManual(MANUAL, PACK, EMPLOYEE), OfferSections(MANUAL, PACK, EMPLOYEE), PrepareAction(PACK, EMPLOYEE, None)]
    )


def run(
    provider: Provider,
    *,
    clock: SteppedClock | None = None,
    watch: Callable[[TurnEvent, asyncio.Event], None] | None = None,
) -> tuple[list[TurnEvent], TurnRecord]:
    """Run one turn; `watch` sees each event and the stop button."""

    async def body() -> list[TurnEvent]:
        engine = TurnEngine(provider, offline(), PromptWriter("Rules.", PACK, MANUAL), clock or SteppedClock())
        stop = asyncio.Event()
        events: list[TurnEvent] = []
        async for event in engine.run(REQUEST, toolbox(), stop):
            events.append(event)
            if watch:
                watch(event, stop)
        return events

    events = asyncio.run(body())
    last = events[-1]
    assert isinstance(last, TurnFinished)
    assert sum(isinstance(e, TurnFinished) for e in events) == 1
    return events, last.record


def shown(events: list[TurnEvent]) -> str:
    """What a person sees: everything since the last answerer took over."""
    text = ""
    for event in events:
        if isinstance(event, AnswerDelta):
            text += event.text
        elif isinstance(event, Degraded):
            text = ""
    return text


def says(*texts: str) -> ScriptedStep:
    return ScriptedStep([TextDelta(t) for t in texts])


def test_a_tool_then_an_answer() -> None:
    provider = ScriptedProvider(
        ScriptedStep([READ, Usage(100, 20, 5)]), ScriptedStep([TextDelta("Press it."), Usage(300, 250, 9)])
    )
    events, record = run(provider)
    provider.finished()
    assert (record.outcome, record.text, record.sections) == (Outcome.ANSWERED, "Press it.", ("leave",))
    assert record.screenshots == ("leave-overview",)
    assert record.usage == Usage(400, 270, 14)
    assert [type(e).__name__ for e in events] == ["StepStarted", "StepFinished", "AnswerDelta", "TurnFinished"]
    assert record.steps[0].summary == "Read 1 manual section"


def test_text_before_a_tool_is_a_paragraph_of_the_answer() -> None:
    provider = ScriptedProvider(ScriptedStep([TextDelta("Let me look."), READ]), says("\n", "Press it."))
    events, record = run(provider)
    assert record.text == "Let me look.\n\nPress it."
    assert shown(events) == record.text


def test_an_action_is_announced_once_and_kept() -> None:
    call = ToolCall("c2", "prepare_action", {"action": "request_leave", "fields": {"from": "2026-12-14"}})
    again = ToolCall("c3", "prepare_action", {"action": "request_leave"})
    events, record = run(ScriptedProvider(ScriptedStep([READ, call, again]), says("Review it.")))
    prepared = [e.action for e in events if isinstance(e, ActionPrepared)]
    assert prepared == [record.action]
    assert record.action is not None
    assert record.action.url == "http://127.0.0.1:8765/leave?new=leave&from=2026-12-14"
    assert record.action.left == ("To", "Note")
    assert [s.status for s in record.steps] == ["ok", "ok", "refused"]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (ToolCall("x", "delete_everything", {}), "There is no tool 'delete_everything'"),
        (ToolCall("x", "read_manual", {"sections": ["users"]}), "do not fit"),
        (ToolCall("x", "read_manual", {"sections": ["leave", "stock", "leave"]}), "do not fit"),
        (ToolCall("x", "read_manual", {}), "required"),
        (ToolCall("x", "read_manual", {"sections": "leave"}), "array"),
        (ToolCall("x", "prepare_action", {"action": "request_leave", "fields": {"from": "soon"}}), "date"),
        (ToolCall("x", "prepare_action", {"action": "request_leave", "fields": {"salary": "1"}}), "salary"),
        (ToolCall("x", "prepare_action", {"action": "pay", "fields": {}}), "do not fit"),
    ],
)
def test_a_wrong_call_is_told_what_was_wrong(call: ToolCall, words: str) -> None:
    events, record = run(ScriptedProvider(ScriptedStep([call]), says("Sorry.")))
    results = [e.result for e in events if isinstance(e, StepFinished)]
    assert isinstance(results[0], Retry)
    assert words in results[0].text
    assert record.outcome is Outcome.ANSWERED


def test_a_failure_before_the_first_word_is_tried_once_more() -> None:
    provider = ScriptedProvider(ScriptedStep([], error=ProviderBusyError("later", 1)), says("Here."))
    _, record = run(provider)
    provider.finished()
    assert (record.outcome, record.text) == (Outcome.ANSWERED, "Here.")


def test_calls_of_a_broken_step_never_run() -> None:
    broken = ScriptedStep([READ], finish=False)
    events, record = run(ScriptedProvider(broken, says("Here.")))
    assert not any(isinstance(e, StepFinished) for e in events)
    assert record.text == "Here."


@pytest.mark.parametrize("error", [ProviderAuthError("no key"), ProviderBusyError("later"), ProviderError("odd")])
def test_a_failing_provider_leaves_it_to_the_manual(error: ProviderError) -> None:
    provider = ScriptedProvider(ScriptedStep([], error=error), ScriptedStep([], error=error))
    events, record = run(provider)
    assert record.outcome is Outcome.DEGRADED
    assert record.provider == "offline"
    assert "Request leave" in record.text
    assert record.error == str(error)
    assert shown(events) == record.text
    assert record.action is not None


def test_a_cut_answer_keeps_its_words_and_offers_no_action() -> None:  # b10
    call = ToolCall("c2", "prepare_action", {"action": "request_leave"})
    cut = ScriptedStep([TextDelta("1. Abre Ven")], finish=False)
    _, record = run(ScriptedProvider(ScriptedStep([call]), cut))
    assert (record.outcome, record.text, record.action) == (Outcome.FAILED, "1. Abre Ven", None)
    assert "broke off" in record.error


def test_an_endless_caller_gets_its_last_step_closed() -> None:
    steps = [ScriptedStep([ToolCall(f"c{i}", "read_manual", {"sections": ["leave"]})]) for i in range(MAX_STEPS - 1)]
    closing = ScriptedStep([TextDelta("As far as I see."), READ], expects=lambda prompt: prompt.closing)
    provider = ScriptedProvider(*steps, closing)
    _, record = run(provider)
    provider.finished()
    assert (record.outcome, record.text, len(record.steps)) == (Outcome.ANSWERED, "As far as I see.", MAX_STEPS - 1)


def test_a_caller_that_never_answers_leaves_it_to_the_manual() -> None:
    provider = ScriptedProvider(*[ScriptedStep([READ]) for _ in range(MAX_STEPS)])
    _, record = run(provider)
    assert record.outcome is Outcome.DEGRADED
    assert "Request leave" in record.text


class Pinging:
    """A provider that trickles nothing for ever, while the clock runs."""

    name = "pinging"
    model = "ping"

    def __init__(self, clock: SteppedClock, first: str = "") -> None:
        self.clock = clock
        self.first = first
        self.closed = False

    async def stream(self, prompt: Prompt) -> AsyncIterator[ModelEvent]:
        try:
            if self.first:
                yield TextDelta(self.first)
            while True:
                self.clock.advance(1)
                await asyncio.sleep(0)
                yield Usage(1)
        finally:
            self.closed = True


def test_pings_do_not_hold_a_turn_open() -> None:  # b16
    clock = SteppedClock()
    provider = Pinging(clock)
    _, record = run(provider, clock=clock)
    assert provider.closed
    assert record.outcome is Outcome.DEGRADED
    assert "no answer" in record.error
    assert 60_000 <= record.total_ms <= 62_000


def test_a_slow_answer_is_cut_with_its_words() -> None:  # b16
    clock = SteppedClock()
    _, record = run(Pinging(clock, "Open Leave"), clock=clock)
    assert (record.outcome, record.text) == (Outcome.TIMEOUT, "Open Leave")


def test_a_clock_set_back_changes_nothing() -> None:
    clock = SteppedClock()

    class SettingBack(Pinging):
        async def stream(self, prompt: Prompt) -> AsyncIterator[ModelEvent]:
            clock.set_back(3600)
            async for event in super().stream(prompt):
                yield event

    _, record = run(SettingBack(clock), clock=clock)
    assert 60_000 <= record.total_ms <= 62_000


class Silent:
    """A provider that says one word and then nothing."""

    name = "silent"
    model = "hush"
    closed = False

    async def stream(self, prompt: Prompt) -> AsyncIterator[ModelEvent]:
        try:
            yield TextDelta("Open")
            await asyncio.Event().wait()
            yield Finish()
        finally:
            self.closed = True


def test_stop_ends_a_silent_stream_at_once() -> None:
    provider = Silent()

    def press(event: TurnEvent, stop: asyncio.Event) -> None:
        if isinstance(event, AnswerDelta):
            stop.set()

    _, record = run(provider, watch=press)
    assert provider.closed
    assert (record.outcome, record.text) == (Outcome.STOPPED, "Open")


def test_the_thread_grows_by_the_turns_messages() -> None:
    _, record = run(ScriptedProvider(ScriptedStep([READ]), says("Here.")))
    assert [type(m).__name__ for m in record.messages] == [
        "UserMessage",
        "AssistantMessage",
        "ToolMessage",
        "AssistantMessage",
    ]


def test_the_last_step_is_told_to_close() -> None:
    steps = [ScriptedStep([READ], expects=lambda prompt: not prompt.note) for _ in range(MAX_STEPS - 1)]
    closing = ScriptedStep(
        [TextDelta("So far.")], expects=lambda prompt: "Answer now" in prompt.note and prompt.closing
    )
    provider = ScriptedProvider(*steps, closing)
    _, record = run(provider)
    provider.finished()
    assert record.text == "So far."


def test_a_call_with_a_problem_never_runs_and_hears_of_it() -> None:  # b07, c04
    broken = ToolCall("c1", "read_manual", {"sections": ["leave"]}, "The call broke off.")
    events, record = run(ScriptedProvider(ScriptedStep([broken]), says("Sorry.")))
    assert [e.result for e in events if isinstance(e, StepFinished)] == [Retry("The call broke off.")]
    assert (record.sections, record.text) == ((), "Sorry.")


def test_opaque_reasoning_stays_with_its_step_and_out_of_the_answer() -> None:  # b14
    opaque = Opaque("messages:claude", '[{"type":"thinking","thinking":"secret"}]')
    provider = ScriptedProvider(ScriptedStep([READ, opaque]), says("Press it."))
    events, record = run(provider)
    said = record.messages[1]
    assert isinstance(said, AssistantMessage)
    assert said.opaque == opaque
    assert provider.prompts[1].messages[1] == said
    assert isinstance(record.messages[-1], AssistantMessage)
    assert record.messages[-1].opaque is None
    assert "secret" not in record.text + shown(events)


@pytest.mark.parametrize("error", [ProviderAuthError("no"), ProviderRefusedError("no"), ProviderRequestError("no")])
def test_what_will_not_pass_is_not_tried_again(error: ProviderError) -> None:  # b15
    provider = ScriptedProvider(ScriptedStep([Finish("SAFETY")], error=error, finish=False), says("never"))
    _, record = run(provider)
    assert len(provider.prompts) == 1
    assert (record.outcome, record.provider, record.finish) == (Outcome.DEGRADED, "offline", "SAFETY")


def test_a_malformed_call_is_tried_again_once() -> None:  # b15
    step = ScriptedStep([Finish("MALFORMED_FUNCTION_CALL")], error=ProviderProtocolError("x"), finish=False)
    provider = ScriptedProvider(step, step, says("never"))
    _, record = run(provider)
    assert len(provider.prompts) == 2
    assert (record.outcome, record.finish) == (Outcome.DEGRADED, "MALFORMED_FUNCTION_CALL")


def test_a_model_that_ends_without_a_word_is_asked_once_more() -> None:
    nothing = ScriptedStep([Usage(10, 0, 0)])
    _, record = run(ScriptedProvider(nothing, says("Here.")))
    assert (record.outcome, record.text, record.usage.input) == (Outcome.ANSWERED, "Here.", 10)
    provider = ScriptedProvider(ScriptedStep([READ]), nothing, says("Here."))
    assert run(provider)[1].text == "Here."
    assert len(provider.prompts) == 3
    provider = ScriptedProvider(nothing, nothing, says("never"))
    _, record = run(provider)
    assert (record.outcome, len(provider.prompts)) == (Outcome.DEGRADED, 2)


def test_words_before_a_look_up_are_no_answer_to_what_it_found() -> None:
    _, record = run(ScriptedProvider(ScriptedStep([TextDelta("I will look."), READ]), ScriptedStep([TextDelta(" ")])))
    assert (record.outcome, record.text) == (Outcome.FAILED, "I will look.")
    for call in (
        ToolCall("c2", "prepare_action", {"action": "request_leave"}),
        ToolCall("c2", "offer_sections", {"sections": ["leave"]}),
    ):
        spoken = ScriptedStep([TextDelta("Open it, or choose."), call])
        _, record = run(ScriptedProvider(ScriptedStep([READ]), spoken, ScriptedStep([])))
        assert (record.outcome, record.text) == (Outcome.ANSWERED, "Open it, or choose.")


def test_a_busy_provider_is_given_its_time() -> None:
    began = time.monotonic()
    provider = ScriptedProvider(ScriptedStep([], error=ProviderBusyError("later", 0.3)), says("Here."))
    _, record = run(provider)
    assert record.text == "Here."
    assert time.monotonic() - began >= 0.3


def test_a_wait_that_is_too_long_leaves_it_to_the_manual_at_once() -> None:
    provider = ScriptedProvider(ScriptedStep([], error=ProviderBusyError("later", 3600)), says("never"))
    _, record = run(provider)
    assert (len(provider.prompts), record.outcome) == (1, Outcome.DEGRADED)


def test_what_an_interrupted_answer_said_is_remembered() -> None:
    cut = ScriptedStep([TextDelta("1. Open Leave")], finish=False)
    _, record = run(ScriptedProvider(cut))
    assert record.outcome is Outcome.FAILED
    assert record.messages[-1] == AssistantMessage("1. Open Leave")


def test_stop_ends_the_wait_for_a_busy_provider() -> None:
    class Busy:
        name, model = "busy", "b"
        stop: asyncio.Event | None = None

        async def stream(self, prompt: Prompt) -> AsyncIterator[ModelEvent]:
            assert self.stop is not None
            asyncio.get_running_loop().call_later(0.05, self.stop.set)
            raise ProviderBusyError("later", 8)
            yield

    async def body() -> TurnRecord:
        provider, stop = Busy(), asyncio.Event()
        provider.stop = stop
        engine = TurnEngine(provider, offline(), PromptWriter("Rules.", PACK, MANUAL), SteppedClock())
        async for event in engine.run(REQUEST, toolbox(), stop):
            if isinstance(event, TurnFinished):
                return event.record
        raise AssertionError

    began = time.monotonic()
    record = asyncio.run(body())
    assert (record.outcome, record.text) == (Outcome.STOPPED, "")
    assert time.monotonic() - began < 4
