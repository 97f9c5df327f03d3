"""A layout that sets its items in rows and wraps, for chips and starter questions."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QStyle, QWidget


class FlowLayout(QLayout):
    """Rows of items at their preferred sizes; an item wider than a row is cut to the row."""

    def __init__(self, gap: int, parent: QWidget | None = None) -> None:
        """Begin empty.

        Args:
            gap: logical pixels between items and between rows.
            parent: the widget laid out.
        """
        super().__init__(parent)
        self._gap = gap
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item (Qt's hook)."""
        self._items.append(item)

    def count(self) -> int:
        """Return how many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item, or None past the end."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Give an item up."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Want no more room than asked for."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Say that height follows width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the rows at a width."""
        return self._arrange(QRect(0, 0, width, 0), place=False)

    def setGeometry(self, rect: QRect) -> None:
        """Set the items in rows."""
        super().setGeometry(rect)
        self._arrange(rect, place=True)

    def sizeHint(self) -> QSize:
        """Prefer one row."""
        widths = [i.sizeHint().width() for i in self._items]
        height = max((i.sizeHint().height() for i in self._items), default=0)
        return QSize(sum(widths) + self._gap * max(0, len(widths) - 1), height)

    def minimumSize(self) -> QSize:
        """Be content with a narrow column."""
        return QSize(40, max((i.sizeHint().height() for i in self._items), default=0))

    def _direction(self) -> Qt.LayoutDirection:
        parent = self.parentWidget()
        return parent.layoutDirection() if parent else Qt.LayoutDirection.LeftToRight

    def _arrange(self, rect: QRect, *, place: bool) -> int:
        x, y, row = rect.x(), rect.y(), 0
        for item in self._items:
            hint = item.sizeHint()
            width = min(hint.width(), rect.width())
            if x > rect.x() and x + width > rect.right() + 1:
                x, y, row = rect.x(), y + row + self._gap, 0
            if place:
                there = QRect(QPoint(x, y), QSize(width, hint.height()))
                item.setGeometry(QStyle.visualRect(self._direction(), rect, there))
            x += width + self._gap
            row = max(row, hint.height())
        return y + row - rect.y()
