"""Limits: right with several processes, a clock that jumps, and a file that cannot be used."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from log_samples import MARA, ended, start

from overlay.core.clock import SteppedClock
from overlay.core.log_rules import LogRules
from overlay.core.model import Usage
from overlay.core.prices import Price, PriceTable
from overlay.core.turn import Outcome
from overlay.storage.tally import month_start
from overlay.storage.turn_log import SqliteTurnLog

PRICES = PriceTable("USD", {"openai/*": Price(1, 10)})
MILLION = 1_000_000


class Asker:
    """Somebody who asks again and again, with one clock over several runs of Fescue."""

    def __init__(self, path: Path, rules: LogRules) -> None:
        self.path = path
        self.rules = rules
        self.clock = SteppedClock()
        self.said: list[str] = []
        self.alerts: list[str] = []
        self.number = 0
        self.again()

    def again(self) -> None:
        """Start Fescue anew."""
        self.log = SqliteTurnLog(
            self.path, self.said.append, rules=self.rules, clock=self.clock, alert=self.alerts.append, retry_seconds=900
        )

    def ask(self, usage: Usage | None = None, **more: object) -> str:
        """Ask, and let the model answer when it may; returns why it may not."""
        self.number += 1
        begun = start(f"turn-{self.number}", **more)
        refusal = self.log.begin(begun)
        begun = replace(begun, asked="" if refusal else begun.asked)
        self.log.append(ended(begun, usage or Usage(10, 0, 1), Outcome.LIMIT if refusal else Outcome.ANSWERED))
        return refusal

    def lets(self, tries: int) -> int:
        return sum(not self.ask() for _ in range(tries))

    def rows(self, query: str) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(self.path)) as db:
            return db.execute(query).fetchall()


@pytest.fixture
def mara(tmp_path: Path) -> Asker:
    return Asker(tmp_path / "turns.db", LogRules(hourly=3))


def test_the_hour_slides(mara: Asker) -> None:
    assert mara.lets(2) == 2
    mara.clock.advance(1800)
    assert mara.lets(3) == 1
    assert "3 questions an hour" in mara.ask()
    assert mara.ask().endswith("the next one at 10:00.")
    mara.clock.advance(1801)
    assert mara.lets(3) == 2


def test_each_person_has_an_hour_of_their_own(mara: Asker) -> None:
    assert mara.lets(4) == 3
    assert mara.ask(person=replace(MARA, id="tom")) == ""


def test_the_manual_alone_is_not_counted(mara: Asker) -> None:
    for number in range(5):
        begun = start(f"offline-{number}", asked="")
        mara.log.enter(begun)
        mara.log.append(ended(begun))
    assert mara.lets(4) == 3


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("back", [60, 3600, 7200, 400 * 86400])
def test_a_clock_set_back_gives_nothing_and_locks_nobody_out(mara: Asker, back: float, restart: bool) -> None:
    assert mara.lets(3) == 3
    mara.clock.advance(1)
    mara.clock.set_back(back)
    if restart:
        mara.again()
    assert mara.lets(2) == 0
    mara.clock.advance(3601)
    assert mara.lets(4) == 3


def test_a_clock_that_was_years_ahead_locks_nobody_out(mara: Asker) -> None:
    mara.clock.advance(10 * 365 * 86400)
    assert mara.lets(3) == 3
    mara.clock.set_back(10 * 365 * 86400)
    mara.again()
    assert mara.lets(1) == 0
    mara.clock.advance(3601)
    assert mara.lets(1) == 1


def test_starting_again_does_not_begin_a_new_hour(mara: Asker) -> None:
    assert mara.lets(2) == 2
    mara.again()
    assert mara.lets(2) == 1


def test_deleting_the_history_does_not_begin_a_new_hour(mara: Asker) -> None:
    assert mara.lets(3) == 3
    assert mara.log.delete("mara")
    mara.again()
    assert mara.lets(1) == 0


def test_a_locked_file_is_no_way_around(mara: Asker) -> None:  # j04
    assert mara.lets(2) == 2
    with closing(sqlite3.connect(mara.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        began = datetime.now(UTC)
        assert [bool(mara.log.begin(start(f"locked-{n}"))) for n in range(3)] == [False, True, True]
        # The first waited a second for the lock, the others hardly at all.
        assert (datetime.now(UTC) - began).total_seconds() < 2
        assert [r.id for r in mara.log.turns("mara", "t1")] == ["turn-1", "turn-2"]
        other.execute("ROLLBACK")
    assert mara.log.flush()
    mara.again()
    assert mara.lets(1) == 0


@contextmanager
def without_a_file(asker: Asker) -> Iterator[None]:
    """Put something in the way of the folder; a new start begins without it."""
    asker.path = asker.path.parent / "data" / "turns.db"
    asker.path.parent.write_text("in the way")
    asker.again()
    yield
    asker.path.parent.unlink()
    assert asker.log.flush()


def test_without_a_file_the_hour_slides_all_the_same(mara: Asker) -> None:  # j04
    with without_a_file(mara):
        assert mara.lets(5) == 3
        mara.clock.set_back(7200)
        assert mara.lets(1) == 0
        mara.clock.advance(3601)
        assert mara.lets(4) == 3


def test_without_a_file_spending_counts_all_the_same(tmp_path: Path) -> None:  # j04
    mara = spender(tmp_path)
    with without_a_file(mara):
        assert mara.ask(Usage(10 * MILLION)) == ""
        assert mara.ask() != ""
    assert len(mara.alerts) == 1


def test_a_damaged_file_is_no_way_around(mara: Asker) -> None:  # j04
    assert mara.lets(3) == 3
    mara.path.write_bytes(b"no database " * 1000)
    assert mara.lets(2) == 0
    assert any("set aside" in sentence for sentence in mara.said)
    assert mara.rows("SELECT count(*) FROM turns") == [(2,)]


def test_a_file_damaged_inside_is_set_aside(mara: Asker) -> None:  # j04
    for _ in range(20):
        mara.ask(question="x" * 3000)
    with mara.path.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(40_000))
    mara.ask(question="after")
    assert any("set aside" in sentence for sentence in mara.said)
    assert mara.path.with_suffix(".damaged-1").exists()
    assert ("after",) in mara.rows("SELECT question FROM turns")


def asking(path: Path, hourly: int, name: str) -> "subprocess.Popen[str]":
    here = Path(__file__)
    return subprocess.Popen(
        [sys.executable, str(here.with_name("asking_process.py")), str(path), str(hourly), name],
        env=os.environ | {"PYTHONPATH": str(here.parents[3])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_two_processes_share_one_hour(tmp_path: Path) -> None:  # j01
    path = tmp_path / "turns.db"
    askers = [asking(path, 25, name) for name in ("a", "b")]
    for asker in askers:
        assert asker.stdout
        assert asker.stdout.readline() == "ready\n"
    for asker in askers:
        assert asker.stdin
        asker.stdin.write("how?\n" * 20)
        asker.stdin.close()
    said = [asker.stdout.read().split() if asker.stdout else [] for asker in askers]
    for asker in askers:
        assert asker.wait() == 0
        assert asker.stdout
        asker.stdout.close()
    assert [len(words) for words in said] == [20, 20]
    assert sum(words.count("let") for words in said) == 25
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*), sum(asked != '') FROM turns").fetchone() == (40, 25)


def test_a_killed_turn_leaves_its_question_and_counts(tmp_path: Path) -> None:
    path = tmp_path / "turns.db"
    asker = asking(path, 1, "k")
    assert asker.stdin
    assert asker.stdout
    assert asker.stdout.readline() == "ready\n"
    asker.stdin.write("How do I request leave?\n")
    asker.stdin.flush()
    assert asker.stdout.readline() == "let\n"
    asker.send_signal(signal.SIGKILL)
    asker.wait()
    asker.stdin.close()
    asker.stdout.close()
    assert SqliteTurnLog(path, print).turns("mara", "t1") == ()  # it may still run
    later = SteppedClock(datetime.now(UTC) + timedelta(minutes=5))
    log = SqliteTurnLog(path, print, rules=LogRules(hourly=1), clock=later)
    (record,) = log.turns("mara", "t1")
    assert (record.request.question.text, record.outcome) == ("How do I request leave?", Outcome.FAILED)
    assert "was ended before" in record.error
    assert log.begin(start("next")) != ""


def spender(tmp_path: Path, limit: float = 10) -> Asker:
    return Asker(tmp_path / "turns.db", LogRules(spend=limit, prices=PRICES))


def test_spending_is_told_at_ninety_per_cent_and_stops_at_the_limit(tmp_path: Path) -> None:
    mara = spender(tmp_path)
    assert mara.ask(Usage(8 * MILLION)) == ""
    assert mara.alerts == []
    assert mara.ask(Usage(1 * MILLION)) == ""
    assert len(mara.alerts) == 1
    assert "nearly used up: 9.00 of 10.00 USD (90%)" in mara.alerts[0]
    mara.again()
    assert mara.ask(Usage(0, output=100_000)) == ""
    assert len(mara.alerts) == 2
    assert "is used up: 10.00 of 10.00 USD" in mara.alerts[1]
    assert mara.ask() == "This month's budget for the model (10.00 USD) is used up; IT can raise it."
    mara.again()
    assert mara.ask() != ""
    assert len(mara.alerts) == 2
    assert [text for (text,) in mara.rows("SELECT text FROM notices")] == mara.alerts


def test_a_new_month_has_a_new_budget(tmp_path: Path) -> None:
    mara = spender(tmp_path)
    mara.ask(Usage(10 * MILLION))
    assert mara.ask() != ""
    mara.clock.advance(86400)  # the clock begins on 30 November
    assert mara.ask() == ""
    mara.clock.set_back(86400)
    assert mara.ask() != ""


@pytest.fixture
def madrid(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Madrid")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("madrid")
@pytest.mark.parametrize("now", ["2026-03-31T12:00:00+02:00", "2026-03-10T12:00:00+01:00", "2026-10-31T12:00+01:00"])
def test_a_month_begins_when_it_did_and_not_by_todays_summer_time(now: str) -> None:
    moment = datetime.fromisoformat(now)
    first = datetime(2026, moment.month, 1, tzinfo=ZoneInfo("Europe/Madrid"))
    assert month_start(moment) == first.timestamp()


@pytest.mark.usefixtures("madrid")
def test_the_next_question_is_promised_by_the_clock_that_will_show_it(tmp_path: Path) -> None:
    mara = Asker(tmp_path / "turns.db", LogRules(hourly=1))
    mara.clock = SteppedClock(datetime.fromisoformat("2026-03-29T01:30:00+01:00"))  # summer time begins at 2
    mara.again()
    assert mara.lets(1) == 1
    assert mara.ask().endswith("at 03:30.")


def test_spending_survives_a_damaged_file(tmp_path: Path) -> None:
    mara = spender(tmp_path)
    mara.ask(Usage(10 * MILLION))
    mara.path.write_bytes(b"no database " * 1000)
    assert mara.ask() != ""


def test_a_model_without_a_price_costs_an_unknown_amount(tmp_path: Path) -> None:
    mara = spender(tmp_path)
    mara.ask(Usage(10 * MILLION), asked="azure/ours")
    mara.ask(Usage(10 * MILLION), asked="azure/ours")
    mara.ask(Usage(MILLION))
    assert len(mara.alerts) == 1
    assert mara.alerts[0].startswith("What azure/ours costs is not known, so spend_limit (10.00 USD) does not")
    assert mara.rows("SELECT DISTINCT asked, cost, currency FROM turns ORDER BY id") == [
        ("azure/ours", None, "USD"),
        ("openai/gpt-5-mini", 1.0, "USD"),
    ]
