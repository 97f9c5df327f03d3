"""Whole turns of the demo pack against a server that is not ours."""

import asyncio
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from overlay.app.desk import Desk, open_desk
from overlay.app.model_making import make
from overlay.core.clock import SystemClock
from overlay.core.model import Message
from overlay.core.resources import bundled_pack
from overlay.core.screens import UNKNOWN_SCREEN
from overlay.core.turn import Question, TurnEvent, TurnFinished, TurnRecord, TurnRequest
from overlay.engine.turn import TurnEngine
from overlay.settings.resolve import Settings, Source
from overlay.settings.table import SETTINGS
from overlay.target.client import PackPeople

WIRES = ("openai", "anthropic", "gemini")
MODELS = {"openai": "gpt-4o-mini", "anthropic": "claude-3-5-sonnet", "gemini": "gemini-2.5-flash"}


def settings(provider: str, base_url: str, **more: str) -> Settings:
    """Settings as a person's file would have them."""
    values = {n: s.default for n, s in SETTINGS.items()}
    values |= {"provider": provider, "model": MODELS.get(provider, "m"), "base_url": base_url, **more}
    return Settings(values, dict.fromkeys(SETTINGS, Source.USER))


def base_url(llmock: Any, provider: str) -> str:
    return llmock.base_url("openai" if provider == "compatible" else provider)


@cache
def demo_desk() -> Desk:
    """The demo pack, read once: hundreds of turns ask about it."""
    return open_desk(bundled_pack())


async def turn(
    llmock: Any,
    provider: str,
    question: str = "How do I request leave?",
    *,
    history: Sequence[Message] = (),
    seconds: float = 20,
    watch: Callable[[TurnEvent], object] | None = None,
    **more: str,
) -> tuple[list[TurnEvent], TurnRecord]:
    """Ask one question of the demo pack; `watch` sees each event as it comes."""
    model, connection = make(settings(provider, base_url(llmock, provider), **more), None)
    desk = demo_desk()
    engine = TurnEngine(model, desk.engine.offline, desk.engine.writer, SystemClock(), seconds)
    person = await PackPeople(desk.pack, "employee").current()
    request = TurnRequest(Question(question), UNKNOWN_SCREEN, person, tuple(history), thread="t")
    events: list[TurnEvent] = []
    try:
        async for event in engine.run(request, desk.toolbox(person), asyncio.Event()):
            events.append(event)
            if watch:
                watch(event)
    finally:
        await connection.close()
    last = events[-1]
    assert isinstance(last, TurnFinished)
    return events, last.record


def ask(llmock: Any, provider: str, question: str = "How do I request leave?", **more: Any) -> TurnRecord:
    return asyncio.run(turn(llmock, provider, question, **more))[1]
