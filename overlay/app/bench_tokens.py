"""What a question costs in tokens: a pack of 25 sections, a question answered from one, and a second one after it."""

import asyncio
import importlib
import statistics
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import cast

from overlay.app.desk import Desk, open_desk
from overlay.core.clock import SystemClock
from overlay.core.manual import Manual, PartKind, Section
from overlay.core.model import Finish, Message, ModelEvent, Prompt, TextDelta, ToolCall, UserMessage
from overlay.core.pack import Pack
from overlay.core.person import Person
from overlay.core.resources import bundled, bundled_pack
from overlay.core.screens import UNKNOWN_SCREEN
from overlay.core.turn import Outcome, Question, TurnFinished, TurnRequest
from overlay.engine.prompt import PromptWriter
from overlay.engine.turn import TurnEngine
from overlay.providers.json_values import Json, as_objects, to_json
from overlay.providers.openai_chat import OpenAIChat

SECTIONS = 25
PAIRS = 10
CACHE_FROM, CACHE_STEP = 1024, 128
"""OpenAI caches a beginning of this many tokens, and then in steps."""
TOKEN_CHARACTERS = 4.13
"""Characters of these prompts that make a token, as o200k counted them."""
CALL_TOKENS = 20
"""What asking for one section takes."""
PRICES: Mapping[str, tuple[float, float, float]] = {
    "small": (0.25, 0.025, 2.0),
    "medium": (1.25, 0.125, 10.0),
    "large": (3.0, 0.3, 15.0),
}
"""Dollars for a million tokens: read, read from the cache, written. Three sizes of model as they are sold in 2026."""

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class _Pair:
    """The requests of two questions in a row, and the second's answer."""

    first: Sequence[str]
    second: Sequence[str]
    answer: str


class _Reader:
    """Stands in for a model that does as it is told: reads one section, then answers with its longest procedure."""

    name = "stand-in"
    model = "reader"

    def __init__(self, writer: OpenAIChat) -> None:
        """Take the format whose requests are counted."""
        self.requests: list[str] = []
        self.section: Section
        self._writer = writer

    async def stream(self, prompt: Prompt) -> AsyncGenerator[ModelEvent, None]:
        """Play a step and keep its request."""
        self.requests.append(_as_read(self._writer.body(prompt)))
        if isinstance(prompt.messages[-1], UserMessage):
            yield ToolCall(f"call_{len(prompt.messages)}", "read_manual", {"sections": [self.section.id]})
        else:
            yield TextDelta(answer_of(self.section))
        yield Finish()


def bench_tokens() -> dict[str, float]:
    """Count what a question reads and writes, and what of a second one comes from the cache: means over ten pairs."""
    count, exact = token_counter()
    counted = [_counted(pair, count) for pair in asyncio.run(_pairs())]
    figures = {name: statistics.fmean(c[name] for c in counted) for name in counted[0]}
    figures["tokens_question_input_most"] = max(c["tokens_question_input"] for c in counted)
    cached, fresh = (
        figures["tokens_second_cacheable"],
        figures["tokens_second_input"] - figures["tokens_second_cacheable"],
    )
    figures["tokens_second_cacheable_share"] = cached / figures["tokens_second_input"]
    for name, (read, from_cache, wrote) in PRICES.items():
        dollars = fresh * read + cached * from_cache + figures["tokens_output"] * wrote
        figures[f"cents_a_question_{name}"] = dollars / 10_000
    return {"tokens_exact": float(exact), **figures}


def _counted(pair: _Pair, count: Count) -> dict[str, float]:
    requests = [*pair.first, *pair.second]
    second = range(len(pair.first), len(requests))
    return {
        "tokens_first_request": count(pair.first[0]),
        "tokens_question_input": sum(map(count, pair.first)),
        "tokens_second_input": sum(map(count, pair.second)),
        "tokens_second_cacheable": sum(_cacheable(requests[:n], requests[n], count) for n in second),
        "tokens_output": count(pair.answer) + CALL_TOKENS,
    }


def token_counter() -> tuple[Count, bool]:
    """Return how tokens are counted, and whether exactly (o200k) or by their usual length."""
    try:
        encoding = importlib.import_module("quicktok").get_encoding("o200k_base")
    except ImportError:
        return (lambda text: round(len(text) / TOKEN_CHARACTERS)), False
    encode = cast("Callable[[str], Sequence[int]]", encoding.encode)
    return (lambda text: len(encode(text))), True


def answer_of(section: Section) -> str:
    """Return a section's longest procedure."""
    return max((p.text for p in section.passages if p.kind is PartKind.HOW_TO), key=len, default=section.summary)


def _as_read(body: Json) -> str:
    """Write a request in the order a model reads it: tools, then messages."""
    parts = [to_json(body.get("tools", []))]
    for message in as_objects(body["messages"]):
        calls = to_json(message["tool_calls"]) if "tool_calls" in message else ""
        parts.append(f"<|{message['role']}|>{message.get('content') or ''}{calls}")
    return "".join(parts)


def _cacheable(before: Sequence[str], text: str, count: Count) -> int:
    """Return how many of a request's first tokens an earlier request had, as OpenAI caches them."""
    shared = max((count(text[: _shared(b, text)]) for b in before), default=0)
    return shared // CACHE_STEP * CACHE_STEP if shared >= CACHE_FROM else 0


def _shared(one: str, other: str) -> int:
    """Return how many first characters two texts have in common."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


async def _pairs() -> list[_Pair]:
    """Ask about each section of the demo, and about the next one after it."""
    desk = _grown(open_desk(bundled_pack()))
    from overlay.app.model_making import make
    from overlay.settings.resolve import load_settings

    nowhere = bundled_pack() / "no-settings"
    settings = load_settings(nowhere, nowhere, nowhere).given({"provider": "openai", "text_protocol": "off"})
    writer, connection = make(settings, None)
    assert isinstance(writer, OpenAIChat)
    reader = _Reader(writer)
    rules = (bundled("resources") / "prompts" / "rules.md").read_text(encoding="utf-8")
    prompts = PromptWriter(rules, desk.pack, desk.loaded.manual)
    engine = TurnEngine(reader, desk.engine.offline, prompts, SystemClock())
    everything = Person(
        "bench",
        "Ada Lund",
        "bench",
        frozenset(s.module for s in desk.pack.screens),
        tuple(s.route for s in desk.pack.screens),
    )
    pairs: list[_Pair] = []
    sections = desk.loaded.manual.sections[: PAIRS + 1]
    for one, other in pairwise(sections):
        first = await _ask(reader, engine, desk, everything, one, ())
        second = await _ask(reader, engine, desk, everything, other, first.messages)
        pairs.append(_Pair(first.requests, second.requests, second.text))
    await connection.close()
    return pairs


@dataclass(frozen=True, slots=True)
class _Asked:
    """One question's requests, messages and answer."""

    requests: Sequence[str]
    messages: tuple[Message, ...]
    text: str


async def _ask(
    reader: _Reader, engine: TurnEngine, desk: Desk, person: Person, section: Section, history: tuple[Message, ...]
) -> _Asked:
    reader.section, reader.requests = section, []
    request = TurnRequest(Question(f"How do I use {section.title}?"), UNKNOWN_SCREEN, person, history)
    async for event in engine.run(request, desk.toolbox(person), asyncio.Event()):
        if isinstance(event, TurnFinished) and event.record.outcome is Outcome.ANSWERED:
            return _Asked(reader.requests, event.record.messages, event.record.text)
    msg = "the stand-in's turn was not answered"
    raise RuntimeError(msg)


def _grown(desk: Desk) -> Desk:
    """Give the demo's pack as many sections and screens as a company's has: its own again, under other names."""
    manual, pack = desk.loaded.manual, desk.pack
    sections, screens = list(manual.sections), list(pack.screens)
    for n in range(SECTIONS - len(sections)):
        old = manual.sections[n % len(manual.sections)]
        routes = tuple(f"{r}-{n}" for r in old.routes)
        sections.append(replace(old, id=f"{old.id}-{n}", title=f"{old.title} {n}", routes=routes))
        screens += [replace(s, id=f"{s.id}-{n}", route=f"{s.route}-{n}") for s in pack.screens if s.route in old.routes]
    grown_pack: Pack = replace(pack, screens=tuple(screens))
    grown = replace(desk.loaded, manual=Manual(tuple(sections), manual.screenshots))
    return replace(desk, loaded=grown, pack=grown_pack)
