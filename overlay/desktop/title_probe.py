"""The title probe: guesses the screen from the title of the window in front, by rules that IT wrote."""

from collections.abc import Callable

from overlay.core.pack import Pack
from overlay.core.screens import Screen
from overlay.desktop.x11_display import XDisplay
from overlay.desktop.x11_front import X11Front


class TitleProbe:
    """Reports what the pack's title rules make of the window in front. Titles are neither kept nor passed on."""

    settled = False
    """It never is: a title proves nothing."""

    def __init__(self, pack: Pack, display: str) -> None:
        """Connect.

        Args:
            pack: holds the rules.
            display: the X display, such as `:0`.

        Raises:
            OutsideError: it does not answer.
        """
        self._pack = pack
        self._front = X11Front(XDisplay(display))
        self._report: Callable[[Screen | None], None] | None = None
        self._resting = False
        self._last: tuple[Screen | None, int] = (None, 0)

    @property
    def window(self) -> int:
        """The window that was last reported of, 0 for none."""
        return self._last[1]

    def start(self, report: Callable[[Screen | None], None]) -> None:
        """Begin to report each new screen, and None when no rule fits the window in front."""
        self._report = report
        self.drain()

    def rest(self, resting: bool) -> None:
        """Forget what was seen and look at nothing while a better probe knows the screen; go on afterwards."""
        self._resting = resting
        if resting:
            self._last = (None, 0)
        self.drain()

    def fileno(self) -> int:
        """Return the descriptor to watch."""
        return self._front.fileno()

    def drain(self) -> None:
        """Look at the window in front and report the outcome if it is another.

        Raises:
            OutsideError: the X server is gone.
        """
        window = self._front.look()
        if self._resting or self._report is None:
            return
        screen = self._pack.admit_title(window.title, window.wm_class) if window else None
        now = (screen, window.id if window and screen else 0)
        if now != self._last:
            self._last = now
            self._report(screen)

    def close(self) -> None:
        """Disconnect."""
        self._report = None
        self._front.close()
