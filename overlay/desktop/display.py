"""Whether the display that Qt is about to open answers: Qt itself ends the whole program when it does not.

A handshake over a plain socket, without an X library: one costs megabytes that a waiting Fescue does not need.
"""

import contextlib
import os
import re
import socket
import struct
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from overlay.core.errors import OutsideError

_SECONDS = 5.0
_NAME = re.compile(r"(?:(?P<protocol>\w+)/)?(?P<host>[^/]*):(?P<number>\d+)(?:\.\d+)?")
_COOKIE = b"MIT-MAGIC-COOKIE-1"
_LOCAL = 256
"""The family of an entry that holds for one machine, by its host name."""
_REFUSED, _ACCEPTED = 0, 1
_OWN_SCREEN = ("offscreen", "minimal", "vnc", "linuxfb", "eglfs")
"""Qt's platforms that need no display."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """One entry of an Xauthority file."""

    family: int
    address: bytes
    number: bytes
    method: bytes
    data: bytes


@contextmanager
def open_display(environ: Mapping[str, str] = os.environ) -> Generator[None]:
    """Make sure that a display answers, and hold on to it while the block lasts.

    An X server may start anew when its last client leaves; Qt, which comes next, must not meet that.

    Raises:
        OutsideError: there is no display, it does not answer, or it refuses us.
    """
    connection = _connect(environ)
    try:
        yield
    finally:
        if connection:
            connection.close()


def _connect(environ: Mapping[str, str]) -> socket.socket | None:
    platform = environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if platform in _OWN_SCREEN:
        return None
    wayland, display = environ.get("WAYLAND_DISPLAY", ""), environ.get("DISPLAY", "")
    if wayland and platform != "xcb":
        with contextlib.suppress(OSError):
            return _local(os.path.join(environ.get("XDG_RUNTIME_DIR", ""), wayland))  # noqa: PTH118  it may be absolute
    if display:
        return _connect_x(display, environ)
    msg = (
        f"the Wayland display {wayland} does not answer. Start Fescue from within the desktop session."
        if wayland
        else "there is no display to show a window on. To get a picture instead: fescue demo --headless-shot FILE,"
        " fescue ask TEXT --png FILE, or fescue pack preview --png FILE"
    )
    raise OutsideError(msg)


def _connect_x(display: str, environ: Mapping[str, str]) -> socket.socket:
    entries = _entries(environ)
    refusal = ""
    try:
        for method, data in [(b"", b""), *_cookies(entries, display)]:
            connection = _reach(display)
            try:
                refusal = _shake_hands(connection, method, data)
            except BaseException:
                connection.close()
                raise
            # With a method that only an X library speaks, the library has to find out.
            if not refusal or any(entry.method != _COOKIE for entry in entries):
                return connection
            connection.close()
    except OSError:
        msg = (
            f"no X display answers at {display!r}. Set DISPLAY to one that runs, or unset it and try: "
            "fescue demo --headless-shot picture.png, or fescue ask TEXT"
        )
        raise OutsideError(msg) from None
    msg = (
        f"the X display {display} refuses Fescue ({refusal}). "
        "Start it as the person who is signed in there, or set XAUTHORITY to their file."
    )
    raise OutsideError(msg)


def _reach(display: str) -> socket.socket:
    """Connect as X libraries do: to the named socket, to the local one by number, or over TCP."""
    if display.startswith("/"):
        return _local(display)
    found = _NAME.fullmatch(display)
    if not found:
        msg = "not a display's name"
        raise OSError(msg)
    host, number = found["host"], int(found["number"])
    if number > 65535 - 6000:
        msg = "no display has such a number"
        raise OSError(msg)
    if host in ("", "unix") and found["protocol"] in (None, "unix"):
        path = f"/tmp/.X11-unix/X{number}"  # noqa: S108  where X servers listen
        for name in ("\0" + path, path):
            with contextlib.suppress(OSError):
                return _local(name)
    return socket.create_connection((host or "localhost", 6000 + number), _SECONDS)


def _local(path: str) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.settimeout(_SECONDS)
        connection.connect(path)
    except BaseException:
        connection.close()
        raise
    return connection


def _shake_hands(connection: socket.socket, method: bytes, data: bytes) -> str:
    """Introduce us as the X protocol has it; returns why we are refused, empty when we are not."""
    head = struct.pack("<BxHHHHxx", ord("l"), 11, 0, len(method), len(data))
    connection.sendall(head + _padded(method) + _padded(data))
    answer = _exactly(connection, 8)
    if answer[0] == _ACCEPTED:
        return ""
    reason = _exactly(connection, answer[1]) if answer[0] == _REFUSED else b""
    return " ".join(reason.decode("latin-1").split()).rstrip(".") or "it asks for a sign-in"


def _exactly(connection: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = connection.recv(size - len(data))
        if not more:
            msg = "the display hung up"
            raise ConnectionResetError(msg)
        data += more
    return data


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)


def _cookies(entries: list[_Entry], display: str) -> list[tuple[bytes, bytes]]:
    found = _NAME.fullmatch(display)
    number = found["number"].encode() if found else b""
    ours = socket.gethostname().encode()
    fitting = (
        entry
        for entry in entries
        if entry.number in (b"", number)
        and entry.method == _COOKIE
        and (entry.family != _LOCAL or entry.address == ours)
    )
    return list(dict.fromkeys((entry.method, entry.data) for entry in fitting))


def _entries(environ: Mapping[str, str]) -> list[_Entry]:
    """Read the Xauthority file: entries of numbers and texts, each with its length before it, big-endian."""
    file = Path(environ.get("XAUTHORITY") or Path(environ.get("HOME", "/")) / ".Xauthority")
    try:
        raw = file.read_bytes()
    except OSError:
        return []
    entries: list[_Entry] = []
    with contextlib.suppress(struct.error):
        while raw:
            (family,), raw = struct.unpack(">H", raw[:2]), raw[2:]
            fields: list[bytes] = []
            for _ in range(4):
                (size,) = struct.unpack(">H", raw[:2])
                fields.append(raw[2 : 2 + size])
                raw = raw[2 + size :]
            entries.append(_Entry(family, *fields))
    return entries
