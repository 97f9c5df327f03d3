"""A real desktop for tests: X server, bus, window manager, tray and Chromium; everything is awaited by its events."""

import json
import os
import queue
import select
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Protocol

from overlay.core.ports import Rect
from overlay.desktop.browser import BrowserStart, chromium_command, find_chromium
from overlay.desktop.virtual import VirtualDesktop

DEADLINE = 30.0
"""Seconds a test waits for an event before it fails."""
FRAME = Rect(40, 40, 900, 700)


class Drained(Protocol):
    """What a test can wait on."""

    def fileno(self) -> int: ...
    def drain(self) -> None: ...


def wait_until(done: Callable[[], object], *sources: Drained, seconds: float = DEADLINE) -> None:
    """Let event sources work until something holds; fail after a deadline.

    What holds may depend on more than the sources say (another program's view), so it is looked at twice a second too.
    """
    deadline = time.monotonic() + seconds
    for source in sources:
        source.drain()
    while not done():
        left = deadline - time.monotonic()
        if left <= 0:
            raise AssertionError(f"did not happen within {seconds} s: {done}")
        by_fd = {source.fileno(): source for source in sources}
        ready, _, _ = select.select(list(by_fd), [], [], min(left, 0.5))
        for fd in ready:
            by_fd[fd].drain()


class Desktop(VirtualDesktop):
    """A virtual desktop that also starts Chromium."""

    def __init__(
        self, folder: Path, *, size: tuple[int, int] = (1600, 1000), window_manager: str = "openbox", tray: bool = True
    ) -> None:
        environ = _plain_environment(folder)
        super().__init__(folder, size=size, window_manager=window_manager, tray=tray, environ=environ)

    def chromium(
        self,
        profile: Path,
        url: str,
        extension: Path | None = None,
        frame: Rect = FRAME,
        env: Mapping[str, str] | None = None,
        flags: tuple[str, ...] = (),
    ) -> subprocess.Popen[bytes]:
        start = BrowserStart(url, profile, extension, frame)
        command = chromium_command(find_chromium(self.env), start, as_root=os.getuid() == 0)
        return self.run([*command[:-1], *flags, command[-1]], env=env)


def _plain_environment(folder: Path) -> dict[str, str]:
    home = folder / "home"
    home.mkdir(exist_ok=True)
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TZ") if name in os.environ}
    return kept | {"HOME": str(home)}


PAGE = """<!doctype html><meta charset=utf-8><title>{title}</title><h1>{title}</h1><script>
const orders = new EventSource("/orders/{load}");
orders.onmessage = (order) => (0, eval)(JSON.parse(order.data));
</script>"""


class Site(ThreadingHTTPServer):
    """A tiny web site whose newest page runs what the test tells it."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, host: str) -> None:
        super().__init__((host, 0), _Answers)
        self.origin = f"http://{host}:{self.server_port}"
        self.seen: queue.SimpleQueue[str] = queue.SimpleQueue()
        """Paths asked for, in order, orders and icons aside."""
        self.orders: list[queue.SimpleQueue[str | None]] = []
        self.listening = threading.Condition()
        self.newest_listener = -1

    def tell(self, script: str) -> None:
        """Run a script in the page that was loaded last, once it listens."""
        with self.listening:
            there = self.listening.wait_for(lambda: self.newest_listener == len(self.orders) - 1, DEADLINE)
        assert there, "the newest page does not listen"
        self.orders[-1].put(script)

    def await_path(self, path: str) -> None:
        """Wait until a path is asked for."""
        deadline = time.monotonic() + DEADLINE
        while self.seen.get(timeout=max(deadline - time.monotonic(), 0.01)) != path:
            pass

    def handle_error(self, request: object, client_address: object) -> None:
        """A page that navigates away drops its stream; that is no error of the test."""


class _Answers(BaseHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        if self.path.startswith("/orders/"):
            self._orders(int(self.path.rpartition("/")[2]))
        elif self.path == "/favicon.ico":
            self.send_error(404)
        else:
            self._page()

    def _page(self) -> None:
        with self.server.listening:
            self.server.orders.append(queue.SimpleQueue())
            load = len(self.server.orders) - 1
        self.server.seen.put(self.path)
        title = self.path.split("?")[0].strip("/").title() or "Home"
        body = PAGE.format(title=title, load=load).encode()
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _orders(self, load: int) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        with self.server.listening:
            self.server.newest_listener = max(self.server.newest_listener, load)
            self.server.listening.notify_all()
        while (order := self.server.orders[load].get()) is not None:
            self.wfile.write(f"data: {json.dumps(order)}\n\n".encode())
            self.wfile.flush()

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        pass


@contextmanager
def site(host: str = "127.0.0.1") -> Iterator[Site]:
    """Serve a tiny site on a free port."""
    server = Site(host)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        for page in server.orders:
            page.put(None)
        server.shutdown()
        server.server_close()
        thread.join()
