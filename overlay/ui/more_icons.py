"""The icons that stand around an answer: thumbs, and chevrons to go from one place to the next."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath

from overlay.ui.icons import Icon, draw_with


def _thumb(painter: QPainter, colour: str, *, down: bool, full: bool) -> None:
    draw_with(painter, colour, 1.4)
    if full:
        painter.setBrush(QColor(colour))
    if down:
        painter.translate(0, 18)
        painter.scale(1, -1)
    painter.drawRoundedRect(QRectF(2.6, 8.2, 2.6, 6.8), 0.9, 0.9)
    hand = QPainterPath(QPointF(7.2, 8.4))
    hand.lineTo(9.4, 3.6)
    hand.cubicTo(9.9, 2.6, 11.6, 3.1, 11.5, 4.6)
    hand.lineTo(11.1, 7.3)
    hand.lineTo(14.2, 7.3)
    hand.cubicTo(15.3, 7.3, 15.9, 8.2, 15.6, 9.2)
    hand.lineTo(14.4, 13.7)
    hand.cubicTo(14.2, 14.5, 13.6, 15.0, 12.8, 15.0)
    hand.lineTo(7.2, 15.0)
    hand.closeSubpath()
    painter.drawPath(hand)


def _chevron(painter: QPainter, colour: str, *, down: bool) -> None:
    draw_with(painter, colour, 1.8)
    edge, tip = (7.0, 11.2) if down else (11.2, 7.0)
    path = QPainterPath(QPointF(4.6, edge))
    path.lineTo(9, tip)
    path.lineTo(13.4, edge)
    painter.drawPath(path)


STROKES: Mapping[Icon, Callable[[QPainter, str], None]] = {
    Icon.THUMB_UP: partial(_thumb, down=False, full=False),
    Icon.THUMB_DOWN: partial(_thumb, down=True, full=False),
    Icon.THUMB_UP_FULL: partial(_thumb, down=False, full=True),
    Icon.THUMB_DOWN_FULL: partial(_thumb, down=True, full=True),
    Icon.UP: partial(_chevron, down=False),
    Icon.DOWN: partial(_chevron, down=True),
}
