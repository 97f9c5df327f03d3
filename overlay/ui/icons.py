"""Fescue's few icons, drawn as paths so that they are sharp at every scale and take the theme's colours."""

from collections.abc import Callable
from enum import Enum

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
    stroke = _STROKES.get(kind)
    if stroke is None:
        # Those that a panel does not have until something is answered are loaded with it.
        from overlay.ui.more_icons import STROKES

        stroke = STROKES[kind]
    result = QIcon()
    for ratio in (1, 2):
        result.addPixmap(_pixmap(size, ratio, lambda p: stroke(p, colour)))
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


def draw_with(painter: QPainter, colour: str, width: float = 1.6) -> None:
    """Take a round pen of a width in the icon's own 18 units, and no brush."""
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _new(painter: QPainter, colour: str) -> None:
    draw_with(painter, colour)
    painter.drawLine(QPointF(9, 3.5), QPointF(9, 14.5))
    painter.drawLine(QPointF(3.5, 9), QPointF(14.5, 9))


def _history(painter: QPainter, colour: str) -> None:
    draw_with(painter, colour)
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
    draw_with(painter, colour, 1.9)
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
    draw_with(painter, colour)
    painter.drawLine(QPointF(4.6, 4.6), QPointF(13.4, 13.4))
    painter.drawLine(QPointF(13.4, 4.6), QPointF(4.6, 13.4))


_STROKES: dict[Icon, Callable[[QPainter, str], None]] = {
    Icon.NEW: _new,
    Icon.HISTORY: _history,
    Icon.MORE: _more,
    Icon.SEND: _send,
    Icon.STOP: _stop,
    Icon.CLOSE: _close,
}
