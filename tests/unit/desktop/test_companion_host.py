"""The native messaging host as a browser starts it: a process with two pipes."""

import json
import os
import select
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlay.desktop.companion_host import main
from overlay.desktop.companion_wire import MAX_FRAME, FrameReader, WireError, frame
from overlay.desktop.runtime import make_private, runtime_folder, socket_address

SECONDS = 20


class Browser:
    """The browser's side of the host's two pipes."""

    def __init__(self, address: Path) -> None:
        command = [sys.executable, "-I", "-m", "overlay.desktop.companion_host", "--socket", str(address)]
        self.process = subprocess.Popen(
            [*command, "chrome-extension://abc/"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert self.process.stdin
        assert self.process.stdout
        self.to_host, self.from_host = self.process.stdin, self.process.stdout
        self.reader = FrameReader()

    def say(self, data: bytes) -> None:
        self.to_host.write(data)
        self.to_host.flush()

    def hear(self) -> object:
        while True:
            ready, _, _ = select.select([self.from_host], [], [], SECONDS)
            assert ready, "the host says nothing"
            for payload in self.reader.feed(os.read(self.from_host.fileno(), 4096)):
                return json.loads(payload)

    def close(self) -> tuple[int, bytes]:
        self.to_host.close()
        assert self.process.stderr
        complaint = self.process.stderr.read()
        self.process.stderr.close()
        self.from_host.close()
        return self.process.wait(SECONDS), complaint


class App:
    """The app's side: a socket that one host connects to."""

    def __init__(self, address: Path) -> None:
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.settimeout(SECONDS)
        self.listening.bind(str(address))
        self.listening.listen()
        self.address = address

    def accept(self) -> None:
        self.host, _ = self.listening.accept()
        self.host.settimeout(SECONDS)
        self.reader = FrameReader()
        self.waiting: list[bytes] = []

    def hear(self) -> dict[str, object] | None:
        while not self.waiting:
            data = self.host.recv(4096)
            if not data:
                return None
            self.waiting = self.reader.feed(data)
        return json.loads(self.waiting.pop(0))

    def close(self) -> None:
        self.host.close()
        self.listening.close()
        self.address.unlink()


@pytest.fixture
def address(tmp_path: Path) -> Path:
    return tmp_path / "app.sock"


@pytest.fixture
def browser(address: Path) -> Iterator[Browser]:
    browser = Browser(address)
    yield browser
    if not browser.to_host.closed:
        assert browser.close() == (0, b"")


def test_carries_frames_both_ways_and_waits_for_the_app(address: Path, browser: Browser) -> None:
    app = App(address)
    app.accept()
    assert app.hear() == {"type": "hello", "browser_pid": os.getpid()}
    browser.say(frame(b'{"a":1}') + frame(b'{"b":"\xc3\xb1"}'))
    assert app.hear() == {"a": 1}
    assert app.hear() == {"b": "ñ"}
    app.host.sendall(frame(b'{"type":"report"}'))
    assert browser.hear() == {"type": "report"}
    # The app is started anew: the host finds it.
    app.close()
    again = App(address)
    again.accept()
    assert again.hear() == {"type": "hello", "browser_pid": os.getpid()}
    browser.say(frame(b'{"c":1}'))
    assert again.hear() == {"c": 1}
    assert browser.close() == (0, b"")
    assert again.hear() is None
    again.close()


def test_a_frame_may_arrive_byte_by_byte(address: Path, browser: Browser) -> None:
    app = App(address)
    app.accept()
    app.hear()
    for byte in frame(b'{"slow":true}'):
        browser.say(bytes([byte]))
    assert app.hear() == {"slow": True}
    app.close()


@pytest.mark.parametrize(
    "noise", [b"\xff\xff\xff\xff", b"\0\0\0\0", b"GET / HTTP/1.1\r\n", (MAX_FRAME + 1).to_bytes(4, sys.byteorder)]
)
def test_what_is_no_frame_ends_it_cleanly(address: Path, browser: Browser, noise: bytes) -> None:
    app = App(address)
    app.accept()
    app.hear()
    browser.say(noise)
    assert app.hear() is None
    assert browser.process.wait(SECONDS) == 0
    assert browser.close() == (0, b"")
    app.close()


def test_half_a_frame_and_the_end(address: Path, browser: Browser) -> None:
    browser.say(frame(b'{"half":true}')[:7])
    assert browser.close() == (0, b"")


def test_noise_from_the_app_is_never_passed_on(address: Path, browser: Browser) -> None:
    app = App(address)
    app.accept()
    app.hear()
    app.host.sendall(b"\xff" * 64)
    assert app.hear() is None
    app.host.close()
    app.accept()
    assert app.hear() == {"type": "hello", "browser_pid": os.getpid()}
    app.host.sendall(frame(b'{"fine":1}'))
    assert browser.hear() == {"fine": 1}
    app.close()


def test_it_starts_light(address: Path, browser: Browser) -> None:
    app = App(address)
    app.accept()
    app.hear()
    status = Path(f"/proc/{browser.process.pid}/status").read_text()
    resident = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
    assert resident < 16 * 1024
    app.close()
    loaded = (
        "import sys; before = set(sys.modules); import overlay.desktop.companion_host; print(set(sys.modules) - before)"
    )
    answer = subprocess.run([sys.executable, "-I", "-c", loaded], capture_output=True, text=True, check=True)
    for heavy in ("pathlib", "json", "asyncio", "subprocess", "dataclasses", "platformdirs"):
        assert f"'{heavy}'" not in answer.stdout


def test_without_local_sockets_it_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("overlay.desktop.companion_host.HAS_LOCAL_SOCKETS", False)
    assert main([]) == 3
    assert "Unix sockets" in capsys.readouterr().err


@given(st.lists(st.binary(min_size=1, max_size=50), max_size=6), st.integers(1, 20))
def test_frames_survive_any_cutting(payloads: list[bytes], step: int) -> None:
    stream = b"".join(map(frame, payloads))
    reader = FrameReader()
    out = [p for i in range(0, len(stream), step) for p in reader.feed(stream[i : i + step])]
    assert out == payloads


@pytest.mark.parametrize("payload", [b"", b"x" * (MAX_FRAME + 1)])
def test_frames_have_a_size(payload: bytes) -> None:
    with pytest.raises(WireError):
        frame(payload)


def test_the_runtime_folder_is_absolute_and_private(tmp_path: Path) -> None:
    assert runtime_folder({"XDG_RUNTIME_DIR": "/run/user/7"}) == "/run/user/7/fescue"
    for odd in ({}, {"XDG_RUNTIME_DIR": ""}, {"XDG_RUNTIME_DIR": "relative"}):
        assert runtime_folder(odd).startswith("/")
    folder = tmp_path / "a" / "b"
    make_private(str(folder))
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o755)
    make_private(str(folder))
    assert folder.stat().st_mode & 0o777 == 0o700
    (tmp_path / "link").symlink_to(folder)
    with pytest.raises(PermissionError, match="remove it"):
        make_private(str(tmp_path / "link"))
    with pytest.raises(OSError, match="XDG_RUNTIME_DIR"):
        socket_address("/" + "x" * 120, "a.sock")
