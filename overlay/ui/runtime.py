"""The application's loop: asyncio runs inside Qt's through one door, and one scope owns every task.

Shutdown is an event that the tray's Quit sets. Nobody calls `QApplication.quit()`: the loop would be gone while tasks
still clean up.
"""

import asyncio
import contextlib
import logging
import signal
import socket
import sys
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from types import FrameType, TracebackType
from typing import cast

import qasync  # pyright: ignore[reportMissingTypeStubs]
from PySide6.QtCore import (
    QEvent,
    QMessageLogContext,
    QObject,
    QSocketNotifier,
    Qt,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from overlay.core.errors import OutsideError

_log = logging.getLogger(__name__)


class Application(QApplication):
    """The one application; told to quit, it lets tasks end first where somebody has to do with them."""

    ended: Callable[[], None] | None = None
    """Called when the session ends or the system's own menu says Quit; Qt alone would stop the loop at once."""

    def event(self, event: QEvent, /) -> bool:
        """Pass on a wish to quit."""
        if event.type() != QEvent.Type.Quit or self.ended is None:
            return super().event(event)
        self.ended()
        return True


def make_application(arguments: list[str]) -> Application:
    """Make the one QApplication, named and styled; closing a window does not end it."""
    qInstallMessageHandler(_qt_said)
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    app = Application(arguments)
    app.setApplicationName("fescue")
    app.setApplicationDisplayName("Fescue")
    app.setDesktopFileName("fescue")
    app.setStyle("Fusion")
    app.setQuitOnLastWindowClosed(False)
    return app


class TaskScope:
    """Owns every task: what fails is said, what still runs at the end is cancelled and awaited."""

    def __init__(self, failed: Callable[[str], None]) -> None:
        """Begin empty.

        Args:
            failed: tells the person in one sentence that something went wrong.
        """
        self._failed = failed
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        """Start a task."""
        task = asyncio.ensure_future(self._guard(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def idle(self) -> None:
        """Return once no task is left."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    async def close(self, patience: float) -> None:
        """Let the tasks finish, for `patience` seconds at most, then cancel the rest and wait for them."""
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=patience)
        for task in tuple(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _guard(self, work: Coroutine[object, object, None]) -> None:
        try:
            await work
        except asyncio.CancelledError:
            raise
        except Exception:  # noqa: BLE001  one of three such places: a failed task must not take the window with it
            _log.exception("a task failed")
            self._failed("Something went wrong inside Fescue. Your question was not lost; try again.")


class EndSignals(QObject):
    """Hears that the system or a terminal asks the program to end (SIGTERM, Ctrl+C, logging out), and lets it end well.

    Python runs its signal handlers between byte codes, and an idle Qt loop runs none: a descriptor wakes it.
    """

    def __init__(self, ended: Callable[[], None]) -> None:
        """Begin to listen.

        Args:
            ended: called in the loop with the first signal.
        """
        super().__init__()
        self._reader, self._writer = socket.socketpair()
        self._writer.setblocking(False)
        signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, _heard)
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(ended)
        self._app = QApplication.instance()
        if isinstance(self._app, Application):
            self._app.ended = ended

    def close(self) -> None:
        """Stop listening."""
        if isinstance(self._app, Application):
            self._app.ended = None
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(-1)
        self._reader.close()
        self._writer.close()


def run_application(app: QApplication, main: Callable[[], Coroutine[object, object, None]]) -> int:
    """Run until `main` returns.

    Args:
        app: the application.
        main: sets everything up, waits for Quit, and cleans up.

    Returns:
        The exit code.

    Raises:
        OutsideError: the display is gone, and Qt's loop with it.
    """
    sys.excepthook = _last_resort
    work: list[asyncio.Task[None]] = []

    async def whole() -> None:
        work.append(cast("asyncio.Task[None]", asyncio.current_task()))
        await main()

    try:
        with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=lambda: _loop(app)) as runner:
            runner.run(whole())
    except RuntimeError:
        # What fails inside the work ends it. Here the loop was taken from under it, maybe again while the rest was
        # being cancelled: nothing is done with windows any more, for without its display Qt would crash.
        if not _cut_short(work):
            raise
        msg = "the display is gone, so Fescue ended. Finished answers are kept: start it again with fescue run"
        raise OutsideError(msg) from None
    return 0


def _cut_short(work: list[asyncio.Task[None]]) -> bool:
    """Say whether the work began and never came to an end of its own."""
    return bool(work) and (not work[0].done() or work[0].cancelled())


def _heard(number: int, frame: FrameType | None) -> None:
    """Do nothing: the descriptor that the signal made readable does the rest."""


def _qt_said(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:  # noqa: ARG001  Qt's signature
    """Write what Qt says to the log: a person's terminal is not the place for it."""
    level = logging.DEBUG if kind in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg) else logging.WARNING
    logging.getLogger("qt").log(level, message)


def _loop(app: QApplication) -> asyncio.AbstractEventLoop:
    loop = cast("asyncio.AbstractEventLoop", qasync.QEventLoop(app))
    # qasync's own default starts ten threads with the first use; two serve what little is done off the UI's thread.
    loop.set_default_executor(ThreadPoolExecutor(2, thread_name_prefix="fescue"))
    return loop


def _last_resort(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Write an error that nobody caught to the log; a person never sees a traceback."""
    _log.critical("unexpected error", exc_info=(kind, error, trace))
