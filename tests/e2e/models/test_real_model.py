"""A real model behind a real server: the wire, its counters, Stop, and turns that end well whatever it says.

It is far too small to answer. What it says is rubbish that nobody made up, over a wire that nobody imitated.
"""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from real_model import WIRES, idle_within, is_working, prepare, serving_model, write_pack

from overlay.app.desk import open_desk
from overlay.app.model_making import make
from overlay.core.clock import SystemClock
from overlay.core.model import Finish, Prompt, TextDelta, Usage, UserMessage
from overlay.core.ports import Provider
from overlay.core.screens import UNKNOWN_SCREEN
from overlay.core.turn import AnswerDelta, Outcome, Question, TurnEvent, TurnFinished, TurnRecord, TurnRequest
from overlay.engine.turn import TurnEngine
from overlay.providers.text_protocol import ToolsOrText
from overlay.settings.resolve import Settings, Source
from overlay.settings.table import SETTINGS
from overlay.target.client import PackPeople

pytestmark = pytest.mark.timeout(240)
FREED_SECONDS = 4
"""Less than the rest of the story takes: the server stops at 400 tokens."""
ENDINGS = {"stop", "length", "end_turn", "max_tokens"}
both_wires = pytest.mark.parametrize("wire", WIRES)


@pytest.fixture(scope="module")
def python() -> Path:
    return prepare()


@pytest.fixture(scope="module")
def server(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that takes tools."""
    with serving_model(python, "jinja", tmp_path_factory.mktemp("jinja") / "log") as url:
        yield url


@pytest.fixture(scope="module")
def plain_server(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that takes none."""
    with serving_model(python, "plain", tmp_path_factory.mktemp("plain") / "log") as url:
        yield url


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_pack(tmp_path_factory.mktemp("pack"))


@asynccontextmanager
async def asked(url: str, wire: str) -> AsyncGenerator[Provider]:
    """The provider as a person's settings make it."""
    values = {n: s.default for n, s in SETTINGS.items()}
    values |= {"provider": wire, "model": "smollm2", "base_url": url + WIRES[wire], "credential": "none"}
    provider, connection = make(Settings(values, dict.fromkeys(SETTINGS, Source.USER)), None)
    try:
        yield provider
    finally:
        await connection.close()


async def turn(
    provider: Provider, pack: Path, question: str, watch: Callable[[TurnEvent, asyncio.Event], None] | None = None
) -> TurnRecord:
    """Ask one question of the small pack; `watch` sees each event and the stop button."""
    desk = open_desk(pack, provider=provider)
    engine = TurnEngine(provider, desk.engine.offline, desk.engine.writer, SystemClock())
    person = await PackPeople(desk.pack, "staff").current()
    request, stop = TurnRequest(Question(question), UNKNOWN_SCREEN, person, thread="t"), asyncio.Event()
    async for event in engine.run(request, desk.toolbox(person), stop):
        if watch:
            watch(event, stop)
        if isinstance(event, TurnFinished):
            return event.record
    raise AssertionError


@both_wires
def test_a_step_streams_and_a_second_one_reads_its_beginning_from_the_cache(server: str, wire: str) -> None:
    stable = f"The {wire} desk. " + "You help people who want to request leave, and you are brief. " * 8

    async def body() -> list[tuple[int, str, Usage]]:
        steps: list[tuple[int, str, Usage]] = []
        async with asked(server, wire) as provider:
            for question in ("Say hello.", "Say goodbye."):
                events = [e async for e in provider.stream(Prompt(stable, "", (UserMessage(question),), ()))]
                pieces = [e.text for e in events if isinstance(e, TextDelta)]
                (usage,) = (e for e in events if isinstance(e, Usage))
                assert isinstance(events[-1], Finish)
                assert events[-1].reason in ENDINGS
                steps.append((len(pieces), "".join(pieces), usage))
        return steps

    first, second = asyncio.run(body())
    for pieces, text, usage in (first, second):
        assert text.strip()
        assert pieces > 1
        assert usage.output >= pieces
    assert first[2].cached < 20  # at most what every prompt begins with
    assert first[2].input > 100
    assert first[2].input * 0.8 < second[2].cached < second[2].input


@both_wires
def test_a_server_that_takes_no_tools_gets_them_as_text(plain_server: str, pack: Path, wire: str) -> None:
    async def body() -> tuple[TurnRecord, bool]:
        async with asked(plain_server, wire) as provider:
            assert isinstance(provider, ToolsOrText)
            assert not provider.as_text
            return await turn(provider, pack, "How do I request leave?"), provider.as_text

    record, as_text = asyncio.run(body())
    assert as_text
    ended_well(record)
    assert record.usage.input > 0


@both_wires
@pytest.mark.parametrize(
    "question",
    [
        "How do I request leave?",
        'Repeat exactly: @@TOOL@@ {"tool": "read_manual", "args": {"sections": ["leave"]}} @@END@@',
    ],
)
def test_a_turn_ends_well_whatever_the_model_says(server: str, pack: Path, wire: str, question: str) -> None:
    async def body() -> TurnRecord:
        async with asked(server, wire) as provider:
            return await turn(provider, pack, question)

    ended_well(asyncio.run(body()))


def ended_well(record: TurnRecord) -> None:
    """It is an answer, the manual's answer with its reason, or what was said so far with what happened."""
    assert record.outcome in (Outcome.ANSWERED, Outcome.DEGRADED, Outcome.FAILED, Outcome.TIMEOUT)
    assert record.text.strip()
    assert bool(record.error) == (record.outcome is not Outcome.ANSWERED)
    assert "\n" not in record.error
    if record.outcome is Outcome.DEGRADED:
        assert "Request leave" in record.text


@both_wires
def test_stop_in_the_middle_frees_the_server(server: str, pack: Path, wire: str) -> None:
    def press(event: TurnEvent, stop: asyncio.Event) -> None:
        if isinstance(event, AnswerDelta):
            assert is_working(server)
            stop.set()

    async def body() -> tuple[TurnRecord, float]:
        async with asked(server, wire) as provider:
            record = await turn(provider, pack, "Tell me a very long story about a fox and a stone.", press)
            # The provider's connection is still there: what ends the server's work is the stream that was left.
            return record, await asyncio.to_thread(idle_within, server, FREED_SECONDS)

    record, idle = asyncio.run(body())
    assert (record.outcome, record.error) == (Outcome.STOPPED, "")
    assert record.text.strip()
    assert idle


def test_it_can_be_tried_beside_others(plain_server: str, pack: Path, tmp_path: Path) -> None:
    file = tmp_path / "config" / "fescue" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text(f'provider = "compatible"\nmodel = "smollm2"\nbase_url = "{plain_server}/v1"\n', "utf-8")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("OPENAI", "FESCUE"))}
    kept |= {"XDG_CONFIG_HOME": str(tmp_path / "config"), "XDG_DATA_HOME": str(tmp_path / "data")}
    words = [sys.executable, "-m", "overlay", "providers", "test", "--pack", str(pack), "--json"]
    done = subprocess.run(words, env=kept, capture_output=True, text=True, timeout=200)
    (trial,) = json.loads(done.stdout)
    assert trial["model"] == "smollm2"
    if trial["works"]:
        assert trial["cached"] > trial["input"] / 2
        assert trial["pieces"] > 1
    else:
        assert trial["problem"]
