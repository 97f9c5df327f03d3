"""What people say of answers: kept by turn, changed, taken back, and deleted with the words."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from log_samples import ended, start

from overlay.core.clock import SystemClock
from overlay.core.log_rules import LogRules
from overlay.core.turn import Rating, Thumb
from overlay.storage.log_reader import read_turns
from overlay.storage.turn_log import SqliteTurnLog

SECRET = "The button is not called Wintergarten"


def holding(folder: Path, rules: LogRules | None = None) -> SqliteTurnLog:
    log = SqliteTurnLog(folder / "turns.db", pytest.fail, rules=rules, retry_seconds=900)
    for uid, thread in (("s1", "t1"), ("s2", "t2")):
        begun = start(uid, thread=thread)
        log.begin(begun)
        log.append(ended(begun))
    return log


def logged(folder: Path) -> list[tuple[str, str]]:
    file = folder / "turns.db"
    return [(t.thumb, t.comment) for t in read_turns(file, since=0, person=None, now=SystemClock().now())]


def test_a_rating_is_kept_changed_and_taken_back(tmp_path: Path) -> None:
    log = holding(tmp_path)
    log.rate("mara", Rating("s1", Thumb.DOWN, SECRET))
    again = SqliteTurnLog(tmp_path / "turns.db", pytest.fail)
    assert again.ratings("mara", "t1") == {"s1": Rating("s1", Thumb.DOWN, SECRET)}
    assert again.ratings("mara", "t2") == {}
    log.rate("mara", Rating("s1", Thumb.UP))
    assert again.ratings("mara", "t1") == {"s1": Rating("s1", Thumb.UP)}
    log.rate("mara", Rating("s1", None))
    assert again.ratings("mara", "t1") == {}
    assert logged(tmp_path) == [("", ""), ("", "")]


def test_nobody_rates_or_reads_for_somebody_else(tmp_path: Path) -> None:
    log = holding(tmp_path)
    log.rate("mara", Rating("s1", Thumb.DOWN, SECRET))
    log.rate("tom", Rating("s2", Thumb.UP))
    log.rate("tom", Rating("s1", None))
    assert log.ratings("tom", "t1") == {}
    assert logged(tmp_path) == [("down", SECRET), ("", "")]


def test_without_words_only_the_thumb_is_kept(tmp_path: Path) -> None:
    log = holding(tmp_path, LogRules(keep_text=False))
    log.rate("mara", Rating("s1", Thumb.DOWN, SECRET))
    assert logged(tmp_path)[0] == ("down", "")
    assert b"Wintergarten" not in b"".join(f.read_bytes() for f in tmp_path.iterdir())


def test_deleting_a_conversation_takes_the_comment_and_leaves_the_thumb(tmp_path: Path) -> None:
    log = holding(tmp_path)
    log.rate("mara", Rating("s1", Thumb.DOWN, SECRET))
    log.rate("mara", Rating("s2", Thumb.UP, "Well said"))
    assert log.delete("mara", "t1")
    assert b"Wintergarten" not in b"".join(f.read_bytes() for f in tmp_path.iterdir())
    assert logged(tmp_path) == [("down", ""), ("up", "Well said")]
    log.rate("mara", Rating("s1", Thumb.DOWN, SECRET))
    assert logged(tmp_path)[0] == ("down", ""), "a turn whose words are gone gets none"


def test_a_rating_that_cannot_be_written_is_kept_and_written_later(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    log = SqliteTurnLog(tmp_path / "data" / "turns.db", lambda _: None, retry_seconds=900)
    log.append(ended(start("s1")))
    log.rate("mara", Rating("s1", Thumb.DOWN, SECRET))
    assert log.ratings("mara", "t1") == {"s1": Rating("s1", Thumb.DOWN, SECRET)}
    (tmp_path / "data").unlink()
    assert log.flush()
    log.close()
    assert logged(tmp_path / "data") == [("down", SECRET)]


def test_a_log_without_ratings_can_be_read_and_gets_them_when_it_is_written(tmp_path: Path) -> None:
    holding(tmp_path)
    with closing(sqlite3.connect(tmp_path / "turns.db")) as db:
        db.execute("DROP TABLE ratings")
        db.execute("PRAGMA user_version = 2")
    assert logged(tmp_path) == [("", ""), ("", "")]
    log = SqliteTurnLog(tmp_path / "turns.db", pytest.fail)
    assert log.ratings("mara", "t1") == {}
    log.rate("mara", Rating("s1", Thumb.UP))
    assert logged(tmp_path) == [("up", ""), ("", "")]
