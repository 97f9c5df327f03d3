"""The private folder for sockets and locks. Standard library alone, and little of it: the companion host imports it."""

import os
import stat
from collections.abc import Mapping

COMPANION_SOCKET = "companion.sock"
INSTANCE_SOCKET = "fescue.sock"
LONGEST_SOCKET_PATH = 103
"""Bytes an AF_UNIX address holds everywhere (macOS 103, Linux 107)."""


def runtime_folder(environ: Mapping[str, str] = os.environ) -> str:
    """Say where Fescue's sockets live: absolute, and this person's alone.

    `$XDG_RUNTIME_DIR/fescue` where that variable is set and absolute, else `/run/user/<uid>/fescue` where that
    folder exists, else `/tmp/fescue-<uid>`.
    """
    named = environ.get("XDG_RUNTIME_DIR", "")
    if named and os.path.isabs(named):  # noqa: PTH117 pathlib would double the companion host's start
        return os.path.join(named, "fescue")  # noqa: PTH118
    uid = os.getuid() if hasattr(os, "getuid") else 0
    shared = f"/run/user/{uid}"
    return f"{shared}/fescue" if os.path.isdir(shared) else f"/tmp/fescue-{uid}"  # noqa: PTH112, S108


def make_private(folder: str) -> None:
    """Create a folder that only this person may enter, or check that an existing one is.

    Raises:
        PermissionError: it belongs to somebody else, is a link, or others may enter and that cannot be changed.
    """
    os.makedirs(folder, mode=0o700, exist_ok=True)  # noqa: PTH103
    found = os.lstat(folder)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        msg = f"{folder} is not a folder of yours: remove it and start Fescue again."
        raise PermissionError(msg)
    if stat.S_IMODE(found.st_mode) & 0o077:
        os.chmod(folder, 0o700)  # noqa: PTH101


def socket_address(folder: str, name: str) -> str:
    """Return the absolute path of a socket in the private folder.

    Raises:
        OSError: the path is longer than a socket address can be.
    """
    path = f"{folder}/{name}"
    if len(os.fsencode(path)) > LONGEST_SOCKET_PATH:
        msg = f"{path} is too long for a socket: set XDG_RUNTIME_DIR to a shorter folder."
        raise OSError(msg)
    return path
