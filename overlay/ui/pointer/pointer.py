"""The pointer over one picture, and the order in which several pointers of an answer move."""

from enum import Enum

from PySide6.QtCore import QAbstractAnimation, QObject, QPointF, QVariantAnimation, Signal
from PySide6.QtWidgets import QWidget

from overlay.core.manual import Box
from overlay.ui.pointer.marks import Mark, arrow, ring, ring_spot
from overlay.ui.pointer.motion import Motion
from overlay.ui.pointer.path import DURATION_MS, path_to
from overlay.ui.theme import Theme

_RIPPLE_MS = 320
_RIPPLE_FRAMES = 8


class Phase(Enum):
    """Where a pointer is on its way."""

    WAITING = "waiting"
    MOVING = "moving"
    PAUSED = "paused"
    DONE = "done"


class Pointer(QObject):
    """Moves an arrow to a zone and presses; the picture under it is never painted again."""

    finished = Signal()

    def __init__(self, picture: QWidget, box: Box, theme: Theme, motion: Motion) -> None:
        """Prepare over a picture.

        Args:
            picture: the widget that shows it; its size is the picture's.
            box: the zone, in fractions of the picture.
            theme: the ring's colour.
            motion: whether anything may move.
        """
        super().__init__(picture)
        self._picture = picture
        self._path = path_to(box)
        self._motion = motion
        ratio = picture.devicePixelRatioF()
        frames = range(_RIPPLE_FRAMES + 1)
        self._rings = [ring(theme, ratio, frame / _RIPPLE_FRAMES) for frame in frames]
        self._ring = Mark(picture, self._rings[-1], ring_spot())
        self._arrow = Mark(picture, arrow(ratio), QPointF(3, 3))
        self._animation: QVariantAnimation | None = None
        self.phase = Phase.WAITING
        motion.changed.connect(self._motion_changed)

    def aim(self, box: Box) -> None:
        """Point at another place of the picture: it shows another part of what it showed."""
        self._path = path_to(box)

    def start(self) -> None:
        """Begin, or go on after a pause. With reduced motion: the end at once, without a timer."""
        if self.phase is Phase.DONE:
            return
        if self._motion.reduced:
            self._rest()
            return
        if self._animation is None:
            self._animation = QVariantAnimation(self)
            self._animation.setStartValue(0.0)
            self._animation.setEndValue(1.0)
            self._animation.setDuration(DURATION_MS + _RIPPLE_MS)
            self._animation.valueChanged.connect(self._show_share)
            self._animation.finished.connect(self._rest)
        self.phase = Phase.MOVING
        self._arrow.show()
        if self._animation.state() is QAbstractAnimation.State.Paused:
            self._animation.resume()
        else:
            self._animation.start()

    def pause(self) -> None:
        """Stand still while nobody can see it."""
        if self._animation is not None and self.phase is Phase.MOVING:
            self._animation.pause()
            self.phase = Phase.PAUSED

    def arrive(self) -> None:
        """Be at the end at once."""
        self._rest()

    def replay(self) -> None:
        """Move once more."""
        self._stop()
        self._ring.hide()
        self.phase = Phase.WAITING
        self.start()

    def settle(self) -> None:
        """Keep the marks at their place when the picture changes its size."""
        if self.phase is Phase.DONE:
            self._rest()

    def _show_share(self, share: float) -> None:
        elapsed = share * (DURATION_MS + _RIPPLE_MS)
        moved = min(1.0, elapsed / DURATION_MS)
        self._arrow.place(*self._scaled(self._path.at(moved)))
        if moved >= 1.0:
            grown = (elapsed - DURATION_MS) / _RIPPLE_MS
            self._press(min(_RIPPLE_FRAMES, round(grown * _RIPPLE_FRAMES)))

    def _press(self, frame: int) -> None:
        self._ring.draw(self._rings[frame])
        self._ring.place(*self._scaled(self._path.end))
        self._ring.show()

    def _rest(self) -> None:
        self._stop()
        self._press(_RIPPLE_FRAMES)
        self._arrow.place(*self._scaled(self._path.end))
        self._arrow.show()
        self._arrow.raise_()
        before, self.phase = self.phase, Phase.DONE
        if before is not Phase.DONE:
            self.finished.emit()

    def _stop(self) -> None:
        if self._animation is not None:
            self._animation.stop()
            self._animation.deleteLater()
            self._animation = None

    def _motion_changed(self) -> None:
        if self._motion.reduced and self.phase in {Phase.MOVING, Phase.PAUSED}:
            self._rest()

    def _scaled(self, point: tuple[float, float]) -> tuple[float, float]:
        return point[0] * self._picture.width(), point[1] * self._picture.height()


class PointerQueue(QObject):
    """Lets the pointers of one answer move one after the other, each only while it can be seen."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin with nobody waiting."""
        super().__init__(parent)
        self._visible: list[Pointer] = []
        self._current: Pointer | None = None

    def seen(self, pointer: Pointer, *, visible: bool) -> None:
        """Say whether a pointer's picture can be seen now."""
        if visible and pointer not in self._visible:
            self._visible.append(pointer)
        elif not visible and pointer in self._visible:
            self._visible.remove(pointer)
            pointer.pause()
            if pointer is self._current:
                self._current = None
        self._next()

    def drop(self, pointer: Pointer) -> None:
        """Forget a pointer whose picture is gone."""
        self.seen(pointer, visible=False)

    def replay(self, pointer: Pointer) -> None:
        """Move a pointer again, now."""
        if self._current is not None and self._current is not pointer:
            self._current.pause()
        self._current = pointer
        pointer.finished.connect(self._ended)
        pointer.replay()

    def _next(self) -> None:
        if self._current is not None:
            return
        waiting = next((p for p in self._visible if p.phase is not Phase.DONE), None)
        if waiting is not None:
            self._current = waiting
            waiting.finished.connect(self._ended)
            waiting.start()

    def _ended(self) -> None:
        if self._current is not None:
            self._current.finished.disconnect(self._ended)
        self._current = None
        self._next()
