"""The conversation: runs turns, keeps the thread, and tells the view what to show. Knows nothing of Qt."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass
from typing import Protocol, assert_never

from overlay.answer.policy import AnswerPolicy
from overlay.core.errors import FescueError
from overlay.core.manual import Manual
from overlay.core.model import Message
from overlay.core.pack import Pack, item_route
from overlay.core.person import NOBODY, Person
from overlay.core.ports import People, SectionSearch, TurnLog
from overlay.core.screens import UNKNOWN_SCREEN, Screen, ScreenSource
from overlay.core.turn import (
    ActionPrepared,
    AnswerDelta,
    Degraded,
    Question,
    StepFinished,
    StepStarted,
    TurnEvent,
    TurnFinished,
    TurnRecord,
    TurnRequest,
)
from overlay.ui.presenters.afterwards import Afterwards
from overlay.ui.presenters.answering import changed_answerer, from_here
from overlay.ui.presenters.closing import read_by
from overlay.ui.presenters.starters import starters_for
from overlay.ui.presenters.views import Choice, Closing, DetachedView, PanelView, TurnView

_UNEXPECTED = "Something went wrong inside Fescue, and there is no answer. Try again."
HISTORY_MESSAGES = 30
"""Earlier messages a turn is given."""


class TurnRunner(Protocol):
    """Runs one turn; the composition root hands in the engine's."""

    def __call__(self, request: TurnRequest, stop: asyncio.Event) -> AsyncIterator[TurnEvent]:
        """Run it; ends with TurnFinished."""
        ...


Spawn = Callable[[Coroutine[object, object, None]], None]
"""Starts a task in the application's one task scope."""


@dataclass(slots=True)
class _Running:
    """The turn under way."""

    question: Question
    stop: asyncio.Event
    view: TurnView
    """Detached once its conversation was closed: the turn is finished and saved all the same."""
    ended: bool = False


class ConversationPresenter:
    """One panel's conversation."""

    def __init__(
        self,
        *,
        pack: Pack,
        manual: Manual,
        people: People,
        log: TurnLog,
        search: SectionSearch,
        run: TurnRunner,
        spawn: Spawn,
    ) -> None:
        """Take what a conversation needs; `attach` gives it a view."""
        self.afterwards = Afterwards(pack, manual, log, search, spawn)
        self._pack = pack
        self._manual = manual
        self._people = people
        self._log = log
        self._run = run
        self._spawn = spawn
        self._view: PanelView | None = None
        self._person = NOBODY
        self._screen = UNKNOWN_SCREEN
        self._running: _Running | None = None
        self._last: Question | None = None
        self._begin_thread()

    @property
    def person(self) -> Person:
        """Who asked last."""
        return self._person

    @property
    def busy(self) -> bool:
        """Whether a turn of this conversation is under way."""
        return self._running is not None

    def attach(self, view: PanelView) -> None:
        """Show this conversation in a view."""
        self._view = view
        self._show_screen()
        self._spawn(self._greet())

    def set_screen(self, screen: Screen | None) -> None:
        """Take note of where the person is; None when the app is no longer in front, which changes nothing."""
        if screen is None or screen == self._screen:
            return
        self._screen = screen
        self._show_screen()

    def choose_screen(self, screen_id: str) -> None:
        """Take the person's own word for where they are, until a probe knows better."""
        spec = self._pack.screen(screen_id)
        if spec is not None:
            self.set_screen(Screen(spec.id, spec.route, (), spec.title, exact=True, source=ScreenSource.CHOSEN))

    def ask(self, text: str, section: str = "", entry_point: str = "") -> None:
        """Ask a question; nothing happens while another is being answered or for an empty one."""
        if self._running or not text.strip() or self._view is None:
            return
        question = Question(text.strip(), entry_point, section)
        self._last = question
        self._view.set_busy(True)
        policy = AnswerPolicy(self._pack, self._manual, self._person, set(self._returned))
        running = _Running(question, asyncio.Event(), self._view.begin_turn(question.text, policy))
        self._running = running
        self._spawn(self._answer(running, policy, self._thread, tuple(self._history), tuple(self._returned)))

    def choose(self, choice: Choice) -> None:
        """Follow something that was offered."""
        self.ask(choice.question, choice.section)

    def switched(self, title: str) -> None:
        """Note in a conversation that has begun who answers from now on."""
        if self._view and self._last:
            self._view.note(from_here(title))

    def stop(self) -> None:
        """Stop the answer; what was said stays."""
        if self._running:
            self._running.stop.set()

    def retry(self) -> None:
        """Ask the last question again."""
        if self._last:
            self.ask(self._last.text, self._last.section, self._last.entry_point)

    def new_conversation(self) -> None:
        """Begin anew; the old conversation is in the history, and a running turn is finished and saved."""
        if self._running:
            self._running.view = DetachedView()
            self._running = None
        self._begin_thread()
        if self._view:
            self._view.clear()
            self._view.set_busy(False)
            self._show_screen()

    def open_thread(self, thread: str) -> None:
        """Show an earlier conversation again and go on with it, as soon as it is read."""
        self._spawn(self._open(thread))

    async def _open(self, thread: str) -> None:
        records = await asyncio.to_thread(self._log.turns, self._person.id, thread)
        ratings = await asyncio.to_thread(self._log.ratings, self._person.id, thread)
        if not records or self._view is None:
            return
        self.new_conversation()
        self._thread = thread
        before: TurnRecord | None = None
        for record in records:
            if before is not None and (title := changed_answerer(before, record)):
                self._view.note(from_here(title))
            before = record
            policy = AnswerPolicy(self._pack, self._manual, self._person)
            policy.read(record.sections, record.screenshots)
            view = self._view.begin_turn(record.request.question.text, policy)
            for step in record.steps:
                view.step_finished(step)
            view.add_text(record.text)
            view.finish(self.afterwards.close(record, view, self._person, again=True, rating=ratings.get(record.id)))
            self._remember(record)
            self._last = record.request.question

    def _begin_thread(self) -> None:
        self._thread = os.urandom(16).hex()
        self._history: list[Message] = []
        self._returned: list[str] = []
        self._last = None
        self.afterwards.clear()

    async def _greet(self) -> None:
        """Learn who is asking, so that the first starters and the history fit them."""
        try:
            self._person = await self._people.current()
        except FescueError:
            # The first question says what is wrong and how to mend it; a greeting is no place for that.
            return
        self._show_screen()

    async def _answer(
        self,
        running: _Running,
        policy: AnswerPolicy,
        thread: str,
        history: tuple[Message, ...],
        returned: tuple[str, ...],
    ) -> None:
        try:
            self._person = policy.person = await self._people.current()
            request = TurnRequest(running.question, self._screen, self._person, history, returned, thread)
            async for event in self._run(request, running.stop):
                self._show(event, running, policy)
                if isinstance(event, TurnFinished):
                    # A write may wait for another process, and nobody should wait with it.
                    await asyncio.to_thread(self._log.append, event.record)
        except FescueError as error:
            self._end(running, Closing(notice=str(error), tone="error", retry=True))
        finally:
            # Whatever went wrong, the person gets their question back and can ask again.
            self._end(running, Closing(notice=_UNEXPECTED, tone="error", retry=True))

    def _show(self, event: TurnEvent, running: _Running, policy: AnswerPolicy) -> None:
        match event:
            case StepStarted(tool=tool):
                running.view.step_started(tool)
            case StepFinished(step=step, result=result):
                policy.read(*read_by(result))
                running.view.step_finished(step)
            case AnswerDelta(text=text):
                running.view.add_text(text)
            case Degraded(reason=reason):
                running.view.begin_again(reason)
            case ActionPrepared():
                pass  # the card stands below the finished answer
            case TurnFinished(record=record):
                self._finished(record, running)
            case _:
                assert_never(event)

    def _finished(self, record: TurnRecord, running: _Running) -> None:
        if record.request.thread == self._thread:
            self._remember(record)
        self._end(running, self.afterwards.close(record, running.view, self._person, again=False))

    def _remember(self, record: TurnRecord) -> None:
        self._history = [*self._history, *record.messages][-HISTORY_MESSAGES:]
        self._returned += [s for s in record.screenshots if s not in self._returned]

    def _end(self, running: _Running, closing: Closing) -> None:
        if running.ended:
            return
        running.ended = True
        running.view.finish(closing)
        if self._running is running:
            self._running = None
            if self._view:
                self._view.set_busy(False)

    def _show_screen(self) -> None:
        if self._view is None:
            return
        spec = self._pack.screen(self._screen.screen_id) if self._screen.screen_id else None
        text = f"{spec.title} · {self._pack.name}" if spec else "Screen unknown"
        self._view.set_screen(text, spec is not None, self._screen.exact)
        own = [s for s in self._pack.screens if self._person.can_open(s.route) and not item_route(s.route)]
        self._view.set_places([Choice(s.title, "", s.id) for s in own])
        self._view.set_starters(starters_for(self._manual, self._pack, self._person, self._screen))
