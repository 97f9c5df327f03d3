"""Server-sent events: the WHATWG rules, and the same events however the bytes are cut."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overlay.core.errors import ProviderProtocolError
from overlay.providers import sse
from overlay.providers.sse import ServerEvent, SseDecoder


def decode(*chunks: bytes) -> list[ServerEvent]:
    decoder = SseDecoder()
    return [event for chunk in chunks for event in decoder.feed(chunk)]


@pytest.mark.parametrize(
    ("stream", "events"),
    [
        (b"data: a\n\n", [ServerEvent("a")]),
        (b"data: a\r\n\r\n", [ServerEvent("a")]),
        (b"data: a\r\r", [ServerEvent("a")]),
        (b"data: a\r\n\rdata: b\n\n", [ServerEvent("a"), ServerEvent("b")]),
        (b"data:a\ndata:  b\n\n", [ServerEvent("a\n b")]),
        (b"data\n\n", [ServerEvent("")]),
        (b"data:\n\n", [ServerEvent("")]),
        (b"data\ndata\n\n", [ServerEvent("\n")]),
        (b": OPENROUTER PROCESSING\n\n:\n\ndata: a\n\n", [ServerEvent("a")]),
        (b"\xef\xbb\xbfdata: a\n\n", [ServerEvent("a")]),
        (b"\xef\xbb\xbf\xef\xbb\xbfdata: a\n\n", []),
        (b"\n\xef\xbb\xbfdata: a\n\n", []),
        (b"event: ping\ndata: {}\n\ndata: a\n\n", [ServerEvent("{}", "ping"), ServerEvent("a")]),
        (b"event: lost\n\ndata: a\n\n", [ServerEvent("a")]),
        (
            b"id: 7\ndata: a\n\ndata: b\n\nid\ndata: c\n\n",
            [ServerEvent("a", id="7"), ServerEvent("b", id="7"), ServerEvent("c")],
        ),
        (b"id: 7\0\ndata: a\n\n", [ServerEvent("a")]),
        (b'retry: 10\nnobody: knows\n{"error": 1}\ndata: a\n\n', [ServerEvent("a")]),
        (b"data: a\n\ndata: never ended\n", [ServerEvent("a")]),
        ("data: 😄ñ\n\n".encode(), [ServerEvent("😄ñ")]),
        (b"data: \xf0\x9f\n\n", [ServerEvent("\ufffd")]),
        ("data: a\u2028b\u0085c\x0b\x0cd\n\n".encode(), [ServerEvent("a\u2028b\u0085c\x0b\x0cd")]),
    ],
)
def test_the_rules(stream: bytes, events: list[ServerEvent]) -> None:
    assert decode(stream) == events
    assert decode(*(bytes([b]) for b in stream)) == events


def test_a_character_cut_by_chunks_stays_itself() -> None:  # b05
    chunks = [
        "646174613a207b2263686f69636573223a5b7b22696e646578223a302c2264656c7461223a7b22636f6e74656e74223a22f09f",
        "9884c3",
        "b1227d7d5d7d0a0a",
    ]
    assert decode(*map(bytes.fromhex, chunks)) == [ServerEvent('{"choices":[{"index":0,"delta":{"content":"😄ñ"}}]}')]


PIECES = st.sampled_from(
    [
        *(
            b"data: ",
            b"data:",
            b"data",
            b"event: x",
            b"id: 1",
            b":",
            b"\n",
            b"\n\n",
            b"\r",
            b"\r\n",
            b"\r\r",
            b" ",
            b"a",
            b"\0",
        ),
        *("😄".encode(), "ñ".encode(), b"\xef\xbb\xbf", b"\xf0\x9f", b"\xff", b'{"a": 1}', b"[DONE]"),
    ]
)
STREAMS = st.lists(st.one_of(PIECES, st.binary(max_size=8)), max_size=60).map(b"".join)


@settings(max_examples=150, deadline=None)
@given(STREAMS)
def test_cut_in_two_anywhere_gives_the_same_events(stream: bytes) -> None:
    whole = decode(stream)
    for cut in range(len(stream) + 1):
        assert decode(stream[:cut], stream[cut:]) == whole, cut


@settings(max_examples=25, deadline=None)
@given(st.lists(PIECES, min_size=500, max_size=900).map(b"".join).map(lambda s: s[:4096]))
def test_four_kilobytes_byte_by_byte_give_the_same_events(stream: bytes) -> None:
    assert decode(*(stream[i : i + 1] for i in range(len(stream)))) == decode(stream)


@pytest.mark.parametrize("chunk", [b"x" * 2**20, b"data: " + b"x" * 2**20 + b"\n"])
def test_an_endless_event_is_given_up(chunk: bytes) -> None:
    with pytest.raises(ProviderProtocolError, match="larger than"):
        decode(*[chunk] * (sse.MOST_BYTES // 2**20 + 1))
