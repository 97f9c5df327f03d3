"""Deleting is real, privacy is kept, and files of an older Fescue go on."""

import json
import sqlite3
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from log_samples import ended, record, start

from overlay.core.log_rules import LogRules
from overlay.core.turn import Outcome
from overlay.storage.turn_log import SqliteTurnLog

SECRET = "Where is the umbrella of Zoë Wintergarten?"


def everything(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir())


def holding(folder: Path, *, other: str = "t2") -> SqliteTurnLog:
    log = SqliteTurnLog(folder / "turns.db", pytest.fail, retry_seconds=900)
    begun = start("s1", question=SECRET, thread="t1")
    log.begin(begun)
    log.append(ended(begun))
    log.append(record("Kept", other))
    return log


def test_deleted_words_are_gone_from_the_disk(tmp_path: Path) -> None:
    log = holding(tmp_path)
    assert b"Wintergarten" in everything(tmp_path)
    assert log.delete("mara", "t1")
    assert b"Wintergarten" not in everything(tmp_path)
    assert [t.id for t in log.threads("mara")] == ["t2"]
    with closing(sqlite3.connect(tmp_path / "turns.db")) as db:
        rows = db.execute("SELECT uid, outcome, asked, thread FROM turns ORDER BY id LIMIT 1").fetchall()
    assert rows == [("s1", "answered", "openai/gpt-5-mini", "")]


def test_deleting_all_leaves_other_people_alone(tmp_path: Path) -> None:
    log = holding(tmp_path)
    log.append(record("Tom's", "t9", replace(record().request.person, id="tom")))
    assert log.delete("mara")
    assert log.threads("mara") == ()
    assert [t.title for t in log.threads("tom")] == ["Tom's"]
    log.append(record("New", "t3"))
    assert [t.id for t in log.threads("mara")] == ["t3"]


def test_words_that_a_reader_keeps_alive_go_when_it_ends(tmp_path: Path) -> None:
    log = holding(tmp_path)
    with closing(sqlite3.connect(tmp_path / "turns.db", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM turns").fetchone()
        assert not log.delete("mara", "t1")
        assert log.threads("mara", "umbrella") == ()
        assert b"Wintergarten" in everything(tmp_path)
        reader.execute("ROLLBACK")
    assert log.delete("mara", "t1")
    assert b"Wintergarten" not in everything(tmp_path)


def test_what_was_never_written_is_deleted_too(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    log = SqliteTurnLog(tmp_path / "data" / "turns.db", lambda _: None, retry_seconds=900)
    log.append(record(SECRET, "t1"))
    assert [t.title for t in log.threads("mara")] == [SECRET]
    assert not log.delete("mara", "t1")
    assert log.threads("mara") == ()
    (tmp_path / "data").unlink()
    assert log.flush()
    assert b"Wintergarten" not in everything(tmp_path / "data")


def test_without_kept_text_no_word_reaches_the_disk(tmp_path: Path) -> None:
    log = SqliteTurnLog(tmp_path / "turns.db", pytest.fail, rules=LogRules(keep_text=False))
    log.begin(start("s1", question=SECRET))
    assert b"Wintergarten" not in everything(tmp_path)
    error = f"OpenAI did not take the request: Input should be valid, input: {SECRET}"
    log.append(replace(record(SECRET), id="s1", error=error))
    stored = everything(tmp_path)
    for word in (b"Wintergarten", b"Press", b"My leave", b"2026-12-14", b"Nadia"):
        assert word not in stored
    assert b"read_manual" in stored
    assert b"OpenAI did not take the request" in stored
    assert log.threads("mara") == ()
    assert log.turns("mara", "t1") == ()


def test_searching_takes_words_in_any_order_and_case(tmp_path: Path) -> None:
    log = holding(tmp_path)
    for words in ("UMBRELLA where", "zoË", ""):
        assert "t1" in [t.id for t in log.threads("mara", words)]
    assert log.threads("mara", "umbrella raincoat") == ()


OLD = """CREATE TABLE turns (id INTEGER PRIMARY KEY, at TEXT NOT NULL, thread TEXT NOT NULL, person TEXT NOT NULL,
role TEXT NOT NULL, question TEXT NOT NULL, entry_point TEXT NOT NULL, screen TEXT, provider TEXT NOT NULL,
model TEXT NOT NULL, outcome TEXT NOT NULL, answer TEXT NOT NULL, sections TEXT NOT NULL,
input_tokens INTEGER NOT NULL, cached_tokens INTEGER NOT NULL, written_tokens INTEGER NOT NULL,
output_tokens INTEGER NOT NULL, reasoning_tokens INTEGER NOT NULL, finish TEXT NOT NULL, error TEXT NOT NULL,
first_ms REAL, total_ms REAL NOT NULL, detail TEXT NOT NULL)"""


@pytest.mark.parametrize("first", ["read", "write"])
def test_an_older_file_goes_on(tmp_path: Path, first: str) -> None:
    with closing(sqlite3.connect(tmp_path / "turns.db")) as db:
        db.execute(OLD)
        detail = {"steps": [], "messages": [], "screenshots": [], "choices": [], "action": None, "no_access": None}
        values = ["2026-11-29T10:00:00+01:00", "t0", "mara", "employee", "Old", "", "leave", "offline", "manual"]
        values += ["answered", "Yes.", '["leave"]', 0, 0, 0, 0, 0, "stop", "", 1.0, 2.0, json.dumps(detail)]
        db.execute(f"INSERT INTO turns VALUES (NULL, {', '.join('?' * len(values))})", values)
        db.commit()
    log = SqliteTurnLog(tmp_path / "turns.db", pytest.fail)
    if first == "write":
        log.append(record("New", "t1"))
    assert [t.id for t in log.threads("mara")] == (["t1", "t0"] if first == "write" else ["t0"])
    (old,) = log.turns("mara", "t0")
    assert (old.text, old.outcome, old.id) == ("Yes.", Outcome.ANSWERED, "")
    with closing(sqlite3.connect(tmp_path / "turns.db")) as db:
        assert db.execute("SELECT counted FROM turns WHERE thread = 't0'").fetchone() == (1795942800.0,)


def test_what_waits_is_written_by_itself_and_the_log_says_so(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    before = set(threading.enumerate())
    log = SqliteTurnLog(tmp_path / "data" / "turns.db", lambda _: None, retry_seconds=0.2)
    log.append(record("One", "t1"))
    log.append(record("Two", "t2"))
    timers = set(threading.enumerate()) - before
    assert len(timers) == 1
    (tmp_path / "data").unlink()
    while timers:
        timers.pop().join()
        timers = set(threading.enumerate()) - before
    assert log.waiting == 0
    with closing(sqlite3.connect(tmp_path / "data" / "turns.db")) as db:
        ((text,),) = db.execute("SELECT text FROM notices").fetchall()
    assert text.startswith("2 turns could not be written from 20")
    assert text.endswith("), and now are.")
