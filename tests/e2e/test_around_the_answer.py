"""What stands around an answer, in the real tray app: rated, switched, enlarged, closed, started again, reopened."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from overlay.core.clock import SystemClock
from overlay.storage.log_reader import read_turns
from tests.e2e.rig import Desktop

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]
DRIVER = Path(__file__).with_name("around_driver.py")


def live(desktop: Desktop, life: str, folder: Path) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, str(DRIVER), life, str(folder)],
        env=desktop.env | {"PYTHONPATH": str(DRIVER.parents[2])},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    facts: dict[str, object] = {}
    for line in done.stdout.splitlines():
        facts |= {f"{key} then" if key in facts else key: value for key, value in json.loads(line).items()}
    return facts


def test_what_was_said_and_chosen_is_there_after_a_restart(tmp_path: Path) -> None:
    folder = tmp_path / "fescue"
    with Desktop(tmp_path) as desktop:
        first = live(desktop, "first", folder)
        second = live(desktop, "second", folder)
    assert first["hint"] == "Answers by scripted · script"
    assert first["answerers"] == [["The manual alone · offline", False, True], ["scripted · script", True, True]]
    assert first["hint then"] == "Answers from the Linden manual · offline"
    assert first["notes"] == ["Answers from the manual from here"]
    assert first["others"] == 3
    assert first["section"] == "Leave · from the manual"
    assert first["size"] == 18  # 14 pixels at 125 %
    assert (folder / "config" / "config.toml").read_text() == "text_size = 125\n"
    assert second == {
        "size": 18,
        "said": ["Sent: “The switch is missing”"],
        "down": True,
        "chip": "✓ Read 1 manual section",
        "notes": ["Answers from the manual from here"],
    }
    turns = read_turns(folder / "data" / "turns.db", since=0, person=None, now=SystemClock().now())
    assert [(t.thumb, t.comment) for t in turns] == [("", ""), ("down", "The switch is missing")]
