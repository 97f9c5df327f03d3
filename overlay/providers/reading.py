"""Reads one step's stream to its end, whatever the format: what ends it, what cuts it, what may come late."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import aclosing, suppress
from typing import Protocol

from overlay.core.errors import ProviderError, ProviderProtocolError
from overlay.core.model import ModelEvent
from overlay.providers.connection import Connection
from overlay.providers.failures import failure_in_stream
from overlay.providers.json_values import DONE, Json, read_lines
from overlay.providers.sse import ServerEvent

DRAIN_SECONDS = 0.05
"""How long a finished response may take to end; a new connection costs about as much."""
LATE_SECONDS = 2.0
"""After the model's finish, how long its usage is waited for on a connection that stays open."""


class StepReader(Protocol):
    """One format's reading of a step."""

    finished: bool
    """The model said that it has finished; usage may still follow."""
    over: bool
    """Nothing more will come, even when the connection stays open."""

    def read(self, value: Json, kind: str) -> Iterable[ModelEvent]:
        """Take one event's JSON.

        Raises:
            ProviderError: it reports one.
        """
        ...

    def end(self) -> Iterable[ModelEvent]:
        """Return what only the end shows: calls, opaque reasoning, usage, and last the finish.

        Raises:
            ProviderError: the model declined, or its call cannot be used.
        """
        ...


async def read_step(
    reader: StepReader, connection: Connection, path: str, body: Json, headers: Mapping[str, str] | None = None
) -> AsyncGenerator[ModelEvent, None]:
    """Ask for a step and read it until it is over.

    Args:
        reader: of the format that is spoken there.
        connection: where to.
        path: appended to the base URL.
        body: the request.
        headers: those of the format.

    Raises:
        ProviderError: the provider reports one, or the stream ended before the model's finish.
    """
    async with aclosing(connection.events(path, body, headers)) as events:
        while not reader.over:
            event = await _next(events, finished=reader.finished)
            if event is None or event.data.strip() == DONE:
                break
            for value in _values(event, connection):
                for found in reader.read(value, event.type):
                    yield found
        await _drain(events)
    if not reader.finished:
        msg = f"{connection.endpoint.who} broke off before the answer's end."
        raise ProviderProtocolError(msg)
    for found in reader.end():
        yield found


async def _drain(events: AsyncGenerator[ServerEvent, None]) -> None:
    """Read the response's very end, so that the next step can use its connection; one that stays open is closed."""
    with suppress(StopAsyncIteration, TimeoutError, ProviderError):
        await asyncio.wait_for(anext(events), DRAIN_SECONDS)


async def _next(events: AsyncGenerator[ServerEvent, None], *, finished: bool) -> ServerEvent | None:
    """Return the next event; once the answer is whole, it changes nothing that its connection ends badly or never."""
    try:
        return await asyncio.wait_for(anext(events), LATE_SECONDS if finished else None)
    except StopAsyncIteration:
        return None
    except (ProviderError, TimeoutError):
        if finished:
            return None
        raise


def _values(event: ServerEvent, connection: Connection) -> list[Json]:
    """Return an event's JSON; what never was JSON is counted and skipped, what is broken JSON is an error."""
    # Some servers put no blank line between events, so that several are one.
    values, text = read_lines(event.data), event.data.strip()
    if values is not None:
        return values
    if event.type == "error":
        raise failure_in_stream(text, connection.endpoint.who)
    if text.startswith("{"):
        msg = f"{connection.endpoint.who} sent an event that cannot be read: {text[:80]}"
        raise ProviderProtocolError(msg)
    connection.skipped += 1
    return []
