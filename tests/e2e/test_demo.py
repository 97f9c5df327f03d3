"""`fescue demo` as a command: who signs in, how it ends, and that nothing is left of it."""

import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from overlay.core.turn import Outcome, TurnRecord
from overlay.storage.turn_log import SqliteTurnLog
from tests.e2e.rig import Desktop, _plain_environment

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]
ROOT = Path(__file__).parents[2]


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder with a short path: sockets are made below it."""
    with tempfile.TemporaryDirectory(prefix="fd-") as folder:
        yield Path(folder)


def demo(folder: Path, *words: str, env: dict[str, str] | None = None) -> "subprocess.Popen[str]":
    environ = (env or _plain_environment(folder)) | {"TMPDIR": str(folder / "tmp"), "PYTHONPATH": str(ROOT)}
    (folder / "tmp").mkdir()
    return subprocess.Popen(
        [sys.executable, "-m", "overlay", "demo", *words],
        cwd=folder,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def running(folder: Path) -> list[int]:
    """Return the processes that name the folder in their command line."""

    def names_it(pid: Path) -> bool:
        try:
            return os.fsencode(folder / "tmp") in (pid / "cmdline").read_bytes()
        except OSError:
            return False

    return [int(pid.name) for pid in Path("/proc").glob("[0-9]*") if names_it(pid)]


def a_folder(folder: Path) -> bool:
    return any((folder / "tmp").iterdir())


def a_browser(folder: Path) -> bool:
    return any((folder / "tmp").glob("fescue-demo-*/browser/Default"))


def an_answer(folder: Path) -> bool:
    return any((folder / "tmp").glob("fescue-demo-*/data/turns.db"))


def wait_for(done: Callable[[Path], object], folder: Path, process: "subprocess.Popen[str]") -> None:
    deadline = time.monotonic() + 60
    handle = os.pidfd_open(process.pid)
    try:
        while not done(folder):
            assert time.monotonic() < deadline
            assert not select.select([handle], [], [], 0.02)[0], process.communicate()
    finally:
        os.close(handle)


@pytest.mark.parametrize("moment", [a_folder, a_browser, an_answer])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_headless_demo_that_is_ended_leaves_nothing(
    place: Path, moment: Callable[[Path], bool], number: signal.Signals
) -> None:
    process = demo(place, "--headless-shot", "picture.png")
    wait_for(moment, place, process)
    asked = time.monotonic()
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    # On a machine of its own it takes a second; a picture that is waited for takes 40.
    assert time.monotonic() - asked < 20
    assert (process.returncode, err) == (130, "")
    assert "picture.png" not in out
    assert running(place) == []
    assert list((place / "tmp").iterdir()) == []
    assert not (place / "picture.png").exists()


def test_everybody_begins_on_a_screen_and_with_a_question_of_their_own(place: Path) -> None:
    process = demo(place, "--as", "tom.becker", "--headless-shot", "picture.png")
    found: list[TurnRecord] = []

    def recorded(folder: Path) -> bool:
        for data in (folder / "tmp").glob("fescue-demo-*/data"):
            log = SqliteTurnLog(data / "turns.db", print)
            found[:] = [turn for t in log.threads("tom.becker") for turn in log.turns("tom.becker", t.id)]
        return bool(found)

    wait_for(recorded, place, process)
    # Tom has no leave: his browser shows a screen of his own, and he is asked what the manual answers for him.
    (turn,) = found
    asked, person = turn.request, turn.request.person
    assert asked.screen.known
    assert not person.can_open("/leave")
    assert asked.question.text == "How do I clock in?"
    assert (turn.outcome, turn.sections) == (Outcome.ANSWERED, ("attendance",))
    process.communicate(timeout=30)
    assert process.returncode == 0


def test_a_demo_that_is_killed_takes_its_browser_along(place: Path) -> None:
    with Desktop(place) as desktop:
        process = demo(place, env=desktop.env)
        wait_for(a_browser, place, process)
        browsers = [os.pidfd_open(pid) for pid in running(place)]
        assert browsers
        process.kill()
        process.communicate()
        for handle in browsers:
            assert select.select([handle], [], [], 20)[0], "a part of the browser lives on"
            os.close(handle)
