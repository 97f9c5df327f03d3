"""How soon the first word of an offline answer is there."""

import asyncio
import statistics
import time

from overlay.app.desk import Desk, open_desk, question_request, screen_from_path
from overlay.core.resources import bundled_pack
from overlay.target.client import PackPeople

QUESTIONS = (
    "How do I request leave?",
    "Why is my request still waiting?",
    "Spesen einreichen",
    "clock in",
    "vacaciones",
)
ROUNDS = 20


def bench_first_word() -> dict[str, float]:
    """Measure milliseconds from a question to its first word: the very first one, and the median after it."""
    began = time.perf_counter()
    desk = open_desk(bundled_pack())
    loaded = (time.perf_counter() - began) * 1000
    firsts = asyncio.run(_ask_all(desk))
    return {
        "pack_load_ms": loaded,
        "first_word_cold_ms": firsts[0],
        "first_word_ms": statistics.median(firsts[1:]),
        "first_word_worst_ms": max(firsts[1:]),
    }


async def _ask_all(desk: Desk) -> list[float]:
    person = await PackPeople(desk.pack, desk.pack.roles[0].id).current()
    screen = screen_from_path(desk.pack, "/leave")
    times: list[float] = []
    for _ in range(ROUNDS):
        for text in QUESTIONS:
            record = await desk.answer(question_request(text, person, screen))
            times.append(record.first_ms if record.first_ms is not None else record.total_ms)
    return times
