"""The window in front on X11; while one of our own is, the one that was in front before."""

import os
from collections.abc import Generator
from contextlib import contextmanager

import xcffib

from overlay.core.errors import OutsideError
from overlay.desktop.x11_display import PROPERTIES, STRUCTURE, XDisplay, XWindow


class X11Front:
    """Wakes when another window comes to the front or the one in front changes its title, and says which it is."""

    def __init__(self, display: XDisplay, own_pid: int | None = None) -> None:
        """Take a connection of its own, which `close` closes.

        Args:
            display: the connection.
            own_pid: whose windows never count; this process by default.

        Raises:
            OutsideError: the X server is gone.
        """
        self._display = display
        self._own = os.getpid() if own_pid is None else own_pid
        self._last = 0
        with _server_there():
            display.listen(display.root, PROPERTIES)

    def fileno(self) -> int:
        """Return the descriptor to watch."""
        return self._display.fileno()

    def close(self) -> None:
        """Disconnect."""
        self._display.close()

    def look(self) -> XWindow | None:
        """Read the events that wait, and return the window in front; None when there is none, or it is minimised.

        Raises:
            OutsideError: the X server is gone.
        """
        with _server_there():
            while True:
                self._read_events()
                found = self._look()
                # Answers to our own questions bring events along, and those do not wake the descriptor again.
                if not self._read_events():
                    return found

    def _look(self) -> XWindow | None:
        active = self._display.active_window()
        if active != self._last:
            window = self._display.window(active) if active else None
            if window is None or window.pid == self._own:
                # Whoever starts with us in front has been in the uppermost of the others before.
                window = None if self._last else self._uppermost()
            if window is not None:
                self._last = window.id
                self._display.listen(window.id, PROPERTIES | STRUCTURE)
        window = self._display.window(self._last) if self._last else None
        if window is None or window.minimised or self._display.withdrawn(window.id):
            return None
        return window

    def _uppermost(self) -> XWindow | None:
        others = (w for w in self._display.windows() if w.pid != self._own and not w.minimised)
        return next((w for w in others if self._normal(w.id)), None)

    def _normal(self, window: int) -> bool:
        """Say whether a window is a program's, not the desktop's or a bar of it."""
        kinds = self._display.numbers(window, "_NET_WM_WINDOW_TYPE")
        return not kinds or self._display.atom("_NET_WM_WINDOW_TYPE_NORMAL") in kinds

    def _read_events(self) -> bool:
        any_event = False
        while self._display.connection.poll_for_event() is not None:
            any_event = True
        return any_event


@contextmanager
def _server_there() -> Generator[None]:
    try:
        yield
    except xcffib.ConnectionException as problem:
        msg = "The X server is gone: Fescue can no longer see which window is in front."
        raise OutsideError(msg) from problem
