"""Putting a new pack in its place: written beside it, and moved there whole or not at all."""

import shutil
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from overlay.core.errors import OutsideError, SettingsError


def check_free(folder: Path) -> None:
    """Refuse a folder that holds anything, before any work is done for it.

    Raises:
        SettingsError: something is there.
        OutsideError: it cannot be looked at, or the folder it shall lie in is not there.
    """
    try:
        taken = folder.exists() and (not folder.is_dir() or any(folder.iterdir()))
    except OSError as error:
        msg = f"{folder} cannot be read: {error.strerror}."
        raise OutsideError(msg) from None
    if taken:
        msg = f"{folder} is not empty, and nothing is ever written over. Name another folder: --out DIR"
        raise SettingsError(msg)
    if not folder.absolute().parent.is_dir():
        msg = f"the folder {folder.absolute().parent} is not there. Make it first, or name another: --out DIR"
        raise OutsideError(msg)


@contextmanager
def placed(folder: Path) -> Generator[Path]:
    """Give the block a folder beside the wanted one, and move it there when the block ends well.

    Raises:
        OutsideError: it cannot be written; nothing is left behind.
    """
    folder = folder.absolute()
    try:
        part = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        msg = f"{folder.parent} cannot be written: {error.strerror}."
        raise OutsideError(msg) from None
    try:
        yield part
        part.chmod(0o755)
        # An empty folder gives way; one that somebody filled meanwhile does not.
        part.rename(folder)
    except OSError as error:
        msg = f"{folder} cannot be written: {error.strerror}."
        raise OutsideError(msg) from None
    finally:
        shutil.rmtree(part, ignore_errors=True)


def write_texts(folder: Path, texts: Mapping[str, str]) -> None:
    """Write files by their names below a folder."""
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
