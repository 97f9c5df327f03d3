"""The scrolling column of turns.

It follows a growing answer until its question stands at the top: from there the person reads, and nothing moves any
more. Whoever scrolls away is left alone until they are back at the end.
"""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from overlay.ui.theme import Theme

NEAR_END = 24
"""Logical pixels from the end that still count as being there."""


class ConversationView(QScrollArea):
    """Holds the turns, the latest at the end."""

    scrolled = Signal()

    def __init__(self, theme: Theme) -> None:
        """Begin empty."""
        super().__init__()
        self.setObjectName("conversation")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._column = QWidget()
        self._column.setObjectName("column")
        self._layout = QVBoxLayout(self._column)
        self._layout.setContentsMargins(theme.space_4, theme.space_4, theme.space_4, theme.space_4)
        self._layout.setSpacing(theme.space_6)
        self._layout.addStretch(1)
        self.setWidget(self._column)
        self._latest: QWidget | None = None
        self._following = True
        self._moving = False
        self._column.installEventFilter(self)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._moved)
        bar.rangeChanged.connect(self._follow)

    def add(self, widget: QWidget) -> None:
        """Append a turn and go to it."""
        self._latest = widget
        self._following = True
        self._layout.insertWidget(self._layout.count() - 1, widget)

    def clear(self) -> None:
        """Remove every turn."""
        while self._layout.count() > 1:
            item = self._layout.takeAt(0)
            widget = item.widget() if item else None
            if widget:
                widget.setParent(None)
                widget.deleteLater()
        self._latest = None
        self._following = True

    def content_height(self) -> int:
        """Return the height of all turns, logical pixels."""
        return self._column.sizeHint().height()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the column as it grows."""
        if watched is self._column and event.type() is QEvent.Type.Resize:
            self._follow()
        return super().eventFilter(watched, event)

    def _moved(self, value: int) -> None:
        if not self._moving:
            self._following = value >= self.verticalScrollBar().maximum() - NEAR_END
        self.scrolled.emit()

    def _follow(self) -> None:
        if not self._following:
            return
        bar = self.verticalScrollBar()
        top = self._latest.y() - self._layout.contentsMargins().top() if self._latest else bar.maximum()
        self._moving = True
        bar.setValue(min(bar.maximum(), top))
        self._moving = False
