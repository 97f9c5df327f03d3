"""The companion probe: knows the active screen exactly, because the browser's own extension says it."""

import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from overlay.core.errors import OutsideError
from overlay.core.pack import Pack
from overlay.core.ports import AppOpener, Rect
from overlay.core.screens import Screen, ScreenSource
from overlay.desktop.companion_messages import CompanionMessage, Front, Hello, Opened, open_request
from overlay.desktop.companion_server import CompanionServer, Connection
from overlay.desktop.system_opener import own_address

HOLD_SECONDS = 0.3
"""How long the last good screen stands while the same tab shows nothing of the app: a redirect, a reconnect."""

_EARLY = 0.01
"""Seconds a timer may ring early without a second ring."""


@dataclass(frozen=True, slots=True)
class BrowserFront:
    """The browser window that shows the app, as far as it helps to find it on the desktop."""

    browser: str
    pid: int
    """The browser's process, 0 when the host did not say."""
    window_id: int
    """The browser's own number for the window; the window system knows it by another."""
    tab_id: int
    bounds: Rect
    """In the browser's logical pixels."""
    title: str
    focused: bool
    minimised: bool


@dataclass(frozen=True, slots=True)
class CompanionStatus:
    """Which browsers are connected, and what to do when none is."""

    browsers: tuple[str, ...]
    advice: str


@dataclass(slots=True)
class _Browser:
    """What is known of one connected browser; addresses are not kept."""

    pid: int = 0
    name: str = ""
    place: tuple[int | None, int | None] = (None, None)
    screen: Screen | None = None
    front: BrowserFront | None = None
    shown_app: bool = False
    heard: tuple[int, int] = (0, 0)
    """When it last had the focus and when it last spoke, as running numbers: the greatest wins."""


class CompanionProbe:
    """Reports the active screen from connected browsers, and opens addresses in the tab that shows the app."""

    def __init__(
        self,
        pack: Pack,
        runtime: Path,
        fallback: AppOpener,
        *,
        clock: Callable[[], float] = time.monotonic,
        failed: Callable[[OutsideError], None] | None = None,
    ) -> None:
        """Start listening for hosts.

        Args:
            pack: decides what is let in and what is opened.
            runtime: the private folder for the socket.
            fallback: opens an address when no browser with the companion does.
            clock: steady seconds.
            failed: told, inside `drain`, when an address was refused by the browser and by the fallback.

        Raises:
            OutsideError: the socket cannot be made; the words say why.
        """
        self._pack = pack
        self._fallback = fallback
        self._clock = clock
        self._failed = failed
        self._report: Callable[[Screen | None], None] | None = None
        self._browsers: dict[Connection, _Browser] = {}
        self._pending: dict[int, tuple[Connection, str]] = {}
        self._serial = 0
        self._shown: tuple[Screen | None, BrowserFront | None] = (None, None)
        self._missing_since: float | None = None
        self._server = CompanionServer(runtime, self)
        self._bell, self._hammer = socket.socketpair()
        self._bell.setblocking(False)
        self._server.watch(self._bell, self._hush)

    @property
    def front(self) -> BrowserFront | None:
        """The browser window that shows the app now, for the window tracker."""
        return self._shown[1]

    def status(self) -> CompanionStatus:
        """Say which browsers are connected."""
        names = tuple(b.name for b in self._browsers.values() if b.name)
        advice = "" if names else "No companion: run `fescue companion install`, or choose the screen by hand."
        return CompanionStatus(names, advice)

    def start(self, report: Callable[[Screen | None], None]) -> None:
        """Begin to report each new screen, and None when the app is no longer in front."""
        self._report = report
        if self._shown[0] is not None:
            report(self._shown[0])

    def fileno(self) -> int:
        """Return the descriptor to watch."""
        return self._server.fileno()

    def drain(self) -> None:
        """Read what the browsers said and report the outcome once."""
        self._server.drain()
        self._settle()

    def close(self) -> None:
        """Stop listening."""
        self._report = None
        self._server.close()
        self._bell.close()
        self._hammer.close()

    def open(self, url: str) -> None:
        """Open an address in the tab that shows the app, or with the fallback when no browser is connected.

        Raises:
            OutsideError: the address is not the pack's, or nothing took it.
        """
        safe = own_address(self._pack, url)
        chosen = max(self._browsers.items(), key=lambda pair: (pair[1].shown_app, pair[1].heard), default=None)
        if chosen is None:
            self._fallback.open(safe)
            return
        self._serial += 1
        if chosen[0].send(open_request(self._serial, safe)):
            self._pending[self._serial] = (chosen[0], safe)
        else:
            self._fallback.open(safe)

    def said(self, connection: Connection, message: CompanionMessage) -> None:
        """Take one message of a host."""
        browser = self._browsers.setdefault(connection, _Browser())
        match message:
            case Hello(browser_pid=pid):
                browser.pid = pid
            case Front():
                self._note(browser, message)
            case Opened(id=request_id, ok=ok):
                _, url = self._pending.pop(request_id, (connection, ""))
                if url and not ok:
                    self._open_otherwise(url)
            case _:
                assert_never(message)

    def left(self, connection: Connection) -> None:
        """Forget a host; what it had not opened yet is opened otherwise."""
        self._browsers.pop(connection, None)
        lost = [number for number, (holder, _) in self._pending.items() if holder is connection]
        for number in lost:
            self._open_otherwise(self._pending.pop(number)[1])

    def _note(self, browser: _Browser, front: Front) -> None:
        self._serial += 1
        browser.name = front.browser
        browser.heard = (self._serial if front.focused else browser.heard[0], self._serial)
        browser.place = (front.window_id, front.tab_id)
        # The only door: past this line the address and the title of another site do not exist.
        screen = self._pack.admit(front.page.url, front.page.title, ScreenSource.COMPANION) if front.page else None
        browser.screen = screen
        browser.front = None
        if screen is None:
            return
        browser.shown_app = True
        browser.front = BrowserFront(
            front.browser,
            browser.pid,
            front.window_id or 0,
            front.tab_id or 0,
            front.bounds,
            screen.title,
            front.focused,
            front.minimised,
        )

    def _open_otherwise(self, url: str) -> None:
        try:
            self._fallback.open(url)
        except OutsideError as problem:
            if self._failed:
                self._failed(problem)

    def _settle(self) -> None:
        best = max(self._browsers.values(), key=lambda b: b.heard, default=None)
        if best is not None and best.screen is not None:
            self._show(best.screen, best.front)
        elif self._shown[0] is not None and self._may_come_back(best):
            self._hold()
        else:
            self._show(None, None)

    def _may_come_back(self, best: _Browser | None) -> bool:
        front = self._shown[1]
        return best is None or not best.name or (front is not None and best.place == (front.window_id, front.tab_id))

    def _hold(self) -> None:
        now = self._clock()
        if self._missing_since is None:
            self._missing_since = now
            bell = threading.Timer(HOLD_SECONDS, self._ring)
            bell.daemon = True
            bell.start()
        elif now - self._missing_since >= HOLD_SECONDS - _EARLY:
            self._show(None, None)

    def _hush(self) -> None:
        self._bell.recv(64)

    def _ring(self) -> None:
        try:
            self._hammer.send(b"!")
        except OSError:
            return

    def _show(self, screen: Screen | None, front: BrowserFront | None) -> None:
        self._missing_since = None
        before, self._shown = self._shown, (screen, front)
        if self._report and before != self._shown:
            self._report(screen)
