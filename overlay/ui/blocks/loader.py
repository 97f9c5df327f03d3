"""Decodes screenshots in a thread, at the size they are shown, and keeps the last few."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QRect, QRunnable, QSize, Qt, QThreadPool, Signal
from PySide6.QtGui import QImage, QImageReader

from overlay.core.manual import Box
from overlay.ui.blocks.close_up import WHOLE

KEPT = 12
"""Decoded pictures that are kept."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A picture, or a part of it, at a size in device pixels; an empty size means as it is."""

    path: Path
    width: int
    height: int
    part: Box = WHOLE
    """In fractions of the whole picture."""


class _Done(QObject):
    """Carries a decoded picture from its thread to the window's."""

    decoded = Signal(object, QImage)


class _Decode(QRunnable):
    """Decodes one picture."""

    def __init__(self, wanted: Wanted, done: _Done) -> None:
        super().__init__()
        self._wanted = wanted
        self._done = done

    def run(self) -> None:
        """Read the file, scaled while it is decoded; a broken one gives an empty picture."""
        reader = QImageReader(str(self._wanted.path))
        reader.setAutoTransform(True)
        image = reader.read()
        wanted = self._wanted
        if not image.isNull() and wanted.part != WHOLE:
            image = image.copy(_pixels(wanted.part, image.size()))
        if wanted.width and wanted.height and image.width() > wanted.width:
            # Twice the size first, then smoothly: decoding straight to the size would be coarse.
            size = QSize(wanted.width, wanted.height)
            smooth = Qt.TransformationMode.SmoothTransformation
            image = image.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
        self._done.decoded.emit(self._wanted, image)


def _pixels(part: Box, size: QSize) -> QRect:
    left, top = round(part.x * size.width()), round(part.y * size.height())
    return QRect(left, top, max(1, round(part.w * size.width())), max(1, round(part.h * size.height())))


class PictureLoader(QObject):
    """One for all answers: a thread, and the last pictures."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin with an empty store."""
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._kept: OrderedDict[Wanted, QImage] = OrderedDict()
        self._waiting: dict[Wanted, list[Callable[[QImage], None]]] = {}
        self._done = _Done(self)
        self._done.decoded.connect(self._arrived, Qt.ConnectionType.QueuedConnection)

    def load(self, wanted: Wanted, ready: Callable[[QImage], None]) -> None:
        """Call `ready` with the picture: at once if it is kept, else when it is decoded. Empty if it can't be read."""
        kept = self._kept.get(wanted)
        if kept is not None:
            self._kept.move_to_end(wanted)
            ready(kept)
            return
        waiting = self._waiting.setdefault(wanted, [])
        waiting.append(ready)
        if len(waiting) == 1:
            self._pool.start(_Decode(wanted, self._done))

    def finish(self) -> None:
        """Wait for the thread, before the program ends."""
        self._pool.waitForDone()

    def _arrived(self, wanted: Wanted, image: QImage) -> None:
        if not image.isNull():
            self._kept[wanted] = image
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        for ready in self._waiting.pop(wanted, []):
            ready(image)


_LOADERS: list[PictureLoader] = []


def shared_loader() -> PictureLoader:
    """Return the one loader of all answers."""
    if not _LOADERS:
        _LOADERS.append(PictureLoader())
    return _LOADERS[0]
