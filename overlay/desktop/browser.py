"""How to start a Chromium with the companion, in a profile of its own."""

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from overlay.core.errors import OutsideError
from overlay.core.ports import Rect

PROGRAMS = ("chromium", "chromium-browser")
"""Branded Chrome and Edge no longer load an extension from the command line."""

_QUIET = (
    "--no-first-run",
    "--no-default-browser-check",
    "--password-store=basic",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-search-engine-choice-screen",
    "--disable-session-crashed-bubble",
    "--hide-crash-restore-bubble",
)

_FRAME = Rect(40, 40, 1000, 800)


@dataclass(frozen=True, slots=True)
class BrowserStart:
    """What a Chromium is started with."""

    url: str
    profile: Path
    """Its `--user-data-dir`; new or kept."""
    extension: Path | None = None
    """A built companion folder."""
    frame: Rect = _FRAME


def find_chromium(environ: Mapping[str, str] = os.environ) -> str:
    """Return the path of a Chromium that loads unpacked extensions.

    Raises:
        OutsideError: none is installed.
    """
    for name in PROGRAMS:
        found = shutil.which(name, path=environ.get("PATH"))
        if found:
            return found
    msg = "No Chromium is installed: install one (on Debian: apt install chromium)."
    raise OutsideError(msg)


def chromium_command(program: str, start: BrowserStart, *, as_root: bool) -> list[str]:
    """Write the command line.

    Args:
        program: the Chromium.
        start: page, profile, extension and place.
        as_root: Chromium refuses to run as root with its sandbox on.
    """
    frame = start.frame
    command = [program, f"--user-data-dir={start.profile}", *_QUIET]
    if start.extension:
        command += [
            f"--load-extension={start.extension}",
            "--disable-features=DisableLoadExtensionCommandLineSwitch",
        ]
    if as_root:
        command += ["--no-sandbox", "--test-type"]  # the second hides the warning about the first
    command += [f"--window-position={frame.x},{frame.y}", f"--window-size={frame.width},{frame.height}"]
    return [*command, start.url]
