"""The frames of native messaging: a 32-bit length in the machine's byte order, then that many bytes of JSON.

The same frames travel between the browser and the host, and between the host and the app.
"""

import struct

MAX_FRAME = 64 * 1024
"""Bytes. The extension cuts titles and drops addresses beyond 8,192 characters, so nothing honest comes near."""

_LENGTH = struct.Struct("=I")


class WireError(ValueError):
    """What came is not a frame: the stream cannot be followed any further."""


def frame(payload: bytes) -> bytes:
    """Wrap one JSON text for the wire.

    Raises:
        WireError: it is empty or longer than MAX_FRAME.
    """
    if not 0 < len(payload) <= MAX_FRAME:
        msg = f"a frame holds 1 to {MAX_FRAME} bytes, not {len(payload)}."
        raise WireError(msg)
    return _LENGTH.pack(len(payload)) + payload


class FrameReader:
    """Cuts a byte stream into frames, however the bytes arrive."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Take bytes and return the payloads that are now complete.

        Raises:
            WireError: a length is zero or beyond MAX_FRAME; nothing more can be read from this stream.
        """
        self._waiting += data
        complete: list[bytes] = []
        while len(self._waiting) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._waiting)
            if not 0 < length <= MAX_FRAME:
                msg = f"a frame of {length} bytes was announced."
                raise WireError(msg)
            end = _LENGTH.size + length
            if len(self._waiting) < end:
                break
            complete.append(bytes(self._waiting[_LENGTH.size : end]))
            del self._waiting[:end]
        return complete
