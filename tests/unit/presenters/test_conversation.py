"""The conversation: what is shown when, what is kept, and what closing the panel means."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence

import pytest

from overlay.answer.policy import AnswerPolicy
from overlay.core.errors import SignedOutError, TargetError
from overlay.core.manual import Manual, PartKind, Passage, Section
from overlay.core.model import AssistantMessage, UserMessage
from overlay.core.pack import Pack, ScreenSpec
from overlay.core.person import Person
from overlay.core.screens import Screen
from overlay.core.tools import Ok, PreparedAction, ToolStep
from overlay.core.turn import (
    AnswerDelta,
    Degraded,
    Outcome,
    Rating,
    StepFinished,
    StepStarted,
    ThreadSummary,
    TurnEvent,
    TurnFinished,
    TurnRecord,
    TurnRequest,
)
from overlay.search.local import LocalSearch
from overlay.ui.presenters.conversation import ConversationPresenter
from overlay.ui.presenters.views import Choice, Closing, Others, Source

MARA = Person("mara", "Mara", "employee", frozenset({"leave"}), ("/leave",))
LEAVE = Section(
    "leave",
    "Leave",
    ("/leave",),
    "leave",
    "Request days off.",
    "text",
    (Passage(PartKind.HOW_TO, "How to", "", 1), Passage(PartKind.HOW_TO, "Request leave", "1. Press.", 2)),
)
MANUAL = Manual((LEAVE,))
PACK = Pack("Linden", ("https://erp.example",), (ScreenSpec("leave", "/leave", "Leave", "leave"),))
ACTION = PreparedAction("request_leave", "Request leave", {}, (), {}, "https://erp.example/leave?new=leave")


class RecordingTurn:
    """A turn's view that writes down what it was told to show."""

    def __init__(self, question: str, policy: AnswerPolicy) -> None:
        self.question = question
        self.policy = policy
        self.shown: list[str] = []
        self.closing: Closing | None = None

    def step_started(self, tool: str) -> None:
        self.shown.append(f"start {tool}")

    def step_finished(self, step: ToolStep) -> None:
        self.shown.append(step.summary)

    def add_text(self, text: str) -> None:
        self.shown.append(text)

    def begin_again(self, reason: str) -> None:
        self.shown = []

    def finish(self, closing: Closing) -> None:
        assert self.closing is None, "a turn ends once"
        self.closing = closing

    def offer(self, others: Others) -> None:
        self.others = others


class RecordingPanel:
    """A panel's view that writes down what it was told to show."""

    def __init__(self) -> None:
        self.turns: list[RecordingTurn] = []
        self.notes: list[str] = []
        self.cleared = 0
        self.busy = False
        self.screen = ("", False)
        self.starters: list[Choice] = []

    def begin_turn(self, question: str, policy: AnswerPolicy) -> RecordingTurn:
        self.turns.append(RecordingTurn(question, policy))
        return self.turns[-1]

    def note(self, sentence: str) -> None:
        self.notes.append(sentence)

    def clear(self) -> None:
        self.cleared += 1

    def set_busy(self, busy: bool) -> None:
        self.busy = busy

    def set_screen(self, text: str, known: bool, sure: bool = True) -> None:
        self.screen, self.sure = (text, known), sure

    def set_places(self, places: Sequence[Choice]) -> None:
        self.places = list(places)

    def set_starters(self, starters: Sequence[Choice]) -> None:
        self.starters = list(starters)


class MemoryLog:
    """A turn log in memory."""

    def __init__(self) -> None:
        self.records: list[TurnRecord] = []
        self.rated: dict[str, Rating] = {}
        self.keeps_text = True

    def rate(self, person: str, rating: Rating) -> None:
        self.rated[rating.turn] = rating

    def ratings(self, person: str, thread: str) -> dict[str, Rating]:
        return self.rated

    def append(self, record: TurnRecord) -> None:
        self.records.append(record)

    def threads(self, person: str, matching: str = "") -> tuple[ThreadSummary, ...]:
        return ()

    def turns(self, person: str, thread: str) -> tuple[TurnRecord, ...]:
        return tuple(r for r in self.records if (r.request.person.id, r.request.thread) == (person, thread))

    def delete(self, person: str, thread: str) -> None:
        self.records = [r for r in self.records if r.request.thread != thread]


class Gate:
    """A runner that answers when it is let, and shows what it was asked."""

    def __init__(self, *, outcome: Outcome = Outcome.ANSWERED, action: PreparedAction | None = None) -> None:
        self.requests: list[TurnRequest] = []
        self.open = asyncio.Event()
        self.outcome = outcome
        self.action = action

    async def __call__(self, request: TurnRequest, stop: asyncio.Event) -> AsyncIterator[TurnEvent]:
        self.requests.append(request)
        ok = Ok("t", "Read 1 manual section", ("leave",), ("shot",))
        yield StepStarted("c", "read_manual")
        yield StepFinished("c", ToolStep("read_manual", summary=ok.summary), ok)
        yield AnswerDelta("Press ")
        waiting = {asyncio.create_task(self.open.wait()), asyncio.create_task(stop.wait())}
        _, late = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in late:
            task.cancel()
        outcome = Outcome.STOPPED if stop.is_set() else self.outcome
        if outcome is Outcome.DEGRADED:
            yield Degraded("down")
        yield AnswerDelta("it.")
        yield TurnFinished(
            TurnRecord(
                request,
                outcome,
                "p",
                "m",
                "Press it.",
                sections=("leave",),
                screenshots=("shot",),
                action=self.action,
                messages=(UserMessage(request.question.text), AssistantMessage("Press it.")),
            )
        )


class FixedPeople:
    """Says who is asking, or fails as told."""

    def __init__(self, answer: Person | TargetError) -> None:
        self.answer = answer

    async def current(self) -> Person:
        if isinstance(self.answer, TargetError):
            raise self.answer
        return self.answer


class Bench:
    """A conversation on recording parts."""

    def __init__(self, gate: Gate, people: FixedPeople | None = None) -> None:
        self.gate = gate
        self.log = MemoryLog()
        self.view = RecordingPanel()
        self.tasks: set[asyncio.Task[None]] = set()
        self.people = people or FixedPeople(MARA)
        self.presenter = ConversationPresenter(
            pack=PACK,
            manual=MANUAL,
            people=self.people,
            log=self.log,
            search=LocalSearch(MANUAL),
            run=gate,
            spawn=self.spawn,
        )
        self.presenter.attach(self.view)

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        self.tasks.add(asyncio.ensure_future(work))

    async def done(self) -> None:
        await asyncio.gather(*self.tasks)


def play(body: Callable[[], Coroutine[object, object, None]]) -> None:
    asyncio.run(body())


def test_a_turn_from_question_to_record() -> None:
    async def body() -> None:
        bench = Bench(Gate(action=ACTION))
        bench.gate.open.set()
        bench.presenter.ask("  How do I request leave? ")
        assert bench.view.busy
        await bench.done()
        (turn,) = bench.view.turns
        assert turn.question == "How do I request leave?"
        assert turn.shown == ["start read_manual", "Read 1 manual section", "Press ", "it."]
        assert turn.closing == Closing(action=ACTION, sources=(Source("Leave", "leave"),))
        assert turn.policy.returned == {"shot"}
        assert not bench.view.busy
        assert [r.text for r in bench.log.records] == ["Press it."]

    play(body)


def test_one_question_at_a_time() -> None:
    async def body() -> None:
        bench = Bench(Gate())
        bench.presenter.ask("One")
        bench.presenter.ask("Two")
        bench.presenter.ask("   ")
        bench.gate.open.set()
        await bench.done()
        assert [t.question for t in bench.view.turns] == ["One"]

    play(body)


def test_closing_the_panel_lets_the_turn_finish_and_saves_it() -> None:
    async def body() -> None:
        bench = Bench(Gate())
        bench.presenter.ask("One")
        await asyncio.sleep(0)
        old = bench.view.turns[0]
        bench.presenter.new_conversation()
        assert not bench.view.busy
        bench.gate.open.set()
        await bench.done()
        assert old.closing is None
        assert [r.request.question.text for r in bench.log.records] == ["One"]

    play(body)


def test_a_new_conversation_can_ask_while_the_old_turn_runs() -> None:
    async def body() -> None:
        bench = Bench(Gate())
        bench.presenter.ask("One")
        await asyncio.sleep(0)
        bench.presenter.new_conversation()
        bench.presenter.ask("Two")
        bench.gate.open.set()
        await bench.done()
        first, second = (r.request for r in bench.log.records)
        assert first.thread != second.thread
        assert second.history == ()
        assert bench.view.turns[1].closing is not None

    play(body)


def test_a_thread_remembers_what_was_said_and_shown() -> None:
    async def body() -> None:
        bench = Bench(Gate())
        bench.gate.open.set()
        bench.presenter.ask("One")
        await bench.done()
        bench.presenter.ask("Two")
        await bench.done()
        second = bench.gate.requests[1]
        assert second.history == (UserMessage("One"), AssistantMessage("Press it."))
        assert second.returned == ("shot",)

    play(body)


def test_stop_ends_the_turn_and_offers_to_retry() -> None:
    async def body() -> None:
        bench = Bench(Gate())
        bench.presenter.ask("One")
        await asyncio.sleep(0)
        bench.presenter.stop()
        await bench.done()
        closing = bench.view.turns[0].closing
        assert closing is not None
        assert closing.retry
        assert closing.notice == "Stopped."
        bench.gate.open.set()
        bench.presenter.retry()
        await bench.done()
        assert [t.question for t in bench.view.turns] == ["One", "One"]

    play(body)


@pytest.mark.parametrize("error", [SignedOutError("You are signed out."), TargetError("Linden does not answer.")])
def test_not_knowing_who_asks_is_said_with_a_retry(error: TargetError) -> None:
    async def body() -> None:
        bench = Bench(Gate(), FixedPeople(error))
        bench.gate.open.set()
        bench.presenter.ask("One")
        await bench.done()
        closing = bench.view.turns[0].closing
        assert closing == Closing(notice=str(error), tone="error", retry=True)
        assert not bench.view.busy
        bench.people.answer = MARA
        bench.presenter.retry()
        await bench.done()
        assert [r.outcome for r in bench.log.records] == [Outcome.ANSWERED]

    play(body)


def test_a_degraded_answer_replaces_what_was_shown_and_says_so() -> None:
    async def body() -> None:
        bench = Bench(Gate(outcome=Outcome.DEGRADED))
        bench.gate.open.set()
        bench.presenter.ask("One")
        await bench.done()
        (turn,) = bench.view.turns
        assert turn.shown == ["it."]
        assert turn.closing is not None
        assert "from the manual alone" in turn.closing.notice

    play(body)


def test_the_screen_is_shown_with_its_starters() -> None:
    async def body() -> None:
        bench = Bench(Gate())
        await bench.done()
        assert bench.view.screen == ("Screen unknown", False)
        bench.presenter.set_screen(Screen("leave", "/leave"))
        assert (bench.view.screen, bench.view.sure) == (("Leave · Linden", True), False)
        bench.presenter.set_screen(Screen("leave", "/leave", exact=True))
        assert (bench.view.screen, bench.view.sure) == (("Leave · Linden", True), True)
        assert [(c.title, c.question) for c in bench.view.starters] == [("Request leave", "How do I request leave?")]
        bench.presenter.set_screen(None)
        assert bench.view.screen == ("Leave · Linden", True)

    play(body)


def test_a_person_can_say_where_they_are() -> None:
    async def body() -> None:
        bench = Bench(Gate())
        await bench.done()
        assert [(c.title, c.section) for c in bench.view.places] == [("Leave", "leave")]
        bench.presenter.choose_screen("leave")
        assert bench.view.screen == ("Leave · Linden", True)

    play(body)


def test_an_earlier_conversation_opens_again_and_goes_on() -> None:
    async def body() -> None:
        bench = Bench(Gate(action=ACTION))
        bench.gate.open.set()
        bench.presenter.ask("One")
        await bench.done()
        thread = bench.log.records[0].request.thread
        bench.presenter.new_conversation()
        bench.presenter.open_thread(thread)
        await bench.done()
        again = bench.view.turns[-1]
        assert again.shown == ["Press it."]
        assert again.closing is not None
        assert again.closing.action is None
        bench.presenter.ask("Two")
        await bench.done()
        assert bench.gate.requests[1].thread == thread
        assert bench.gate.requests[1].history[0] == UserMessage("One")

    play(body)


def test_somebody_elses_thread_does_not_open() -> None:
    async def body() -> None:
        bench = Bench(Gate())
        await bench.done()
        bench.presenter.open_thread("not mine")
        await bench.done()
        assert bench.view.turns == []

    play(body)


def test_a_turn_that_breaks_inside_still_ends() -> None:
    class Broken(Gate):
        async def __call__(self, request: TurnRequest, stop: asyncio.Event) -> AsyncIterator[TurnEvent]:
            yield AnswerDelta("Press ")
            raise IndexError("string index out of range")

    async def body() -> None:
        bench = Bench(Broken())
        bench.presenter.ask("One")
        with pytest.raises(IndexError):
            await bench.done()
        closing = bench.view.turns[0].closing
        assert closing is not None
        assert closing.retry
        assert "Try again" in closing.notice
        assert not bench.view.busy

    play(body)
