"""A screenshot enlarged, whole and with its pointer.

Drag or the arrow keys move it, the wheel, + and - zoom, 0 fits it in again, Esc closes.
"""

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPixmap, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QDialog, QFrame, QGraphicsPixmapItem, QGraphicsScene, QGraphicsView, QVBoxLayout, QWidget
from shiboken6 import isValid

from overlay.answer.copies import pointing_text
from overlay.ui.blocks.loader import PictureLoader, Wanted
from overlay.ui.blocks.picture_card import PictureCard
from overlay.ui.pointer.marks import arrow, ring, ring_spot
from overlay.ui.theme import Theme

_STEP = 1.25
LARGEST = 8.0
"""Pixels on the screen for one of the picture's, at most."""
_KEYS = "Plus, minus and the wheel zoom, the arrow keys move, 0 fits, Escape closes."


class Zoom(QDialog):
    """Shows one picture as large as the person wants; open it with `open()`."""

    def __init__(self, card: PictureCard, theme: Theme, loader: PictureLoader, parent: QWidget) -> None:
        """Prepare to show a card's picture at its full size."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(card.picture.screenshot.shows)
        self._theme = theme
        self._picture = card.picture
        self._scene = QGraphicsScene(self)
        self.view = _View(self._scene, self)
        self.view.setBackgroundBrush(theme.colour("bg"))
        self.view.setAccessibleName(card.picture.screenshot.shows)
        pointing = f"{pointing_text(card.picture)}. " if card.picture.zone else ""
        self.view.setAccessibleDescription(pointing + _KEYS)
        self.view.setToolTip(_KEYS)
        self.view.zoomed.connect(self._zoom)
        self.view.fitted.connect(self._fit)
        self._fitted = True
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view)
        screen = parent.screen().availableGeometry()
        shot = card.picture.screenshot
        self.resize(
            min(round(screen.width() * 0.9), shot.width * 2), min(round(screen.height() * 0.9), shot.height * 2)
        )
        loader.load(Wanted(card.path, 0, 0), self._ready)

    @property
    def scale(self) -> float:
        """How large the picture is shown: 1 is a pixel a pixel."""
        return self.view.transform().m11()

    def resizeEvent(self, arg__1: QResizeEvent) -> None:
        """Keep a fitted picture fitted."""
        super().resizeEvent(arg__1)
        if self._fitted:
            self._fit()

    def showEvent(self, arg__1: QShowEvent) -> None:
        """Fit the picture, and let the keys go to it."""
        super().showEvent(arg__1)
        self.view.setFocus()
        if self._fitted:
            self._fit()

    def _ready(self, image: QImage) -> None:
        if not isValid(self):
            return  # closed while the picture was being decoded
        # A picture's item does not go by the view's wish for smooth pixels.
        self._scene.addPixmap(QPixmap.fromImage(image)).setTransformationMode(
            Qt.TransformationMode.SmoothTransformation
        )
        self._scene.setSceneRect(self._scene.itemsBoundingRect())
        if self._picture.zone:
            box = self._picture.zone.box
            self._point(QPointF((box.x + box.w / 2) * image.width(), (box.y + box.h / 2) * image.height()))
        self._fit()

    def _point(self, place: QPointF) -> None:
        """Show the pointer, as large as in the answer however far the picture is enlarged."""
        ratio = self.devicePixelRatioF()
        for drawing, spot in ((ring(self._theme, ratio), ring_spot()), (arrow(ratio), QPointF(3, 3))):
            mark = QGraphicsPixmapItem(drawing)
            mark.setFlag(QGraphicsPixmapItem.GraphicsItemFlag.ItemIgnoresTransformations)
            mark.setOffset(-spot)
            mark.setPos(place)
            self._scene.addItem(mark)

    def _fit(self) -> None:
        self._fitted = True
        self.view.fitInView(self._scene.sceneRect(), Qt.AspectRatioMode.KeepAspectRatio)

    def _zoom(self, steps: int) -> None:
        factor = _STEP**steps
        if 0.1 <= self.scale * factor <= LARGEST:
            self._fitted = False
            self.view.scale(factor, factor)


class _View(QGraphicsView):
    """Moves by itself; says when it is to zoom."""

    zoomed = Signal(int)
    """Steps: 1 enlarges, -1 reduces."""
    fitted = Signal()

    def __init__(self, scene: QGraphicsScene, parent: QWidget) -> None:
        super().__init__(scene, parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHints(QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Zoom by keyboard; the arrow keys are Qt's own, Esc the dialog's."""
        match event.key():
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.zoomed.emit(1)
            case Qt.Key.Key_Minus:
                self.zoomed.emit(-1)
            case Qt.Key.Key_0:
                self.fitted.emit()
            case _:
                super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with the wheel, at the place under the mouse."""
        if event.angleDelta().y():
            self.zoomed.emit(1 if event.angleDelta().y() > 0 else -1)
        event.accept()
