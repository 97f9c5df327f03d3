"""Writing several files as one: all of them, or none."""

import contextlib
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from overlay.core.errors import OutsideError


def replace_files(root: Path, texts: Mapping[str, str]) -> None:
    """Exchange files of a folder; when one cannot be, those that were already are put back.

    Args:
        root: the folder.
        texts: new texts by name, line endings and byte-order mark as they shall be.

    Raises:
        OutsideError: naming the file; every file is as it was.
    """
    parts: dict[Path, Path] = {}
    before: dict[Path, bytes] = {}
    try:
        for name, text in texts.items():
            path = root / name
            part = path.with_name(f".{path.name}.fescue-part")
            _write(path, part, text)
            parts[path] = part
        for path, part in parts.items():
            before[path] = path.read_bytes()
            part.replace(path)
    except OSError as error:
        for path, data in before.items():
            with contextlib.suppress(OSError):
                path.write_bytes(data)
        name = Path(str(error.filename or "a file")).name.removeprefix(".").removesuffix(".fescue-part")
        msg = f"{name} cannot be written ({error.strerror}). Nothing was changed."
        raise OutsideError(msg) from None
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)


def _write(path: Path, part: Path, text: str) -> None:
    if not os.access(path, os.W_OK):
        raise PermissionError(13, "it is read-only", str(path))
    try:
        with part.open("wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(path, part)
    except OSError:
        if part.is_file():
            part.unlink()
        raise
