"""The native messaging host: the browser starts it, and it carries frames between the extension and the app.

It runs as long as the browser does, so it imports little and keeps nothing: while the app is not there, what the
extension says is dropped, and on connecting the app asks for it anew.
"""

import os
import select
import socket
import sys

from overlay.desktop.companion_wire import FrameReader, WireError, frame
from overlay.desktop.peers import HAS_LOCAL_SOCKETS, same_person
from overlay.desktop.runtime import COMPANION_SOCKET, runtime_folder, socket_address

FIRST_WAIT = 0.25
LONGEST_WAIT = 2.0
"""Seconds between two tries to reach the app."""

_CHUNK = 65536
_SEND_SECONDS = 2.0


class Relay:
    """Two streams of frames, joined while both ends are there."""

    def __init__(self, browser_in: int, browser_out: int, address: str) -> None:
        """Take the browser's descriptors and the app's socket path."""
        self._in = browser_in
        self._out = browser_out
        self._address = address
        self._app: socket.socket | None = None
        self._from_browser = FrameReader()
        self._from_app = FrameReader()
        self._wait = FIRST_WAIT

    def run(self) -> None:
        """Carry frames until the browser closes its end or sends something that is no frame."""
        while True:
            self._connect()
            for descriptor in self._ready():
                if descriptor == self._in:
                    if not self._browser_said():
                        return
                else:
                    self._app_said()

    def _ready(self) -> list[int]:
        poll = select.poll()
        poll.register(self._in, select.POLLIN)
        if self._app is None:
            found = poll.poll(self._wait * 1000)
            self._wait = FIRST_WAIT if found else min(self._wait * 2, LONGEST_WAIT)
        else:
            poll.register(self._app, select.POLLIN)
            found = poll.poll()
        return [descriptor for descriptor, _ in found]

    def _connect(self) -> None:
        if self._app is not None:
            return
        app = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        app.settimeout(_SEND_SECONDS)
        try:
            app.connect(self._address)
            if not same_person(app):
                app.close()
                return
            # Our parent is the browser: the app finds its window by this number.
            app.sendall(frame(b'{"type":"hello","browser_pid":%d}' % os.getppid()))
        except OSError:
            app.close()
            return
        self._app = app
        self._from_app = FrameReader()
        self._wait = FIRST_WAIT

    def _browser_said(self) -> bool:
        try:
            data = os.read(self._in, _CHUNK)
            payloads = self._from_browser.feed(data)
        except (OSError, WireError):
            return False
        for payload in payloads:
            self._to_app(frame(payload))
        return bool(data)

    def _to_app(self, data: bytes) -> None:
        if self._app is None:
            return
        try:
            self._app.sendall(data)
        except OSError:
            self._part()

    def _app_said(self) -> None:
        app = self._app
        if app is None:
            return
        try:
            data = app.recv(_CHUNK)
            payloads = self._from_app.feed(data)
        except (OSError, WireError):
            data, payloads = b"", []
        if not data:
            self._part()
        for payload in payloads:
            _write_all(self._out, frame(payload))

    def _part(self) -> None:
        if self._app is not None:
            self._app.close()
            self._app = None


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def main(arguments: list[str]) -> int:
    """Run the host.

    Args:
        arguments: `--socket PATH` for an app with a runtime folder of its own; what the browser adds is ignored.

    Returns:
        0 when the browser ended the talk, 3 when this platform has no local sockets.
    """
    if not HAS_LOCAL_SOCKETS:
        sys.stderr.write("Fescue's companion needs Unix sockets, and this Python has none.\n")
        return 3
    if "--socket" in arguments[:-1]:
        address = arguments[arguments.index("--socket") + 1]
    else:
        address = socket_address(runtime_folder(), COMPANION_SOCKET)
    try:
        Relay(sys.stdin.fileno(), sys.stdout.fileno(), address).run()
    except (BrokenPipeError, KeyboardInterrupt):
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
