"""How much of the wait for the first word is Fescue's own: a server that knows how long it took itself."""

import asyncio
import json
import statistics
import time
from contextlib import suppress

from overlay.app.desk import open_desk, question_request, screen_from_path
from overlay.app.model_making import make
from overlay.core.resources import bundled_pack
from overlay.settings.resolve import load_settings
from overlay.target.client import PackPeople

ROUNDS = 30
SERVER_SECONDS = 0.02
"""What the server takes for each step, so that both sides wait as they would."""


class _TimedServer:
    """Answers one call of a tool and one sentence in turns, and adds up what it takes."""

    def __init__(self) -> None:
        self.own = 0.0
        self.closed = asyncio.Event()
        self._steps = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection until it closes."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
                began = time.perf_counter()
                await reader.readexactly(int(head.split("content-length:")[1].split("\r\n")[0]))
                await asyncio.sleep(SERVER_SECONDS)
                self.own += time.perf_counter() - began
                writer.write(self._reply())
                await writer.drain()
        writer.close()
        await writer.wait_closed()
        self.closed.set()

    def _reply(self) -> bytes:
        self._steps += 1
        call = {"index": 0, "id": "c1", "function": {"name": "read_manual", "arguments": '{"sections":["leave"]}'}}
        delta = {"tool_calls": [call]} if self._steps % 2 else {"content": "Open Leave."}
        events = [{"choices": [{"index": 0, "delta": delta}]}, {"choices": [{"index": 0, "finish_reason": "stop"}]}]
        body = "".join(f"data: {json.dumps(e)}\n\n" for e in events) + "data: [DONE]\n\n"
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: {len(body)}\r\n\r\n"
        return (head + body).encode()


def bench_overhead() -> dict[str, float]:
    """Measure milliseconds to the first word beyond the server's own, over two requests and one look-up."""
    extra = asyncio.run(_ask())
    return {
        "overhead_first_ms": extra[0],
        "overhead_ms": statistics.median(extra[1:]),
        "overhead_worst_ms": max(extra[1:]),
    }


async def _ask() -> list[float]:
    timed = _TimedServer()
    server = await asyncio.start_server(timed.serve, "127.0.0.1", 0)
    nowhere = bundled_pack() / "no-settings"
    flags = {
        "provider": "compatible",
        "model": "bench",
        "credential": "none",
        "base_url": f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}",
    }
    provider, connection = make(load_settings(nowhere, nowhere, nowhere).given(flags), None)
    desk = open_desk(bundled_pack(), provider=provider)
    person = await PackPeople(desk.pack, desk.pack.roles[0].id).current()
    screen = screen_from_path(desk.pack, "/leave")
    extra: list[float] = []
    async with server:
        for _ in range(ROUNDS):
            timed.own = 0.0
            record = await desk.answer(question_request("How do I request leave?", person, screen))
            extra.append((record.first_ms or record.total_ms) - timed.own * 1000)
        await connection.close()
        await timed.closed.wait()
    return extra
