"""The pointer's two drawings: an arrow and the ring where it presses. Neither takes focus, mouse or a name."""

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from overlay.ui.theme import Theme

RING = 19.0
"""Radius of the ring, in pixels."""
_DISC = 11.0
_ARROW = ((0, 0), (0, 20.6), (5, 16), (8.6, 24), (12.4, 22.3), (8.8, 14.5), (15.6, 14))


class Mark(QWidget):
    """A drawing over a picture that lets everything through to it."""

    def __init__(self, parent: QWidget, drawing: QPixmap, spot: QPointF) -> None:
        """Show a drawing whose `spot` marks the place it is moved to."""
        super().__init__(parent)
        self._drawing = drawing
        self._spot = spot
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFixedSize(drawing.deviceIndependentSize().toSize())
        self.hide()

    def place(self, x: float, y: float) -> None:
        """Move the spot to a point of the parent."""
        self.move(round(x - self._spot.x()), round(y - self._spot.y()))

    def draw(self, drawing: QPixmap) -> None:
        """Show another drawing of the same size."""
        self._drawing = drawing
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  it is painted whole
        """Paint the drawing."""
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._drawing)
        painter.end()


@lru_cache(maxsize=4)
def arrow(ratio: float) -> QPixmap:
    """Return the arrow for a screen's device pixel ratio; its tip is at (3, 3)."""
    path = QPainterPath(QPointF(*_ARROW[0]))
    for x, y in _ARROW[1:]:
        path.lineTo(x, y)
    path.closeSubpath()
    pixmap = _blank(QSize(24, 32), ratio)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(3, 3)
    painter.setPen(
        QPen(QColor("#ffffff"), 2.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    )
    painter.drawPath(path)
    painter.fillPath(path, QColor("#111111"))
    painter.end()
    return pixmap


@lru_cache(maxsize=64)
def ring(theme: Theme, ratio: float, grown: float = 1.0) -> QPixmap:
    """Return the ring, `grown` from 0 (the press) to 1 (at rest)."""
    size = RING * 2 + 6
    middle = QPointF(size / 2, size / 2)
    pixmap = _blank(QSize(round(size), round(size)), ratio)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    colour = theme.colour("point")
    disc = QColor(colour)
    disc.setAlphaF(0.24 + 0.3 * (1 - grown))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(disc)
    painter.drawEllipse(middle, _DISC * (0.6 + 0.4 * grown), _DISC * (0.6 + 0.4 * grown))
    # A light ring under the coloured one keeps it visible on a button of any colour.
    radius = 6 + (RING - 6) * grown
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(255, 255, 255, 150), 4))
    painter.drawEllipse(middle, radius, radius)
    painter.setPen(QPen(colour, 2.4))
    painter.drawEllipse(middle, radius, radius)
    painter.end()
    return pixmap


def ring_spot() -> QPointF:
    """Return the middle of the ring's drawing."""
    return QRectF(0, 0, RING * 2 + 6, RING * 2 + 6).center()


def _blank(size: QSize, ratio: float) -> QPixmap:
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap
