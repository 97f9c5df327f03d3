"""Gemini's format."""

import json
from typing import Any

import pytest
from raw_server import PENDING, READ, Reply, Step, linked, prompt, serving, sse, step_of

from overlay.core.errors import ProviderAuthError, ProviderBusyError, ProviderProtocolError, ProviderRefusedError
from overlay.core.model import AssistantMessage, Opaque, Prompt, ToolCall, ToolMessage, Usage, UserMessage
from overlay.core.tools import Failed, Ok
from overlay.core.wire import message_from_json, message_to_json
from overlay.providers.connection import Connection
from overlay.providers.gemini import Gemini


def make(link: Connection) -> Gemini:
    return Gemini("gemini", "gemini-3-flash", link)


def chunk(*parts: dict[str, Any], reason: str = "", **more: Any) -> dict[str, Any]:
    candidate: dict[str, Any] = {"content": {"role": "model", "parts": list(parts)}, "index": 0}
    return {"candidates": [{**candidate, **({"finishReason": reason} if reason else {})}], **more}


USAGE = {
    "promptTokenCount": 100,
    "cachedContentTokenCount": 64,
    "candidatesTokenCount": 5,
    "thoughtsTokenCount": 7,
    "totalTokenCount": 112,
}


def test_text_and_usage() -> None:
    step, seen = step_of(
        make, Reply([sse(chunk({"text": "Ho"}), chunk({"text": "la"}, reason="STOP", usageMetadata=USAGE))])
    )
    assert (step.text, step.finish, step.usage) == ("Hola", "STOP", Usage(100, 64, 12, 7))
    assert seen.heads[0].startswith("POST /v1beta/models/gemini-3-flash:streamGenerateContent?alt=sse ")


@pytest.mark.parametrize("reason", ["STOP", "MAX_TOKENS", "FUNCTION_CALL"])
@pytest.mark.parametrize("late", [False, True])
def test_calls_count_whatever_the_finish_says(reason: str, late: bool) -> None:  # b07, b13
    calls = [
        {"functionCall": {"name": "leer_manual", "args": {"ids": ["a"]}}},
        {"functionCall": {"name": "mis_pendientes"}},
    ]
    events = [chunk(reason=reason), chunk(*calls)] if late else [chunk(*calls), chunk(reason=reason)]
    step, _ = step_of(make, Reply([sse(*events)]))
    assert [(c.name, c.args) for c in step.calls] == [("leer_manual", {"ids": ["a"]}), ("mis_pendientes", {})]
    assert len({c.id for c in step.calls}) == 2
    assert step.finish == reason


@pytest.mark.parametrize(
    "event",
    [
        chunk({"thoughtSignature": "x"}, reason="MALFORMED_FUNCTION_CALL"),
        {"candidates": [{"finishReason": "MALFORMED_FUNCTION_CALL"}]},
        {"candidates": [{"finishReason": "UNEXPECTED_TOOL_CALL"}]},
        {"candidates": [{"finishReason": "MALFORMED_RESPONSE"}]},
        {"candidates": [{"finishReason": "MISSING_THOUGHT_SIGNATURE"}]},
    ],
)
def test_a_malformed_call_may_be_tried_again(event: dict[str, Any]) -> None:  # b15
    step = Step()
    with pytest.raises(ProviderProtocolError):
        collect(step, Reply([sse(event)]))
    assert step.finish == event["candidates"][0]["finishReason"]
    assert not any(isinstance(e, Opaque) for e in step.events)


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ({"promptFeedback": {"blockReason": "SAFETY"}}, "SAFETY"),
        ({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": USAGE}, "PROHIBITED_CONTENT"),
        ({"candidates": [{"finishReason": "SAFETY"}]}, "SAFETY"),
        (chunk({"text": "Half"}, reason="RECITATION"), "RECITATION"),
    ],
)
@pytest.mark.parametrize("ending", ["close", "open"])
def test_a_block_is_a_refusal(event: dict[str, Any], reason: str, ending: str) -> None:  # b15
    step = Step()
    with pytest.raises(ProviderRefusedError):
        collect(step, Reply([sse(event)], ending=ending))
    assert step.finish == reason


def collect(step: Step, reply: Reply) -> None:
    import asyncio

    async def body() -> None:
        async with serving(reply) as seen, linked(seen.url) as link:
            await step.take(make(link).stream(prompt()))

    asyncio.run(body())


def test_an_error_in_the_stream_and_out_of_it() -> None:  # b09
    error = {"error": {"code": 503, "message": "The model is overloaded.", "status": "UNAVAILABLE"}}
    for reply in (Reply([sse(chunk({"text": "a"}), error)]), Reply([json.dumps([error]).encode()])):
        with pytest.raises(ProviderBusyError, match="overloaded"):
            step_of(make, reply)
    delay = {"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "x", "details": [{"retryDelay": "13s"}]}}
    with pytest.raises(ProviderBusyError) as caught:
        step_of(make, Reply([json.dumps(delay).encode()], 429, []))
    assert caught.value.retry_after == 13
    bad_key = {"error": {"code": 400, "message": "API key not valid.", "details": [{"reason": "API_KEY_INVALID"}]}}
    with pytest.raises(ProviderAuthError):
        step_of(make, Reply([json.dumps(bad_key).encode()], 400, []))


def test_a_cut_stream_is_cut() -> None:  # b10
    for ending in ("close", "cut"):
        with pytest.raises(ProviderProtocolError):
            step_of(make, Reply([sse(chunk({"text": "1. Abre Ven"}))], ending=ending))
    for ending in ("cut", "open"):
        step, _ = step_of(make, Reply([sse(chunk({"text": "Hi"}, reason="STOP"))], ending=ending))
        assert (step.text, step.finish) == ("Hi", "STOP")


def test_signatures_go_back_on_their_own_parts() -> None:  # b14
    parts = [
        {"text": "I think", "thought": True},
        {"text": "Voy "},
        {"text": "a ver."},
        {"functionCall": {"name": "leer_manual", "args": {}}, "thoughtSignature": "S2"},
        {"functionCall": {"name": "mis_pendientes", "args": {}}},
        {"text": "", "thoughtSignature": "S3=="},
    ]
    first, _ = step_of(make, Reply([sse(*(chunk(p) for p in parts), chunk(reason="STOP"))]))
    assert first.text == "Voy a ver."
    opaque = next(e for e in first.events if isinstance(e, Opaque))
    said = AssistantMessage(first.text, tuple(first.calls), opaque)
    kept = message_from_json(json.loads(json.dumps(message_to_json(said))))
    results = [ToolMessage(first.calls[0], Ok("text", "Read")), ToolMessage(first.calls[1], Failed("down"))]
    given = Prompt("R", "P", (UserMessage("¿Cómo?"), kept, *results), (READ,))
    done = Reply([sse(chunk({"text": "a"}, reason="STOP"))])
    _, seen = step_of(make, done, given=given)
    contents = seen.requests[0]["contents"]
    assert contents[1] == {"role": "model", "parts": [{"text": "Voy a ver."}, *parts[3:]]}
    assert contents[2]["parts"] == [
        {"functionResponse": {"name": "leer_manual", "response": {"result": "text"}}},
        {"functionResponse": {"name": "mis_pendientes", "response": {"error": "down"}}},
    ]
    _, other = step_of(lambda link: Gemini("gemini", "gemini-2.0-flash", link), done, given=given)
    assert "thoughtSignature" not in json.dumps(other.requests[0])


def test_what_a_request_looks_like() -> None:
    call = ToolCall("toolu_1", "leer_manual", {"ids": ["a"]})
    messages = (UserMessage("One"), AssistantMessage("", (call,)), ToolMessage(call, Ok("text", "Read")))
    given = Prompt("Rules.", "Person.", messages, (READ, PENDING), closing=True, note="Answer now.")
    _, seen = step_of(make, Reply([sse(chunk({"text": "a"}, reason="STOP"))]), given=given)
    body = seen.requests[0]
    assert body["systemInstruction"] == {"parts": [{"text": "Rules."}, {"text": "Person."}]}
    assert [c["role"] for c in body["contents"]] == ["user", "model", "user"]
    assert body["contents"][-1]["parts"][-1] == {"text": "Answer now."}
    assert [f["name"] for f in body["tools"][0]["functionDeclarations"]] == ["leer_manual", "mis_pendientes"]
    assert body["contents"][1]["parts"] == [
        {
            "functionCall": {"name": "leer_manual", "args": {"ids": ["a"]}, "id": "toolu_1"},
            "thoughtSignature": "skip_thought_signature_validator",
        }
    ]
    assert body["toolConfig"] == {"functionCallingConfig": {"mode": "NONE"}}
    assert body["generationConfig"] == {"thinkingConfig": {"thinkingLevel": "low"}}


@pytest.mark.parametrize(
    ("model", "thinking"),
    [
        ("gemini-2.5-flash", {"thinkingBudget": 512}),
        ("gemini-3.5-flash", {"thinkingLevel": "low"}),
        ("gemini-flash-latest", {"thinkingLevel": "low"}),
        ("gemini-2.0-flash", None),
        ("gemma-3-27b-it", None),
    ],
)
def test_each_generation_is_told_in_its_own_way_how_long_to_think(model: str, thinking: dict[str, Any] | None) -> None:
    done = Reply([sse(chunk({"text": "a"}, reason="STOP"))])
    _, seen = step_of(lambda link: Gemini("gemini", model, link), done)
    assert seen.requests[0].get("generationConfig", {}).get("thinkingConfig") == thinking


def test_a_call_without_a_name_is_none() -> None:
    call = {"functionCall": {"name": "leer_manual", "args": {"ids": ["x"]}}, "thoughtSignature": "S"}
    step, _ = step_of(make, Reply([sse(chunk(call), chunk({"functionCall": {"args": {"ids": []}}}, reason="STOP"))]))
    assert [(c.name, c.args) for c in step.calls] == [("leer_manual", {"ids": ["x"]})]
    (kept,) = [e for e in step.events if isinstance(e, Opaque)]
    assert json.loads(kept.data) == [call]
