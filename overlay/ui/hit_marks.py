"""Marks over the places of a text that hold some words; the text itself is left alone, and grows as fast as ever."""

from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextEdit, QWidget

from overlay.ui.blocks.lines import spans
from overlay.ui.theme import Theme

MOST = 500
"""Places marked in one text."""


class Stretch(NamedTuple):
    """A place in a text, from its first position to the one behind its last."""

    start: int
    end: int


class HitMarks(QWidget):
    """Lies over one text; lets mouse, keyboard and screen readers through to it."""

    def __init__(self, text: QTextEdit, theme: Theme) -> None:
        """Mark nothing yet."""
        super().__init__(text.viewport())
        self._text = text
        self._theme = theme
        self._boxes: list[list[QRectF]] | None = None
        self._words = ""
        self.hits: list[Stretch] = []
        self.current = -1
        """The number of the hit that is looked at; -1 when it is in another text."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setGeometry(text.viewport().rect())
        text.viewport().installEventFilter(self)
        text.document().documentLayout().documentSizeChanged.connect(self._moved)

    def mark(self, words: str) -> None:
        """Mark all places that hold some words, whatever their case."""
        self._words = words
        self.hits = find_all(self._text.document(), words)
        self.current = min(self.current, len(self.hits) - 1)
        self._moved()
        self.setVisible(bool(self.hits))

    def look_at(self, number: int) -> None:
        """Mark one of the places as the one that is looked at; -1 for none."""
        self.current = number
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self._moved()

    def box(self, number: int) -> QRect:
        """Return where a hit is, in this widget's coordinates."""
        found = QRectF()
        for part in self._all()[number]:
            found = found.united(part)
        return found.toAlignedRect()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the text."""
        if event.type() is QEvent.Type.Resize:
            self.setGeometry(self._text.viewport().rect())
            self._moved()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the marks that are exposed."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, boxes in enumerate(self._all()):
            chosen = number == self.current
            ground = QColor(self._theme.point)
            ground.setAlphaF(0.5 if chosen else 0.22)
            edge = QPen(QColor(self._theme.ink), 1.4) if chosen else QPen(Qt.PenStyle.NoPen)
            if self._theme.high_contrast and not chosen:
                edge = QPen(QColor(self._theme.point), 1.4)
            painter.setPen(edge)
            painter.setBrush(ground)
            for box in boxes:
                if box.intersects(QRectF(event.rect())):
                    painter.drawRoundedRect(box, 3, 3)
        painter.end()

    def _all(self) -> list[list[QRectF]]:
        if self._boxes is None:
            document = self._text.document()
            if not all(self._still(document, hit) for hit in self.hits):
                # Another width had the text written anew, a table row below row.
                self.hits = find_all(document, self._words)
            self._boxes = [_boxes(document, hit) for hit in self.hits]
        return self._boxes

    def _still(self, document: QTextDocument, hit: Stretch) -> bool:
        found = document.find(self._words, hit.start)
        return (found.selectionStart(), found.selectionEnd()) == hit

    def _moved(self) -> None:
        self._boxes = None
        self.update()


def find_all(document: QTextDocument, words: str) -> list[Stretch]:
    """Return the places of a document that hold some words, in order."""
    found: list[Stretch] = []
    cursor = QTextCursor(document)
    while words and len(found) < MOST:
        cursor = document.find(words, cursor)
        if cursor.isNull():
            break
        found.append(Stretch(cursor.selectionStart(), cursor.selectionEnd()))
    return found


def _boxes(document: QTextDocument, hit: Stretch) -> list[QRectF]:
    """Return the rectangles of a place: one a line, or more where it is read in both directions."""
    block = document.findBlock(hit.start)
    origin = document.documentLayout().blockBoundingRect(block).topLeft()
    first, end = hit.start - block.position(), hit.end - block.position()
    boxes: list[QRectF] = []
    layout = block.layout()
    for line in (layout.lineAt(number) for number in range(layout.lineCount())):
        start, stop = max(first, line.textStart()), min(end, line.textStart() + line.textLength())
        if start < stop:
            top = origin.y() + max(0.0, line.y())
            for left, right in spans(layout, line, start, stop):
                boxes.append(QRectF(origin.x() + left - 1, top, right - left + 2, line.height()))
    return boxes
