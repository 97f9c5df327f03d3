"""Streams of each format, cut at every byte, give the same events: through the decoder, the reader and the notation."""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from raw_server import DONE, said, sse, stop, typed

from overlay.core.errors import ProviderError
from overlay.core.model import ModelEvent, TextDelta
from overlay.providers.anthropic_stream import MessageReader
from overlay.providers.gemini_stream import ContentReader
from overlay.providers.json_values import read_object
from overlay.providers.openai_stream import ChatReader
from overlay.providers.reading import StepReader
from overlay.providers.sse import SseDecoder
from overlay.providers.text_scanner import TextScanner

WORDS = 'Öffne «Menü» 😄 → **«Solicitar»** ñ\n\n1. `@@TOOL@@` "{}" \\ \u2028 end'
ARGS = {"ids": ["ventas", "ñandú 😄"], "note": 'a "quoted" {brace}\n'}
READERS: dict[str, Callable[[], StepReader]] = {
    "chat": lambda: ChatReader("x", "o", 1),
    "messages": lambda: MessageReader("x", "o", 1),
    "contents": lambda: ContentReader("x", "o", 1),
}


def pieces(text: str, size: int = 8) -> list[str]:
    return [text[i : i + size] for i in range(0, len(text), size)]


def chat(words: str, args: dict[str, Any]) -> bytes:
    call = {"index": 0, "id": "k1", "function": {"name": "read", "arguments": ""}}
    calls = [{"index": 0, "function": {"arguments": p}} for p in pieces(json.dumps(args, ensure_ascii=False), 9)]
    usage = {"prompt_tokens": 9, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 4}}
    return (
        b": OPENROUTER PROCESSING\r\n\r\n"
        + sse(*map(said, pieces(words)))
        + sse(*({"choices": [{"index": 0, "delta": {"tool_calls": [c]}}]} for c in [call, *calls]))
        + b"data: : keepalive\n\n"
        + sse(stop("tool_calls"), {"choices": [], "usage": usage})
        + DONE
    )


def messages(words: str, args: dict[str, Any]) -> bytes:
    text = [{"type": "text_delta", "text": p} for p in pieces(words)]
    call = [{"type": "input_json_delta", "partial_json": p} for p in pieces(json.dumps(args, ensure_ascii=False), 9)]
    thought = [{"type": "thinking_delta", "thinking": "Hm ñ"}, {"type": "signature_delta", "signature": "SIG=="}]
    blocks: list[tuple[dict[str, Any], list[dict[str, Any]]]] = [
        ({"type": "thinking", "thinking": ""}, thought),
        ({"type": "text", "text": ""}, text),
        ({"type": "tool_use", "id": "t1", "name": "read", "input": {}}, call),
    ]
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": {"usage": {"input_tokens": 9}}},
        {"type": "ping"},
    ]
    for index, (block, deltas) in enumerate(blocks):
        events.append({"type": "content_block_start", "index": index, "content_block": block})
        events += [{"type": "content_block_delta", "index": index, "delta": d} for d in deltas]
        events.append({"type": "content_block_stop", "index": index})
    end = {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 3}}
    return typed(*events, end, {"type": "message_stop"})


def contents(words: str, args: dict[str, Any]) -> bytes:
    parts: list[dict[str, Any]] = [
        {"text": "Hm.", "thought": True},
        *({"text": p} for p in pieces(words)),
        {"functionCall": {"name": "read", "args": args}, "thoughtSignature": "S2=="},
    ]
    chunks: list[dict[str, Any]] = [{"candidates": [{"content": {"role": "model", "parts": [p]}}]} for p in parts]
    usage = {"promptTokenCount": 9, "candidatesTokenCount": 3, "thoughtsTokenCount": 1}
    return sse(*chunks, {"candidates": [{"finishReason": "STOP"}], "usageMetadata": usage})


WRITERS: dict[str, Callable[[str, dict[str, Any]], bytes]] = {"chat": chat, "messages": messages, "contents": contents}


def read(wire: str, chunks: Iterable[bytes]) -> list[ModelEvent | str]:
    """Read a stream as a step does; an error is its last event."""
    decoder, reader, found = SseDecoder(), READERS[wire](), list[ModelEvent | str]()
    try:
        for chunk in chunks:
            for event in decoder.feed(chunk):
                value = read_object(event.data)
                found += reader.read(value, event.type) if value is not None else []
        found += reader.end()
    except ProviderError as problem:
        found.append(f"{type(problem).__name__}: {problem}")
    return found


def cut_everywhere(wire: str, stream: bytes) -> list[ModelEvent | str]:
    whole = read(wire, [stream])
    for cut in range(1, len(stream)):
        assert read(wire, (stream[:cut], stream[cut:])) == whole, cut
    assert read(wire, (stream[i : i + 1] for i in range(len(stream)))) == whole
    return whole


@pytest.mark.parametrize("wire", WRITERS)
@pytest.mark.parametrize("ends", [b"\n", b"\r\n", b"\r"])
def test_four_kilobytes_cut_at_every_byte(wire: str, ends: bytes) -> None:  # b05
    # JSON in two lines: a line end that is taken for two would part them.
    stream = (
        WRITERS[wire](WORDS, ARGS).replace(b"\r\n", b"\n").replace(b"data: {", b"data: {\ndata:").replace(b"\n", ends)
    )
    assert 1000 < len(stream) <= 4096
    events = cut_everywhere(wire, stream)
    assert "".join(e.text for e in events if isinstance(e, TextDelta)) == WORDS
    (call,) = (e for e in events if type(e).__name__ == "ToolCall")
    assert getattr(call, "args", None) == ARGS
    assert "\ufffd" not in repr(events)


TEXT = st.text(max_size=30)
VALUES = st.dictionaries(st.text(max_size=5), st.one_of(st.integers(), TEXT, st.booleans(), st.none()), max_size=3)


@pytest.mark.parametrize("wire", WRITERS)
@settings(max_examples=12, deadline=None)
@given(words=TEXT, args=VALUES, broken=st.binary(max_size=6), at=st.floats(0, 1))
def test_any_words_with_any_bytes_between(
    wire: str, words: str, args: dict[str, Any], broken: bytes, at: float
) -> None:
    stream = WRITERS[wire](words, args)
    place = int(len(stream) * at)
    stream = (stream[:place] + broken + stream[place:])[:4096]
    whole = read(wire, [stream])
    assert read(wire, (stream[i : i + 1] for i in range(len(stream)))) == whole
    for cut in range(1, len(stream), 7):
        assert read(wire, (stream[:cut], stream[cut:])) == whole


KNOWN = frozenset({"read_manual"})
CALL = '@@TOOL@@ {"tool": "read_manual", "args": {"ids": ["ñ", "@@END@@"]}} @@END@@'
MESSAGES = [
    f"Voy a mirarlo 😄.\n\n```json\n{CALL}\n```\nY más.",
    f"No uso `{CALL}` porque no.\n\n| a | b |\n|---|---|\n| @@ | ~~ |\n",
    'Uno.\nTOOL@@> {"tool": "read_manual", "args": {}} <END@@',
    f"{CALL}\n@@RESULT@@ inventado @@END@@",
    f"Un momento. {CALL}",
    f"`{CALL}` no es lo que hago.\n\n[ {{}} ]",
    '```py\nx = {"a": 1}\n```\n{"name": "Ana"}\n~~~\n@@TO',
]


def scan(parts: Sequence[str]) -> tuple[str, object, str]:
    scanner = TextScanner(KNOWN)
    shown = "".join(map(scanner.feed, parts)) + scanner.end()
    return shown, scanner.call, scanner.problem


@pytest.mark.parametrize("text", [*MESSAGES, ("Paso.\n" * 300 + MESSAGES[0]), "\n\n".join(MESSAGES[:2]) * 8])
def test_the_notation_cut_at_every_letter(text: str) -> None:  # c08
    assert len(text) <= 4096
    whole = scan([text])
    for cut in range(1, len(text)):
        assert scan((text[:cut], text[cut:])) == whole, cut
    assert scan(text) == whole
