"""Playwright's own program, without which no browser can be driven."""

import subprocess
from pathlib import Path

from overlay.core.errors import OutsideError

_SECONDS = 30


def require_driver(node: Path | None = None) -> None:
    """Make sure that Playwright can start its own Node: it says of one that cannot only that a connection closed.

    Args:
        node: the program, where it is not Playwright's.

    Raises:
        OutsideError: it cannot, with what the system says about it.
    """
    program = str(node or _playwrights_own())
    try:
        done = subprocess.run(  # noqa: S603  what Playwright itself brings
            [program, "--version"], capture_output=True, text=True, timeout=_SECONDS, check=False
        )
        fault = "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["it ends at once"])[-1]
    except (OSError, subprocess.TimeoutExpired) as error:
        fault = str(error)
    if fault:
        msg = f"Playwright cannot start its own Node: {fault}. On Debian: apt-get install libatomic1"
        raise OutsideError(msg)


def _playwrights_own() -> str:
    from playwright._impl._driver import compute_driver_executable

    return compute_driver_executable()[0]
