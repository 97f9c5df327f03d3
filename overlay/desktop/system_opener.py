"""Opens an address with whatever the system opens addresses with: a program and one argument, never a shell."""

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping

from overlay.core.errors import OutsideError
from overlay.core.pack import Pack

_LAUNCHERS: tuple[tuple[str, ...], ...] = (("xdg-open",), ("gio", "open"))
SOON = 10.0
"""Seconds within which a launcher that fails has not opened anything; later it is the browser that ended."""


class SystemOpener:
    """Opens the pack's addresses in the person's default browser."""

    def __init__(
        self,
        pack: Pack,
        environ: Mapping[str, str] = os.environ,
        *,
        failed: Callable[[OutsideError], None] | None = None,
    ) -> None:
        """Prepare.

        Args:
            pack: says what may be opened.
            environ: the environment the browser starts in.
            failed: told, in a thread of its own, when the launcher found nothing that opens the address.
        """
        self._pack = pack
        self._environ = environ
        self._failed = failed

    def open(self, url: str) -> None:
        """Open an address of the pack, written anew; it reaches the launcher whole, as one argument.

        macOS (`open`) and Windows (`ShellExecute`) are read, not tried.

        Raises:
            OutsideError: the address is not the pack's, or nothing on this machine opens addresses.
        """
        safe = own_address(self._pack, url)
        if sys.platform == "win32":
            os.startfile(safe)  # noqa: S606 ShellExecute takes the address as it is
            return
        command = self._launcher()
        try:
            process = subprocess.Popen(  # noqa: S603 one argument, no shell
                [*command, safe],
                env=dict(self._environ),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as problem:
            msg = f"{command[0]} could not be started ({problem.strerror}): open this address yourself: {safe}"
            raise OutsideError(msg) from problem
        # The launcher may stay as long as the browser does; somebody has to collect it when it ends.
        words = (process, command[0], safe)
        threading.Thread(target=self._collect, args=words, name="opened-browser", daemon=True).start()

    def _collect(self, process: "subprocess.Popen[bytes]", launcher: str, address: str) -> None:
        began = time.monotonic()
        code = process.wait()
        if code > 0 and self._failed and time.monotonic() - began < SOON:
            name = launcher.rpartition("/")[2]
            msg = f"{name} found no browser ({code}). Set a default browser, or open this address yourself: {address}"
            self._failed(OutsideError(msg))

    def _launcher(self) -> tuple[str, ...]:
        if sys.platform == "darwin":
            return ("/usr/bin/open",)
        path = self._environ.get("PATH")
        for name, *arguments in _LAUNCHERS:
            found = shutil.which(name, path=path)
            if found:
                return (found, *arguments)
        msg = "Nothing here opens web addresses: install xdg-utils, or open the app in your browser yourself."
        raise OutsideError(msg)


def own_address(pack: Pack, url: str) -> str:
    """Return an address as the pack writes it.

    Raises:
        OutsideError: it is not one of the pack's.
    """
    safe = pack.inside(url)
    if safe is None:
        msg = f"That is not an address of {pack.name}, so Fescue does not open it."
        raise OutsideError(msg)
    return safe
