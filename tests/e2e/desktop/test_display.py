"""Whether a display answers is known before Qt, which would end the program, is asked."""

import os
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from overlay.core.errors import OutsideError
from overlay.desktop.display import open_display

pytestmark = pytest.mark.e2e


def authority(host: str, number: str, cookie: bytes) -> bytes:
    fields = [host.encode(), number.encode(), b"MIT-MAGIC-COOKIE-1", cookie]
    return struct.pack(">H", 256) + b"".join(struct.pack(">H", len(field)) + field for field in fields)


@contextmanager
def x_server(auth: Path) -> Iterator[str]:
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-auth", str(auth), "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        number = pipe.readline().strip()
    try:
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


def test_a_display_that_asks_for_a_cookie(tmp_path: Path) -> None:
    auth, host, cookie = tmp_path / "auth", socket.gethostname(), bytes(range(16))
    auth.write_bytes(authority(host, "", cookie))
    with x_server(auth) as display:
        ours = {"DISPLAY": display, "HOME": str(tmp_path), "XAUTHORITY": str(auth)}
        with open_display(ours), open_display(ours | {"DISPLAY": display + ".0"}):
            pass
        for wrong in (authority(host, "", bytes(16)), authority("elsewhere", "", cookie), b"\0", b""):
            (tmp_path / "wrong").write_bytes(wrong)
            with (
                pytest.raises(OutsideError, match=r"refuses Fescue .*XAUTHORITY"),
                open_display(ours | {"XAUTHORITY": str(tmp_path / "wrong")}),
            ):
                pass
        with pytest.raises(OutsideError, match="refuses"), open_display({"DISPLAY": display, "HOME": str(tmp_path)}):
            pass


def test_without_a_display_each_command_with_a_picture_instead_is_named() -> None:
    with pytest.raises(OutsideError) as told, open_display({}):
        pass
    for instead in ("fescue demo --headless-shot", "fescue ask TEXT --png", "fescue pack preview --png"):
        assert instead in str(told.value)


@pytest.mark.parametrize(
    "display", [":987", ":987.0", "unix/:987", "nonsense", ":99999999", "/nowhere", "localhost:987"]
)
def test_a_display_that_is_not_there(display: str, tmp_path: Path) -> None:
    with (
        pytest.raises(OutsideError, match=r"no X display answers at .*Set DISPLAY"),
        open_display({"DISPLAY": display}),
    ):
        pass
    with open_display({"DISPLAY": display, "QT_QPA_PLATFORM": "offscreen"}):
        pass
    # A Wayland compositor that answers is enough; one that is gone is not.
    path = tmp_path / "wayland-7"
    wayland = {"WAYLAND_DISPLAY": path.name, "XDG_RUNTIME_DIR": str(tmp_path)}
    with pytest.raises(OutsideError, match="Wayland"), open_display(wayland):
        pass
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as compositor:
        compositor.bind(str(path))
        compositor.listen()
        with open_display(wayland | {"DISPLAY": display}):
            pass


@pytest.mark.parametrize("command", [["run"], ["demo"], ["demo", "--as", "tom.becker"]])
def test_commands_say_it_in_a_line_and_leave_nothing(command: list[str], tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir(mode=0o700)
    environ = {k: v for k, v in os.environ.items() if k not in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY")}
    environ |= {"DISPLAY": ":987", "XDG_RUNTIME_DIR": str(run), "TMPDIR": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "overlay", *command], env=environ, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("fescue: no X display answers at ':987'.")
    assert done.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["run"]
    assert not list(run.rglob("*.sock"))
