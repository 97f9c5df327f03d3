"""Follows the browser's window on X11: where it is, whether it is minimised, in front, or gone."""

from collections.abc import Callable

import xcffib

from overlay.core.errors import OutsideError
from overlay.core.ports import Rect, WindowState
from overlay.desktop.companion_probe import BrowserFront
from overlay.desktop.x11_display import NO_EVENTS, PROPERTIES, STRUCTURE, XDisplay, XWindow

_CLASSES = ("chromium", "chrome", "edge", "brave", "vivaldi", "opera", "firefox", "navigator")
_WATCHED = STRUCTURE | PROPERTIES


class X11Tracker:
    """Watches one window through X events: everything that waits is read, then the state is asked for once."""

    def __init__(self, display: XDisplay) -> None:
        """Take a connection of its own; the tracker closes it."""
        self._display = display
        self._followed = 0
        self._report: Callable[[WindowState], None] | None = None
        self._last: WindowState | None = None
        self._draining = False
        display.listen(display.root, PROPERTIES)

    def fileno(self) -> int:
        """Return the descriptor to watch."""
        return self._display.fileno()

    def find(self, front: BrowserFront) -> int | None:
        """Find the window of the browser that shows the app, or None when no window fits."""
        found = find_window(self._display.windows(), self._display.active_window(), front)
        self.drain()
        return found

    def follow(self, window_id: int, report: Callable[[WindowState], None]) -> None:
        """Begin to report a window; its present state is reported at once."""
        self.unfollow()
        self._followed, self._report = window_id, report
        self._display.listen(window_id, _WATCHED)
        self._settle()
        self.drain()

    def unfollow(self) -> None:
        """Stop reporting."""
        if self._followed and self._report and not (self._last and self._last.closed):
            self._display.listen(self._followed, NO_EVENTS)
        self._followed, self._report, self._last = 0, None, None

    def drain(self) -> None:
        """Read all waiting events and report the state if it changed.

        Replies to our own questions bring events along, and those do not wake the descriptor again: so this loops, and
        every question asked from outside ends with it. A question asked from within a report leaves it to this loop.

        Raises:
            OutsideError: the X server is gone.
        """
        if self._draining:
            return
        self._draining = True
        try:
            while self._read_events():
                self._settle()
        except xcffib.ConnectionException as problem:
            msg = "The X server is gone: Fescue can no longer follow the browser's window."
            raise OutsideError(msg) from problem
        finally:
            self._draining = False

    def work_area(self, near: Rect) -> Rect:
        """Return the free part of the monitor that shows most of a rectangle."""
        area = self._display.work_area(near)
        self.drain()
        return area

    def close(self) -> None:
        """Stop reporting and disconnect."""
        self._report = None
        self._display.close()

    def _read_events(self) -> bool:
        any_event = False
        while True:
            event = self._display.connection.poll_for_event()
            if event is None:
                return any_event
            any_event = True

    def _settle(self) -> None:
        if self._report is None or (self._last and self._last.closed):
            return
        state = self._state()
        if state != self._last:
            self._last = state
            self._report(state)

    def _state(self) -> WindowState:
        window, display = self._followed, self._display
        frame = display.frame(window)
        if frame is None or display.withdrawn(window):
            last = self._last.frame if self._last else Rect(0, 0, 0, 0)
            return WindowState(window, frame or last, closed=True, active=False)
        return WindowState(window, frame, display.minimised(window), False, display.active_window() == window)


def find_window(windows: tuple[XWindow, ...], active: int, front: BrowserFront) -> int | None:
    """Choose the window a browser's report means.

    The process decides where it is known, the class where not; then the title, whether it is active, and how near it
    is to where the browser says it is.

    Args:
        windows: the candidates, the topmost first.
        active: the window that has the focus.
        front: what the browser said.
    """
    same = [w for w in windows if w.pid == front.pid] if front.pid else []
    candidates = same or [w for w in windows if any(name in w.wm_class for name in _CLASSES)]
    if not candidates:
        return None

    def fit(window: XWindow) -> tuple[bool, bool, int]:
        titled = bool(front.title) and " ".join(window.title.split()).startswith(front.title.rstrip("…"))
        return titled, front.focused and window.id == active, -_distance(window.frame, front.bounds)

    return max(candidates, key=fit).id


def _distance(one: Rect, other: Rect) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y) + abs(one.width - other.width) + abs(one.height - other.height)
