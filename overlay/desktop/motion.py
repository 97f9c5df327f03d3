"""Whether the person asked their system for less motion, and when that changes."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import Protocol

from overlay.core.ports import EventSource

OVERRIDE = "FESCUE_REDUCED_MOTION"
"""Environment variable: `1` for less motion, `0` for motion, whatever the system says."""

_SCHEMA = ("org.gnome.desktop.interface", "enable-animations")
_SECONDS = 2


class MotionSource(EventSource, Protocol):
    """Knows the preference and hears of its changes."""

    def reduced(self) -> bool:
        """Say whether less motion is wanted now."""
        ...

    def start(self, report: Callable[[bool], None]) -> None:
        """Begin to report changes, inside `drain`."""
        ...


class AskedMotion:
    """A preference that nobody announces: it is asked for each time."""

    def __init__(self, ask: Callable[[], bool]) -> None:
        """Take the question."""
        self._ask = ask
        self._silent, self._other_end = socket.socketpair()

    def reduced(self) -> bool:
        """Say whether less motion is wanted now."""
        return self._ask()

    def start(self, report: Callable[[bool], None]) -> None:
        """Report the present value; there will be no other."""
        report(self._ask())

    def fileno(self) -> int:
        """Return a descriptor on which nothing ever happens."""
        return self._silent.fileno()

    def drain(self) -> None:
        """Do nothing: nothing happens."""

    def close(self) -> None:
        """Give the descriptor back."""
        self._silent.close()
        self._other_end.close()


class GSettingsMotion:
    """GNOME's `enable-animations`, read and watched with the `gsettings` program."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        """Start watching.

        Raises:
            OSError: there is no `gsettings`, or it does not know the setting.
        """
        self._environ = dict(environ)
        program = shutil.which("gsettings", path=environ.get("PATH"))
        if program is None:
            msg = "gsettings is not installed"
            raise FileNotFoundError(msg)
        self._program = program
        self._reduced = self._read()
        self._monitor = subprocess.Popen(  # noqa: S603 a fixed program, no shell
            [program, "monitor", *_SCHEMA], env=self._environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self._monitor.stdout
        self._output = self._monitor.stdout
        os.set_blocking(self._output.fileno(), False)
        self._report: Callable[[bool], None] | None = None

    def reduced(self) -> bool:
        """Say whether less motion is wanted, as last heard."""
        return self._reduced

    def start(self, report: Callable[[bool], None]) -> None:
        """Report the present value and each later one."""
        self._report = report
        report(self._reduced)

    def fileno(self) -> int:
        """Return the watching program's output."""
        return self._output.fileno()

    def drain(self) -> None:
        """Read what the watching program said: `enable-animations: false`."""
        lines = (self._output.read() or b"").split(b"\n")
        values = [line.rpartition(b":")[2].strip() == b"false" for line in lines if b":" in line]
        if values and values[-1] != self._reduced:
            self._reduced = values[-1]
            if self._report:
                self._report(self._reduced)

    def close(self) -> None:
        """End the watching program."""
        self._report = None
        self._monitor.terminate()
        self._output.close()
        self._monitor.wait()

    def _read(self) -> bool:
        try:
            answer = subprocess.run(  # noqa: S603 a fixed program, no shell
                [self._program, "get", *_SCHEMA], env=self._environ, capture_output=True, timeout=_SECONDS, check=True
            )
        except subprocess.SubprocessError as problem:
            msg = "gsettings does not know enable-animations"
            raise OSError(msg) from problem
        return answer.stdout.strip() == b"false"


def watch_motion(environ: Mapping[str, str] = os.environ) -> MotionSource:
    """Return the best source this system has.

    The override, then on Linux the desktop portal, then GNOME's setting, then "motion is fine"; on Windows and macOS
    the system's own question (read, not tried). Opening it may take some 30 ms on Linux: do it after the tray shows.
    """
    override = environ.get(OVERRIDE, "")
    if override in {"0", "1"}:
        return AskedMotion(lambda: override == "1")
    if sys.platform in {"win32", "darwin"}:
        from overlay.desktop.motion_native import system_wants_less_motion

        return AskedMotion(system_wants_less_motion)
    return _portal(environ) or _gsettings(environ) or AskedMotion(lambda: False)


def _portal(environ: Mapping[str, str]) -> MotionSource | None:
    address = environ.get("DBUS_SESSION_BUS_ADDRESS")
    if not address:
        return None
    try:
        from overlay.desktop.motion_portal import PortalMotion

        return PortalMotion(address)
    except (ImportError, OSError, RuntimeError, ValueError):
        return None


def _gsettings(environ: Mapping[str, str]) -> MotionSource | None:
    try:
        return GSettingsMotion(environ)
    except OSError:
        return None
