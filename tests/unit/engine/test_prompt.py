"""The prompt: its bytes, what stays the same between people and turns, and what changes."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from samples import EMPLOYEE, MANUAL, PACK, WAREHOUSE

from overlay.core.access import knowable
from overlay.core.model import AssistantMessage, Prompt, ToolCall, ToolMessage, UserMessage
from overlay.core.person import Person
from overlay.core.screens import UNKNOWN_SCREEN, Screen, ScreenSource
from overlay.core.tools import Ok
from overlay.core.turn import Question, TurnRequest
from overlay.engine.prompt import CLOSING, PromptWriter
from overlay.engine.toolbox import Toolbox
from overlay.providers.json_values import to_json
from overlay.providers.text_protocol import as_text
from overlay.tools.offer_sections import OfferSections
from overlay.tools.prepare_action import PrepareAction
from overlay.tools.read_manual import ReadManual

GOLDEN = Path(__file__).parents[2] / "golden" / "prompt"
RULES = "You guide people through {app}.\n\n- If the manual does not cover it, name {contact}.\n"
LEAVE = Screen("leave", "/leave", (), "Leave", exact=True, source=ScreenSource.CHOSEN)
BEFORE = ToolCall("c1", "read_manual", {"sections": ["leave"]})
HISTORY = (UserMessage("Before?"), AssistantMessage("", (BEFORE,)), ToolMessage(BEFORE, Ok("text", "Read")))


def written(
    person: Person,
    question: str = "How?",
    *,
    screen: Screen = UNKNOWN_SCREEN,
    today: date = date(2026, 11, 30),
    history: bool = False,
    closing: bool = False,
) -> Prompt:
    writer = PromptWriter(RULES, PACK, MANUAL)
    prepare = PrepareAction(PACK, person, None)
    tools = [
        ReadManual(MANUAL, PACK, person),
        OfferSections(MANUAL, PACK, person),
        *([prepare] if prepare.useful else []),
    ]
    request = TurnRequest(Question(question), screen, person, HISTORY if history else ())
    return writer.prompt(request, (UserMessage(question),), Toolbox(tools).specs, today=today, closing=closing)


def stable_bytes(prompt: Prompt) -> bytes:
    """Everything that stands before what is fresh, as a provider is given it."""
    tools = "\n".join(
        to_json({"name": t.name, "description": t.description, "parameters": dict(t.parameters)}) for t in prompt.tools
    )
    return f"{prompt.stable}---\n{tools}\n".encode()


@pytest.mark.parametrize("person", [EMPLOYEE, WAREHOUSE], ids=lambda p: p.role)
def test_the_stable_part_is_golden(person: Person) -> None:
    assert stable_bytes(written(person)).decode() == (GOLDEN / f"{person.role}.txt").read_bytes().decode()


def test_the_text_protocols_stable_part_is_golden() -> None:
    assert as_text(written(EMPLOYEE)).stable == (GOLDEN / "employee-as-text.txt").read_bytes().decode()


def test_the_fresh_part_is_golden() -> None:
    fresh = written(EMPLOYEE, screen=LEAVE).fresh + "\n---\n" + written(WAREHOUSE).fresh + "\n"
    assert fresh == (GOLDEN / "fresh.txt").read_bytes().decode()


SAME = [
    replace(EMPLOYEE, id="x", name="Somebody Else"),
    replace(EMPLOYEE, locale="de"),
    replace(EMPLOYEE, modules=frozenset(["leave"]), routes=("/leave",)),
]


@pytest.mark.parametrize("person", SAME)
@pytest.mark.parametrize("closing", [False, True])
def test_people_of_one_permission_set_share_every_stable_byte_in_every_turn(person: Person, closing: bool) -> None:
    first = written(EMPLOYEE)
    later = written(person, "And then?", screen=LEAVE, today=date(2027, 1, 1), history=True, closing=closing)
    assert stable_bytes(later) == stable_bytes(first)
    assert as_text(later).stable == as_text(first).stable
    assert later.fresh != first.fresh


def test_the_order_of_a_menu_changes_no_byte() -> None:
    both = replace(EMPLOYEE, modules=frozenset({"leave", "stock"}), routes=("/leave", "/stock"))
    assert stable_bytes(written(both)) == stable_bytes(written(replace(both, routes=("/stock", "/leave"))))


def test_another_permission_set_knows_other_things() -> None:
    assert stable_bytes(written(EMPLOYEE)) != stable_bytes(written(WAREHOUSE))
    assert "Users" not in written(EMPLOYEE).stable
    assert {s.id for s in knowable(MANUAL, PACK, EMPLOYEE)} == {"leave", "stock"}
    assert "- stock: Stock (not for this role; ask Tom Becker)" in written(EMPLOYEE).stable


def test_only_the_last_step_is_told_to_close() -> None:
    assert written(EMPLOYEE).note == ""
    assert written(EMPLOYEE, closing=True).note == CLOSING


def test_json_of_tools_is_the_same_in_every_process() -> None:
    assert json.loads(to_json(dict(written(EMPLOYEE).tools[0].parameters))) == dict(
        written(EMPLOYEE).tools[0].parameters
    )
