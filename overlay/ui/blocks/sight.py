"""Which part of an answer can be seen: pictures are decoded and pointers move only there."""

from collections.abc import Generator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QRect, QTimer
from PySide6.QtWidgets import QAbstractScrollArea, QScrollArea, QWidget

from overlay.ui.blocks.cards import Cards
from overlay.ui.blocks.picture_space import seen_part

_AROUND = 24
"""Logical pixels that are shown above and below a place somebody went to by keyboard."""


class Sight(QObject):
    """Looks again whenever another part of an answer may be seen. One without pictures costs nothing."""

    def __init__(self, view: QWidget, cards: Cards) -> None:
        """Tell `cards` what can be seen of `view`."""
        super().__init__(view)
        self._view = view
        self._cards = cards
        self._scroller: QAbstractScrollArea | None = None
        self._watching = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.now)

    def shown(self) -> None:
        """Find what scrolls the answer, which has just been shown."""
        scroller = self._view.parentWidget()
        while scroller is not None and not isinstance(scroller, QAbstractScrollArea):
            scroller = scroller.parentWidget()
        if scroller is not self._scroller:
            self._scroller, self._watching = scroller, False

    @contextmanager
    def room_for(self, more: int) -> Generator[None]:
        """Have room below for an answer that gets taller by some pixels, and scroll to it, before it does.

        Then what is seen moves as it is, and a new line is painted once. Laid out in Qt's own order, it would first be
        painted where it is cut off, and then once more.
        """
        column = self._scroller.widget() if isinstance(self._scroller, QScrollArea) else None
        if more <= 0 or column is None or not self._view.isVisible() or column.height() <= self._seen_height():
            yield
            return
        column.setMinimumHeight(column.height() + more)
        yield
        column.setMinimumHeight(0)

    def _seen_height(self) -> int:
        return self._scroller.viewport().height() if self._scroller else 0

    def bring(self, place: QRect) -> None:
        """Scroll, if it takes that, until a place of the answer can be seen."""
        column = self._scroller.widget() if isinstance(self._scroller, QScrollArea) else None
        if column is not None and isinstance(self._scroller, QScrollArea):
            middle = self._view.mapTo(column, place.center())
            self._scroller.ensureVisible(middle.x(), middle.y(), 0, place.height() // 2 + _AROUND)

    def watch(self) -> None:
        """Take note from now on when the answer is scrolled, if it makes a difference."""
        if self._cards.pictures and not self._watching and self._scroller is not None:
            self._watching = True
            bar = self._scroller.verticalScrollBar()
            bar.valueChanged.connect(self.soon)
            bar.rangeChanged.connect(self.soon)

    def soon(self) -> None:
        """Look once everything around has found its place: a growing answer moves several things at a time."""
        if self._cards.pictures and not self._timer.isActive():
            self._timer.start()

    def now(self) -> None:
        """Look."""
        if self._cards.pictures:
            frame = self._scroller.viewport() if self._scroller else None
            self._cards.look(seen_part(self._view, frame) if self._view.isVisible() else QRect())
