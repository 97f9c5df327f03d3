"""One Fescue a person, across real processes."""

import os
import select
import signal
import socket
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from overlay.core.errors import OutsideError
from overlay.desktop import single_instance
from overlay.desktop.paths import FescuePaths, find_paths
from overlay.desktop.single_instance import RAISE, claim_instance, connected_browsers

SECOND = """
import sys
from pathlib import Path
from overlay.desktop.single_instance import claim_instance
instance = claim_instance(Path(sys.argv[1]), *sys.argv[2:])
print("first" if instance else "second", flush=True)
sys.stdin.read()
"""


def start(folder: Path, *message: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", SECOND, str(folder), *message]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def test_a_second_start_raises_the_first(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    first = claim_instance(folder)
    assert first
    for name in ("fescue.sock", "fescue.lock"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600
    heard: list[str] = []
    first.start(heard.append)
    for message in ((), ("fescue://ask/leave?x=ñ",), ("two\nlines",)):
        second = start(folder, *message)
        assert select.select([first], [], [], 20)[0]
        first.drain()
        assert second.communicate(timeout=20)[0] == "second\n"
    assert heard == [RAISE, "fescue://ask/leave?x=ñ", "two lines"]
    first.close()


def test_the_first_says_which_browsers_it_hears(tmp_path: Path) -> None:
    assert connected_browsers(tmp_path / "run") is None
    assert not (tmp_path / "run").exists()
    first = claim_instance(tmp_path / "run")
    assert first
    heard: list[str] = []
    for names in ((), ("chromium", "firefox")):
        first.start(heard.append, lambda names=names: names)
        answers: list[tuple[str, ...] | None] = []
        asking = threading.Thread(target=lambda answers=answers: answers.append(connected_browsers(tmp_path / "run")))
        asking.start()
        assert select.select([first], [], [], 20)[0]
        first.drain()
        asking.join()
        assert answers == [names]
    assert heard == []
    first.close()
    assert connected_browsers(tmp_path / "run") is None


def test_drain_hears_everybody_and_bears_noise(tmp_path: Path) -> None:
    first = claim_instance(tmp_path)
    assert first
    heard: list[str] = []
    first.start(heard.append)
    callers = [socket.socket(socket.AF_UNIX) for _ in range(4)]
    for caller, words in zip(callers, (b"one\n", b"x" * 5000 + b"\n", b"", b"two\n"), strict=True):
        caller.connect(str(tmp_path / "fescue.sock"))
        caller.sendall(words)
        caller.shutdown(socket.SHUT_WR)
    first.drain()
    assert heard == ["one", "two"]
    for caller in callers:
        caller.close()
    first.close()


def test_after_kill_9_the_next_start_is_the_first(tmp_path: Path) -> None:
    killed = start(tmp_path)
    assert killed.stdout
    assert killed.stdout.readline() == "first\n"
    assert claim_blocked(tmp_path)
    os.kill(killed.pid, signal.SIGKILL)
    killed.communicate(timeout=20)
    assert (tmp_path / "fescue.sock").exists()
    again = claim_instance(tmp_path)
    assert again
    again.close()
    once_more = claim_instance(tmp_path)
    assert once_more
    once_more.close()


def test_a_first_that_hangs_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(single_instance, "ANSWER_SECONDS", 0.2)
    hanging = claim_instance(tmp_path)
    assert hanging
    with pytest.raises(OutsideError, match="does not answer"):
        claim_instance(tmp_path)
    hanging.close()


def test_two_starts_at_once(tmp_path: Path) -> None:
    both = [start(tmp_path), start(tmp_path)]
    lines: list[str] = []
    done = threading.Event()

    def read(process: "subprocess.Popen[str]") -> None:
        assert process.stdout
        line = process.stdout.readline()
        lines.append(line)
        done.set()

    threads = [threading.Thread(target=read, args=(process,)) for process in both]
    for thread in threads:
        thread.start()
    assert done.wait(20)
    assert lines[0] == "first\n"
    for process in both:
        process.kill()
    for thread in threads:
        thread.join(20)
    for process in both:
        process.communicate(timeout=20)
    assert lines.count("first\n") == 1


def test_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    paths = find_paths({"XDG_RUNTIME_DIR": str(tmp_path / "run")})
    assert paths == FescuePaths(
        tmp_path / "config/fescue", tmp_path / "data/fescue", tmp_path / "cache/fescue", tmp_path / "run/fescue"
    )
    assert list(tmp_path.iterdir()) == []
    assert stat.S_IMODE(paths.private_runtime().stat().st_mode) == 0o700
    inside = FescuePaths.under(tmp_path / "demo")
    assert inside.private_runtime() == tmp_path / "demo" / "run"
    (tmp_path / "file").write_text("")
    with pytest.raises(OutsideError, match="sockets is not usable"):
        FescuePaths.under(tmp_path / "file").private_runtime()


def claim_blocked(folder: Path) -> bool:
    return single_instance._take_lock(folder / "fescue.lock") is None
