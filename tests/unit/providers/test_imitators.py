"""What servers that imitate OpenAI's format make of it, beyond what the format says. Each was reported of a real one."""

import json

import pytest
from raw_server import Reply, Step, linked, prompt, run, said, serving, sse, step_of, stop
from test_openai_chat import answer, call_delta, make

from overlay.core.errors import ProviderError, ProviderProtocolError
from overlay.core.model import ToolCall
from overlay.providers.calls import CUT
from overlay.providers.text_protocol import ToolsOrText

EVENTS = [json.dumps(e).encode() for e in (said("Open "), said("it."), stop())]
READ = ToolCall("k0", "leer_manual", {"ids": ["x"]})


@pytest.mark.parametrize("between", [b"\n", b"\r\n", b"\n\n"])
@pytest.mark.parametrize("end", [b"", b"\n", b"\r", b"\n\n", b"\ndata: [DONE]", b"\ndata: [DONE]\n\n"])
def test_blank_lines_that_are_missing_lose_nothing(between: bytes, end: bytes) -> None:
    stream = between.join(b"data: " + e for e in EVENTS) + end
    for chunks in ([stream], [stream[:40], stream[40:]], [stream[:-3], stream[-3:]]):
        step, _ = step_of(make, Reply(chunks))
        assert (step.text, step.finish) == ("Open it.", "stop")


@pytest.mark.parametrize("cut", [1, 5, 20, len(EVENTS[-1])])
def test_an_event_that_was_cut_off_is_none(cut: int) -> None:
    stream = b"\n\n".join(b"data: " + e for e in EVENTS)
    with pytest.raises(ProviderProtocolError, match="broke off"):
        step_of(make, Reply([stream[:-cut]]))


def test_an_error_in_plain_words_is_kept() -> None:
    with pytest.raises(ProviderError, match="upstream exploded"):
        step_of(make, Reply([sse(said("Open ")) + b"event: error\ndata: upstream exploded\n\n"]))


def test_a_whole_message_counts_once() -> None:
    whole = {
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "Open it."}, "finish_reason": "stop"}]
    }
    assert step_of(make, answer(whole))[0].text == "Open it."
    assert step_of(make, answer(said("Open "), said("it."), whole))[0].text == "Open it."
    both = [{"choices": [{"index": 0, "delta": {"content": t}, "message": {"content": t}}]} for t in ("Open ", "it.")]
    assert step_of(make, answer(*both, stop()))[0].text == "Open it."
    asked = {"tool_calls": [{"id": "k0", "function": {"name": "leer_manual", "arguments": '{"ids":["x"]}'}}]}
    step, _ = step_of(make, answer({"choices": [{"index": 0, "message": asked, "finish_reason": "tool_calls"}]}))
    assert step.calls == [READ]


@pytest.mark.parametrize("index", [0, None])
@pytest.mark.parametrize(
    "pieces",
    [
        # A name in pieces, and a name with each piece.
        [("k0", "leer_", ""), ("", "manual", ""), ("", "", '{"ids":'), ("", "", '["x"]}')],
        [("k0", "leer_manual", '{"ids":'), ("k0", "leer_manual", '["x"]}'), ("k0", "leer_manual", "")],
        # Another id with each piece: a piece without a name goes on with the call before.
        [("k0", "leer_manual", ""), ("k1", "", '{"ids":'), ("k2", "", '["x"]}')],
    ],
)
def test_one_call_stays_one(index: int | None, pieces: list[tuple[str, str, str]]) -> None:
    deltas = [call_delta(index, id=i or None, name=n, arguments=a) for i, n, a in pieces]
    step, _ = step_of(make, answer(*deltas, stop()))
    assert step.calls == [READ]


@pytest.mark.parametrize("index", [0, None])
def test_two_calls_stay_two(index: int | None) -> None:
    a, b = '{"ids":["x"]}', '{"a":1}'
    first, second = [("k0", "leer_manual", ""), ("k0", "", a)], [("k1", "mis_pendientes", ""), ("k1", "", b)]
    for pieces in (first + second, [first[0], second[0], first[1], second[1]]):
        deltas = [call_delta(index, id=i, name=n, arguments=args) for i, n, args in pieces]
        step, _ = step_of(make, answer(*deltas, stop()))
        assert step.calls == [READ, ToolCall("k1", "mis_pendientes", {"a": 1})]
    unnamed = [call_delta(index, name=n, arguments=args) for _, n, args in first + second]
    step, _ = step_of(make, answer(*unnamed, stop()))
    assert [(c.name, dict(c.args)) for c in step.calls] == [
        ("leer_manual", {"ids": ["x"]}),
        ("mis_pendientes", {"a": 1}),
    ]


@pytest.mark.parametrize("arguments", ["", None, " "])
def test_a_call_that_was_cut_before_its_arguments_never_runs(arguments: str | None) -> None:
    step, _ = step_of(make, answer(call_delta(0, id="k0", name="mis_pendientes", arguments=arguments), stop("length")))
    assert [(c.name, c.problem) for c in step.calls] == [("mis_pendientes", CUT)]


def test_chunks_that_are_counted_as_choices_lose_nothing() -> None:
    counted = [{"choices": [{"index": n, "delta": {"content": t}}]} for n, t in ((196, "Open "), (197, "it."))]
    end = {"choices": [{"index": 198, "delta": {"content": ""}, "finish_reason": "stop"}]}
    step, _ = step_of(make, answer(*counted, end))
    assert (step.text, step.finish) == ("Open it.", "stop")


def whole_and_in_letters(text: str) -> str:
    """Return what shows of a text, which must be the same however it comes."""
    whole, _ = step_of(make, answer(said(text), stop()))
    letters, _ = step_of(make, answer(*map(said, text), stop()))
    assert whole.text == letters.text
    return whole.text


@pytest.mark.parametrize(
    "text",
    [
        "<thinking>hm </think> hm</thinking>\nOpen <it>.",
        "\n[THINK]hm\n[/THINK]Open <it>.",
        "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Open <it>.",
        "<|channel|>final<|message|>Open <it>.<|return|>",
        "<think></think>\n\n<think>\n</think>\n\nOpen <it>.",
        "Open <it>.<|im_end|>",
        "Open <it>.</s>\n",
        "Open <it>.<end_of_turn><eos>",
        "Open <it>.<｜end▁of▁sentence｜>",
        "Open <it>.<|eot_id|>\n\n<|eot_id|>",
    ],
)
def test_thinking_and_the_marks_of_a_template_are_hidden(text: str) -> None:
    assert whole_and_in_letters(text).rstrip() == "Open <it>."


@pytest.mark.parametrize(
    "text",
    [
        "[THI",
        "[Leave](/leave)",
        "<",
        "a <",
        "1 < 2",
        "old: <s>x</s> new",
        "x <|im_e",
        "<|",
        "<think",
        "  a",
        "",
        "<br>",
    ],
)
def test_what_only_looks_like_such_a_mark_is_text(text: str) -> None:
    assert whole_and_in_letters(text) == text


def test_a_call_behind_harmonys_thinking_is_not_shown() -> None:
    call = '<|start|>assistant<|channel|>commentary to=functions.leer_manual <|constrain|>json<|message|>{"ids":[]}<|call|>'
    text = f"<|channel|>analysis<|message|>hm<|end|>{call}"

    async def body() -> Step:
        async with serving(answer(*map(said, text), stop())) as seen, linked(seen.url) as link:
            return await Step().take(ToolsOrText(make(link)).stream(prompt()))

    step = run(body)
    assert (step.text, [bool(c.problem) for c in step.calls]) == ("", [True])


def test_thinking_that_nothing_opened_is_hidden_from_the_second_step_on() -> None:
    replies = [
        answer(*map(said, "hm\n</think>\n\nOpen it."), stop()),
        answer(*map(said, "hm\n</think>\n\nPress it."), stop()),
        answer(*map(said, "No thought."), stop()),
        answer(said("<think>hm</think>Done."), stop()),
    ]

    async def body() -> list[str]:
        async with serving(*replies) as seen, linked(seen.url) as link:
            provider = make(link)
            return [(await Step().take(provider.stream(prompt()))).text for _ in replies]

    first, *others = run(body)
    assert first.endswith("Open it.")
    assert others == ["Press it.", "No thought.", "Done."]
