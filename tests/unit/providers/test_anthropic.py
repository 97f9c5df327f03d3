"""Anthropic's format."""

import json
from typing import Any

import pytest
from raw_server import PENDING, READ, Reply, Step, linked, prompt, run, serving, step_of, typed

from overlay.core.errors import ProviderBusyError, ProviderProtocolError, ProviderRefusedError, ProviderRequestError
from overlay.core.model import AssistantMessage, Opaque, Prompt, ToolCall, ToolMessage, Usage, UserMessage
from overlay.core.tools import Failed, Ok, Retry
from overlay.core.wire import message_from_json, message_to_json
from overlay.providers.anthropic_messages import AnthropicMessages
from overlay.providers.connection import Connection

USAGE = {"input_tokens": 10, "cache_read_input_tokens": 64, "cache_creation_input_tokens": 26, "output_tokens": 1}
START: dict[str, Any] = {"type": "message_start", "message": {"id": "m", "role": "assistant", "usage": USAGE}}
STOP: dict[str, Any] = {"type": "message_stop"}


def make(link: Connection) -> AnthropicMessages:
    return AnthropicMessages("anthropic", "claude", link)


def ends(reason: str, output: int = 9) -> dict[str, Any]:
    return {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": output}}


def begin(index: int, **block: Any) -> dict[str, Any]:
    return {"type": "content_block_start", "index": index, "content_block": block}


def grow(index: int, kind: str, **delta: Any) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": index, "delta": {"type": kind, **delta}}


def end(index: int) -> dict[str, Any]:
    return {"type": "content_block_stop", "index": index}


def text(index: int, *pieces: str) -> list[dict[str, Any]]:
    return [begin(index, type="text", text=""), *(grow(index, "text_delta", text=p) for p in pieces), end(index)]


def answer(*events: dict[str, Any], reason: str = "end_turn") -> Reply:
    return Reply([typed(START, {"type": "ping"}, *events, ends(reason), STOP)])


def test_text_and_usage() -> None:
    step, _ = step_of(make, answer(*text(0, "Ho", "la")))
    assert (step.text, step.finish) == ("Hola", "end_turn")
    assert step.usage == Usage(100, 64, 9, 0, 26)


def test_a_tool_without_arguments() -> None:  # b13
    events = [
        begin(0, type="tool_use", id="t1", name="mis_pendientes", input={}),
        grow(0, "input_json_delta", partial_json=""),
    ]
    for more in ([], [end(0)]):
        step, _ = step_of(make, answer(*events, *more, reason="tool_use"))
        assert step.calls == [ToolCall("t1", "mis_pendientes", {})]


@pytest.mark.parametrize("reason", ["tool_use", "end_turn", "stop_sequence"])
def test_parallel_calls_in_pieces(reason: str) -> None:  # b07
    events = [
        begin(0, type="tool_use", id="a", name="leer_manual", input={}),
        begin(1, type="tool_use", id="b", name="leer_manual", input={"ids": ["y"]}),
        grow(0, "input_json_delta", partial_json='{"ids": ["'),
        grow(0, "input_json_delta", partial_json='x"]}'),
        end(0),
        end(1),
    ]
    step, _ = step_of(make, answer(*events, reason=reason))
    assert [(c.id, c.args) for c in step.calls] == [("a", {"ids": ["x"]}), ("b", {"ids": ["y"]})]


def test_a_call_cut_by_length_never_runs() -> None:  # b07
    events = [
        begin(0, type="tool_use", id="a", name="leer_manual", input={}),
        grow(0, "input_json_delta", partial_json='{"ids'),
    ]
    step, _ = step_of(make, answer(*events, reason="max_tokens"))
    assert "broke off" in step.calls[0].problem
    assert step.finish == "max_tokens"


@pytest.mark.parametrize("before", [[], text(0, "Para")])
def test_an_error_event_is_an_error(before: list[dict[str, Any]]) -> None:  # b09
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    with pytest.raises(ProviderBusyError, match="Overloaded"):
        step_of(make, Reply([typed(START, *before, error)]))
    wrong = {"type": "error", "error": {"type": "invalid_request_error", "message": "prompt is too long"}}
    with pytest.raises(ProviderRequestError, match="too long"):
        step_of(make, Reply([typed(START, *before, wrong)]))


@pytest.mark.parametrize(
    ("stream", "ending", "whole"),
    [
        (typed(START, *text(0, "Hi")), "close", False),
        (typed(START, *text(0, "Hi")), "cut", False),
        (typed(START, *text(0, "Hi"), ends("end_turn")), "cut", True),
        (typed(START, *text(0, "Hi"), ends("end_turn")), "open", True),
        (typed(START, *text(0, "Hi"), ends("end_turn"), STOP), "open", True),
        (typed(START, *text(0, "Hi"), ends("end_turn"), STOP), "cut", True),
        (typed(START, *text(0, "Hi"), STOP), "close", True),
    ],
)
def test_what_is_whole_and_what_is_cut(stream: bytes, ending: str, whole: bool) -> None:  # b10
    if whole:
        step, _ = step_of(make, Reply([stream], ending=ending))
        assert (step.text, step.finish) == ("Hi", "end_turn")
    else:
        with pytest.raises(ProviderProtocolError):
            step_of(make, Reply([stream], ending=ending))


def test_a_refusal_is_one() -> None:
    with pytest.raises(ProviderRefusedError):
        step_of(make, answer(*text(0, "No"), reason="refusal"))


def test_thinking_and_its_signature_go_back_first_and_byte_for_byte() -> None:  # b14
    signature = "SIG1/+==é\u2028"
    events = [
        begin(0, type="thinking", thinking="", signature=""),
        grow(0, "thinking_delta", thinking="x"),
        grow(0, "signature_delta", signature=signature),
        end(0),
        begin(1, type="redacted_thinking", data="ENC=="),
        end(1),
        *text(2, "Let me look."),
        begin(3, type="tool_use", id="t1", name="leer_manual", input={}),
        grow(3, "input_json_delta", partial_json='{"ids":["a"]}'),
        end(3),
    ]
    first, _ = step_of(make, answer(*events, reason="tool_use"))
    assert first.text == "Let me look."
    opaque = next(e for e in first.events if isinstance(e, Opaque))
    said = AssistantMessage(first.text, tuple(first.calls), opaque)
    kept = message_from_json(json.loads(json.dumps(message_to_json(said))))
    result = ToolMessage(first.calls[0], Ok("text", "Read"))
    given = Prompt("R", "P", (UserMessage("¿Cómo?"), kept, result), (READ,))
    _, seen = step_of(make, answer(*text(0, "a")), given=given)
    assistant, results = seen.requests[0]["messages"][1:]
    assert assistant["content"] == [
        {"type": "thinking", "thinking": "x", "signature": signature},
        {"type": "redacted_thinking", "data": "ENC=="},
        {"type": "text", "text": "Let me look."},
        {"type": "tool_use", "id": "t1", "name": "leer_manual", "input": {"ids": ["a"]}},
    ]
    assert results["content"][0]["tool_use_id"] == "t1"
    # Another model gets the same turn without what it could not check.
    _, other = step_of(lambda link: AnthropicMessages("anthropic", "other", link), answer(*text(0, "a")), given=given)
    assert [b["type"] for b in other.requests[0]["messages"][1]["content"]] == ["text", "tool_use"]
    # A turn that was closed without running the call has no result for it.
    closed = AssistantMessage(first.text, (), opaque)
    _, last = step_of(
        make, answer(*text(0, "a")), given=Prompt("R", "P", (UserMessage("1"), closed, UserMessage("2")), (READ,))
    )
    assert [b["type"] for b in last.requests[0]["messages"][1]["content"]] == ["thinking", "redacted_thinking", "text"]


def test_what_a_request_looks_like() -> None:
    one, two = ToolCall("offline/1", "leer_manual", {"ids": ["a"]}), ToolCall("b", "mis_pendientes", {})
    messages = (
        UserMessage("One"),
        AssistantMessage("", (one, two)),
        ToolMessage(one, Ok("text", "Read")),
        ToolMessage(two, Failed("down")),
        AssistantMessage(" "),
        UserMessage("Two"),
        AssistantMessage("", (two,)),
        ToolMessage(two, Retry("wrong")),
    )
    given = Prompt("Rules.", "Person.", messages, (READ, PENDING), closing=True, note="Answer now.")
    _, seen = step_of(make, answer(*text(0, "a")), given=given)
    body = seen.requests[0]
    assert body["system"] == [
        {"type": "text", "text": "Rules.", "cache_control": {"type": "ephemeral"}},
        {"type": "text", "text": "Person."},
    ]
    assert [m["role"] for m in body["messages"]] == ["user", "assistant", "user", "assistant", "user"]
    results = body["messages"][2]["content"]
    assert [b["type"] for b in results] == ["tool_result", "tool_result", "text"]
    assert results[0]["tool_use_id"] == body["messages"][1]["content"][0]["id"] != "offline/1"
    assert "is_error" not in results[0]
    assert results[1]["is_error"] is True
    last = body["messages"][-1]["content"]
    assert last[0]["cache_control"] == {"type": "ephemeral"}
    assert last[-1] == {"type": "text", "text": "Answer now."}
    assert json.dumps(body).count("cache_control") <= 4
    assert body["tool_choice"] == {"type": "none"}
    assert "x-api-key: sk" not in seen.heads[0].lower()  # the header is the endpoint's to choose
    assert "anthropic-version: 2023-06-01" in seen.heads[0].lower()
    assert "thinking" not in body
    assert body["output_config"] == {"effort": "low"}


def test_a_model_that_thinks_otherwise_is_asked_otherwise() -> None:
    refusal = Reply(
        [b'{"type":"error","error":{"type":"invalid_request_error","message":"adaptive thinking is not supported"}}'],
        400,
    )

    async def body() -> list[dict[str, Any]]:
        async with (
            serving(refusal, refusal, answer(*text(0, "a")), answer(*text(0, "b"))) as seen,
            linked(seen.url) as link,
        ):
            provider = AnthropicMessages("anthropic", "claude", link, effort="high")
            await Step().take(provider.stream(prompt()))
            await Step().take(provider.stream(prompt()))
            return seen.requests

    requests = run(body)
    assert [r.get("thinking", {}).get("type") for r in requests] == ["adaptive", "enabled", None, None]
    assert requests[1]["max_tokens"] > requests[1]["thinking"]["budget_tokens"]
