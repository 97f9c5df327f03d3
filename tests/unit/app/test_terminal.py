"""What the commands print reaches any terminal and pipe, whole."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from overlay.app.terminal import plain


def fescue(folder: Path, encoding: str, *words: str) -> bytes:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environ |= {f"XDG_{name}_HOME": str(folder / name) for name in ("DATA", "CONFIG")}
    command = [sys.executable, "-m", "overlay", *words]
    done = subprocess.run(command, env=environ | {"PYTHONIOENCODING": encoding}, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437"])
def test_any_encoding_takes_an_answer_and_the_log(tmp_path: Path, encoding: str) -> None:
    question = "How do I request leave? → 日 🙂"
    said = json.loads(fescue(tmp_path, encoding, "ask", question, "--json").decode(encoding))
    assert "Leave (People › Leave)" in said["shown"]
    (turn,) = json.loads(fescue(tmp_path, encoding, "log", "turns", "--json").decode(encoding))["turns"]
    assert turn["question"] == question
    assert "\\u65e5 \\ud83d\\ude42" in fescue(tmp_path, encoding, "log", "turns").decode(encoding)


@pytest.mark.parametrize("text", ["« Go »\n\tñ 日 👩\u200d🔧 a\u00adb", ""])
def test_words_stay_as_they_are(text: str) -> None:
    assert plain(text) == text
