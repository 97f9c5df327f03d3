"""A log that cannot be written keeps neither the loop nor the answer waiting."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from overlay.app.desk import open_desk, question_request
from overlay.app.logs import LogAdmission
from overlay.core.log_rules import LogRules
from overlay.core.model import TextDelta
from overlay.core.ports import Provider
from overlay.core.resources import bundled_pack
from overlay.core.screens import UNKNOWN_SCREEN
from overlay.core.turn import Outcome
from overlay.providers.scripted import ScriptedProvider, ScriptedStep
from overlay.storage.turn_log import SqliteTurnLog


@pytest.mark.parametrize("model", [True, False], ids=["model", "manual"])
def test_a_locked_file_stops_neither_loop_nor_answer(tmp_path: Path, model: bool) -> None:
    said: list[str] = []
    log = SqliteTurnLog(tmp_path / "turns.db", said.append, rules=LogRules(hourly=9), retry_seconds=900)
    provider: Provider | None = ScriptedProvider(ScriptedStep([TextDelta("Here.")])) if model else None
    desk = open_desk(bundled_pack(), provider=provider).counted(LogAdmission(log))
    desk.search.prepare()
    person = desk.pack.person_for(desk.pack.roles[0])
    request = replace(question_request("How do I request leave?", person, UNKNOWN_SCREEN), thread="t")
    seed = replace(asyncio.run(open_desk(bundled_pack()).answer(request)), request=replace(request, thread="seed"))
    log.append(seed)

    async def body() -> tuple[float, float]:
        loop, gaps, done = asyncio.get_running_loop(), [0.0], asyncio.Event()

        async def watch() -> None:
            before = loop.time()
            while not done.is_set():
                await asyncio.sleep(0)
                now = loop.time()
                gaps.append(now - before)
                before = now

        watching = asyncio.create_task(watch())
        await asyncio.sleep(0)
        began = loop.time()
        record = await desk.answer(request)
        took = loop.time() - began
        assert record.outcome is Outcome.ANSWERED
        await asyncio.to_thread(log.append, record)
        done.set()
        await watching
        return took, max(gaps)

    with closing(sqlite3.connect(tmp_path / "turns.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        took, longest = asyncio.run(body())
        # The lock is held for all of it: who waited for it in the loop would have stood still for a second or five.
        assert longest < 0.7
        assert took < (2.5 if model else 0.7)
        assert log.waiting == 1
        assert [t.id for t in log.threads(person.id)] == ["t", "seed"]
        other.execute("ROLLBACK")
    assert said == [
        "Conversations cannot be saved at the moment: another program holds the file. Fescue keeps them while it runs."
    ]
    log.close()
    assert log.waiting == 0
    again = SqliteTurnLog(tmp_path / "turns.db", pytest.fail)
    assert [t.id for t in again.threads(person.id)] == ["t", "seed"]
