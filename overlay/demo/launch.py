"""Start Linden as a process of its own, and tell the caller on stdout how to get in."""

import argparse
import asyncio
import json
import os
import signal
import socket
import sqlite3
import sys
import tempfile
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import uvicorn

from overlay.demo.clock import Clock
from overlay.demo.seed.people import MAIN_PEOPLE
from overlay.demo.server import create_app
from overlay.demo.sessions import SessionStore

EXIT_OK, EXIT_OUTSIDE = 0, 3
PARENT_CHECK_SECONDS = 0.5


class QuietServer(uvicorn.Server):
    """A server that leaves signals to us: uvicorn would raise them again, and we want to end with 0."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Capture nothing: `_serve` listens to the signals."""
        yield


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="linden", description="A small ERP to demonstrate on.")
    parser.add_argument("--resources", type=Path, required=True, help="the folder that has demo/templates")
    parser.add_argument("--database", type=Path, help="SQLite file; by default one that is removed at exit")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free port")
    parser.add_argument("--as", dest="person", choices=MAIN_PEOPLE, help="hand out a way in for this person only")
    parser.add_argument("--parent-pid", type=int, help="exit when this process is gone")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Run Linden until it is told to stop.

    Returns:
        0 after a clean stop, 3 when the port is busy or a file cannot be used.
    """
    arguments = _arguments(argv)
    with ExitStack() as stack:
        try:
            listener = stack.enter_context(_listen(arguments.port))
        except (OSError, OverflowError):
            return _fail(f"port {arguments.port} on 127.0.0.1 cannot be used; stop what uses it, or take --port 0")
        try:
            if arguments.database is None:
                folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="linden-"))
                arguments.database = Path(folder) / "linden.db"
            sessions = SessionStore()
            app = create_app(arguments.resources, arguments.database, Clock(), sessions)
        except (OSError, sqlite3.Error) as problem:
            return _fail(f"cannot start: {problem}")
        config = uvicorn.Config(
            app, log_level="error", access_log=False, lifespan="off", server_header=False, timeout_graceful_shutdown=2
        )
        greeting = _greeting(listener, sessions, arguments)
        asyncio.run(_serve(QuietServer(config), listener, greeting, arguments.parent_pid))
    return EXIT_OK


def _fail(message: str) -> int:
    sys.stderr.write(f"linden: {message}\n")
    return EXIT_OUTSIDE


def _listen(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(128)
    except BaseException:
        listener.close()
        raise
    return listener


def _greeting(listener: socket.socket, sessions: SessionStore, arguments: argparse.Namespace) -> str:
    origin = f"http://127.0.0.1:{listener.getsockname()[1]}"
    people = [arguments.person] if arguments.person else MAIN_PEOPLE
    opened = {person: sessions.start(person) for person in people}
    return json.dumps(
        {
            "origin": origin,
            "sign_in": {
                person: f"{origin}/sign-in/once/{sessions.issue_code(session)}" for person, session in opened.items()
            },
            "tokens": {person: session.token for person, session in opened.items()},
            "database": str(arguments.database.absolute()),
        }
    )


async def _serve(server: uvicorn.Server, listener: socket.socket, greeting: str, parent: int | None) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        # Windows' loop takes no signal handlers; there the process is simply ended.
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    serving = asyncio.create_task(server.serve([listener]))
    # The socket listens already: whoever connects from here on waits for the server, and is not refused.
    sys.stdout.write(greeting + "\n")
    sys.stdout.flush()
    watching = asyncio.create_task(_watch(parent, stop))
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait((serving, stopping), return_when=asyncio.FIRST_COMPLETED)
    server.should_exit = True
    await serving
    for task in (watching, stopping):
        task.cancel()


async def _watch(parent: int | None, stop: asyncio.Event) -> None:
    while parent is not None and _alive(parent):
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), PARENT_CHECK_SECONDS)
            return
    if parent is not None:
        stop.set()


def _alive(pid: int) -> bool:
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
