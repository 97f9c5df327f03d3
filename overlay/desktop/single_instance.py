"""One Fescue a person: a second start tells the first one to come forward, and ends."""

import contextlib
import os
import select
import socket
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

from overlay.core.errors import OutsideError
from overlay.desktop.peers import HAS_LOCAL_SOCKETS, same_person
from overlay.desktop.runtime import INSTANCE_SOCKET, make_private, socket_address

RAISE = "raise"
"""The message that asks the running Fescue to come forward."""

BROWSERS = "browsers?"
"""The message that asks it which browsers its companion hears; the answer is their names, one word each."""

LONGEST_MESSAGE = 4096
ANSWER_SECONDS = 5.0

_LOCK = "fescue.lock"
_DONE = b"ok\n"


class PrimaryInstance:
    """The Fescue that runs. It hears what later starts want to tell it."""

    def __init__(self, lock: IO[bytes] | None, listening: socket.socket, path: Path | None) -> None:
        """Keep the lock (it goes with the process, however that ends) and the socket."""
        self._lock = lock
        self._socket = listening
        self._path = path
        self._report: Callable[[str], None] | None = None
        self._browsers: Callable[[], Sequence[str]] | None = None

    def start(self, report: Callable[[str], None], browsers: Callable[[], Sequence[str]] | None = None) -> None:
        """Begin to report messages. They come from this person's programs, but say anything: check them.

        Args:
            report: told every message but BROWSERS.
            browsers: answers BROWSERS.
        """
        self._report = report
        self._browsers = browsers

    def fileno(self) -> int:
        """Return the descriptor to watch."""
        return self._socket.fileno()

    def drain(self) -> None:
        """Hear everybody who waits."""
        while self._path is not None:
            try:
                caller, _ = self._socket.accept()
            except OSError:
                return
            with caller:
                self._hear(caller)

    def close(self) -> None:
        """Let another Fescue be the first."""
        self._socket.close()
        if self._path is not None:
            self._path.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.close()

    def _hear(self, caller: socket.socket) -> None:
        caller.settimeout(1)
        if not same_person(caller):
            return
        try:
            message = _read_line(caller)
            if message == BROWSERS:
                caller.sendall(" ".join(self._browsers() if self._browsers else ()).encode() + b"\n")
                return
            caller.sendall(_DONE)
        except (OSError, ValueError):
            return
        if self._report and message:
            self._report(message)


def claim_instance(folder: Path, message: str = RAISE) -> PrimaryInstance | None:
    """Become the one Fescue of this person, or tell the one that runs.

    A Fescue that was killed leaves a lock that the system has already released, so nothing is to be cleaned by hand.
    On Windows, where Python has no local sockets, every start is the first: not built there.

    Args:
        folder: the private runtime folder.
        message: what a running Fescue is told, one line.

    Returns:
        The instance to keep until the program ends, or None when another runs and took the message.

    Raises:
        OutsideError: the folder is not usable, or the running Fescue does not answer.
    """
    if not HAS_LOCAL_SOCKETS:
        return PrimaryInstance(None, socket.socket(), None)
    try:
        make_private(str(folder))
        path = Path(socket_address(str(folder), INSTANCE_SOCKET))
        lock = _take_lock(folder / _LOCK)
        if lock is None:
            _tell(path, message)
            return None
        return PrimaryInstance(lock, _listen(path), path)
    except OSError as problem:
        msg = f"Fescue could not see whether it already runs: {problem}"
        raise OutsideError(msg) from problem


def connected_browsers(folder: Path) -> tuple[str, ...] | None:
    """Ask the running Fescue which browsers its companion hears; None when no Fescue runs or it does not answer.

    Args:
        folder: the private runtime folder; nothing is made there.
    """
    if not HAS_LOCAL_SOCKETS:
        return None
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as caller:
            caller.settimeout(ANSWER_SECONDS)
            caller.connect(socket_address(str(folder), INSTANCE_SOCKET))
            caller.sendall(BROWSERS.encode() + b"\n")
            return tuple(_read_line(caller).split()) if same_person(caller) else None
    except (OSError, ValueError):
        return None


def _take_lock(file: Path) -> IO[bytes] | None:
    import fcntl

    lock = os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600), "ab")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return None
    return lock


def _listen(path: Path) -> socket.socket:
    path.unlink(missing_ok=True)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind(str(path))
    path.chmod(0o600)
    listening.listen(8)
    listening.setblocking(False)
    return listening


def _tell(path: Path, message: str) -> None:
    line = message.replace("\n", " ").encode()[: LONGEST_MESSAGE - 1] + b"\n"
    deadline = time.monotonic() + ANSWER_SECONDS
    while time.monotonic() < deadline:
        # Between its lock and its socket a starting Fescue is not reachable for a moment.
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as caller, contextlib.suppress(OSError, ValueError):
            caller.settimeout(ANSWER_SECONDS)
            caller.connect(str(path))
            caller.sendall(line)
            if same_person(caller) and _read_line(caller) == _DONE.decode().strip():
                return
        select.select([], [], [], 0.05)
    msg = f"Fescue already runs but does not answer: end its process (it holds {path.parent / _LOCK}) and start again."
    raise OutsideError(msg)


def _read_line(connection: socket.socket) -> str:
    data = b""
    while not data.endswith(b"\n"):
        more = connection.recv(LONGEST_MESSAGE)
        data += more
        if not more or len(data) > LONGEST_MESSAGE:
            msg = "not one line"
            raise ValueError(msg)
    return os.fsdecode(data).strip()
