"""One conversation across the three providers, a server that thinks aloud, and the text protocol, held to each one's rules.

The server knows of earlier turns only what stands in the request as a tool's result: taking any result away must show.
"""

import asyncio
import json
from collections.abc import Generator, Mapping, Sequence

import pytest
from asking import turn
from strict_server import SIGNATURES, THOUGHT, StrictServer, strict_server

from overlay.core.model import Message, ToolMessage
from overlay.core.turn import Outcome, TurnRecord

MORE: Mapping[str, Mapping[str, str]] = {
    "openai": {"model": "gpt-5-mini"},
    "anthropic": {"model": "claude-sonnet-4-5", "effort": "medium"},
    "gemini": {"model": "gemini-3-flash"},
    "vllm": {"model": "thinker"},
    "compatible": {"model": "local", "text_protocol": "on"},
}
ABOUT = dict(zip(MORE, ("leave", "attendance", "expenses", "profile", "projects"), strict=True))
LOST: Sequence[str] = ("", *MORE)


@pytest.fixture(scope="module")
def server() -> Generator[StrictServer, None, None]:
    with strict_server() as memory:
        yield memory


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FESCUE_MODEL_KEY", "sk-strict")


def ask(server: StrictServer, provider: str, question: str, history: Sequence[Message]) -> TurnRecord:
    _, record = asyncio.run(turn(server, provider, question, history=history, seconds=20, watch=None, **MORE[provider]))
    assert server.broken == []
    assert (record.outcome, record.error) == (Outcome.ANSWERED, "")
    return record


@pytest.fixture(scope="module")
def history(server: StrictServer) -> Sequence[Message]:
    """A turn with each, with a tool in each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FESCUE_MODEL_KEY", "sk-strict")
        messages: list[Message] = []
        for provider, section in ABOUT.items():
            record = ask(server, provider, f"Question about {section}?", messages)
            assert (record.sections, record.text) == ((section,), f"Answer about {section}.")
            messages += record.messages
    return messages


@pytest.mark.parametrize("provider", MORE)
@pytest.mark.parametrize("lost", LOST)
def test_it_knows_what_was_read_and_misses_what_is_taken_away(
    server: StrictServer, history: Sequence[Message], provider: str, lost: str
) -> None:
    results = [m for m in history if isinstance(m, ToolMessage)]
    thread = [m for m in history if not lost or m is not results[list(MORE).index(lost)]]
    known = json.loads(ask(server, provider, "What do you know?", thread).text)
    assert known["said"] == [f"Answer about {s}." for s in ABOUT.values()]
    assert known["sections"] == [s for p, s in ABOUT.items() if p != lost]


@pytest.mark.parametrize("provider", MORE)
@pytest.mark.parametrize("turn_of", MORE)
@pytest.mark.parametrize("kept", [1, 2, 3], ids=["question", "call", "result"])
def test_a_turn_that_was_interrupted_breaks_no_rule(
    server: StrictServer, history: Sequence[Message], provider: str, turn_of: str, kept: int
) -> None:
    begins = 4 * list(MORE).index(turn_of)  # a question, a call, its result, an answer
    thread = [*history[: begins + kept], *history[begins + 4 :]]
    known = json.loads(ask(server, provider, "What do you know?", thread).text)
    assert known["said"] == [f"Answer about {s}." for p, s in ABOUT.items() if p != turn_of]
    assert known["sections"] == [s for p, s in ABOUT.items() if p != turn_of or kept == 3]


@pytest.mark.parametrize("provider", MORE)
def test_thoughts_and_signatures_go_back_to_their_own_alone(
    server: StrictServer, history: Sequence[Message], provider: str
) -> None:  # b14
    ask(server, provider, "What do you know?", history)
    sent = json.dumps(server.bodies[-1])
    own = {"anthropic": SIGNATURES["messages"], "gemini": SIGNATURES["contents"], "vllm": THOUGHT}
    assert {p for p, mark in own.items() if mark in sent} == {provider} & set(own)


def test_a_result_out_of_its_place_breaks_a_rule(server: StrictServer) -> None:
    """The rules are no decoration: each reader refuses what its provider would."""
    lone = {"role": "tool", "tool_call_id": "c", "content": "x"}
    system = {"role": "system", "content": "x"}
    for path, body in {
        "/v1/chat/completions": {"model": "m", "messages": [system, lone]},
        "/v1/chat/completions?": {"model": "local", "messages": [system, lone]},
        "/v1/messages": {
            "messages": [
                {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": "x"}]},
            ]
        },
        "/v1beta/models/m": {
            "contents": [{"role": "user", "parts": [{"functionResponse": {"name": "a", "response": {"result": "x"}}}]}]
        },
    }.items():
        with pytest.raises(AssertionError):
            server.answer(path, body)
