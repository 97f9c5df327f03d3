"""A screenshot enlarged: pan by dragging or with the arrow keys, + and - to zoom, 0 to fit, Esc to close."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPixmap, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QDialog, QFrame, QGraphicsScene, QGraphicsView, QVBoxLayout, QWidget

from overlay.ui.blocks.loader import PictureLoader, Wanted
from overlay.ui.blocks.picture_card import PictureCard
from overlay.ui.theme import Theme

_STEP = 1.25


class Zoom(QDialog):
    """Shows one picture as large as the person wants; open it with `open()`."""

    def __init__(self, card: PictureCard, theme: Theme, loader: PictureLoader, parent: QWidget) -> None:
        """Prepare to show a card's picture at its full size."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(card.picture.screenshot.shows)
        self._scene = QGraphicsScene(self)
        self.view = QGraphicsView(self._scene, self)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setRenderHints(QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing)
        self.view.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.view.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.view.setBackgroundBrush(theme.colour("bg"))
        self.view.setAccessibleName(card.picture.screenshot.shows)
        self.view.setAccessibleDescription("Plus and minus zoom, the arrow keys move, 0 fits, Escape closes.")
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

    def keyPressEvent(self, arg__1: QKeyEvent) -> None:
        """Zoom by keyboard; Esc is the dialog's own."""
        match arg__1.key():
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self._zoom(_STEP)
            case Qt.Key.Key_Minus:
                self._zoom(1 / _STEP)
            case Qt.Key.Key_0:
                self._fit()
            case _:
                super().keyPressEvent(arg__1)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with the wheel."""
        self._zoom(_STEP if event.angleDelta().y() > 0 else 1 / _STEP)

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
        self._scene.addPixmap(QPixmap.fromImage(image))
        self._scene.setSceneRect(self._scene.itemsBoundingRect())
        self._fit()

    def _fit(self) -> None:
        self._fitted = True
        self.view.fitInView(self._scene.sceneRect(), Qt.AspectRatioMode.KeepAspectRatio)

    def _zoom(self, factor: float) -> None:
        if 0.1 <= self.scale * factor <= 8:
            self._fitted = False
            self.view.scale(factor, factor)
