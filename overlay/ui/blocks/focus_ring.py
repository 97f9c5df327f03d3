"""The ring around the link that has the keyboard's focus: Qt's own is a dotted line of one pixel."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QTextCursor, QTextDocument

from overlay.ui.blocks.lines import spans
from overlay.ui.theme import Theme

_APART = 2.0
"""Pixels between a link's letters and its ring, at their sides."""


class FocusRing:
    """Knows which link was reached by keyboard, and paints its ring."""

    def __init__(self) -> None:
        """Begin without a link."""
        self._span: tuple[int, int] | None = None

    def move_to(self, cursor: QTextCursor) -> None:
        """Take note of what Tab has selected; anything but a link is none."""
        link = cursor.hasSelection() and cursor.charFormat().isAnchor()
        self._span = (cursor.selectionStart(), cursor.selectionEnd()) if link else None

    def is_around(self, cursor: QTextCursor) -> bool:
        """Say whether what is selected is still that link, and nothing that somebody has marked."""
        return self._span is not None and self._span == (cursor.selectionStart(), cursor.selectionEnd())

    def paint(self, painter: QPainter, document: QTextDocument, theme: Theme) -> None:
        """Paint the ring, in the document's coordinates; a link on two lines has two."""
        if self._span is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("accent"), theme.focus))
        for box in link_boxes(document, *self._span):
            painter.drawRoundedRect(box, theme.radius_small, theme.radius_small)


def link_boxes(document: QTextDocument, start: int, stop: int) -> list[QRectF]:
    """Return the ring's place around a stretch of text, for each of its lines."""
    block = document.findBlock(start)
    corner = document.documentLayout().blockBoundingRect(block).topLeft()
    layout, begin = block.layout(), block.position()
    boxes: list[QRectF] = []
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        first = max(start - begin, line.textStart())
        last = min(stop - begin, line.textStart() + line.textLength())
        if first < last:
            high = line.ascent() + line.descent()
            for left, right in spans(layout, line, first, last):
                box = QRectF(corner.x() + left, corner.y() + line.y(), right - left, high)
                # On the first line it would be cut off at the answer's edge.
                box.setTop(max(1.0, box.top()))
                boxes.append(box.adjusted(-_APART, 0, _APART, 0))
    return boxes
