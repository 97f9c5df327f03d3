"""What a turn waits for under its two limits: the person's Stop and the deadline."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

from overlay.core.errors import ProviderTimeoutError
from overlay.core.model import ModelEvent
from overlay.core.ports import Clock

_Found = TypeVar("_Found")
TOO_LONG = "no answer within the time of a turn"


class Stopped(Exception):  # noqa: N818  not an error: the person asked for it
    """The person pressed Stop."""


class TurnStream:
    """Iterates a stream, but never past the deadline, however often the stream trickles."""

    def __init__(self, events: AsyncIterator[ModelEvent], stop: asyncio.Event, deadline: float, clock: Clock) -> None:
        """Wrap a stream.

        Args:
            events: the provider's stream.
            stop: the person's Stop.
            deadline: in the clock's steady seconds.
            clock: measures, and never goes back.
        """
        self._events = events
        self._stop = stop
        self._deadline = deadline
        self._clock = clock

    def __aiter__(self) -> "TurnStream":
        return self

    async def __anext__(self) -> ModelEvent:
        """Return the next event.

        Raises:
            Stopped: the person pressed Stop.
            ProviderTimeoutError: the deadline passed.
            ProviderError: the provider failed.
        """
        return await within(lambda: anext(self._events), self._stop, self._deadline, self._clock)

    async def close(self) -> None:
        """Let the provider give back its connection."""
        close = getattr(self._events, "aclose", None)
        if close is not None:
            await close()


async def within(begin: Callable[[], Awaitable[_Found]], stop: asyncio.Event, deadline: float, clock: Clock) -> _Found:
    """Wait for something, but not past a turn's limits; what is given up is cancelled first.

    Args:
        begin: begins what is waited for; not called when a limit is passed already.
        stop: the person's Stop.
        deadline: in the clock's steady seconds.
        clock: measures, and never goes back.

    Raises:
        Stopped: the person pressed Stop.
        ProviderTimeoutError: the deadline passed.
    """
    if stop.is_set():
        raise Stopped
    left = deadline - clock.steady()
    if left <= 0:
        raise ProviderTimeoutError(TOO_LONG)
    step = asyncio.ensure_future(begin())
    stopping = asyncio.ensure_future(stop.wait())
    timeout = None if left == float("inf") else left
    try:
        await asyncio.wait({step, stopping}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        if not step.done():
            step.cancel()
    if step.done() and not step.cancelled():
        return step.result()
    await asyncio.wait({step})
    if stop.is_set():
        raise Stopped
    raise ProviderTimeoutError(TOO_LONG)
