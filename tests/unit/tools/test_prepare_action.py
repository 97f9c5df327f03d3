"""prepare_action: a link, never more; too long and it says what is left to type."""

import asyncio
from collections.abc import Mapping
from urllib.parse import parse_qs, unquote, unquote_plus, urlsplit

import pytest

from overlay.core.errors import TargetError
from overlay.core.pack import ActionSpec, Pack, ScreenSpec
from overlay.core.person import Person
from overlay.core.ports import ActionState, ActionStates
from overlay.core.tools import Ok, Refused, Retry, ToolResult
from overlay.core.urls import MAX_LINK
from overlay.tools.prepare_action import PrepareAction, prepare

FIELDS = {
    "from": {"type": "string", "format": "date", "title": "From"},
    "type": {"type": "string", "enum": ["annual", "unpaid"], "title": "Type"},
    "note": {"type": "string", "title": "Note"},
    "extra": {"type": "string", "title": "Extra"},
}
ACTION = ActionSpec(
    "request_leave",
    "Request leave",
    "leave",
    "new",
    "leave",
    {"type": "object", "properties": FIELDS, "additionalProperties": False},
    "leave",
    "/state",
)
PACK = Pack("Linden", ("https://erp.example",), (ScreenSpec("leave", "/leave", "Leave", "leave"),), actions=(ACTION,))
MARA = Person("mara", "Mara", "employee", frozenset({"leave"}), ("/leave",))
TOM = Person("tom", "Tom", "warehouse", frozenset({"stock"}), ("/stock",))


class States:
    """An app that answers about its actions."""

    def __init__(self, answer: ActionState | TargetError) -> None:
        self.answer = answer

    async def state(self, path: str) -> ActionState:
        if isinstance(self.answer, TargetError):
            raise self.answer
        return self.answer


def run(fields: Mapping[str, object], states: ActionStates | None = None) -> ToolResult:
    return asyncio.run(PrepareAction(PACK, MARA, states).run({"action": "request_leave", "fields": fields}))


def test_the_link_holds_what_was_given_and_the_card_the_rest() -> None:
    result = run({"from": "2026-12-14", "note": "a&b=c ñ #1"})
    assert isinstance(result, Ok)
    assert result.action is not None
    query = parse_qs(urlsplit(result.action.url).query)
    assert query == {"new": ["leave"], "from": ["2026-12-14"], "note": ["a&b=c ñ #1"]}
    assert result.action.left == ("Type", "Extra")


@pytest.mark.parametrize("fields", [{"from": "tomorrow"}, {"type": "sick"}, {"other": "x"}, {"note": 5}])
def test_fields_that_do_not_fit_are_asked_again(fields: Mapping[str, object]) -> None:
    assert isinstance(run(fields), Retry)


def test_other_people_do_not_have_it() -> None:
    assert PrepareAction(PACK, MARA, None).useful
    assert not PrepareAction(PACK, TOM, None).useful


def test_the_apps_reason_is_passed_on() -> None:
    result = run({}, States(ActionState(False, "You are already clocked in since 08:02.")))
    assert isinstance(result, Refused)
    assert "already clocked in since 08:02" in result.text


def test_a_state_that_cannot_be_read_does_not_refuse() -> None:
    assert isinstance(run({}, States(TargetError("down"))), Ok)


def test_a_long_note_is_left_to_the_person() -> None:  # h03
    prepared = prepare(ACTION, {"from": "2026-12-14", "note": "ñ" * 3000, "extra": "short"}, PACK)
    assert prepared is not None
    assert dict(prepared.fields) == {"from": "2026-12-14", "extra": "short"}
    assert prepared.left == ("Type", "Note")
    assert len(prepared.url) <= MAX_LINK


@pytest.mark.parametrize(("more", "kept"), [(0, True), (1, False)])
def test_the_limit_is_exact(more: int, kept: bool) -> None:  # h03
    bare = prepare(ACTION, {"note": "x"}, PACK)
    assert bare is not None
    room = MAX_LINK - len(bare.url) + 1
    prepared = prepare(ACTION, {"note": "x" * (room + more)}, PACK)
    assert prepared is not None
    assert ("note" in prepared.fields) is kept
    assert len(prepared.url) == (MAX_LINK if kept else len(bare.url) - len("&note=x"))


def test_the_longest_field_goes_first_and_no_value_is_cut() -> None:  # h03
    prepared = prepare(ACTION, {"note": "a" * 1500, "extra": "b" * 1000}, PACK)
    assert prepared is not None
    assert dict(prepared.fields) == {"extra": "b" * 1000}


def test_the_longest_is_what_takes_most_of_the_link() -> None:  # h03
    prepared = prepare(ACTION, {"note": "ñ" * 300, "extra": "b" * 400}, PACK)
    assert prepared is not None
    assert dict(prepared.fields) == {"extra": "b" * 400}


@pytest.mark.parametrize("value", ["half \ud83d", "\x00", "bell\x07", "\x7f"])
def test_a_character_that_no_link_carries_is_asked_again_and_takes_no_other_field(value: str) -> None:
    result = run({"extra": value, "note": "a longer one that stays"})
    assert isinstance(result, Retry)
    assert "'extra'" in result.text


def test_lines_and_spaces_reach_apps_that_decode_by_themselves() -> None:
    result = run({"note": "A + B\nC 100% ñ 🙂"})
    assert isinstance(result, Ok)
    assert result.action is not None
    _, _, raw = urlsplit(result.action.url).query.partition("note=")
    assert unquote(raw) == unquote_plus(raw) == "A + B\nC 100% ñ 🙂"


def test_a_bare_link_that_is_too_long_is_refused() -> None:  # h03
    long = Pack("L", ("https://erp.example/",), PACK.screens, actions=(ACTION,), base_path="/" + "x" * MAX_LINK)
    result = asyncio.run(PrepareAction(long, MARA, None).run({"action": "request_leave"}))
    assert isinstance(result, Retry)
