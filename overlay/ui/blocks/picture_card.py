"""A screenshot in an answer: a card with the picture, the pointer over it, and what it points at in words."""

from pathlib import Path

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QImage,
    QPainter,
    QPaintEvent,
    QPixmap,
)
from PySide6.QtWidgets import QFrame, QLabel, QToolButton, QWidget
from shiboken6 import isValid

from overlay.answer.copies import pointing_text
from overlay.answer.document import Picture
from overlay.ui.blocks.close_up import WHOLE, View, view_of
from overlay.ui.blocks.loader import PictureLoader, Wanted
from overlay.ui.blocks.picture_label import PictureLabel, paint_card
from overlay.ui.pointer.motion import Motion
from overlay.ui.pointer.pointer import Phase, Pointer, PointerQueue
from overlay.ui.theme import Theme

_REPLAY = 26
_PAD = 10


class PictureCard(QFrame):
    """Shows one screenshot; a picture that can't be read leaves only its words."""

    resized = Signal()
    """The card needs another height: its picture turned out to be unreadable."""
    zoomed = Signal(object)
    rested = Signal()
    """Nothing about it will change by itself any more."""

    def __init__(
        self,
        parent: QWidget,
        picture: Picture,
        path: Path,
        theme: Theme,
        motion: Motion,
        loader: PictureLoader,
        queue: PointerQueue,
    ) -> None:
        """Make room for a picture; it is decoded when it can be seen."""
        super().__init__(parent)
        self.picture = picture
        self.path = path
        self.readable = path.is_file()
        self._theme = theme
        self._motion = motion
        self._loader = loader
        self._queue = queue
        self._wanted: Wanted | None = None
        self._view = View(WHOLE, 0, 0)
        self._visible = False
        self.near = False
        """Whether any of it can be seen, as it was last told."""
        self.pointer: Pointer | None = None
        self.pointed = False
        """Whether its pointer has moved before, when the answer looked different: then it stands at its end."""
        self.image = PictureLabel(self, theme)
        self.image.setAccessibleName(picture.screenshot.shows)
        self.image.setAccessibleDescription(pointing_text(picture) if picture.zone else "")
        self.image.setToolTip("Enlarge: shows the whole picture")
        self.image.pressed.connect(lambda: self.zoomed.emit(self))
        self.caption = QLabel(self)
        self.caption.setFont(theme.font(theme.size_small))
        self.caption.setTextFormat(Qt.TextFormat.PlainText)
        self.caption.setWordWrap(True)
        self.caption.setObjectName("caption")
        self._replay = QToolButton(self)
        self._style_replay()
        self._set_words()

    @property
    def resting(self) -> bool:
        """Whether picture and pointer are at their end; what cannot be seen waits, and rests meanwhile."""
        if not self.readable or not self._visible:
            return True
        loaded = self._wanted is not None and self.image.has_picture
        return loaded and (self.pointer is None or self.pointer.phase is Phase.DONE)

    def height_for(self, width: int) -> int:
        """Return the card's height in pixels at a width."""
        return self._view_at(width).height + self._caption_height(width) + 2 * self._theme.border

    def show_at(self, x: int, y: int, width: int) -> None:
        """Take a place in the answer."""
        view = self._view = self._view_at(width)
        self.setGeometry(x, y, self._card_width(width), self.height_for(width))
        edge = self._theme.border
        self.image.setGeometry(edge, edge, view.width, view.height)
        self.image.set_cut(view.part)
        caption = self._caption_height(width)
        room = _REPLAY if self._replay.isVisibleTo(self) else 0
        self.caption.setGeometry(_PAD, view.height + edge, self.width() - 2 * _PAD - room, caption)
        self._replay.move(self.width() - _REPLAY - 6, view.height + edge + (caption - _REPLAY) // 2)
        if self.pointer and self.picture.zone:
            self.pointer.aim(view.inside(self.picture.zone.box))
            self.pointer.settle()
        if self._visible:
            self._load()

    def seen(self, *, visible: bool, near: bool = False) -> None:
        """Take note whether enough of the card can be seen for its pointer to move, or any of it (`near`)."""
        self._visible, self.near = visible, near
        if visible or near:
            self._load()
        if self.pointer:
            self._queue.seen(self.pointer, visible=visible)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  it is painted whole
        """Paint the card's ground and border."""
        painter = QPainter(self)
        paint_card(painter, QRectF(self.rect()), self._theme)
        painter.end()

    def _load(self) -> None:
        if not self.readable or self.image.width() <= 0:
            return
        ratio = self.devicePixelRatioF()
        size = round(self.image.width() * ratio), round(self.image.height() * ratio)
        wanted = Wanted(self.path, *size, self._view.part)
        if wanted != self._wanted:
            self._wanted = wanted
            self._loader.load(wanted, self._ready)

    def _ready(self, image: QImage) -> None:
        if not isValid(self):
            return  # the conversation was closed while the picture was being decoded
        if image.isNull():
            self.readable = False
            self._set_words()
            self.resized.emit()
            self.rested.emit()
            return
        pixmap = QPixmap.fromImage(image)
        pixmap.setDevicePixelRatio(self.devicePixelRatioF())
        self.image.set_picture(pixmap)
        zone = self.picture.zone
        if zone is None:
            self.rested.emit()
        elif self.pointer is None:
            self.pointer = Pointer(self.image, self._view.inside(zone.box), self._theme, self._motion)
            self.pointer.finished.connect(self.rested)
            if self.pointed:
                self.pointer.arrive()
            self._queue.seen(self.pointer, visible=self._visible)

    def _set_words(self) -> None:
        shown = pointing_text(self.picture)
        if not self.readable and self.picture.zone:
            shown = f"{self.picture.screenshot.shows.rstrip('.')}: {shown}"
        self.caption.setText(shown)
        self.image.setVisible(self.readable)
        self._replay.setVisible(self.readable and self.picture.zone is not None)

    def _style_replay(self) -> None:
        self._replay.setObjectName("replay")
        self._replay.setText("↻")
        self._replay.setFixedSize(_REPLAY, _REPLAY)
        self._replay.setAutoRaise(True)
        self._replay.setToolTip("Show again where to press")
        self._replay.setAccessibleName("Show again where to press")
        self._replay.setFont(self._theme.font(self._theme.size_body))
        self._replay.clicked.connect(self._play_again)

    def _play_again(self) -> None:
        if self.pointer:
            self._queue.replay(self.pointer)

    def _card_width(self, width: int) -> int:
        return min(width, self._view_at(width).width + 2 * self._theme.border) if self.readable else width

    def _view_at(self, width: int) -> View:
        room = width - 2 * self._theme.border
        if not self.readable:
            return View(WHOLE, room, 0)
        shot, zone = self.picture.screenshot, self.picture.zone
        return view_of(shot.width, shot.height, zone.box if zone else None, room)

    def _caption_height(self, width: int) -> int:
        room = self._card_width(width) - 2 * _PAD - (_REPLAY if self.readable and self.picture.zone else 0)
        metrics = QFontMetrics(self.caption.font())
        box = metrics.boundingRect(0, 0, max(40, room), 10_000, Qt.TextFlag.TextWordWrap.value, self.caption.text())
        return max(box.height() + 13, _REPLAY + 6)
