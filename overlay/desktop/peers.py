"""Who is at the other end of a local socket. Standard library alone: the companion host imports it."""

import os
import socket
import struct

HAS_LOCAL_SOCKETS = hasattr(socket, "AF_UNIX")
"""False on Windows, where Python has no AF_UNIX: single instance and companion need named pipes there (not built)."""

_CREDENTIALS = struct.Struct("3i")


def same_person(connection: socket.socket) -> bool:
    """Say whether the process at the other end runs as this person.

    Linux answers by SO_PEERCRED. Elsewhere Python cannot ask; there the folder's mode 0700 is the guard.
    """
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return True
    raw = connection.getsockopt(socket.SOL_SOCKET, option, _CREDENTIALS.size)
    _, uid, _ = _CREDENTIALS.unpack(raw)
    return uid == os.getuid()
