"""Docking: keeps the panel beside the browser window that shows the app.

The panel becomes transient for the browser's window: the window manager then stacks and minimises them together.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, QSocketNotifier
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

from overlay.core.errors import OutsideError
from overlay.core.ports import EventSource, Rect, WindowState, WindowTracker

Place = Callable[[Rect, Rect, int], Rect]
"""Chooses where the panel goes: (browser's frame, free part of its monitor, panel's width), all in physical pixels."""


class Watch(QObject):
    """Drains an operating system's event source whenever Qt's loop finds it readable."""

    def __init__(self, source: EventSource, failed: Callable[[OutsideError], None], parent: QObject) -> None:
        """Begin to watch.

        Args:
            source: the event source.
            failed: told once when the source is gone; nothing is watched from then on.
            parent: owns this watch.
        """
        super().__init__(parent)
        self._source = source
        self._failed = failed
        self._notifier = QSocketNotifier(source.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._drain)

    def stop(self) -> None:
        """Stop watching."""
        self._notifier.setEnabled(False)

    def _drain(self) -> None:
        try:
            self._source.drain()
        except OutsideError as error:
            self.stop()
            self._failed(error)


class Dock(QObject):
    """Places one panel beside one followed window."""

    def __init__(
        self,
        panel: QWidget,
        tracker: WindowTracker,
        place: Place,
        work_area: Callable[[Rect], Rect],
        keep_with: Callable[[int, int], None],
    ) -> None:
        """Prepare to dock.

        Args:
            panel: the window to place.
            tracker: follows the browser's window.
            place: chooses the place.
            work_area: returns the free part of the monitor a rectangle is on, physical pixels.
            keep_with: tells the window manager to stack and minimise the first window with the second (0: with none).
        """
        super().__init__(panel)
        self._keep_with = keep_with
        self._panel = panel
        self._tracker = tracker
        self._place = place
        self._work_area = work_area
        self._window_id = 0
        self._frame: Rect | None = None

    @property
    def docked(self) -> bool:
        """Whether a window is followed."""
        return self._window_id != 0

    def follow(self, window_id: int) -> bool:
        """Dock beside a window; asking again for the same one changes nothing, and the answer is no."""
        if window_id == self._window_id:
            return False
        self._window_id = window_id
        self._frame = None
        self._attach()
        self._tracker.follow(window_id, self._moved)
        return True

    def place_again(self) -> None:
        """Place the panel anew, as after it was shown."""
        self._attach()
        if self._frame:
            self._set_geometry(self._frame)

    def _attach(self) -> None:
        """Let the window manager keep the panel with the browser; its native window must exist."""
        if self._window_id and self._panel.internalWinId():
            self._keep_with(self._panel.internalWinId(), self._window_id)

    def _moved(self, state: WindowState) -> None:
        if state.closed:
            self._window_id = 0
            self._frame = None
            if self._panel.internalWinId():
                self._keep_with(self._panel.internalWinId(), 0)
            return
        if state.minimised or state.frame == self._frame:
            return
        self._frame = state.frame
        self._set_geometry(state.frame)

    def _set_geometry(self, frame: Rect) -> None:
        screen = _screen_at(frame)
        ratio = screen.devicePixelRatio()
        origin = screen.geometry().topLeft()
        rect = self._place(frame, self._work_area(frame), round(self._panel.width() * ratio))
        x = origin.x() + round((rect.x - origin.x()) / ratio)
        y = origin.y() + round((rect.y - origin.y()) / ratio)
        self._panel.setGeometry(x, y, round(rect.width / ratio), round(rect.height / ratio))


def _screen_at(frame: Rect) -> QScreen:
    """Return the screen that holds a physical rectangle's centre; Qt keeps each screen's origin in physical pixels."""
    centre = QPoint(frame.x + frame.width // 2, frame.y + frame.height // 2)
    for screen in QGuiApplication.screens():
        size = screen.geometry().size() * screen.devicePixelRatio()
        origin = screen.geometry().topLeft()
        if (
            origin.x() <= centre.x() < origin.x() + size.width()
            and origin.y() <= centre.y() < origin.y() + size.height()
        ):
            return screen
    return QGuiApplication.primaryScreen()
