"""OpenAI's format, and what its imitators make of it."""

import asyncio
import json
from typing import Any

import pytest
from raw_server import DONE, READ, Reply, Step, linked, prompt, run, said, serving, sse, step_of, stop

from overlay.core.errors import (
    ProviderAuthError,
    ProviderBusyError,
    ProviderError,
    ProviderProtocolError,
    ProviderRefusedError,
    ProviderRequestError,
    ProviderTimeoutError,
    ProviderTooLongError,
)
from overlay.core.model import AssistantMessage, Opaque, ToolCall, ToolMessage, Usage, UserMessage
from overlay.core.tools import Failed, Ok
from overlay.core.wire import message_from_json, message_to_json
from overlay.providers.connection import Connection
from overlay.providers.failures import ToolsRejectedError
from overlay.providers.openai_chat import ChatOptions, OpenAIChat


def make(link: Connection) -> OpenAIChat:
    return OpenAIChat("openai", "m", link)


def call_delta(index: int | None, **more: Any) -> dict[str, Any]:
    function = {k: more.pop(k) for k in ("name", "arguments") if k in more}
    piece = {**({} if index is None else {"index": index}), **more, "function": function}
    return {"choices": [{"index": 0, "delta": {"tool_calls": [piece]}}]}


def answer(*events: object, done: bool = True) -> Reply:
    return Reply([sse(*events) + (DONE if done else b"")])


def test_keep_alive_lines_are_skipped_and_counted() -> None:  # b01
    stream = (
        b": OPENROUTER PROCESSING\n\n:\n\ndata: : keepalive\n\n" + sse(said("Hola")) + b": fin\n\n" + sse(stop()) + DONE
    )

    async def body() -> tuple[Step, int]:
        async with serving(Reply([stream])) as seen, linked(seen.url) as link:
            step = await Step().take(make(link).stream(prompt()))
            return step, link.skipped

    step, skipped = run(body)
    assert (step.text, step.finish, skipped) == ("Hola", "stop", 1)


def test_a_character_cut_by_the_network_stays_itself() -> None:  # b05
    stream = sse(said("😄ñ")) + sse(stop()) + DONE
    for cut in range(len(stream)):
        if stream[cut] >= 0x80:
            step, _ = step_of(make, Reply([stream[:cut], stream[cut:]]))
            assert step.text == "😄ñ"


@pytest.mark.parametrize("reason", ["stop", "tool_calls", "length", "function_call", "eos"])
@pytest.mark.parametrize(
    "arguments", [{"ids": ["ventas"]}, '{"ids":["ventas"]}', ' {"ids": ["ventas"]}\n', '"{\\"ids\\":[\\"ventas\\"]}"']
)
def test_a_complete_call_counts_whatever_the_finish_says(reason: str, arguments: object) -> None:  # b07
    step, _ = step_of(make, answer(call_delta(0, id="k1", name="leer_manual", arguments=arguments), stop(reason)))
    assert step.calls == [ToolCall("k1", "leer_manual", {"ids": ["ventas"]})]
    assert step.finish == reason


@pytest.mark.parametrize("arguments", ["", None, "missing", "null", {}, "{}"])
def test_a_call_without_arguments(arguments: object) -> None:  # b13
    given = {} if arguments == "missing" else {"arguments": arguments}
    step, _ = step_of(make, answer(call_delta(0, id="t1", name="mis_pendientes", **given), stop()))
    assert step.calls == [ToolCall("t1", "mis_pendientes", {})]


def test_azures_empty_choices_lose_nothing() -> None:  # b08
    events = [
        {"choices": [], "prompt_filter_results": [{"prompt_index": 0}]},
        said("Hola"),
        {"choices": [{"index": 0, "finish_reason": "stop", "content_filter_offsets": {}}]},
        {
            "choices": [],
            "usage": {
                "prompt_tokens": 100,
                "completion_tokens": 2,
                "prompt_tokens_details": {"cached_tokens": 64},
                "completion_tokens_details": {"reasoning_tokens": 1},
            },
        },
    ]
    step, _ = step_of(make, answer(*events))
    assert (step.text, step.finish, step.usage) == ("Hola", "stop", Usage(100, 64, 2, 1))


def test_usage_repeated_in_every_chunk_counts_once() -> None:  # b08
    def grown(output: int) -> dict[str, Any]:
        return {**said("a"), "usage": {"prompt_tokens": 10, "completion_tokens": output}}

    step, _ = step_of(make, answer(grown(1), grown(2), {**stop(), "usage": None}))
    assert step.usage == Usage(10, 0, 2)


ERROR = {"error": {"code": 502, "message": "capacity"}, "choices": []}


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (answer(said("Para"), ERROR), "capacity"),
        (answer(ERROR), "capacity"),
        (Reply([json.dumps(ERROR).encode()]), "capacity"),
        (Reply([json.dumps(ERROR, indent=2).encode()], headers=["Content-Type: application/json"]), "capacity"),
        (answer({"error": "capacity"}), "capacity"),
        (answer(said("Para"), {"object": "error", "message": "capacity", "code": 50300}), "capacity"),
        (answer({"type": "error", "message": "capacity"}), "capacity"),
        (answer(said("Para"), {"choices": [{"index": 0, "error": {"code": 502, "message": "capacity"}}]}), "capacity"),
        (answer(said("Para"), stop("error")), "broke off"),
        (Reply([b'event: error\ndata: {"message": "capacity", "code": 500}\n\n']), "capacity"),
    ],
)
def test_an_error_inside_a_good_stream_is_an_error(reply: Reply, words: str) -> None:  # b09
    with pytest.raises(ProviderBusyError, match=words):
        step_of(make, reply)


@pytest.mark.parametrize(
    ("reply", "whole"),
    [
        (Reply([sse(said("1. Abre Ven"))]), False),
        (Reply([sse(said("1. Abre Ven"))], ending="cut"), False),
        (Reply([sse(said("1. Abre Ven")) + DONE]), False),
        (Reply([sse(said("1. Abre Ven"), stop()) + DONE], ending="open"), True),
        (Reply([sse(said("1. Abre Ven"), stop()) + DONE], ending="cut"), True),
        (Reply([sse(said("1. Abre Ven"), stop())], ending="cut"), True),
        (Reply([sse(said("1. Abre Ven"), stop())]), True),
        (Reply([sse(said("1. Abre Ven"), stop())], ending="open"), True),
        (Reply([sse(said("1. Abre Ven"), stop())[:-1]], ending="close"), True),
        (Reply([sse(said("1. Abre Ven"), stop())[:-1]], ending="cut"), False),
        (Reply([sse(said("1. Abre Ven")) + b'data: {"choices": [{"ind\n\n'], ending="open"), False),
    ],
)
def test_what_is_whole_and_what_is_cut(reply: Reply, whole: bool) -> None:  # b10
    step = Step()

    async def body() -> None:
        async with serving(reply) as seen, linked(seen.url) as link:
            async with asyncio.timeout(5):
                await step.take(make(link).stream(prompt()))

    if whole:
        run(body)
        assert step.finish == "stop"
    else:
        with pytest.raises(ProviderProtocolError):
            run(body)
    assert step.text == "1. Abre Ven"


def test_an_open_socket_is_closed_when_the_step_ends() -> None:  # b10
    async def body() -> None:
        async with serving(Reply([sse(said("Hi"), stop()) + DONE], ending="open")) as seen, linked(seen.url) as link:
            await Step().take(make(link).stream(prompt()))
            async with asyncio.timeout(2):
                await seen.closed.wait()

    run(body)


def test_a_stream_that_is_left_gives_its_connection_back() -> None:
    async def body() -> None:
        async with serving(Reply([sse(said("Hi"))], ending="open")) as seen, linked(seen.url) as link:
            events = make(link).stream(prompt())
            await anext(events)
            await events.aclose()
            async with asyncio.timeout(2):
                await seen.closed.wait()

    run(body)


def test_parallel_calls_come_together_by_index() -> None:
    events = [
        call_delta(0, id="a", name="leer_manual", arguments=""),
        call_delta(1, id="b", name="mis_pendientes", arguments=""),
        call_delta(0, arguments='{"ids":'),
        call_delta(1, arguments="{}"),
        call_delta(0, arguments='["x"]}'),
    ]
    step, _ = step_of(make, answer(*events, stop("tool_calls")))
    assert step.calls == [ToolCall("a", "leer_manual", {"ids": ["x"]}), ToolCall("b", "mis_pendientes", {})]


@pytest.mark.parametrize("index", [0, None])
def test_parallel_calls_that_share_an_index_stay_apart(index: int | None) -> None:
    events = [
        call_delta(index, id="a", name="leer_manual", arguments='{"ids":["x"]}'),
        call_delta(index, id="b", name="leer_manual", arguments='{"ids":["y"]}'),
    ]
    step, _ = step_of(make, answer(*events, stop()))
    assert [c.args for c in step.calls] == [{"ids": ["x"]}, {"ids": ["y"]}]


def test_calls_without_ids_get_ids_of_their_own() -> None:
    events = [
        call_delta(None, name="leer_manual", arguments={"ids": ["x"]}),
        call_delta(None, name="mis_pendientes", arguments={"a": 1}),
    ]
    step, _ = step_of(make, answer(*events, stop()))
    assert [c.name for c in step.calls] == ["leer_manual", "mis_pendientes"]
    assert len({c.id for c in step.calls}) == 2


@pytest.mark.parametrize(("reason", "words"), [("length", "broke off"), ("tool_calls", "not a JSON object")])
def test_a_cut_call_is_not_mended(reason: str, words: str) -> None:  # b07, c06
    step, _ = step_of(make, answer(call_delta(0, id="a", name="leer_manual", arguments='{"ids":["ven'), stop(reason)))
    assert [(c.name, c.args) for c in step.calls] == [("leer_manual", {})]
    assert words in step.calls[0].problem
    assert step.finish == reason


def test_a_refusal_is_one() -> None:
    refusal = {"choices": [{"index": 0, "delta": {"refusal": "I cannot help."}}]}
    with pytest.raises(ProviderRefusedError, match="I cannot help"):
        step_of(make, answer(refusal, stop()))
    with pytest.raises(ProviderRefusedError, match="content filter"):
        step_of(make, answer(said("Bu"), stop("content_filter")))


@pytest.mark.parametrize(
    ("status", "body", "headers", "error", "wait"),
    [
        (401, '{"error": {"message": "Incorrect API key provided: sk-test"}}', [], ProviderAuthError, None),
        (403, "<html>Forbidden</html>", [], ProviderAuthError, None),
        (429, '{"error": {"message": "slow down"}}', ["Retry-After: 3"], ProviderBusyError, 3),
        (429, "{}", ["retry-after-ms: 1500", "Retry-After: 2"], ProviderBusyError, 1.5),
        (429, "{}", ["Retry-After: Wed, 21 Oct 2015 07:28:00 GMT"], ProviderBusyError, 0),
        (429, "{}", ["Retry-After: soon"], ProviderBusyError, None),
        (429, '{"error": {"code": "insufficient_quota", "message": "pay"}}', [], ProviderAuthError, None),
        (500, "oops", [], ProviderBusyError, None),
        (529, '{"type":"error","error":{"type":"overloaded_error","message":"x"}}', [], ProviderBusyError, None),
        (504, "", [], ProviderTimeoutError, None),
        (404, '{"error": {"message": "no such model"}}', [], ProviderRequestError, None),
        (422, '{"detail": "wrong"}', [], ProviderRequestError, None),
        (413, '{"error": {"status": "UNAVAILABLE", "message": "too large"}}', [], ProviderTooLongError, None),
        (307, "", ["Location: http://elsewhere.invalid/"], ProviderRequestError, None),
        (400, '{"error": {"code": "content_filter", "message": "x"}}', [], ProviderRefusedError, None),
        (400, '{"error": {"message": "gemma:2b does not support tools"}}', [], ToolsRejectedError, None),
        (
            400,
            '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser',
            [],
            ToolsRejectedError,
            None,
        ),
        (404, '{"error": {"message": "No endpoints found that support tool use."}}', [], ToolsRejectedError, None),
        (500, '{"error": {"message": "tools param requires --jinja flag"}}', [], ToolsRejectedError, None),
        (400, '{"error": {"message": "This model does not support tool_choice"}}', [], ProviderRequestError, None),
    ],
)
def test_what_a_status_means(
    status: int, body: str, headers: list[str], error: type[ProviderError], wait: float | None
) -> None:
    with pytest.raises(error) as caught:
        step_of(make, Reply([body.encode()], status, headers))
    assert type(caught.value) is error
    assert "sk-test" not in str(caught.value)
    if isinstance(caught.value, ProviderBusyError):
        assert caught.value.retry_after == wait


def test_nobody_there_is_said() -> None:
    async def body() -> None:
        async with linked("http://127.0.0.1:9") as link:
            await Step().take(make(link).stream(prompt()))

    with pytest.raises(ProviderError, match="cannot be reached"):
        run(body)


def test_an_option_the_model_does_not_know_is_left_out_from_then_on() -> None:
    refusal = Reply([b'{"error": {"message": "Unsupported parameter: \'reasoning_effort\'"}}'], 400)

    async def body() -> list[dict[str, Any]]:
        async with (
            serving(refusal, answer(said("a"), stop()), answer(said("b"), stop())) as seen,
            linked(seen.url) as link,
        ):
            provider = OpenAIChat("openai", "m", link, ChatOptions(effort="low", cache_key=True))
            await Step().take(provider.stream(prompt()))
            await Step().take(provider.stream(prompt()))
            return seen.requests

    requests = run(body)
    assert ["reasoning_effort" in r for r in requests] == [True, False, False]
    assert all("prompt_cache_key" in r for r in requests)


def test_reasoning_goes_back_unread_and_is_never_text() -> None:  # b14
    details = [{"type": "reasoning.encrypted", "data": "SIG1=="}]
    events = [
        {"choices": [{"index": 0, "delta": {"reasoning_content": "x "}}]},
        {"choices": [{"index": 0, "delta": {"reasoning_content": "y", "reasoning_details": details}}]},
        call_delta(0, id="t1", name="mis_pendientes", extra_content={"google": {"thought_signature": "S2"}}),
    ]
    first, _ = step_of(make, answer(*events, stop("tool_calls")))
    assert first.text == ""
    opaque = next(e for e in first.events if isinstance(e, Opaque))
    kept = message_from_json(json.loads(json.dumps(message_to_json(AssistantMessage("", tuple(first.calls), opaque)))))
    result = ToolMessage(first.calls[0], Ok("nothing", "Looked"))
    again = prompt()
    messages = (UserMessage("¿Cómo?"), kept, result)
    _, seen = step_of(make, answer(said("a"), stop()), given=type(again)("R", "P", messages, (READ,)))
    sent = seen.requests[0]["messages"][2]
    assert sent["reasoning_content"] == "x y"
    assert sent["reasoning_details"] == details
    assert sent["tool_calls"][0]["extra_content"] == {"google": {"thought_signature": "S2"}}
    other, _ = step_of(make, answer(said("a"), stop()))
    _, elsewhere = step_of(
        lambda link: OpenAIChat("vllm", "n", link),
        answer(said("a"), stop()),
        given=type(again)("R", "P", messages, (READ,)),
    )
    assert "reasoning_content" not in elsewhere.requests[0]["messages"][2]
    assert other.text == "a"


@pytest.mark.parametrize(
    ("pieces", "shown"),
    [
        (["<think>secret", " plan</think>\n\nOpen", " it"], "Open it"),
        (["\n<th", "ink>secret</th", "ink>Open"], "Open"),
        (["<think>never closed"], ""),
        (["<thin", "g> is fine"], "<thing> is fine"),
        (["Open <think>this</think>"], "Open <think>this</think>"),
        (["<thi"], "<thi"),
    ],
)
def test_thinking_in_the_text_is_hidden(pieces: list[str], shown: str) -> None:
    step, _ = step_of(make, answer(*map(said, pieces), stop()))
    assert step.text == shown


def test_what_a_request_looks_like() -> None:
    call = ToolCall("a bad id" * 8, "odd name!", {"ids": ["x"]})
    messages = (
        UserMessage("One"),
        AssistantMessage("Looking.", (call,)),
        ToolMessage(call, Failed("no")),
        AssistantMessage("Sorry."),
        UserMessage("Two"),
    )
    given = type(prompt())("Rules.", "Person.", messages, (READ,), closing=True, note="Answer now.")
    options = ChatOptions(effort="low", short_ids=True, extra={"provider": {"order": ["x"], "allow_fallbacks": False}})
    _, seen = step_of(lambda link: OpenAIChat("openrouter", "m", link, options), answer(said("a"), stop()), given=given)
    body = seen.requests[0]
    assert [m["role"] for m in body["messages"]] == ["system", "user", "assistant", "tool", "assistant", "user", "user"]
    assert body["messages"][0]["content"] == "Rules.\nPerson."
    sent = body["messages"][2]["tool_calls"][0]
    assert sent["function"] == {"name": "odd_name_", "arguments": '{"ids":["x"]}'}
    assert sent["id"] == body["messages"][3]["tool_call_id"]
    assert len(sent["id"]) <= 40
    assert body["messages"][-1]["content"] == "Answer now."
    assert body["tool_choice"] == "none"
    assert body["provider"] == {"order": ["x"], "allow_fallbacks": False}
    assert body["reasoning_effort"] == "low"
    assert "authorization: bearer sk-test" in seen.heads[0].lower()


def test_a_server_that_ignores_tool_choice_is_given_no_tools_at_the_last_step() -> None:
    given = type(prompt())("R", "P", (UserMessage("One"),), (READ,), closing=True)
    _, seen = step_of(
        lambda link: OpenAIChat("ollama", "m", link, ChatOptions(withholds=False)),
        answer(said("a"), stop()),
        given=given,
    )
    assert "tools" not in seen.requests[0]


def test_a_refused_token_is_fetched_again_once() -> None:
    async def body() -> list[str]:
        async with (
            serving(Reply([b"{}"], 401), answer(said("a"), stop())) as seen,
            linked(seen.url, "old", "new") as link,
        ):
            await Step().take(make(link).stream(prompt()))
            return [h.lower().split("authorization: ")[1].split("\r\n")[0] for h in seen.heads]

    assert run(body) == ["bearer old", "bearer new"]


@pytest.mark.parametrize("effort", ["low", ""])
@pytest.mark.parametrize(
    ("words", "then"),
    [
        ("To use function tools, use /v1/responses or set reasoning_effort to 'none'.", "none"),
        ("Please use /v1/responses instead.", None),
    ],
)
def test_a_model_that_takes_tools_only_without_thinking_keeps_its_tools(
    effort: str, words: str, then: str | None
) -> None:
    message = f"Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. {words}"
    refusal = Reply([json.dumps({"error": {"message": message, "param": "reasoning_effort"}}).encode()], 400)

    async def body() -> list[dict[str, Any]]:
        async with serving(refusal, answer(said("a"), stop())) as seen, linked(seen.url) as link:
            provider = OpenAIChat("openai", "gpt-5.6", link, ChatOptions(effort=effort))
            await Step().take(provider.stream(prompt()))
            return seen.requests

    if not effort and then is None:
        with pytest.raises(ProviderRequestError):
            run(body)
        return
    requests = run(body)
    assert [r.get("reasoning_effort") for r in requests] == [effort or None, then]
    assert all(r["tools"] for r in requests)


def test_a_refusal_that_stays_is_not_asked_for_ever() -> None:
    message = "Function tools with reasoning_effort are not supported; set reasoning_effort to 'none'."
    refusal = Reply([json.dumps({"error": {"message": message}}).encode()], 400)

    async def body() -> None:
        async with serving(*[refusal] * 3) as seen, linked(seen.url) as link:
            await Step().take(OpenAIChat("openai", "m", link, ChatOptions(effort="low")).stream(prompt()))

    with pytest.raises(ProviderRequestError):
        run(body)
