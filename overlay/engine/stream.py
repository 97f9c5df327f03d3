"""A provider's stream under a turn's two limits: the person's Stop and the deadline."""

import asyncio
from collections.abc import AsyncIterator

from overlay.core.errors import ProviderTimeoutError
from overlay.core.model import ModelEvent
from overlay.core.ports import Clock


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
        if self._stop.is_set():
            raise Stopped
        left = self._deadline - self._clock.steady()
        if left <= 0:
            raise ProviderTimeoutError("no answer within the time of a turn")
        step = asyncio.ensure_future(anext(self._events))
        stop = asyncio.ensure_future(self._stop.wait())
        timeout = None if left == float("inf") else left
        try:
            await asyncio.wait({step, stop}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stop.cancel()
            if not step.done():
                step.cancel()
        if step.done() and not step.cancelled():
            return step.result()
        await asyncio.wait({step})
        if self._stop.is_set():
            raise Stopped
        raise ProviderTimeoutError("no answer within the time of a turn")

    async def close(self) -> None:
        """Let the provider give back its connection."""
        close = getattr(self._events, "aclose", None)
        if close is not None:
            await close()
