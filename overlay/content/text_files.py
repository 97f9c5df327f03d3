"""Reading a pack's text files: UTF-8 with or without a byte-order mark, any line ending, nothing else."""

import re
from pathlib import Path

from overlay.core.errors import PackError

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def read_text(path: Path, root: Path) -> str:
    """Read a UTF-8 file; line endings come back as LF, a byte-order mark is dropped.

    Raises:
        PackError: the file is missing, unreadable, not UTF-8, or holds control characters.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise PackError(
            shown(path, root), None, "this file is missing.", "Create it, or remove what refers to it."
        ) from None
    except OSError as error:
        raise PackError(
            shown(path, root), None, f"cannot be read ({error.strerror}).", "Check its permissions."
        ) from None
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise PackError(shown(path, root), None, "is saved as UTF-16.", "Save it as UTF-8.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise PackError(shown(path, root), line, "is not UTF-8 here.", "Save the file as UTF-8.") from None
    control = _CONTROL.search(text)
    if control:
        line = text.count("\n", 0, control.start()) + 1
        problem = f"holds the control character U+{ord(control[0]):04X}."
        raise PackError(shown(path, root), line, problem, "Remove it: it is invisible, and no text.")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def shown(path: Path, root: Path) -> str:
    """Write a path as messages show it: relative to the pack, with forward slashes."""
    try:
        return path.relative_to(root).as_posix()
    except ValueError:
        return path.as_posix()
