"""Whether things may move: the operating system's wish, or the person's own setting."""

from PySide6.QtCore import QObject, QSocketNotifier, Signal

from overlay.desktop.motion import MotionSource, watch_motion


class Motion(QObject):
    """The wish for less motion, which may change while Fescue runs."""

    changed = Signal()

    def __init__(self, *, reduced: bool = False, parent: QObject | None = None) -> None:
        """Begin with a wish."""
        super().__init__(parent)
        self._reduced = reduced

    @property
    def reduced(self) -> bool:
        """Whether nothing may move."""
        return self._reduced

    @reduced.setter
    def reduced(self, reduced: bool) -> None:
        if reduced != self._reduced:
            self._reduced = reduced
            self.changed.emit()


def still_motion() -> Motion:
    """Return a wish for no motion at all, for pictures of the panel."""
    return Motion(reduced=True)


def system_motion() -> Motion:
    """Return the operating system's wish, followed while the program runs."""
    source = watch_motion()
    motion = _SystemMotion(source)
    source.start(motion.heard)
    return motion


class _SystemMotion(Motion):
    """Hears of changes through a descriptor of the system's."""

    def __init__(self, source: MotionSource) -> None:
        super().__init__(reduced=source.reduced())
        self._source = source
        self._notifier = QSocketNotifier(source.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._readable)

    def heard(self, reduced: bool) -> None:
        """Take the system's word."""
        self.reduced = reduced

    def _readable(self) -> None:
        self._source.drain()
