"""A desktop without a screen: X server, session bus, window manager and tray, for demos and tests."""

import contextlib
import os
import select
import shutil
import signal
import subprocess
import time
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from overlay.core.errors import OutsideError
from overlay.desktop.bound import bound_to_us
from overlay.desktop.x11_display import PROPERTIES, STRUCTURE, XDisplay

MARK = "FESCUE_VIRTUAL_DESKTOP"
"""Environment variable that every process of one desktop carries, so that none is left behind."""

START_SECONDS = 20.0
_STOP_SECONDS = 3.0


class VirtualDesktop:
    """An Xvfb with its own D-Bus session, openbox and a tray, all gone when the block ends.

    Enter and leave it in the same thread, and let that thread live: its children end with it.
    """

    def __init__(
        self,
        folder: Path,
        *,
        size: tuple[int, int] = (1600, 1000),
        window_manager: str = "openbox",
        tray: bool = True,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        """Plan a desktop.

        Args:
            folder: an existing folder for the desktop's runtime files and log.
            size: pixels.
            window_manager: the command of an installed one, such as `openbox` or `xfwm4 --compositor=off`.
            tray: whether a system tray runs.
            environ: what the desktop's environment starts from.
        """
        self._folder = folder
        self._size = size
        self._window_manager = window_manager
        self._tray = tray
        self._mark = uuid.uuid4().hex
        self._running: list[subprocess.Popen[bytes]] = []
        self.env: dict[str, str] = dict(environ)
        """The environment for programs that shall run on this desktop."""

    def __enter__(self) -> Self:
        try:
            self._start()
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    @property
    def display(self) -> str:
        """The display's name, such as `:5`."""
        return self.env["DISPLAY"]

    @property
    def log(self) -> Path:
        """Where the desktop's programs write what they complain about."""
        return self._folder / "desktop.log"

    def run(self, command: list[str], *, env: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        """Start a program on this desktop; it ends with the desktop at the latest.

        Raises:
            OutsideError: the program is not there.
        """
        return self._spawn(command, dict(env or self.env))

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """End a program that `run` started, and its children."""
        _end(process)
        if process in self._running:
            self._running.remove(process)

    def screenshot(self, file: Path) -> None:
        """Write a picture of the whole desktop; the suffix says the format.

        Raises:
            OutsideError: the X server is gone.
        """
        display = XDisplay(self.display)
        try:
            save_screenshot(display, file)
        finally:
            display.close()

    def _start(self) -> None:
        for name in (
            "WAYLAND_DISPLAY",
            "XDG_SESSION_TYPE",
            "XAUTHORITY",
            "DBUS_SESSION_BUS_ADDRESS",
            "SESSION_MANAGER",
        ):
            self.env.pop(name, None)
        runtime = self._folder / "run"
        runtime.mkdir(mode=0o700, exist_ok=True)
        self.env |= {MARK: self._mark, "XDG_RUNTIME_DIR": str(runtime), "XDG_SESSION_TYPE": "x11"}
        width, height = self._size
        server = ["Xvfb", "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-noreset", "-displayfd"]
        self.env["DISPLAY"] = ":" + self._tell("the X server", lambda fd: [*server, str(fd)])
        bus = ["dbus-daemon", "--session", "--nofork", "--nopidfile"]
        address = self._tell("the session bus", lambda fd: [*bus, f"--print-address={fd}"])
        self.env["DBUS_SESSION_BUS_ADDRESS"] = address
        self._start_programs()

    def _start_programs(self) -> None:
        display = XDisplay(self.display)
        try:
            display.listen(display.root, PROPERTIES | STRUCTURE)
            display.paint_desktop(_BACKGROUND)
            manager = self.run(self._window_manager.split())
            _await(
                display,
                manager,
                self._window_manager,
                lambda: bool(display.numbers(display.root, "_NET_SUPPORTING_WM_CHECK")),
            )
            _await_managed(display, manager)
            if self._tray:
                tray = self.run(_TRAY.split(), env=self.env | {"NO_AT_BRIDGE": "1"})
                _await(display, tray, "the tray", lambda: bool(display.selection_owner("_NET_SYSTEM_TRAY_S0")))
        finally:
            display.close()

    def _tell(self, what: str, command: Callable[[int], list[str]]) -> str:
        """Start a program that writes one line to a descriptor once it is ready, and return that line."""
        reading, writing = os.pipe()
        try:
            self._spawn(command(writing), self.env, pass_fds=(writing,))
        finally:
            os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            ready, _, _ = select.select([pipe], [], [], START_SECONDS)
            line = pipe.readline().decode().strip() if ready else ""
        if not line:
            msg = f"Starting {what} failed: see {self.log}."
            raise OutsideError(msg)
        return line

    def _spawn(
        self, command: list[str], env: dict[str, str], pass_fds: tuple[int, ...] = ()
    ) -> subprocess.Popen[bytes]:
        program = shutil.which(command[0], path=env.get("PATH"))
        if program is None:
            package = _PACKAGES.get(command[0], command[0])
            msg = f"{command[0]} is not installed: install it (on Debian: apt install {package})."
            raise OutsideError(msg)
        with self.log.open("ab") as log:
            process = subprocess.Popen(  # noqa: S603 a fixed program, no shell
                [*bound_to_us(env), program, *command[1:]],
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                pass_fds=pass_fds,
            )
        self._running.append(process)
        return process

    def _stop(self) -> None:
        while self._running:
            _end(self._running.pop())
        for pid in _marked(self._mark):
            _kill_marked(pid, self._mark)


_TRAY: str = (
    "trayer --edge bottom --align right --widthtype request --height 28 --margin 0 --transparent true --alpha 0"
    " --tint 0x2b3140 --SetDockType true --SetPartialStrut true"
)
_BACKGROUND = 0x3A4358
"""A calm slate blue, so that windows stand out in pictures."""
_PACKAGES = {"Xvfb": "xvfb", "dbus-daemon": "dbus"}


def save_screenshot(display: XDisplay, file: Path) -> None:
    """Write a picture of a display's whole root window; the suffix says the format."""
    from PIL import Image

    size, pixels = display.picture()
    Image.frombuffer("RGB", size, pixels, "raw", "BGRX", 0, 1).save(file)


def _await(display: XDisplay, process: subprocess.Popen[bytes], what: str, done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not done():
        left = deadline - time.monotonic()
        if left <= 0 or process.poll() is not None:
            msg = f"A part of the virtual desktop did not start: {what}."
            raise OutsideError(msg)
        ready, _, _ = select.select([display.fileno()], [], [], min(left, 0.25))
        if not ready:
            # Openbox may sleep on requests it has already read while starting: any event wakes it.
            display.nudge()
        while display.connection.poll_for_event() is not None:
            pass


def _await_managed(display: XDisplay, manager: subprocess.Popen[bytes]) -> None:
    """Wait until the window manager takes care of windows: it announces itself some time before it does."""
    window = display.show_trial_window()
    display.listen(window, PROPERTIES)
    _await(display, manager, "the window manager", lambda: bool(display.numbers(window, "WM_STATE")))
    display.destroy(window)


def _end(process: subprocess.Popen[bytes]) -> None:
    for signal_number in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is not None:
            return
        # Not yet collected, so the number is still this process's group.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal_number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_STOP_SECONDS)


def _marked(mark: str) -> list[int]:
    numbers = (int(folder.name) for folder in Path("/proc").glob("[0-9]*"))
    return [pid for pid in numbers if pid != os.getpid() and _carries(pid, mark)]


def _carries(pid: int, mark: str) -> bool:
    try:
        environment = Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return False
    return f"{MARK}={mark}".encode() in environment.split(b"\0")


def _kill_marked(pid: int, mark: str) -> None:
    with contextlib.suppress(ProcessLookupError):
        handle = os.pidfd_open(pid)
        try:
            # Looked at again through the handle's eyes: the number may have been given to somebody else meanwhile.
            if _carries(pid, mark):
                signal.pidfd_send_signal(handle, signal.SIGKILL)
                select.select([handle], [], [], _STOP_SECONDS)
        finally:
            os.close(handle)
