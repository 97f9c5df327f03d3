"""A turn's limits against real servers that never end: the model's in every format, and the target app's."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from raw_server import DONE, Reply, Seen, linked, said, serving, sse, stop, typed

from overlay.app.desk import Desk, open_desk
from overlay.core.clock import SystemClock
from overlay.core.resources import bundled_pack
from overlay.core.screens import UNKNOWN_SCREEN
from overlay.core.turn import (
    AnswerDelta,
    Outcome,
    Question,
    StepStarted,
    TurnEvent,
    TurnFinished,
    TurnRecord,
    TurnRequest,
)
from overlay.engine.turn import TurnEngine
from overlay.providers.anthropic_messages import AnthropicMessages
from overlay.providers.connection import Connection
from overlay.providers.gemini import Gemini
from overlay.providers.openai_chat import OpenAIChat
from overlay.providers.text_protocol import TextProtocol
from overlay.target.client import PackPeople, TargetClient

Watch = Callable[[TurnEvent, asyncio.Event], None]
MAKERS: dict[str, Callable[[Connection], Any]] = {
    "chat": lambda link: OpenAIChat("openai", "m", link),
    "messages": lambda link: AnthropicMessages("anthropic", "m", link, effort=""),
    "contents": lambda link: Gemini("gemini", "gemini-2.0-flash", link),
    "text": lambda link: TextProtocol(OpenAIChat("ollama", "m", link)),
}
BALANCE = "my_leave_balance"


@dataclass
class Trickling:
    """A target app that answers for ever, a byte at a time."""

    url: str = ""
    asked: int = 0
    left: asyncio.Event = field(default_factory=asyncio.Event)


@asynccontextmanager
async def trickling() -> AsyncGenerator[Trickling, None]:
    app = Trickling()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        app.asked += 1
        with suppress(ConnectionError):
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n")
            while not reader.at_eof():
                writer.write(b" ")
                await writer.drain()
                # Reading on is how a server notices that nobody listens any more.
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(1000), 0.02)
        app.left.set()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    app.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield app


async def run(desk: Desk, engine: TurnEngine, watch: Watch | None = None) -> TurnRecord:
    person = await PackPeople(desk.pack, "employee").current()
    request, stopped = (
        TurnRequest(Question("How do I request leave?"), UNKNOWN_SCREEN, person, thread="t"),
        asyncio.Event(),
    )
    async for event in engine.run(request, desk.toolbox(person), stopped):
        if watch:
            watch(event, stopped)
        if isinstance(event, TurnFinished):
            return event.record
    raise AssertionError


def call(name: str) -> Reply:
    piece = {"index": 0, "id": "k1", "function": {"name": name, "arguments": "{}"}}
    return Reply([sse({"choices": [{"index": 0, "delta": {"tool_calls": [piece]}}]}, stop("tool_calls")) + DONE])


ANSWER = Reply([sse(said("Open it."), stop()) + DONE])


def ask_the_app(
    *replies: Reply, watch: Watch | None = None, **limits: float
) -> tuple[TurnRecord, Seen, Trickling, float]:
    """Ask a model that looks something up in an app that never ends to answer."""

    async def body() -> tuple[TurnRecord, Seen, Trickling, float]:
        async with trickling() as app, serving(*replies) as seen, linked(seen.url) as link:
            pack = open_desk(bundled_pack()).pack.at(app.url)
            client = TargetClient(pack, lambda: "token")
            desk = open_desk(bundled_pack(), origin=app.url, source=client, provider=MAKERS["chat"](link))
            began = time.monotonic()
            record = await run(desk, replace(desk.engine, **limits), watch)
            took = time.monotonic() - began
            async with asyncio.timeout(2):
                await app.left.wait()
            await client.close()
            return record, seen, app, took

    return asyncio.run(body())


def test_a_look_up_that_does_not_end_costs_itself_alone() -> None:
    record, seen, app, took = ask_the_app(call(BALANCE), ANSWER, tool_seconds=0.5)
    assert (record.outcome, record.text, app.asked) == (Outcome.ANSWERED, "Open it.", 1)
    assert [s.status for s in record.steps] == ["failed"]
    assert "took too long" in seen.requests[1]["messages"][-1]["content"]
    assert 0.5 <= took < 4


def test_a_look_up_does_not_hold_a_turn_open() -> None:  # b16
    record, seen, _, took = ask_the_app(call(BALANCE), ANSWER, seconds=0.7)
    assert (record.outcome, len(seen.requests)) == (Outcome.DEGRADED, 1)
    assert "no answer within the time" in record.error
    assert 0.7 <= took < 4


def test_stop_ends_a_look_up_at_once() -> None:
    def press(event: TurnEvent, stopped: asyncio.Event) -> None:
        if isinstance(event, StepStarted):
            asyncio.get_running_loop().call_later(0.2, stopped.set)

    record, seen, _, took = ask_the_app(call(BALANCE), ANSWER, watch=press)
    assert (record.outcome, len(seen.requests)) == (Outcome.STOPPED, 1)
    assert [s.status for s in record.steps] == ["failed"]
    assert [type(m).__name__ for m in record.messages] == ["UserMessage", "AssistantMessage", "ToolMessage"]
    assert took < 3


BEGUN = {
    "chat": sse(said("Open ")),
    "text": sse(said("Open ")),
    "contents": sse({"candidates": [{"content": {"role": "model", "parts": [{"text": "Open "}]}}]}),
    "messages": typed(
        {"type": "message_start", "message": {"usage": {"input_tokens": 3}}},
        {"type": "ping"},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Open "}},
    ),
}


def ask_the_model(wire: str, reply: Reply, seconds: float, watch: Watch | None = None) -> tuple[TurnRecord, float]:
    async def body() -> tuple[TurnRecord, float]:
        async with serving(reply) as seen, linked(seen.url) as link:
            provider = MAKERS[wire](link)
            desk = open_desk(bundled_pack(), provider=provider)
            engine = TurnEngine(provider, desk.engine.offline, desk.engine.writer, SystemClock(), seconds)
            began = time.monotonic()
            record = await run(desk, engine, watch)
            took = time.monotonic() - began
            async with asyncio.timeout(2):
                await seen.closed.wait()
            return record, took

    return asyncio.run(body())


@pytest.mark.parametrize("wire", MAKERS)
@pytest.mark.parametrize("ending", ["pings", "open"])
def test_a_server_that_never_ends_is_left_in_time(wire: str, ending: str) -> None:  # b16
    record, took = ask_the_model(wire, Reply(ending=ending), 0.6)
    assert (record.outcome, record.provider) == (Outcome.DEGRADED, "offline")
    assert 0.6 <= took < 3
    record, took = ask_the_model(wire, Reply([BEGUN[wire]], ending=ending), 0.6)
    assert (record.outcome, record.text.strip(), record.action) == (Outcome.TIMEOUT, "Open", None)
    assert 0.6 <= took < 3


@pytest.mark.parametrize("wire", MAKERS)
@pytest.mark.parametrize("ending", ["pings", "open"])
def test_stop_leaves_a_server_that_never_ends(wire: str, ending: str) -> None:
    def press(event: TurnEvent, stopped: asyncio.Event) -> None:
        if isinstance(event, AnswerDelta):
            asyncio.get_running_loop().call_later(0.1, stopped.set)

    record, took = ask_the_model(wire, Reply([BEGUN[wire]], ending=ending), 60, press)
    assert (record.outcome, record.text.strip()) == (Outcome.STOPPED, "Open")
    assert took < 3
