"""The folder that a demo works in: gone when the demo ends, and cleared away by the next one if it was killed."""

import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

PREFIX = "fescue-demo-"
_OWNER = "owner.lock"
"""Locked by the demo as long as it lives: the system lets go of the lock however it ends."""
_END_SECONDS = 1.0
"""How long programs that are just ending may go on writing into the folder."""


@contextmanager
def demo_folder(parent: Path | None = None) -> Generator[Path]:
    """Make a folder that is gone in the end, whatever a program that is just ending still writes into it.

    Args:
        parent: where it is made; the system's temporary folder by default.
    """
    place = parent or Path(tempfile.gettempdir())
    clear_abandoned(place)
    begun = Path(tempfile.mkdtemp(prefix=f".{PREFIX}", dir=place))
    owner = os.open(begun / _OWNER, os.O_CREAT | os.O_RDWR, 0o600)
    fcntl.flock(owner, fcntl.LOCK_EX)
    # Only now does it bear the name that the next demo looks for.
    folder = begun.rename(place / begun.name.removeprefix("."))
    try:
        yield folder
    finally:
        deadline = time.monotonic() + _END_SECONDS
        while folder.exists() and time.monotonic() < deadline:
            shutil.rmtree(folder, ignore_errors=True)
        os.close(owner)


def clear_abandoned(place: Path) -> None:
    """Remove what demos of this person left that did not come to remove it themselves."""
    for folder in place.glob(f"{PREFIX}*"):
        try:
            owned = not folder.is_symlink() and folder.stat().st_uid == os.getuid()
            owner = os.open(folder / _OWNER, os.O_RDWR | os.O_NOFOLLOW) if owned else -1
        except OSError:
            continue
        if owner < 0:
            continue
        try:
            fcntl.flock(owner, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            pass  # it lives
        finally:
            os.close(owner)
