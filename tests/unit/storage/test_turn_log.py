"""The turn log: nothing is lost when the disk does not play along, and people see their own rows alone."""

import json
import os
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from log_samples import record

from overlay.core.model import Usage
from overlay.core.person import Person
from overlay.core.screens import Screen
from overlay.core.turn import Rating, Thumb, TurnRecord
from overlay.storage.turn_log import SqliteTurnLog


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def log(tmp_path: Path, said: list[str]) -> SqliteTurnLog:
    return SqliteTurnLog(tmp_path / "data" / "turns.db", said.append)


def test_a_record_comes_back_as_it_was(log: SqliteTurnLog) -> None:
    log.append(replace(record(), id="turn-1", asked="openai/m"))
    (back,) = log.turns("mara", "t1")
    bare = Person("mara", "", "employee", frozenset(), ())
    screen = Screen("leave", title="My leave")
    request = replace(record().request, person=bare, screen=screen)
    expected = replace(record(), id="turn-1", asked="openai/m", request=request)
    assert back == expected


def test_threads_are_listed_latest_first_and_searched(log: SqliteTurnLog) -> None:
    for question, thread in (("One", "t1"), ("Two 100%", "t2"), ("Three", "t1")):
        log.append(record(question, thread))
    assert [(t.id, t.title, t.turns) for t in log.threads("mara")] == [("t1", "One", 2), ("t2", "Two 100%", 1)]
    assert [t.id for t in log.threads("mara", "100%")] == ["t2"]
    assert [t.id for t in log.threads("mara", "0_%")] == []
    assert [t.id for t in log.threads("mara", "three")] == ["t1"]


def test_people_see_their_own_rows(log: SqliteTurnLog) -> None:
    log.append(record())
    assert log.threads("tom") == ()
    assert log.turns("tom", "t1") == ()
    log.delete("tom", "t1")
    assert len(log.turns("mara", "t1")) == 1
    log.delete("mara", "t1")
    assert log.turns("mara", "t1") == ()


def test_the_file_is_this_persons_alone(log: SqliteTurnLog, tmp_path: Path) -> None:
    log.append(record())
    assert (tmp_path / "data" / "turns.db").stat().st_mode & 0o077 == 0


def test_reading_before_the_first_row_makes_no_file(log: SqliteTurnLog, tmp_path: Path, said: list[str]) -> None:
    assert log.threads("mara") == ()
    assert not (tmp_path / "data").exists()
    assert said == []


WRITER = """
import sys
sys.path.insert(0, sys.argv[3])
from pathlib import Path
from log_samples import record
from overlay.storage.turn_log import SqliteTurnLog
said = []
log = SqliteTurnLog(Path(sys.argv[1]), said.append)
for number in range(200):
    log.append(record(f"{sys.argv[2]} {number}", sys.argv[2]))
print(len(said))
"""


def test_four_processes_lose_no_row(tmp_path: Path) -> None:  # j01
    path = tmp_path / "turns.db"
    SqliteTurnLog(path, print).append(record("first", "reader"))
    reader = sqlite3.connect(path)
    cursor = reader.execute("SELECT * FROM turns")
    cursor.fetchone()
    command = [sys.executable, "-c", WRITER, str(path)]
    here = str(Path(__file__).parent)
    writers = [subprocess.Popen([*command, name, here], stdout=subprocess.PIPE, text=True) for name in "abcd"]
    assert [w.communicate(timeout=100)[0].strip() for w in writers] == ["0"] * 4
    reader.close()
    count = sqlite3.connect(path).execute("SELECT count(*) FROM turns").fetchone()[0]
    assert count == 801


def small_disk(folder: Path) -> tuple[list[str], str]:
    """Return words to run a command on a disk of 1 MB in its own mount namespace, else none: a limit must do."""
    for namespace in (["unshare", "--mount"], ["unshare", "--map-root-user", "--mount"]):
        mounting = [*namespace, "sh", "-c", 'mount -t tmpfs -o size=1m none "$0" && exec "$@"', str(folder)]
        if subprocess.run([*mounting, "true"], stderr=subprocess.DEVNULL, check=False).returncode == 0:
            return mounting, "disk"
    return [], "rlimit"


def unprivileged() -> list[str]:
    """Return words to run a command as somebody whom a file's mode binds, which it does not bind root."""
    caps = "-dac_override,-dac_read_search"
    return ["setpriv", "--bounding-set", caps, "--inh-caps", caps] if os.geteuid() == 0 else []


@pytest.mark.parametrize("kind", ["disk", "rlimit", "readonly"])
def test_a_disk_that_takes_nothing_loses_no_answer(tmp_path: Path, kind: str) -> None:  # j04
    before, possible = small_disk(tmp_path) if kind == "disk" else (unprivileged() if kind == "readonly" else [], kind)
    driver = Path(__file__).with_name("full_disk.py")
    done = subprocess.run(
        [*before, sys.executable, str(driver), possible, str(tmp_path)],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    facts = json.loads(done.stdout)
    threads = sorted(f"t{number}" for number in range(21))
    assert facts["while_full"] == threads
    assert facts["question"] == "Question 19"
    assert facts["waiting"] > 0
    assert len(facts["said"]) == 1
    reason = "the file is read-only" if kind == "readonly" else "the disk"
    assert f"cannot be saved at the moment: {reason}" in facts["said"][0]
    assert facts["waiting_after"] == 0
    assert facts["after"] == sorted([*threads, "t99"])


def test_a_removed_folder_is_made_again(log: SqliteTurnLog, tmp_path: Path, said: list[str]) -> None:  # j04
    log.append(record("one", "t1"))
    for file in (tmp_path / "data").iterdir():
        file.unlink()
    (tmp_path / "data").rmdir()
    log.append(record("two", "t2"))
    assert [t.id for t in log.threads("mara")] == ["t2"]
    assert said == []


def test_a_damaged_file_is_set_aside(log: SqliteTurnLog, tmp_path: Path, said: list[str]) -> None:  # j04
    folder = tmp_path / "data"
    folder.mkdir()
    rubbish = b"not a database at all" * 500
    (folder / "turns.db").write_bytes(rubbish)
    assert log.threads("mara") == ()
    log.append(record())
    assert [t.id for t in log.threads("mara")] == ["t1"]
    assert (folder / "turns.damaged-1").read_bytes() == rubbish
    assert any("set aside" in sentence for sentence in said)


def test_a_folder_that_cannot_be_written_keeps_rows_in_memory(tmp_path: Path, said: list[str]) -> None:  # j04
    (tmp_path / "file").write_text("in the way")
    log = SqliteTurnLog(tmp_path / "file" / "turns.db", said.append)
    log.append(record("one", "t1"))
    log.append(record("two", "t2"))
    assert [t.id for t in log.threads("mara")] == ["t2", "t1"]
    assert len(said) == 1
    (tmp_path / "file").unlink()
    log.append(record("three", "t3"))
    assert {t.id for t in SqliteTurnLog(tmp_path / "file" / "turns.db", said.append).threads("mara")} == {
        "t1",
        "t2",
        "t3",
    }


def test_a_kill_at_any_point_leaves_whole_rows(tmp_path: Path) -> None:
    path = tmp_path / "turns.db"
    here = str(Path(__file__).parent)
    for _ in range(3):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path), "k", here], stdout=subprocess.DEVNULL)
        log = SqliteTurnLog(path, print)
        while len(log.turns("mara", "k")) < 5 and writer.poll() is None:
            pass
        writer.kill()
        writer.wait()
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert all(r.text for r in SqliteTurnLog(path, print).turns("mara", "k"))


@pytest.mark.parametrize(
    "odd",
    [
        replace(record(), id="odd", text="cut \ud83d in two"),
        replace(record("asked \udcff"), id="odd"),
        replace(record(), id="odd", error="\ud800"),
        replace(record(), id="odd", usage=Usage(2**70, 2, 3, 4)),
    ],
    ids=["text", "question", "error", "number"],
)
def test_a_row_that_sqlite_refuses_does_not_stop_the_log(log: SqliteTurnLog, odd: TurnRecord) -> None:
    log.append(odd)
    log.append(replace(record("Next"), id="next"))
    assert log.waiting == 0
    assert [t.id for t in log.turns("mara", "t1")] == ["odd", "next"]


def test_odd_words_find_nothing_and_are_kept_as_they_can_be(log: SqliteTurnLog) -> None:
    log.append(replace(record(), id="t"))
    assert log.threads("mara", "\udcff") == ()
    log.rate("mara", Rating("t", Thumb.DOWN, "no \ud83d"))
    assert log.ratings("mara", "t1")["t"].comment == "no \ufffd"
