"""The offline answerer: answers in the manual's words, under the same rules as a model."""

import asyncio

import pytest
from samples import EMPLOYEE, MANUAL, PACK, STEPS, WAREHOUSE

from overlay.core.clock import SteppedClock
from overlay.core.person import Person
from overlay.core.ports import ActionState
from overlay.core.screens import UNKNOWN_SCREEN, Screen, ScreenSource
from overlay.core.turn import Outcome, Question, TurnFinished, TurnRecord, TurnRequest
from overlay.engine.prompt import PromptWriter
from overlay.engine.toolbox import Toolbox
from overlay.engine.turn import TurnEngine
from overlay.providers.offline import OfflineProvider
from overlay.search.local import LocalSearch
from overlay.tools.offer_sections import OfferSections
from overlay.tools.prepare_action import PrepareAction
from overlay.tools.read_manual import ReadManual

AT_LEAVE = Screen("leave", "/leave", exact=True, source=ScreenSource.COMPANION)


class Closed:
    """An app that says an action is not available."""

    async def state(self, path: str) -> ActionState:
        return ActionState(False, "You already asked for these days.")


def ask(
    text: str,
    person: Person = EMPLOYEE,
    screen: Screen = UNKNOWN_SCREEN,
    *,
    section: str = "",
    states: Closed | None = None,
) -> TurnRecord:
    async def body() -> TurnRecord:
        provider = OfflineProvider(MANUAL, PACK, LocalSearch(MANUAL))
        engine = TurnEngine(provider, provider, PromptWriter("Rules.", PACK, MANUAL), SteppedClock())
        tools = [ReadManual(MANUAL, PACK, person), OfferSections(MANUAL, PACK, person)]
        prepare = PrepareAction(PACK, person, states)
        box = Toolbox([*tools, prepare] if prepare.useful else tools)
        async for event in engine.run(
            TurnRequest(Question(text, section=section), screen, person), box, asyncio.Event()
        ):
            if isinstance(event, TurnFinished):
                return event.record
        raise AssertionError("no record")

    return asyncio.run(body())


def test_a_procedure_with_its_action() -> None:
    record = ask("How do I request leave?")
    assert record.outcome is Outcome.ANSWERED
    assert record.text == STEPS
    assert record.action is not None
    assert record.action.id == "request_leave"


def test_the_same_question_gets_the_same_answer() -> None:
    assert ask("How do I request leave?").text == ask("How do I request leave?").text


def test_no_access_names_who_can_grant_it() -> None:
    record = ask("How do I request leave?", WAREHOUSE)
    assert record.no_access is not None
    assert (record.no_access.screen, record.no_access.ask) == ("Leave", "Nadia Petrov")
    assert "1." not in record.text
    assert "](" not in record.text
    assert record.action is None


def test_what_is_not_announced_is_not_known() -> None:
    record = ask("How do I invite a user?")
    assert record.no_access is None
    assert record.sections == ()
    assert "nothing on this for you" in record.text
    assert "the service desk" in record.text


def test_a_problem_is_answered_with_its_text() -> None:
    assert "has not decided yet" in ask("Why is my request still waiting?").text


def test_this_means_the_current_screen() -> None:
    assert ask("What is this?", screen=AT_LEAVE).sections == ("leave",)


def test_an_unavailable_action_is_said_and_not_offered() -> None:
    record = ask("How do I request leave?", states=Closed())
    assert record.action is None
    assert "You already asked for these days." in record.text


def test_dates_in_the_question_are_prefilled() -> None:
    record = ask("request leave from 2026-12-14 to 2026-12-18")
    assert record.action is not None
    assert dict(record.action.fields) == {"from": "2026-12-14", "to": "2026-12-18"}


def test_a_chosen_section_is_answered() -> None:
    assert ask("something odd", section="leave").sections == ("leave",)


@pytest.mark.parametrize("text", ["weather tomorrow", "asdf qwer", "????", "🙂"])
def test_nothing_found_says_so(text: str) -> None:
    record = ask(text)
    assert record.outcome is Outcome.ANSWERED
    assert "nothing on this for you" in record.text


def test_what_is_not_to_be_done_is_not_prepared() -> None:
    assert ask("Do not request leave").action is None


def test_a_weak_likeness_to_a_closed_screen_claims_nothing() -> None:
    record = ask("stock photos of mountains")
    assert record.no_access is None
    assert "stock" not in record.sections


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Wie wird das Wetter morgen?", "Dazu steht für Sie nichts im Handbuch von Linden."),
        ("¿Qué tiempo hace mañana?", "El manual de Linden no tiene nada sobre esto para usted."),
        ("How is the weather?", "There is nothing on this for you in the Linden manual."),
    ],
)
def test_its_own_sentences_are_in_the_questions_language(question: str, words: str) -> None:
    assert ask(question).text.startswith(words)
    assert "the service desk" in ask(question).text


def test_an_answer_from_an_english_manual_says_so_in_the_questions_language() -> None:
    text = ask("Wie kann ich request leave machen?").text
    assert text.startswith("Das Handbuch gibt es auf Englisch:\n\n1. Open")
    assert ask("Wie kann ich request leave machen?", WAREHOUSE).text.endswith("Den Zugang gibt Ihnen Nadia Petrov.")
