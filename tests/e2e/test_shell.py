"""The tray app itself: with a tray, without one, with one that comes late; quitting and dialogs while an answer runs."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import cast

import pytest

from overlay.desktop.virtual import _TRAY
from overlay.desktop.x11_display import STRUCTURE, XDisplay
from overlay.storage.turn_log import SqliteTurnLog
from tests.e2e.rig import Desktop, wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]
DRIVER = Path(__file__).with_name("shell_driver.py")


def start(desktop: Desktop, deed: str, folder: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, str(DRIVER), deed, str(folder)],
        env=desktop.env | {"PYTHONPATH": str(DRIVER.parents[2])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.PIPE,
        text=True,
    )


def finish(process: "subprocess.Popen[str]") -> list[dict]:
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


# f08, and the same when the desktop's session ends (tdesktop #633, qTox #1485): Qt would stop the loop at once.
@pytest.mark.parametrize("deed", ["quit_while_answering", "session_ends_while_answering"])
def test_quitting_while_an_answer_runs_saves_it_and_is_clean(tmp_path: Path, deed: str) -> None:
    with Desktop(tmp_path) as desktop:
        process = start(desktop, deed, tmp_path / "fescue")
        assert process.stdout
        json.loads(process.stdout.readline())
        asked_to_quit = time.monotonic()
        finish(process)
        assert time.monotonic() - asked_to_quit < 10
    log = SqliteTurnLog(tmp_path / "fescue" / "data" / "turns.db", print)
    (thread,) = log.threads("employee")
    (record,) = log.turns("employee", thread.id)
    assert record.outcome.value == "stopped"
    assert record.text.startswith("word1 word2")


def test_a_display_that_goes_away_ends_it_with_one_line(tmp_path: Path) -> None:
    with Desktop(tmp_path) as desktop:
        process = start(desktop, "answer_for_ever", tmp_path / "fescue")
        assert process.stdout
        json.loads(process.stdout.readline())
        server = next(
            one for one in desktop._running if any("Xvfb" in str(word) for word in cast("list[str]", one.args))
        )
        desktop.end(server)
        out, err = process.communicate(timeout=30)
    assert out == ""
    if not err.startswith("XIO:"):  # the X library itself noticed first: it ends its program on the spot
        assert err.startswith("fescue: the display is gone, so Fescue ended.")
        assert (process.returncode, len(err.splitlines())) == (3, 1)


def test_a_dialog_does_not_stop_an_answer_nor_its_closing_the_app(tmp_path: Path) -> None:  # f07, f01
    with Desktop(tmp_path) as desktop:
        facts = finish(start(desktop, "dialog_while_answering", tmp_path / "fescue"))
    assert facts == [{"open": True, "busy": True}, {"stopped": False, "busy": True}]


def test_closing_the_panel_leaves_the_app_in_the_tray(tmp_path: Path) -> None:  # f01
    with Desktop(tmp_path) as desktop:
        facts = finish(start(desktop, "close_the_panel", tmp_path / "fescue"))
    assert facts == [{"tray": True, "visible": True}, {"stopped": False}]


def test_without_a_tray_the_window_is_the_app(tmp_path: Path) -> None:  # f01
    with Desktop(tmp_path, tray=False) as desktop:
        facts = finish(start(desktop, "close_the_panel", tmp_path / "fescue"))
    assert facts == [{"tray": False, "visible": True}, {"stopped": True}]


def test_a_tray_that_comes_late_gets_the_icon(tmp_path: Path) -> None:  # f01
    with Desktop(tmp_path, tray=False) as desktop:
        process = start(desktop, "wait_for_a_tray", tmp_path / "fescue")
        assert process.stdout
        assert json.loads(process.stdout.readline()) == {"tray": False}
        desktop.run(_TRAY.split())
        assert finish(process) == [{"tray": True}]


# qBittorrent #10034: the tray that the icon was in has gone meanwhile, and with it the way back to a closed panel.
def test_without_its_tray_any_more_closing_the_panel_ends_it(tmp_path: Path) -> None:
    with Desktop(tmp_path, tray=False) as desktop:
        tray = desktop.run(_TRAY.split())
        eyes = XDisplay(desktop.display)
        eyes.listen(eyes.root, STRUCTURE)
        wait_until(lambda: eyes.selection_owner("_NET_SYSTEM_TRAY_S0"), Drain(eyes))
        process = start(desktop, "close_the_panel_when_told", tmp_path / "fescue")
        assert process.stdout
        assert json.loads(process.stdout.readline()) == {"tray": True}
        desktop.end(tray)
        wait_until(lambda: not eyes.selection_owner("_NET_SYSTEM_TRAY_S0"), Drain(eyes))
        eyes.close()
        out, err = process.communicate("close\n", timeout=30)
    assert (process.returncode, err, json.loads(out)) == (0, "", {"stopped": True})


class Drain:
    """The events of a display that a test looks at."""

    def __init__(self, display: XDisplay) -> None:
        self.fileno, self.connection = display.fileno, display.connection

    def drain(self) -> None:
        while self.connection.poll_for_event() is not None:
            pass
