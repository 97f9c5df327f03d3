"""Whole turns against aimock, whose imitations are kept close to the providers by others: usage, tools and faults."""

import asyncio
import json
from collections.abc import Generator, Sequence
from typing import Any

import pytest
from aimock import Aimock, running

from overlay.app.desk import open_desk
from overlay.app.model_making import make
from overlay.core.clock import SystemClock
from overlay.core.errors import Cause
from overlay.core.model import Message
from overlay.core.resources import bundled_pack
from overlay.core.screens import UNKNOWN_SCREEN
from overlay.core.turn import Outcome, Question, TurnFinished, TurnRecord, TurnRequest
from overlay.engine.turn import TurnEngine
from overlay.settings.resolve import Settings, Source
from overlay.settings.table import SETTINGS
from overlay.target.client import PackPeople

PATHS = {
    "openai": "/v1",
    "azure": "/openai/deployments/gpt",
    "openrouter": "/api/v1",
    "anthropic": "",
    "gemini": "",
    "compatible": "/v1",
}
MODELS = {
    "openai": "gpt-5-mini",
    "azure": "gpt",
    "openrouter": "openai/gpt-5-mini",
    "anthropic": "claude-sonnet-4-5",
    "gemini": "gemini-3-flash",
    "compatible": "local",
}
QUESTION = "How do I request leave?"
LEAVE = {"sections": ["leave"]}
ANSWER = "1. Open [Leave](/leave).\n2. Press **«Request leave»**."
USAGE = {"prompt_tokens": 100, "completion_tokens": 7, "total_tokens": 107}
GEMINI_USAGE = {"promptTokenCount": 100, "candidatesTokenCount": 7, "totalTokenCount": 107}
every_format = pytest.mark.parametrize("provider", PATHS)


@pytest.fixture(scope="module")
def aimock(tmp_path_factory: pytest.TempPathFactory) -> Generator[Aimock, None, None]:
    with running(tmp_path_factory.mktemp("fixtures")) as server:
        yield server


def ask(
    aimock: Aimock, provider: str, question: str = QUESTION, history: Sequence[Message] = (), **more: str
) -> TurnRecord:
    """Ask one question of the demo pack, as a person's settings have it."""
    values = {n: s.default for n, s in SETTINGS.items()}
    values |= {"provider": provider, "model": MODELS[provider], "base_url": aimock.url + PATHS[provider]}
    values |= {"credential": "environment", "credential_env": "AIMOCK_KEY"}
    values |= {"api_version": "2024-10-21"} if provider == "azure" else {}
    values |= {"text_protocol": "on"} if provider == "compatible" else {}

    async def body() -> TurnRecord:
        model, connection = make(Settings({**values, **more}, dict.fromkeys(SETTINGS, Source.USER)), None)
        desk = open_desk(bundled_pack(), provider=model)
        engine = TurnEngine(model, desk.engine.offline, desk.engine.writer, SystemClock(), 20)
        person = await PackPeople(desk.pack, "employee").current()
        request = TurnRequest(Question(question), UNKNOWN_SCREEN, person, tuple(history), thread="t")
        try:
            events = [event async for event in engine.run(request, desk.toolbox(person), asyncio.Event())]
        finally:
            await connection.close()
        assert isinstance(events[-1], TurnFinished)
        return events[-1].record

    return asyncio.run(body())


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AIMOCK_KEY", "sk-aimock")


def fixture(response: dict[str, Any], *, turn: int = 0, provider: str = "", **more: Any) -> dict[str, Any]:
    """Answer when there are this many messages of the model's."""
    usage = GEMINI_USAGE if provider == "gemini" else USAGE
    return {"match": {"turnIndex": turn}, "response": {**response, "usage": usage}, **more}


def reads(provider: str) -> dict[str, Any]:
    """Ask for the manual, as this provider's model would."""
    if provider == "compatible":
        return {"content": f"@@TOOL@@ {json.dumps({'tool': 'read_manual', 'args': LEAVE})} @@END@@"}
    return {"toolCalls": [{"name": "read_manual", "arguments": LEAVE}]}


@every_format
def test_a_tool_an_answer_and_what_they_cost(aimock: Aimock, provider: str) -> None:
    aimock.script(
        fixture(reads(provider), provider=provider, openRouterProcessing=True),
        fixture({"content": ANSWER}, turn=1, provider=provider, chunkSize=3, openRouterProcessing=True),
    )
    record = ask(aimock, provider)
    assert (record.outcome, record.error, record.text) == (Outcome.ANSWERED, "", ANSWER)
    assert record.sections == ("leave",)
    assert (record.usage.input, record.usage.output) == (200, 14)
    assert [r["response"]["status"] for r in aimock.requests()] == [200, 200]
    assert "Request leave" in json.dumps(aimock.requests()[-1]["body"], ensure_ascii=False)


@every_format
def test_text_before_a_tool_stays(aimock: Aimock, provider: str) -> None:
    called = reads(provider)
    called["content"] = "\n".join(["Let me look.", *([called["content"]] if "content" in called else [])])
    aimock.script(fixture(called, provider=provider), fixture({"content": "Press it."}, turn=1, provider=provider))
    assert ask(aimock, provider).text == "Let me look.\n\nPress it."


@pytest.mark.parametrize("provider", ["openai", "anthropic", "gemini"])
def test_thinking_is_neither_shown_nor_lost(aimock: Aimock, provider: str) -> None:  # b14
    aimock.script(
        fixture({**reads(provider), "reasoning": "The secret plan."}, provider=provider),
        fixture({"content": "Press it.", "reasoning": "More of it."}, turn=1, provider=provider),
    )
    # aimock refuses, as Anthropic does, a request that has the thinking before a tool's result left out.
    record = ask(aimock, provider, effort="medium")
    assert (record.outcome, record.error, record.text) == (Outcome.ANSWERED, "", "Press it.")
    assert [r["response"]["status"] for r in aimock.requests()] == [200, 200]


@every_format
@pytest.mark.parametrize("status", [429, 500, 503, 529])
def test_a_fault_that_passes_is_tried_again(aimock: Aimock, provider: str, status: int) -> None:
    aimock.script(fixture({"content": "Here."}, provider=provider))
    aimock.fail_next(status, "overloaded, come back", "overloaded_error")
    record = ask(aimock, provider)
    assert (record.outcome, record.text) == (Outcome.ANSWERED, "Here.")
    assert [r["response"]["status"] for r in aimock.requests()] == [status, 200]


@every_format
@pytest.mark.parametrize("rate", ["dropRate", "malformedRate", "rateLimitRate", "disconnectRate"])
def test_a_server_that_only_fails_leaves_it_to_the_manual(aimock: Aimock, provider: str, rate: str) -> None:
    aimock.script(fixture({"content": "Never."}, provider=provider))
    aimock.chaos(**{rate: 1})
    record = ask(aimock, provider)
    assert (record.outcome, record.provider) == (Outcome.DEGRADED, "offline")
    assert record.error
    assert "\n" not in record.error
    assert "Request leave" in record.text
    assert len(aimock.requests()) <= 2


@every_format
@pytest.mark.parametrize("cut", [{"truncateAfterChunks": 6, "latency": 15}, {"disconnectAfterMs": 60, "latency": 15}])
def test_a_stream_that_is_cut_keeps_its_words(aimock: Aimock, provider: str, cut: dict[str, int]) -> None:  # b10
    words = "One two three four five six seven eight nine ten eleven twelve thirteen."
    aimock.script(fixture({"content": words}, provider=provider, chunkSize=4, **cut))
    record = ask(aimock, provider)
    assert record.outcome is Outcome.FAILED
    assert record.text
    assert words.startswith(record.text.strip())
    assert len(record.text) < len(words)
    assert record.action is None
    assert len(aimock.requests()) == 1


@every_format
def test_an_answer_that_met_its_limit_says_so(aimock: Aimock, provider: str) -> None:  # b07
    aimock.script(fixture({"content": "One two", "finishReason": "length"}, provider=provider))
    record = ask(aimock, provider)
    assert (record.outcome, record.cause, record.text) == (Outcome.FAILED, Cause.CUT, "One two")
    assert record.finish in ("length", "max_tokens", "MAX_TOKENS")


def test_one_conversation_crosses_every_format(aimock: Aimock) -> None:
    history: list[Message] = []
    for number, provider in enumerate(PATHS):
        aimock.script(
            fixture(reads(provider), turn=2 * number, provider=provider),
            fixture({"content": f"Said by {provider}."}, turn=2 * number + 1, provider=provider),
        )
        record = ask(aimock, provider, f"Question to {provider}?", history)
        assert (record.outcome, record.error, record.text) == (Outcome.ANSWERED, "", f"Said by {provider}.")
        history += record.messages
    sent = json.dumps(aimock.requests()[-1]["body"], ensure_ascii=False)
    assert all(f"Question to {provider}?" in sent for provider in PATHS)
    assert all(f"Said by {provider}." in sent for provider in list(PATHS)[:-1])
