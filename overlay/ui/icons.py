"""Fescue's few icons, drawn as paths so that they are sharp at every scale and take the theme's colours."""

from collections.abc import Callable
from enum import Enum
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap


class Icon(Enum):
    """What an icon stands for."""

    NEW = "new"
    HISTORY = "history"
    MORE = "more"
    SEND = "send"
    STOP = "stop"
    CLOSE = "close"
    THUMB_UP = "thumb up"
    THUMB_DOWN = "thumb down"
    THUMB_UP_FULL = "thumb up, chosen"
    THUMB_DOWN_FULL = "thumb down, chosen"
    UP = "up"
    DOWN = "down"


def icon(kind: Icon, colour: str, size: int = 18) -> QIcon:
    """Draw an icon in one colour.

    Args:
        kind: what it stands for.
        colour: `#rrggbb`.
        size: logical pixels of its square.
    """
    result = QIcon()
    for ratio in (1, 2):
        result.addPixmap(_pixmap(size, ratio, lambda p: _STROKES[kind](p, colour)))
    return result


def app_icon(accent: str = "#0f6e5c", ink: str = "#ffffff") -> QIcon:
    """Draw Fescue's mark: the little stick on its tile."""
    result = QIcon()
    for size in (16, 22, 24, 32, 48, 64, 128):
        result.addPixmap(mark(size, 1, accent, ink))
    return result


def mark(size: int, ratio: float, accent: str, ink: str) -> QPixmap:
    """Draw the mark at one size.

    Args:
        size: logical pixels of its square.
        ratio: device pixels per logical pixel.
        accent: the tile's colour.
        ink: the stick's colour.
    """

    def draw(painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(accent))
        painter.drawRoundedRect(QRectF(0, 0, 18, 18), 5, 5)
        pen = QPen(QColor(ink), 2.8)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawLine(QPointF(5.6, 12.8), QPointF(12.2, 5.0))

    return _pixmap(size, ratio, draw)


def _pixmap(size: int, ratio: float, draw: Callable[[QPainter], None]) -> QPixmap:
    pixmap = QPixmap(QSize(round(size * ratio), round(size * ratio)))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size * ratio / 18, size * ratio / 18)
    draw(painter)
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def _pen(painter: QPainter, colour: str, width: float = 1.6) -> None:
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _new(painter: QPainter, colour: str) -> None:
    _pen(painter, colour)
    painter.drawLine(QPointF(9, 3.5), QPointF(9, 14.5))
    painter.drawLine(QPointF(3.5, 9), QPointF(14.5, 9))


def _history(painter: QPainter, colour: str) -> None:
    _pen(painter, colour)
    painter.drawArc(QRectF(3.5, 3.5, 11, 11), 150 * 16, -300 * 16)
    painter.drawLine(QPointF(9, 6), QPointF(9, 9.3))
    painter.drawLine(QPointF(9, 9.3), QPointF(11.4, 10.7))
    path = QPainterPath(QPointF(2.6, 3.4))
    path.lineTo(3.9, 6.6)
    path.lineTo(7.1, 5.6)
    painter.drawPath(path)


def _more(painter: QPainter, colour: str) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    for x in (4, 9, 14):
        painter.drawEllipse(QPointF(x, 9), 1.35, 1.35)


def _send(painter: QPainter, colour: str) -> None:
    _pen(painter, colour, 1.9)
    painter.drawLine(QPointF(9, 14), QPointF(9, 4.5))
    path = QPainterPath(QPointF(4.8, 8.4))
    path.lineTo(9, 4.2)
    path.lineTo(13.2, 8.4)
    painter.drawPath(path)


def _stop(painter: QPainter, colour: str) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawRoundedRect(QRectF(4.8, 4.8, 8.4, 8.4), 1.6, 1.6)


def _close(painter: QPainter, colour: str) -> None:
    _pen(painter, colour)
    painter.drawLine(QPointF(4.6, 4.6), QPointF(13.4, 13.4))
    painter.drawLine(QPointF(13.4, 4.6), QPointF(4.6, 13.4))


def _thumb(painter: QPainter, colour: str, *, down: bool, full: bool) -> None:
    _pen(painter, colour, 1.4)
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
    _pen(painter, colour, 1.8)
    edge, tip = (7.0, 11.2) if down else (11.2, 7.0)
    path = QPainterPath(QPointF(4.6, edge))
    path.lineTo(9, tip)
    path.lineTo(13.4, edge)
    painter.drawPath(path)


_STROKES: dict[Icon, Callable[[QPainter, str], None]] = {
    Icon.NEW: _new,
    Icon.HISTORY: _history,
    Icon.MORE: _more,
    Icon.SEND: _send,
    Icon.STOP: _stop,
    Icon.CLOSE: _close,
    Icon.THUMB_UP: partial(_thumb, down=False, full=False),
    Icon.THUMB_DOWN: partial(_thumb, down=True, full=False),
    Icon.THUMB_UP_FULL: partial(_thumb, down=False, full=True),
    Icon.THUMB_DOWN_FULL: partial(_thumb, down=True, full=True),
    Icon.UP: partial(_chevron, down=False),
    Icon.DOWN: partial(_chevron, down=True),
}
