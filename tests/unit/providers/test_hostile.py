"""What hostile and half-broken servers send: every turn still ends well, and nothing of it reaches a person or a file."""

import asyncio
import json
from pathlib import Path

import pytest
from raw_server import DONE, Reply, linked, said, sse, stop
from test_whole_turns import call, turn

from overlay.app.ask import print_json, print_text
from overlay.app.desk import open_desk, question_request
from overlay.core.errors import Cause, ProviderRequestError
from overlay.core.person import Person
from overlay.core.resources import bundled_pack
from overlay.core.screens import UNKNOWN_SCREEN
from overlay.core.turn import Outcome, TurnRecord
from overlay.providers.connection import Connection
from overlay.providers.openai_chat import OpenAIChat
from overlay.providers.text_protocol import ToolsOrText
from overlay.storage.turn_log import SqliteTurnLog

OK = Reply([sse(said("Open it."), stop()) + DONE])


def either(link: Connection) -> ToolsOrText:
    return ToolsOrText(OpenAIChat("openai", "m", link))


def kept(record: TurnRecord, folder: Path) -> TurnRecord:
    """Show a record everywhere, write it, and return it as it comes back."""
    desk = open_desk(bundled_pack())
    document = desk.document(record)
    print_text(record, document, desk).encode()
    print_json(record, document).encode()
    log = SqliteTurnLog(folder / "log.sqlite", pytest.fail)
    log.append(record)
    log.close()
    (row,) = SqliteTurnLog(folder / "log.sqlite", pytest.fail).turns(record.request.person.id, "t")
    return row


def test_half_a_character_loses_no_answer(tmp_path: Path) -> None:
    piece = b'data: {"choices":[{"index":0,"delta":{"content":"half \\ud83d of one"}}]}\n\n'
    record, _ = turn(call("read_manual", '{"sections": ["\\\\ud83d"]}'), Reply([piece + sse(stop()) + DONE]))
    assert record.outcome is Outcome.ANSWERED
    assert kept(record, tmp_path).text == "half \ufffd of one"


def test_control_characters_reach_no_terminal(tmp_path: Path) -> None:
    record, _ = turn(Reply([sse(said("a \x1b[31mred\x00 \x9b bell\x07\ttab\nline"), stop()) + DONE]))
    assert kept(record, tmp_path).text == "a [31mred  bell\ttab\nline"


@pytest.mark.parametrize("count", [10**30, -5, 1e30, True, None, "2"])
def test_counts_that_are_none_lose_no_answer(count: object, tmp_path: Path) -> None:
    usage: dict[str, object] = {"choices": [], "usage": {"prompt_tokens": count, "completion_tokens": 7}}
    record, _ = turn(Reply([sse(said("Open it."), stop(), usage) + DONE]))
    assert (kept(record, tmp_path).usage.input, record.usage.output) == (0, 7)


@pytest.mark.parametrize("reason", ["error", "abort", "insufficient_system_resource"])
def test_an_upstream_that_gave_up_is_no_whole_answer(reason: str) -> None:
    record, _ = turn(Reply([sse(said("Para"), stop(reason)) + DONE]))
    assert (record.outcome, record.text) == (Outcome.FAILED, "Para")


def test_no_credit_is_told_as_such() -> None:
    record, _ = turn(Reply([b'{"error": {"message": "Insufficient Balance"}}'], 402))
    assert (record.outcome, record.cause) == (Outcome.DEGRADED, Cause.AUTH)


LEAKED = [
    '<tool_call>\n{"name": "read_manual", "arguments": {"sections": ["leave"]}}\n</tool_call>',
    '{"name": "read_manual", "parameters": {"sections": ["leave"]}}',
    '<function=read_manual>{"sections": ["leave"]}</function>',
    '@@TOOL@@ {"tool": "read_manual", "args": {"sections": ["leave"]}} @@END@@',
    '[TOOL_CALLS][{"name": "read_manual", "arguments": {"sections": ["leave"]}}]',
    'Action: read_manual\nAction Input: {"sections": ["leave"]}',
]


@pytest.mark.parametrize("text", LEAKED)
def test_a_call_that_a_server_leaves_in_the_text_is_not_an_answer(text: str) -> None:
    """Servers without a parser for their model's calls pass them on as text; from then on they are asked for as text."""
    written = '@@TOOL@@ {"tool": "read_manual", "args": {"sections": ["leave"]}} @@END@@'
    record, seen = turn(
        Reply([sse(said(text), stop()) + DONE]), Reply([sse(said(written), stop()) + DONE]), OK, make=either
    )
    assert (record.outcome, record.text, record.sections) == (Outcome.ANSWERED, "Open it.", ("leave",))
    bodies = seen.requests
    assert "tools" in bodies[0]
    assert "tools" not in bodies[1]
    assert "did not run" in bodies[1]["messages"][-1]["content"]


def test_a_call_beside_its_leaked_text_runs() -> None:
    both = [said("Let me look.\n" + LEAKED[0]), *json_of(call("read_manual", '{"sections": ["leave"]}'))]
    record, seen = turn(Reply([sse(*both) + DONE]), OK, make=either)
    assert (record.outcome, record.text, record.sections) == (Outcome.ANSWERED, "Let me look.\n\nOpen it.", ("leave",))
    assert "tools" in seen.requests[1]


def json_of(reply: Reply) -> list[dict[str, object]]:
    lines = reply.chunks[0].decode().splitlines()
    return [json.loads(line[6:]) for line in lines if line.startswith("data: {")]


def test_a_model_that_only_says_that_it_will_look_has_not_answered() -> None:
    piece = json_of(call("read_manual", '{"sections": ["leave"]}'))
    record, seen = turn(*[Reply([sse(said("Let me look. "), *piece) + DONE])] * 8)
    assert len(seen.requests) == 8
    assert (record.outcome, record.cause) == (Outcome.FAILED, Cause.PROTOCOL)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HTTP_PROXY", "foo://proxy:1"),
        ("HTTP_PROXY", "http://[::1"),
        ("ALL_PROXY", "socks5://127.0.0.1:9"),
        ("HTTP_PROXY", "http://proxy:port"),
    ],
)
def test_a_proxy_that_is_none_is_named(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for other in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(other, raising=False)
        monkeypatch.delenv(other.lower(), raising=False)
    monkeypatch.setenv(name, value)
    record, _ = turn(OK)
    assert (record.outcome, record.cause) == (Outcome.DEGRADED, Cause.REQUEST)
    assert "PROXY" in record.error


@pytest.mark.parametrize("url", ["http://host:port/v1", "http://host:99999/v1", "http://[::1/v1"])
def test_an_address_that_is_none_is_named(url: str) -> None:
    async def body() -> None:
        async with linked(url) as link:
            async for _ in link.events("/x", {}):
                pass

    with pytest.raises(ProviderRequestError, match="base_url"):
        asyncio.run(body())


def test_a_question_in_broken_bytes_is_asked_all_the_same() -> None:
    question = question_request("How \udcff do I?", Person("", "", "", frozenset(), ()), UNKNOWN_SCREEN).question
    assert question.text == "How \ufffd do I?"
