"""Whole turns with the log: limits, spending, kills and files that cannot be written, with real processes."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from asking import base_url
from test_commands import configure, fescue

from overlay.storage.log_reader import read_turns

QUESTION = "How do I request leave?"
KEY = {"FESCUE_MODEL_KEY": "sk-e2e"}


def with_model(home: Path, llmock: Any, turns: int = 1, **values: str) -> None:
    configure(home, provider="openai", model="gpt-5-mini", base_url=base_url(llmock, "openai"), **values)
    for _ in range(turns):
        llmock.reply("Open [Leave](/leave).")


def log_file(home: Path) -> Path:
    return home / "data" / "fescue" / "turns.db"


def logged(home: Path, *words: str) -> Any:
    done = fescue(home, "log", *words, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_beyond_the_hourly_limit_the_manual_answers_and_says_so(llmock: Any, tmp_path: Path) -> None:
    with_model(tmp_path, llmock, 2, hourly_limit="2")
    for _ in range(2):
        done = fescue(tmp_path, "ask", QUESTION, "--json", **KEY)
        assert json.loads(done.stdout)["outcome"] == "answered"
    done = fescue(tmp_path, "ask", QUESTION, **KEY)
    assert done.returncode == 0
    assert "Request leave" in done.stdout
    assert "this answer comes from the manual alone: The model takes 2 questions an hour from you" in done.stderr
    found = logged(tmp_path, "turns")["turns"]
    assert [(t["outcome"], t["asked"], t["answered"]) for t in found] == [
        ("answered", "openai/gpt-5-mini", False),  # it read nothing
        ("answered", "openai/gpt-5-mini", False),
        ("limit", "", True),
    ]


def test_a_turns_row_has_everything(llmock: Any, tmp_path: Path) -> None:
    with_model(tmp_path, llmock, 0)
    llmock.call_tool("read_manual", {"sections": ["leave"]}).reply("Open [Leave](/leave).")
    fescue(tmp_path, "ask", QUESTION, "--screen", "/leave", **KEY)
    (turn,) = logged(tmp_path, "turns")["turns"]
    assert turn["input_tokens"] > 0
    assert turn["output_tokens"] > 0
    cost = turn["input_tokens"] * 0.25e-6 + turn["output_tokens"] * 2e-6
    assert turn["cost"] == pytest.approx(cost)
    assert (
        turn.items()
        >= {
            "person": "employee",
            "screen": "leave",
            "entry_point": "",
            "provider": "openai",
            "model": "gpt-5-mini",
            "outcome": "answered",
            "tools": ["read_manual:ok"],
            "sections": ["leave"],
            "finish": "stop",
            "error": "",
            "currency": "USD",
            "question": QUESTION,
            "answered": True,
            "cached_tokens": 0,
            "written_tokens": 0,
            "reasoning_tokens": 0,
        }.items()
    )
    assert 0 < turn["first_ms"] <= turn["total_ms"]


def test_spending_is_told_once_and_ends_at_the_limit(llmock: Any, tmp_path: Path) -> None:
    # A question of the demo pack is some thousands of tokens: at this price well over 90 % of one, and then beyond.
    with_model(tmp_path, llmock, 3, spend_limit="1", currency="EUR")
    with (tmp_path / "config" / "fescue" / "config.toml").open("a") as file:
        file.write('[prices]\n"openai/gpt-5-mini" = "input 100000, output 100000"\n')
    first = fescue(tmp_path, "ask", QUESTION, **KEY)
    assert first.stderr.startswith("fescue: notice: The model's budget for ")
    assert first.stderr.count("\n") == 1
    second = fescue(tmp_path, "ask", QUESTION, **KEY)
    assert "This month's budget for the model (1.00 EUR) is used up; IT can raise it." in second.stderr
    assert "notice" not in second.stderr
    assert [n["text"] for n in logged(tmp_path)["notices"]] == [first.stderr.removeprefix("fescue: notice: ").strip()]
    shown = fescue(tmp_path, "policy", "show").stdout
    assert "of 1.00 EUR (" in shown
    assert "from the manual alone until the month ends" in shown


def test_a_model_without_a_price_is_shown_as_unknown(llmock: Any, tmp_path: Path) -> None:
    with_model(tmp_path, llmock)
    fescue(tmp_path, "ask", QUESTION, "--model", "house-blend", **KEY)
    (day,) = logged(tmp_path, "cost")["cost"]
    assert (day["cost"], day["unknown"]) == (0, 1)
    assert "? (1 unknown)" in fescue(tmp_path, "log", "cost").stdout


def test_without_kept_text_there_is_the_row_and_no_word(llmock: Any, tmp_path: Path) -> None:
    with_model(tmp_path, llmock, 0, log_text="off")
    llmock.call_tool("read_manual", {"sections": ["leave"]}).reply("Open the drawer quickly.")
    done = fescue(tmp_path, "ask", "Where is my umbrella?", "--screen", "/leave", **KEY)
    assert "drawer" in done.stdout
    (turn,) = logged(tmp_path, "turns")["turns"]
    assert (turn["question"], turn["screen"], turn["tools"]) == ("", "leave", ["read_manual:ok"])
    stored = b"".join(file.read_bytes() for file in log_file(tmp_path).parent.iterdir())
    assert b"umbrella" not in stored
    assert b"drawer" not in stored
    assert b"days off" not in stored
    assert "log_text is off" in fescue(tmp_path, "history").stdout


class Mute:
    """A model's server that takes a request, says one word and nothing more."""

    def __init__(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listening.getsockname()[1]}/v1"

    def heard(self) -> socket.socket:
        """Wait for a request and begin to answer it."""
        self.listening.settimeout(30)
        other, _ = self.listening.accept()
        other.recv(1 << 20)
        word = b'data: {"choices":[{"index":0,"delta":{"content":"Open "}}]}\n\n'
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
        other.sendall(head + b"%x\r\n%s\r\n" % (len(word), word))
        return other


def test_a_kill_in_the_middle_of_a_turn_keeps_the_question_and_counts(tmp_path: Path) -> None:
    mute = Mute()
    configure(tmp_path, provider="openai", model="gpt-5-mini", base_url=mute.url, hourly_limit="1")
    kept = os.environ | {
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        **KEY,
    }
    process = subprocess.Popen([sys.executable, "-m", "overlay", "ask", QUESTION], env=kept, stdout=subprocess.PIPE)
    with mute.listening, mute.heard():
        process.send_signal(signal.SIGKILL)
        process.communicate()
    later = datetime.now().astimezone() + timedelta(minutes=5)
    (turn,) = read_turns(log_file(tmp_path), since=0, person=None, now=later)
    assert (turn.question, turn.outcome, turn.answered, turn.asked) == (QUESTION, "started", False, "openai/gpt-5-mini")
    done = fescue(tmp_path, "ask", QUESTION, **KEY)
    assert "The model takes one question an hour" in done.stderr
    with closing(sqlite3.connect(log_file(tmp_path))) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert db.execute("SELECT count(*) FROM turns").fetchone() == (2,)


def test_a_file_that_another_program_holds_loses_no_answer(llmock: Any, tmp_path: Path) -> None:
    with_model(tmp_path, llmock, 2)
    fescue(tmp_path, "ask", QUESTION, **KEY)
    with closing(sqlite3.connect(log_file(tmp_path), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        done = fescue(tmp_path, "ask", QUESTION, **KEY)
        other.execute("ROLLBACK")
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "Open Leave.")
    assert "cannot be saved at the moment: another program holds the file" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_log_that_is_read_only_loses_no_answer(llmock: Any, tmp_path: Path) -> None:  # j04
    with_model(tmp_path, llmock, 1)
    folder = tmp_path / "data" / "fescue"
    folder.parent.mkdir()
    folder.write_text("a file where the folder should be")
    done = fescue(tmp_path, "ask", QUESTION, **KEY)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "Open Leave.")
    assert "cannot be saved at the moment" in done.stderr
    assert "1 question could not be saved, and Fescue ends" in done.stderr
    assert folder.read_text() == "a file where the folder should be"
