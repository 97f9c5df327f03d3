"""The room of screenshots in the text, and what of a widget can be seen."""

from PySide6.QtCore import QPoint, QRect, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPyTextObject, QTextDocument, QTextFormat
from PySide6.QtWidgets import QWidget

from overlay.ui.blocks.cards import Cards
from overlay.ui.blocks.formats import Mark


def seen_part(widget: QWidget, frame: QWidget | None = None) -> QRect:
    """Return the part of a widget that its ancestors leave to be seen; Qt's own answer leaves out opaque children.

    Args:
        widget: what is looked at.
        frame: an ancestor that is known to be seen as a whole, so that nothing above it has to be asked.
    """
    seen, at = widget.rect(), widget
    if frame is not None:
        return seen & frame.rect().translated(-widget.mapTo(frame, QPoint()))
    offset = QPoint()
    while not at.isWindow() and (parent := at.parentWidget()) is not None:
        offset += at.pos()
        seen &= parent.rect().translated(-offset)
        at = parent
    return seen


class PictureSpace(QPyTextObject):
    """Reserves a screenshot's room in the text; the picture itself is a widget."""

    def __init__(self, cards: Cards) -> None:
        super().__init__()
        self._cards = cards

    def intrinsicSize(self, doc: QTextDocument, posInDocument: int, format: QTextFormat) -> QSizeF:  # noqa: A002, N803, ARG002
        """Return the size of the card."""
        return self._cards.size_of(format.stringProperty(Mark.PICTURE))

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        doc: QTextDocument,
        posInDocument: int,  # noqa: N803
        format: QTextFormat,  # noqa: A002
    ) -> None:
        """Draw nothing: the card lies on top."""
