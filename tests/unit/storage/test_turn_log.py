"""The turn log: nothing is lost when the disk does not play along, and people see their own rows alone."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from overlay.core.model import AssistantMessage, ToolCall, ToolMessage, Usage, UserMessage
from overlay.core.person import Person
from overlay.core.screens import Screen
from overlay.core.tools import Failed, NoAccess, Ok, PreparedAction, Refused, Retry, ToolStep
from overlay.core.turn import Outcome, Question, TurnRecord, TurnRequest
from overlay.storage.turn_log import SqliteTurnLog

MARA = Person("mara", "Mara Lind", "employee", frozenset({"leave"}), ("/leave",))
ACTION = PreparedAction(
    "a", "Request leave", {"from": "2026-12-14"}, ("Note",), {"from": "From"}, "https://x.example/leave"
)
CALL = ToolCall("c", "read_manual", {"sections": ["leave"]})


def record(question: str = "How do I request leave?", thread: str = "t1", person: Person = MARA) -> TurnRecord:
    messages = (
        UserMessage(question),
        AssistantMessage("Let me look.", (CALL,)),
        ToolMessage(CALL, Ok("text", "Read 1 manual section", ("leave",), ("shot",), ACTION, ("a", "b"))),
        ToolMessage(CALL, Retry("again")),
        ToolMessage(CALL, Refused("no", NoAccess("Leave", "Nadia"))),
        ToolMessage(CALL, Refused("no")),
        ToolMessage(CALL, Failed("down")),
        AssistantMessage("Press «Request leave» — ñ 🙂."),
    )
    return TurnRecord(
        TurnRequest(Question(question, "pin"), Screen("leave", "/leave", title="My leave"), person, thread=thread),
        Outcome.ANSWERED,
        "offline",
        "manual",
        "Press «Request leave» — ñ 🙂.",
        (ToolStep("read_manual", {"sections": ["leave"]}, "Read 1 manual section", "ok", "text"),),
        ("leave",),
        ("shot",),
        ACTION,
        NoAccess("Leave", "Nadia"),
        ("a", "b"),
        messages,
        Usage(1, 2, 3, 4),
        "stop",
        "",
        12.5,
        40.0,
        "2026-11-30T09:00:00+00:00",
    )


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def log(tmp_path: Path, said: list[str]) -> SqliteTurnLog:
    return SqliteTurnLog(tmp_path / "data" / "turns.db", said.append)


def test_a_record_comes_back_as_it_was(log: SqliteTurnLog) -> None:
    log.append(record())
    (back,) = log.turns("mara", "t1")
    bare = Person("mara", "", "employee", frozenset(), ())
    screen = Screen("leave", title="My leave")
    expected = replace(record(), request=replace(record().request, person=bare, screen=screen))
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
from test_turn_log import record
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


def fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 512)


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = (
        os.geteuid() == 0
        and subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", folder]).returncode == 0
    )
    if not mounted:
        # CI runs as root and may mount; a developer who may not still runs the other faults of this file.
        pytest.skip("a full disk needs the right to mount one")
    yield folder
    subprocess.run(["umount", folder], check=True)


def test_a_full_disk_loses_no_answer(full_disk: Path, said: list[str]) -> None:  # j04
    log = SqliteTurnLog(full_disk / "turns.db", said.append)
    log.append(record("before", "t0"))
    ballast = full_disk / "ballast"
    with pytest.raises(OSError, match="No space"):
        fill(ballast)
    for number in range(20):
        log.append(record(f"Question {number} " + "x" * 4000, f"t{number + 1}"))
    assert len(said) == 1
    assert "cannot be saved" in said[0]
    assert len(log.threads("mara")) == 21
    assert log.turns("mara", "t20")[0].request.question.text.startswith("Question 19")
    ballast.unlink()
    small = record("after", "t99")
    log.delete("mara", "t20")
    for number in range(2, 20):
        log.delete("mara", f"t{number}")
    log.append(small)
    again = SqliteTurnLog(full_disk / "turns.db", said.append)
    assert {t.id for t in again.threads("mara")} == {"t0", "t1", "t99"}


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
