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

    def dismiss(self, widget: QWidget) -> None:
        """Take a widget out, for good."""
        self.removeWidget(widget)
        # Qt shows what a layout was given one round later: unless it is hidden, as a window of its own by then.
        widget.hide()
        widget.setParent(None)
        widget.deleteLater()

    def dismiss_all(self) -> None:
        """Take every widget out, for good."""
        for widget in [item.widget() for item in self._items]:
            if widget:
                self.dismiss(widget)

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
        y = rect.y()
        for row in self._rows(rect.width()):
            high = max(hint.height() for _, hint in row)
            if place:
                self._place(row, QRect(rect.x(), y, rect.width(), high))
            y += high + self._gap
        return max(0, y - self._gap - rect.y())

    def _rows(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """Return the items that stand in each row, with their sizes."""
        rows: list[list[tuple[QLayoutItem, QSize]]] = []
        taken = 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint().boundedTo(QSize(width, 1 << 20))
            if not rows or taken + size.width() > width:
                rows.append([])
                taken = 0
            rows[-1].append((item, size))
            taken += size.width() + self._gap
        return rows

    def _place(self, row: list[tuple[QLayoutItem, QSize]], room: QRect) -> None:
        """Set a row's items side by side, each in the middle of its height."""
        x = room.x()
        for item, size in row:
            there = QRect(QPoint(x, room.y() + (room.height() - size.height()) // 2), size)
            item.setGeometry(QStyle.visualRect(self._direction(), room, there))
            x += size.width() + self._gap
