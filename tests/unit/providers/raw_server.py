"""A server that sends exactly the bytes a test wants, cut and ended as the test wants."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from overlay.core.model import Finish, ModelEvent, Prompt, TextDelta, ToolCall, Usage, UserMessage
from overlay.core.tools import ToolSpec
from overlay.providers.connection import Connection, Endpoint

READ = ToolSpec(
    "leer_manual",
    "Read the manual.",
    {
        "type": "object",
        "properties": {"ids": {"type": "array", "items": {"type": "string"}}},
        "additionalProperties": False,
    },
)
PENDING = ToolSpec("mis_pendientes", "What waits for me.", {"type": "object", "properties": {}})


@dataclass(frozen=True)
class Reply:
    """One response. `ending`: `close` as HTTP has it, `cut` without the last chunk, `open` for ever, `pings` for ever."""

    chunks: Sequence[bytes] = ()
    status: int = 200
    headers: Sequence[str] = ("Content-Type: text/event-stream",)
    ending: str = "close"


@dataclass
class Seen:
    """What the server was sent."""

    requests: list[dict[str, Any]] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)
    closed: asyncio.Event = field(default_factory=asyncio.Event)
    url: str = ""


@asynccontextmanager
async def serving(*replies: Reply) -> AsyncIterator[Seen]:
    """Serve the replies in order, one a request."""
    seen = Seen()
    left = list(replies)

    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                seen.heads.append(head)
                length = next(
                    int(v.split(":")[1]) for v in head.lower().split("\r\n") if v.startswith("content-length")
                )
                seen.requests.append(json.loads(await reader.readexactly(length)))
                await answer(left.pop(0), reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            seen.closed.set()
            writer.close()
            with contextlib.suppress(ConnectionError, asyncio.CancelledError):
                await writer.wait_closed()

    async def answer(reply: Reply, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = [f"HTTP/1.1 {reply.status} X", *reply.headers, "Transfer-Encoding: chunked", "", ""]
        writer.write("\r\n".join(head).encode())
        for chunk in reply.chunks:
            writer.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
            await writer.drain()
            await asyncio.sleep(0)
        if reply.ending == "close":
            writer.write(b"0\r\n\r\n")
        while reply.ending == "pings":
            writer.write(b"8\r\n: ping\n\n\r\n")
            await writer.drain()
            await asyncio.sleep(0.02)
        if reply.ending == "open":
            await reader.read()
        if reply.ending in ("cut", "open"):
            raise ConnectionError

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    seen.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield seen
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class FixedKey:
    """A key that a test knows."""

    def __init__(self, *keys: str) -> None:
        self.keys = list(keys) or ["sk-test"]

    async def read(self) -> str:
        return self.keys[0]

    async def renew(self) -> bool:
        if len(self.keys) == 1:
            return False
        self.keys.pop(0)
        return True


@asynccontextmanager
async def linked(url: str, *keys: str, **more: Any) -> AsyncIterator[Connection]:
    """Connect, and give the connection back whatever happens."""
    link = Connection(Endpoint("The model", url, **more), FixedKey(*keys))
    try:
        yield link
    finally:
        await link.close()


def prompt(*tools: ToolSpec, text: str = "¿Cómo?", **more: Any) -> Prompt:
    return Prompt("Rules.", "Person: Mara.", (UserMessage(text),), tools or (READ, PENDING), **more)


def sse(*events: object) -> bytes:
    """Write events as OpenAI does."""
    return b"".join(b"data: %s\n\n" % json.dumps(e, ensure_ascii=False).encode() for e in events)


def typed(*events: dict[str, Any]) -> bytes:
    """Write events as Anthropic does."""
    return b"".join(b"event: %s\ndata: %s\n\n" % (e["type"].encode(), json.dumps(e).encode()) for e in events)


DONE = b"data: [DONE]\n\n"


def said(content: str) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {"content": content}}]}


def stop(reason: str = "stop") -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}


@dataclass
class Step:
    """What a provider streamed in one step, sorted."""

    text: str = ""
    calls: list[ToolCall] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    finish: str | None = None
    events: list[ModelEvent] = field(default_factory=list)

    async def take(self, events: AsyncIterator[ModelEvent]) -> "Step":
        async for event in events:
            self.events.append(event)
            match event:
                case TextDelta(text=text):
                    self.text += text
                case ToolCall():
                    self.calls.append(event)
                case Usage():
                    self.usage += event
                case Finish(reason=reason):
                    self.finish = reason
                case _:
                    pass
        return self


Make = Callable[[Connection], Any]


def step_of(make: Make, *replies: Reply, given: Prompt | None = None) -> tuple[Step, Seen]:
    """Run one step of a provider against the replies; its error, if any, is raised after the step was kept."""

    async def body() -> tuple[Step, Seen]:
        async with serving(*replies) as seen, linked(seen.url) as link:
            return await Step().take(make(link).stream(given or prompt())), seen

    return asyncio.run(body())


def run(body: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    return asyncio.run(body())
