"""Gathers streamed text, so that a view is brought up to date at most once a frame."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

FRAME_MS = 16


class Flush(QObject):
    """Hands on what was added, 16 ms after the first piece."""

    def __init__(self, take: Callable[[str], None], parent: QObject | None = None) -> None:
        """Hand text on to `take`."""
        super().__init__(parent)
        self._take = take
        self._parts: list[str] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self.now)

    def add(self, text: str) -> None:
        """Take a piece of text."""
        self._parts.append(text)
        if not self._timer.isActive():
            self._timer.start()

    def now(self) -> None:
        """Hand on at once what is waiting."""
        self._timer.stop()
        text = "".join(self._parts)
        self._parts.clear()
        if text:
            self._take(text)
