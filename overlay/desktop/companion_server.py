"""The app's end of the companion: a private local socket that hosts connect to."""

import contextlib
import selectors
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from overlay.core.errors import OutsideError
from overlay.desktop.companion_messages import CompanionMessage, read_message, report_request
from overlay.desktop.companion_wire import FrameReader, WireError, frame
from overlay.desktop.peers import HAS_LOCAL_SOCKETS, same_person
from overlay.desktop.runtime import COMPANION_SOCKET, make_private, socket_address

MAX_CONNECTIONS = 16
"""Browsers and profiles at once; more are turned away."""

_CHUNK = 65536


@dataclass(eq=False, slots=True)
class Connection:
    """One browser's host."""

    socket: socket.socket
    reader: FrameReader = field(default_factory=FrameReader)

    def send(self, payload: bytes) -> bool:
        """Send one small message; False when the host does not take it."""
        try:
            return self.socket.send(frame(payload)) > 0
        except OSError:
            return False


class CompanionListener(Protocol):
    """Who hears what the hosts say."""

    def said(self, connection: Connection, message: CompanionMessage) -> None:
        """Take one message."""
        ...

    def left(self, connection: Connection) -> None:
        """Note that a host is gone."""
        ...


class CompanionServer:
    """Accepts this person's hosts and reads their messages; whoever sends anything else is cut off."""

    def __init__(self, folder: Path, listener: CompanionListener) -> None:
        """Listen in the private runtime folder.

        Raises:
            OutsideError: there are no local sockets here, the folder is not safe, or another Fescue listens.
        """
        if not HAS_LOCAL_SOCKETS:
            msg = "The browser companion needs Unix sockets, which this Python lacks: choose the screen by hand."
            raise OutsideError(msg)
        self._listener = listener
        self._poll = selectors.EpollSelector() if hasattr(selectors, "EpollSelector") else selectors.DefaultSelector()
        self._path, self._socket = _listen(str(folder))
        self._inode = self._path.stat().st_ino
        self._poll.register(self._socket, selectors.EVENT_READ, self._accept)
        self._connections: list[Connection] = []

    def fileno(self) -> int:
        """Return one descriptor that is readable when any host said something."""
        return self._poll.fileno()

    def watch(self, descriptor: socket.socket, woken: Callable[[], None]) -> None:
        """Let another descriptor wake the same loop."""
        self._poll.register(descriptor, selectors.EVENT_READ, woken)

    def drain(self) -> None:
        """Read what waits, without waiting."""
        for key, _ in self._poll.select(0):
            key.data()

    def close(self) -> None:
        """Part from all hosts and remove the socket."""
        for connection in self._connections:
            connection.socket.close()
        self._connections.clear()
        self._socket.close()
        self._poll.close()
        with contextlib.suppress(FileNotFoundError):
            if self._path.stat().st_ino == self._inode:
                self._path.unlink()

    def _accept(self) -> None:
        try:
            accepted, _ = self._socket.accept()
        except OSError:
            return
        if len(self._connections) >= MAX_CONNECTIONS or not same_person(accepted):
            accepted.close()
            return
        accepted.setblocking(False)
        connection = Connection(accepted)
        self._connections.append(connection)
        self._poll.register(accepted, selectors.EVENT_READ, lambda: self._read(connection))
        if not connection.send(report_request()):
            self._part(connection)

    def _read(self, connection: Connection) -> None:
        try:
            data = connection.socket.recv(_CHUNK)
            payloads = connection.reader.feed(data)
        except BlockingIOError:
            return
        except (OSError, WireError):
            data, payloads = b"", []
        for payload in payloads:
            message = read_message(payload)
            if message is None:
                data = b""
                break
            self._listener.said(connection, message)
        if not data:
            self._part(connection)

    def _part(self, connection: Connection) -> None:
        self._poll.unregister(connection.socket)
        connection.socket.close()
        self._connections.remove(connection)
        self._listener.left(connection)


def _listen(folder: str) -> tuple[Path, socket.socket]:
    try:
        make_private(folder)
        path = Path(socket_address(folder, COMPANION_SOCKET))
        if _answers(path):
            msg = "Another Fescue already listens to the browser: quit it first."
            raise OutsideError(msg)
        path.unlink(missing_ok=True)
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        listening.bind(str(path))
        path.chmod(0o600)
        listening.listen(MAX_CONNECTIONS)
        listening.setblocking(False)
    except OSError as problem:
        msg = f"The companion's socket could not be made: {problem}"
        raise OutsideError(msg) from problem
    return path, listening


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as trial:
        trial.settimeout(1)
        try:
            trial.connect(str(path))
        except OSError:
            return False
        return True
