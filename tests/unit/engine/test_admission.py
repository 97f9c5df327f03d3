"""Before a turn somebody may say that the model is not to be asked: then the manual answers, labelled."""

import asyncio

from samples import EMPLOYEE, MANUAL, PACK

from overlay.core.clock import SteppedClock
from overlay.core.model import TextDelta
from overlay.core.ports import Provider
from overlay.core.screens import UNKNOWN_SCREEN
from overlay.core.turn import (
    AnswerDelta,
    Degraded,
    Outcome,
    Question,
    TurnEvent,
    TurnFinished,
    TurnRecord,
    TurnRequest,
    TurnStart,
)
from overlay.engine.prompt import PromptWriter
from overlay.engine.toolbox import Toolbox
from overlay.engine.turn import TurnEngine
from overlay.providers.offline import OfflineProvider
from overlay.providers.scripted import ScriptedProvider, ScriptedStep
from overlay.search.local import LocalSearch
from overlay.tools.prepare_action import PrepareAction
from overlay.tools.read_manual import ReadManual
from overlay.ui.presenters.closing import closing_of

REQUEST = TurnRequest(Question("How do I request leave?"), UNKNOWN_SCREEN, EMPLOYEE, thread="t")
OFFLINE = OfflineProvider(MANUAL, PACK, LocalSearch(MANUAL))


class Gatekeeper:
    """Answers every turn the same, and keeps what it was asked."""

    def __init__(self, refusal: str = "") -> None:
        self.refusal = refusal
        self.starts: list[TurnStart] = []

    async def admit(self, start: TurnStart) -> str:
        self.starts.append(start)
        return self.refusal


def run(provider: Provider, gate: Gatekeeper) -> tuple[list[TurnEvent], TurnRecord]:
    async def body() -> list[TurnEvent]:
        tools = Toolbox([ReadManual(MANUAL, PACK, EMPLOYEE), PrepareAction(PACK, EMPLOYEE, None)])
        engine = TurnEngine(provider, OFFLINE, PromptWriter("Rules.", PACK, MANUAL), SteppedClock(), admission=gate)
        return [event async for event in engine.run(REQUEST, tools, asyncio.Event())]

    events = asyncio.run(body())
    last = events[-1]
    assert isinstance(last, TurnFinished)
    return events, last.record


def test_a_turn_that_is_let_says_who_is_asked() -> None:
    gate = Gatekeeper()
    _, record = run(ScriptedProvider(ScriptedStep([TextDelta("Here.")])), gate)
    assert gate.starts == [TurnStart(record.id, record.at, REQUEST, "scripted/script")]
    assert (record.asked, record.outcome) == ("scripted/script", Outcome.ANSWERED)


def test_beyond_a_limit_the_model_is_not_asked_and_the_manual_answers() -> None:
    provider = ScriptedProvider(ScriptedStep([TextDelta("never")]))
    events, record = run(provider, Gatekeeper("No more today."))
    assert provider.prompts == []
    assert (record.outcome, record.error, record.asked, record.provider) == (
        Outcome.LIMIT,
        "No more today.",
        "",
        "offline",
    )
    assert events[0] == Degraded("No more today.")
    assert "Press **«Request leave»**" in "".join(e.text for e in events if isinstance(e, AnswerDelta))
    assert record.action is not None
    closing = closing_of(record, MANUAL, again=False)
    assert closing.notice == "No more today. This answer comes from the manual alone."
    assert closing.action is not None


def test_the_manual_alone_is_noted_as_asking_nobody() -> None:
    gate = Gatekeeper()
    _, record = run(OFFLINE, gate)
    assert gate.starts == [TurnStart(record.id, record.at, REQUEST, "")]
    assert (record.asked, record.outcome) == ("", Outcome.ANSWERED)
