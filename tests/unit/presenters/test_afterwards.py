"""After an answer: ratings that come back, other meanings, and who answered from where on; with the real log and search."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import replace
from pathlib import Path

import pytest
from test_conversation import RecordingPanel

from overlay.app.desk import Desk, open_desk
from overlay.core.log_rules import LogRules
from overlay.core.model import Finish, ModelEvent, Prompt, TextDelta
from overlay.core.person import Person
from overlay.core.resources import bundled_pack
from overlay.core.screens import Screen, ScreenSource
from overlay.core.turn import Rating, Thumb, TurnEvent, TurnRequest
from overlay.storage.turn_log import SqliteTurnLog
from overlay.target.client import PackPeople
from overlay.ui.presenters.conversation import ConversationPresenter
from overlay.ui.presenters.failing import GO_ON
from overlay.ui.presenters.starters import starters_for

DESK = open_desk(bundled_pack())
QUESTION = "How do I request leave?"


class Talker:
    """A model that says one sentence."""

    name, model = "talker", "t1"

    def __init__(self) -> None:
        self.prompts: list[Prompt] = []

    async def stream(self, prompt: Prompt) -> AsyncIterator[ModelEvent]:
        self.prompts.append(prompt)
        yield TextDelta("Press it.")
        yield Finish()


class Talk:
    """A conversation on the real desk and log, with a recording view."""

    def __init__(self, folder: Path, role: str = "employee", rules: LogRules | None = None) -> None:
        self.desk: Desk = DESK
        self.log = SqliteTurnLog(folder / "turns.db", pytest.fail, rules=rules)
        self.view = RecordingPanel()
        self.tasks: list[asyncio.Future[None]] = []
        self.presenter = ConversationPresenter(
            pack=DESK.pack, manual=DESK.loaded.manual, people=PackPeople(DESK.pack, role), log=self.log,
            search=DESK.search, run=self.run, spawn=self.spawn,
        )  # fmt: skip
        self.presenter.attach(self.view)

    async def run(self, request: TurnRequest, stop: asyncio.Event) -> AsyncIterator[TurnEvent]:
        async for event in self.desk.engine.run(request, self.desk.toolbox(request.person), stop):
            yield event

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        self.tasks.append(asyncio.ensure_future(work))

    async def done(self) -> None:
        while self.tasks:
            await self.tasks.pop()

    async def ask(self, text: str) -> str:
        """Ask, and return the turn's id."""
        await self.done()
        self.presenter.ask(text)
        await self.done()
        assert self.view.turns[-1].closing
        return self.view.turns[-1].closing.turn

    async def reopen(self) -> None:
        (thread, *_) = self.log.threads(self.presenter.person.id)
        self.view.turns.clear()
        self.view.notes.clear()
        self.presenter.new_conversation()
        self.presenter.open_thread(thread.id)
        await self.done()


def play(body: Callable[[], Coroutine[object, object, None]]) -> None:
    asyncio.run(body())


def test_ask_rate_close_and_reopen(tmp_path: Path) -> None:
    async def body() -> None:
        talk = Talk(tmp_path)
        turn = await talk.ask(QUESTION)
        asked = talk.view.turns[0].shown
        talk.presenter.afterwards.rate(Rating(turn, Thumb.DOWN, "Wrong screen"))
        await talk.done()
        await talk.reopen()
        (again,) = talk.view.turns
        assert again.closing
        assert again.closing.rating == Rating(turn, Thumb.DOWN, "Wrong screen")
        assert again.closing.words
        steps = [s for s in asked if s.startswith(("Read", "Prepared"))]
        assert steps
        assert again.shown[: len(steps)] == steps, "what was looked up is there again, before the text"
        talk.presenter.afterwards.rate(Rating(turn, None))
        await talk.done()
        await talk.reopen()
        assert talk.view.turns[0].closing
        assert talk.view.turns[0].closing.rating is None

    play(body)


def test_where_words_are_not_kept_the_view_is_told(tmp_path: Path) -> None:
    async def body() -> None:
        talk = Talk(tmp_path, rules=LogRules(keep_text=False))
        await talk.ask(QUESTION)
        assert talk.view.turns[0].closing
        assert not talk.view.turns[0].closing.words

    play(body)


def test_other_meanings_leave_out_what_was_tried_and_end_with_whom_to_ask(tmp_path: Path) -> None:
    async def body() -> None:
        talk = Talk(tmp_path)
        turn = await talk.ask(QUESTION)
        tried = {"leave"}
        for _ in range(6):
            talk.presenter.afterwards.misunderstood(turn)
            await talk.done()
            others = talk.view.turns[-1].others
            assert others.contact.startswith("Nadia Petrov")
            assert len(others.choices) <= 3
            ids = {choice.section for choice in others.choices}
            assert not ids & tried
            assert all(c.question == QUESTION and c.detail for c in others.choices)
            if not others.choices:
                break
            choice = others.choices[0]
            tried.add(choice.section)
            talk.presenter.choose(choice)
            await talk.done()
            closing = talk.view.turns[-1].closing
            assert closing
            assert [source.section for source in closing.sources] == [choice.section], "answered from what was chosen"
            turn = closing.turn
        else:
            pytest.fail("there is always something else")

    play(body)


def test_other_meanings_are_only_what_the_role_may_read(tmp_path: Path) -> None:
    async def body() -> None:
        talk = Talk(tmp_path)
        turn = await talk.ask("Who approves leave of my team?")
        talk.presenter.afterwards.misunderstood(turn)
        await talk.done()
        person = talk.presenter.person
        for choice in talk.view.turns[-1].others.choices:
            section = DESK.loaded.manual.section(choice.section)
            assert section
            assert person.sees(section.module)

    play(body)


def test_another_answerer_goes_on_with_the_conversation_and_is_noted_again_later(tmp_path: Path) -> None:
    async def body() -> None:
        talk = Talk(tmp_path)
        talk.presenter.switched("talker · t1")
        assert talk.view.notes == [], "an empty conversation has nothing to tell apart"
        await talk.ask(QUESTION)
        model = Talker()
        talk.desk = replace(DESK, engine=replace(DESK.engine, provider=model))
        talk.presenter.switched("talker · t1")
        await talk.ask("And then?")
        talk.desk = DESK
        talk.presenter.switched("the manual")
        await talk.ask("How do I log time?")
        notes = ["Answers by talker · t1 from here", "Answers from the manual from here"]
        assert talk.view.notes == notes
        texts = [getattr(m, "text", "") for m in model.prompts[0].messages]
        assert texts[0] == QUESTION
        assert texts[-1] == "And then?"
        assert any("Request leave" in str(m) for m in model.prompts[0].messages), "what was looked up goes along"
        await talk.reopen()
        assert talk.view.notes == notes

    play(body)


class Cut(Talker):
    """A model that meets its limit in its first answer."""

    async def stream(self, prompt: Prompt) -> AsyncIterator[ModelEvent]:
        self.prompts.append(prompt)
        yield TextDelta("1. Open [Leave](/leave)." if len(self.prompts) == 1 else "2. Press it.")
        yield Finish("length" if len(self.prompts) == 1 else "stop")


def test_going_on_asks_for_the_rest_of_what_was_cut(tmp_path: Path) -> None:
    async def body() -> None:
        talk, model = Talk(tmp_path), Cut()
        talk.desk = replace(DESK, engine=replace(DESK.engine, provider=model))
        await talk.ask(QUESTION)
        closing = talk.view.turns[-1].closing
        assert closing
        talk.presenter.choose(closing.choices[0])
        await talk.done()
        assert [getattr(m, "text", "") for m in model.prompts[1].messages] == [
            QUESTION,
            "1. Open [Leave](/leave).",
            GO_ON,
        ]
        closing = talk.view.turns[-1].closing
        assert closing
        assert (closing.notice, closing.choices) == ("", ())
        await talk.reopen()
        first = talk.view.turns[0].closing
        assert first
        assert "cut off" in first.notice
        assert (first.choices, first.retry) == ((), False)

    play(body)


def starters(role: str, screen: str) -> list[str]:
    spec = DESK.pack.screen(screen) if screen else None
    where = Screen(spec.id, spec.route, (), spec.title, exact=True, source=ScreenSource.CHOSEN) if spec else Screen()
    person = next(DESK.pack.person_for(r) for r in DESK.pack.roles if r.id == role)
    return [c.question for c in starters_for(DESK.loaded.manual, DESK.pack, person, where)]


def test_starters_change_with_the_screen_and_never_show_what_the_role_may_not_use() -> None:
    screens = [s.id for s in DESK.pack.screens]
    for role in DESK.pack.roles:
        person: Person = DESK.pack.person_for(role)
        hidden = {
            p.heading for s in DESK.loaded.manual.sections if not person.sees(s.module) for p in s.passages
        } - {p.heading for s in DESK.loaded.manual.readable_by(person) for p in s.passages}  # fmt: skip
        for screen in ["", *screens]:
            found = starters(role.id, screen)
            assert found, (role.id, screen)
            assert not {f"How do I {h[:1].lower()}{h[1:]}?" for h in hidden} & set(found), (role.id, screen)
    assert starters("employee", "leave") != starters("employee", "expenses")
    assert "How do I request leave?" in starters("employee", "leave")
    own = {s: tuple(starters("employee", s)) for s in ("leave", "expenses", "timesheets", "attendance")}
    assert all(a != b for a, b in itertools.combinations(own.values(), 2))
