"""The scrolling column of turns.

It follows a growing answer until its question stands at the top: from there the person reads, and nothing moves any
more. Whoever scrolls to the end stays at the end; whoever scrolls away is left alone until they are back.
"""

import gc
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from overlay.ui.theme import Theme

if TYPE_CHECKING:
    from overlay.ui.reading_place import ReadingPlace
    from overlay.ui.turn_widget import TurnWidget

_COLLECT_MS = 300
"""How long closed turns have to be gone for good, before the memory they leave is taken back."""
_SETTLE_MS = 150
"""How long everything may take to find its place, once there is another width or size of text."""
NEAR_END = 24
"""Logical pixels from the end that still count as being there."""


class ConversationView(QScrollArea):
    """Holds the turns, the latest at the end."""

    def __init__(self, theme: Theme) -> None:
        """Begin empty."""
        super().__init__()
        self.setObjectName("conversation")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Its room is always kept: screenshots get lower as they get narrower, so a bar that comes and goes with the
        # content's height would come and go without end.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.column = _Column(QColor(theme.bg))
        """Holds all that can be scrolled."""
        self._layout = QVBoxLayout(self.column)
        self._layout.setContentsMargins(theme.space_4, theme.space_4, theme.space_4, theme.space_4)
        self._layout.setSpacing(theme.space_6)
        self._layout.addStretch(1)
        self.setWidget(self.column)
        self._latest: QWidget | None = None
        self._following = True
        self._to_the_end = False
        self._moving = False
        self._place: ReadingPlace | None = None
        """What is kept where it stands until everything is laid out anew."""
        self._settling = QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.setInterval(_SETTLE_MS)
        self._settling.timeout.connect(self._settled)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._moved)
        bar.rangeChanged.connect(self._ranged)
        bar.setEnabled(False)

    def add(self, widget: QWidget) -> None:
        """Append a turn and go to it."""
        self._latest = widget
        self._following = True
        self._to_the_end = False
        self._layout.insertWidget(self._layout.count() - 1, widget)
        widget.show()

    def clear(self) -> None:
        """Remove every turn."""
        while self._layout.count() > 1:
            item = self._layout.takeAt(0)
            widget = item.widget() if item else None
            if widget:
                widget.hide()
                widget.setParent(None)
                widget.deleteLater()
        # A turn and its parts refer to each other: left to itself, Python would keep hundreds with their pictures.
        QTimer.singleShot(_COLLECT_MS, self, _collect)
        self._latest = None
        self._following = True

    def turns(self) -> "list[TurnWidget]":
        """Return the turns, in order."""
        from overlay.ui.turn_widget import TurnWidget

        items = (self._layout.itemAt(at) for at in range(self._layout.count()))
        widgets = (item.widget() for item in items if item)
        return [widget for widget in widgets if isinstance(widget, TurnWidget)]

    @property
    def settling(self) -> bool:
        """Whether everything still has to find its place, for another width or size of text."""
        return self._settling.isActive()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep what is being read where it stands."""
        if event.size().width() != event.oldSize().width():
            self._keep_place()
        super().resizeEvent(event)

    def set_theme(self, theme: Theme) -> None:
        """Take another ground, before the turns take other colours or another size of text."""
        self._keep_place()
        self.column.set_ground(QColor(theme.bg))

    def follow_end(self) -> None:
        """Go to the end and stay there, however much comes."""
        self._following = self._to_the_end = True
        self._follow()

    def content_height(self) -> int:
        """Return the height of all turns, logical pixels."""
        return self.column.sizeHint().height()

    def _keep_place(self) -> None:
        if self._place is None and not self._following:
            # Before the first answer there is nothing to read, and nothing of answers is loaded.
            from overlay.ui.reading_place import reading_place

            self._place = reading_place(self.column, self.verticalScrollBar().value())
        self._settling.start()

    def _go_to_place(self) -> None:
        top = self._place.top(self.column) if self._place else None
        if top is not None:
            self._moving = True
            self.verticalScrollBar().setValue(top)
            self._moving = False

    def _settled(self) -> None:
        self._go_to_place()
        self._place = None

    def _moved(self, value: int) -> None:
        # While everything finds its place, it is not the person who scrolls.
        if not self._moving and self._place is None:
            most = self.verticalScrollBar().maximum()
            self._following = value >= most - NEAR_END
            self._to_the_end = self._following and most > self._question_top()

    def _ranged(self, _least: int, most: int) -> None:
        bar = self.verticalScrollBar()
        if bar.isEnabled() != (most > 0):
            bar.setEnabled(most > 0)
        self._follow()
        self._go_to_place()

    def _follow(self) -> None:
        if not self._following:
            return
        bar = self.verticalScrollBar()
        most = bar.maximum()
        self._moving = True
        bar.setValue(most if self._to_the_end else min(most, self._question_top()))
        self._moving = False

    def _question_top(self) -> int:
        return self._latest.y() - self._layout.contentsMargins().top() if self._latest else 0


def _collect() -> None:
    gc.collect()


class _Column(QWidget):
    """The turns' ground. It is opaque, so that scrolling moves what is painted instead of painting it again."""

    def __init__(self, ground: QColor) -> None:
        super().__init__()
        self._ground = ground
        self.setObjectName("column")
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)

    def set_ground(self, ground: QColor) -> None:
        """Take another colour."""
        self._ground = ground
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), self._ground)
        painter.end()
