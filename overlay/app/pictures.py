"""Files that pictures are written to: whole, or not at all."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from overlay.core.errors import OutsideError, SettingsError

_PNG_END = b"IEND\xaeB`\x82"


def check_picture_file(file: Path) -> None:
    """Refuse a file that a picture cannot be written to, before any work is done for it.

    Raises:
        SettingsError: it is no PNG, or its folder is not there.
        OutsideError: it cannot be written.
    """
    if file.suffix.lower() != ".png":
        msg = f"{str(file)!r} does not name a PNG picture. Write it like picture.png."
        raise SettingsError(msg)
    if not file.parent.is_dir():
        msg = f"the folder {file.parent} is not there. Make it first, or name another."
        raise SettingsError(msg)
    if file.is_dir() or not os.access(file if file.exists() else file.parent, os.W_OK):
        msg = f"{file} cannot be written. Name a file in a folder that is yours."
        raise OutsideError(msg)


@contextmanager
def whole_picture(file: Path) -> Generator[Path]:
    """Give the block a name beside a PNG file to write to, and put it in its place once it is whole.

    Raises:
        OutsideError: it could not be written; no part of it stays.
    """
    part = file.with_name(f".{file.stem}.part.png")
    try:
        yield part
        _check_whole(part)
        part.replace(file)
    except OSError as error:
        reason = error.strerror or str(error)
        msg = f"{file} cannot be written ({reason}). Check the disk's free space, or name another file."
        raise OutsideError(msg) from None
    finally:
        part.unlink(missing_ok=True)


def _check_whole(part: Path) -> None:
    # Qt says nothing when the disk is full.
    if not part.read_bytes().endswith(_PNG_END):
        msg = "it ends too soon"
        raise OSError(msg)
