"""The picture of a screenshot's card."""

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QLabel, QWidget

from overlay.core.manual import Box
from overlay.ui.blocks.close_up import WHOLE
from overlay.ui.theme import Theme

_FADE = 14.0
"""Pixels over which a picture fades where it was cut."""
_EDGE = 0.004
"""A picture cut by less than this share of it is not cut for the eye."""


def paint_card(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Paint a card's ground and border."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    half = theme.border / 2
    painter.setPen(QPen(theme.colour("line"), theme.border))
    painter.setBrush(theme.colour("card"))
    painter.drawRoundedRect(box.adjusted(half, half, -half, -half), theme.radius, theme.radius)


class PictureLabel(QLabel):
    """The picture itself, with round upper corners; an image to screen readers, a button to the keyboard."""

    pressed = Signal()

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        """Begin without a picture."""
        super().__init__(parent)
        self._theme = theme
        self._picture = QPixmap()
        self._face = QPixmap()
        self._part = WHOLE
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        # A label is an image to screen readers as soon as it has one, be it empty.
        self.setPixmap(QPixmap(1, 1))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def has_picture(self) -> bool:
        """Whether it has been decoded."""
        return not self._picture.isNull()

    def set_cut(self, part: Box) -> None:
        """Take note which part of a larger picture this is: where it goes on, its edge fades."""
        if part != self._part:
            self._part = part
            self._face = QPixmap()
            self.update()

    def set_picture(self, picture: QPixmap) -> None:
        """Show a decoded picture."""
        self._picture = picture
        self._face = QPixmap()
        self.setPixmap(picture)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what is exposed of the picture, or of a quiet ground while it is decoded."""
        painter = QPainter(self)
        ratio = self.devicePixelRatioF()
        if self._face.isNull() or self._face.size() != (QSizeF(self.size()) * ratio).toSize():
            self._face = self._composed(ratio)
        part = QRectF(event.rect())
        painter.drawPixmap(part, self._face, QRectF(part.topLeft() * ratio, part.size() * ratio))
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self._theme.accent), self._theme.focus))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), self._theme.radius, self._theme.radius)
        painter.end()

    def _composed(self, ratio: float) -> QPixmap:
        """Draw the picture once with its round corners and what lies behind them: a pointer moves over it later."""
        face = QPixmap((QSizeF(self.size()) * ratio).toSize())
        face.setDevicePixelRatio(ratio)
        face.fill(self._theme.colour("bg"))
        painter = QPainter(face)
        edge = self._theme.border
        paint_card(painter, QRectF(-edge, -edge, self.width() + 2 * edge, self.height() + 60), self._theme)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipPath(_upper_rounded(QRectF(self.rect()), self._theme.radius - 1))
        if self._picture.isNull():
            painter.fillRect(self.rect(), self._theme.colour("soft"))
        else:
            painter.drawPixmap(self.rect(), self._picture)
            self._fade(painter)
        painter.setPen(QPen(self._theme.colour("line"), 1))
        below = self.height() - 0.5
        painter.drawLine(QPointF(0, below), QPointF(self.width(), below))
        painter.end()
        return face

    def _fade(self, painter: QPainter) -> None:
        """Let the picture fade where it was cut, so that nobody takes a part for the whole."""
        box, depth = QRectF(self.rect()), _FADE
        for cut, strip, start, end in (
            (self._part.x > _EDGE, box.adjusted(0, 0, depth - box.width(), 0), (0, 0), (1, 0)),
            (self._part.x + self._part.w < 1 - _EDGE, box.adjusted(box.width() - depth, 0, 0, 0), (1, 0), (0, 0)),
            (self._part.y > _EDGE, box.adjusted(0, 0, 0, depth - box.height()), (0, 0), (0, 1)),
            (self._part.y + self._part.h < 1 - _EDGE, box.adjusted(0, box.height() - depth, 0, 0), (0, 1), (0, 0)),
        ):
            if cut:
                colours = QLinearGradient(*start, *end)
                colours.setCoordinateMode(QLinearGradient.CoordinateMode.ObjectMode)
                clear = self._theme.colour("bg")
                colours.setColorAt(0, clear)
                clear.setAlpha(0)
                colours.setColorAt(1, clear)
                painter.fillRect(strip, colours)

    def mouseReleaseEvent(self, ev: QMouseEvent) -> None:
        """Enlarge on a click."""
        if ev.button() is Qt.MouseButton.LeftButton and self.rect().contains(ev.position().toPoint()):
            self.pressed.emit()

    def mousePressEvent(self, ev: QMouseEvent) -> None:
        """Keep the click from the text below."""
        ev.accept()

    def keyPressEvent(self, ev: QKeyEvent) -> None:
        """Enlarge on Enter or Space."""
        if ev.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.pressed.emit()
        else:
            super().keyPressEvent(ev)

    def focusInEvent(self, ev: QFocusEvent) -> None:  # noqa: ARG002  only that it came matters
        """Show the focus ring."""
        self.update()

    def focusOutEvent(self, ev: QFocusEvent) -> None:  # noqa: ARG002  only that it came matters
        """Hide the focus ring."""
        self.update()


def _upper_rounded(box: QRectF, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addRoundedRect(box, radius, radius)
    path.addRect(box.adjusted(0, radius, 0, 0))
    return path
