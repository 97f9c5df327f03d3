"""The accessibility probe: reads the active screen from a browser that has no companion, over the accessibility bus.

Whatever may keep it waiting happens in a thread of its own, and only screens that the pack admitted leave that thread.
"""

import atexit
import contextlib
import select
import socket
import threading
from collections.abc import Callable

from overlay.core.errors import OutsideError
from overlay.core.pack import Pack
from overlay.core.screens import Screen
from overlay.desktop.accessible_window import Front, Memory, Seen, UnansweredError, look
from overlay.desktop.atspi_bus import AtspiBus
from overlay.desktop.x11_display import XDisplay, XWindow
from overlay.desktop.x11_front import X11Front

GRACE_SECONDS = 2.0
"""How long a companion gets to speak first: until then nothing is switched on."""
AGAIN_SECONDS = 1.0
"""How often the same window is looked at: a page may change its address without a word to the window system."""
SOON_SECONDS = 0.3
"""When to look again at a window whose last good screen is gone: titles race."""
LATER_SECONDS = 5.0
"""When to try again with a bus or a browser that does not answer."""
_END_SECONDS = 3.0
"""How long the end waits for the thread; longer than any look."""


class AccessibilityProbe:
    """Reports the active screen as the browser tells assistive programs; opt-in, since it switches them on."""

    def __init__(self, pack: Pack, display: str, session_bus: str, *, grace: float = GRACE_SECONDS) -> None:
        """Prepare; nothing is asked yet.

        Args:
            pack: decides what is let in.
            display: the X display, such as `:0`.
            session_bus: as in `$DBUS_SESSION_BUS_ADDRESS`.
            grace: seconds before it begins.
        """
        self._pack, self._display_name, self._session_bus, self._grace = pack, display, session_bus, grace
        self._report: Callable[[Screen | None], None] | None = None
        self._bell, self._hammer = socket.socketpair()
        self._bell.setblocking(False)
        self._waker, self._wake = socket.socketpair()
        self._waker.setblocking(False)
        self._resting, self._ended = False, False
        self._found: tuple[Seen, int] = (Seen(), 0)
        """What the thread saw last, and of which window."""
        self._told: tuple[Seen, int] = (Seen(), 0)
        self._thread = threading.Thread(target=self._work, name="fescue-accessibility", daemon=True)

    @property
    def settled(self) -> bool:
        """Whether what was last reported settles the matter, so that nothing may be guessed from a title."""
        return self._told[0].settled

    @property
    def window(self) -> int:
        """The window that was last reported of, 0 for none."""
        return self._told[1]

    def start(self, report: Callable[[Screen | None], None]) -> None:
        """Begin to report each new screen, and None when none is in front any more."""
        self._report = report
        self._thread.start()
        # However the program ends, what was switched on is switched off.
        atexit.register(self.close)

    def rest(self, resting: bool) -> None:
        """Forget what was seen and look at nothing while a better probe knows the screen; go on afterwards."""
        if resting == self._resting:
            return
        self._resting = resting
        self._told = (Seen(), 0)
        self._ring(self._wake)
        # What the thread sees may be what it saw before, and then it would not say so.
        self._ring(self._hammer)

    def fileno(self) -> int:
        """Return the descriptor to watch."""
        return self._bell.fileno()

    def drain(self) -> None:
        """Report what the thread saw, if it is something else than before."""
        with contextlib.suppress(BlockingIOError):
            self._bell.recv(64)
        if self._resting:
            return
        before, self._told = self._told, self._found
        if self._report and before != self._told:
            self._report(self._told[0].screen)

    def close(self) -> None:
        """End the thread, which switches off what it switched on; may wait for seconds where the bus hangs."""
        if self._ended:
            return
        self._report, self._ended = None, True
        atexit.unregister(self.close)
        self._ring(self._wake)
        if self._thread.ident is not None:
            self._thread.join(_END_SECONDS)
        if not self._thread.is_alive():
            for end in (self._bell, self._hammer, self._waker, self._wake):
                end.close()

    def _ring(self, end: socket.socket) -> None:
        with contextlib.suppress(OSError):
            end.send(b"!", socket.MSG_DONTWAIT)

    def _work(self) -> None:
        """Live in the thread."""
        self._sleep(self._grace)
        while not self._ended:
            with contextlib.suppress(OSError):
                self._watch()
            self._tell(Seen(), 0)
            self._sleep(LATER_SECONDS)

    def _sleep(self, seconds: float) -> None:
        """Wait, at least until nobody knows better; the end wakes at once."""
        left: float | None = seconds
        while not self._ended and (self._await(left) or self._resting):
            left = None if self._resting else seconds

    def _await(self, seconds: float | None, *also: X11Front) -> bool:
        """Wait for a word from the main thread or an event; returns whether either came."""
        ready, _, _ = select.select([self._waker, *also], [], [], seconds)
        if self._waker in ready:
            with contextlib.suppress(BlockingIOError):
                self._waker.recv(64)
        return bool(ready)

    def _watch(self) -> None:
        """Look at the window in front whenever it may have changed, until the end.

        Raises:
            OSError: the bus or the X server is gone, or was never there.
        """
        try:
            front = X11Front(XDisplay(self._display_name))
        except OutsideError as problem:
            raise OSError from problem
        with contextlib.closing(front), contextlib.closing(AtspiBus(self._session_bus)) as bus:
            looking = _Looking(bus, self._pack)
            while not self._ended:
                if self._resting:
                    # Which window was in front before ours must be known when it is asked again.
                    looking.pass_over(front)
                    self._tell(Seen(), 0)
                    self._await(None, front)
                    continue
                self._tell(*looking.at(front))
                self._await(looking.pause, front)

    def _tell(self, seen: Seen, window: int) -> None:
        if self._found != (seen, window):
            self._found = (seen, window)
            self._ring(self._hammer)


class _Looking:
    """Looks at one window after the other, and remembers what was good of the last."""

    def __init__(self, bus: AtspiBus, pack: Pack) -> None:
        self._bus = bus
        self._pack = pack
        self._memory = Memory()
        self._window = 0
        self._good: Screen | None = None
        self._missed = False
        self.pause = AGAIN_SECONDS

    def pass_over(self, front: X11Front) -> XWindow | None:
        """Return the window in front without looking into it.

        Raises:
            OSError: the X server is gone.
        """
        try:
            return front.look()
        except OutsideError as problem:
            raise OSError from problem

    def at(self, front: X11Front) -> tuple[Seen, int]:
        """Look at the window in front.

        Raises:
            OSError: the bus or the X server is gone.
        """
        window = self.pass_over(front)
        if window is None:
            self._window, self._good, self.pause = 0, None, AGAIN_SECONDS
            return Seen(), 0
        if window.id != self._window:
            self._window, self._good, self._missed = window.id, None, False
            self._memory = Memory()
        seen = self._seen(Front(window.id, window.pid, window.title, window.frame))
        return seen, window.id if seen.screen else 0

    def _seen(self, front: Front) -> Seen:
        self._bus.begin_look()
        self.pause = AGAIN_SECONDS
        try:
            seen = look(self._bus, front, self._pack, self._good, self._memory)
        except UnansweredError:
            # Asking a browser that hangs again and again would not wake it.
            self.pause, seen = LATER_SECONDS, Seen()
        if not seen.settled and self._good is not None and not self._missed and self.pause == AGAIN_SECONDS:
            self._missed, self.pause = True, SOON_SECONDS
            return Seen(self._good, settled=True)
        self._missed = False
        self._good = seen.screen
        return seen
