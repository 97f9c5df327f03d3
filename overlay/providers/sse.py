"""Server-sent events from bytes, by the WHATWG rules.

The stream is cut at line ends as bytes and decoded line by line: a line end is ASCII, so no character is ever split.
https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
"""

import re
from dataclasses import dataclass

from overlay.core.errors import ProviderProtocolError

_BOM = b"\xef\xbb\xbf"
_LINE_END = re.compile(rb"\r\n|\n|\r")
MOST_BYTES = 16 * 1024 * 1024
"""An event larger than this is none of a model's."""


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """One event: its data, its type, and the last id the stream named."""

    data: str
    type: str = "message"
    id: str = ""


class SseDecoder:
    """Turns chunks of bytes, cut anywhere, into events. An event that the stream ends within is dropped."""

    def __init__(self) -> None:
        self._pending = bytearray()
        self._first = True
        self._after_cr = False
        self._data: list[str] = []
        self._size = 0
        self._type = ""
        self._id = ""

    def feed(self, chunk: bytes) -> list[ServerEvent]:
        """Take the next bytes and return the events they complete.

        Raises:
            ProviderProtocolError: an event is larger than any model's.
        """
        if self._after_cr and chunk:
            # The line ended with the carriage return already; its line feed came with a later chunk.
            chunk = chunk.removeprefix(b"\n")
            self._after_cr = False
        if not chunk:
            return []
        self._after_cr = chunk.endswith(b"\r")
        *lines, rest = _LINE_END.split(chunk)
        events: list[ServerEvent] = []
        for line in lines:
            self._pending += line
            events += self._line(bytes(self._pending))
            self._pending.clear()
        self._pending += rest
        if self._size + len(self._pending) > MOST_BYTES:
            msg = f"an event of the stream is larger than {MOST_BYTES >> 20} MB"
            raise ProviderProtocolError(msg)
        return events

    def rest(self) -> list[ServerEvent]:
        """Return the event that the stream ended within. The rules drop it: whoever asks must see that it is whole."""
        line = bytes(self._pending)
        self._pending.clear()
        return [*(self._line(line) if line else []), *self._dispatch()]

    def _line(self, line: bytes) -> list[ServerEvent]:
        """Interpret one line; a blank one gives the event before it."""
        if self._first:
            self._first = False
            line = line.removeprefix(_BOM)
        if not line:
            return self._dispatch()
        name, _, value = line.decode("utf-8", "replace").partition(":")
        self._field(name, value.removeprefix(" "))
        return []

    def _field(self, name: str, value: str) -> None:
        """Take a field; a comment (no name) and a field nobody knows count for nothing."""
        match name:
            case "data":
                self._data.append(value)
                self._size += len(value) + 1
            case "event":
                self._type = value
            case "id" if "\0" not in value:
                self._id = value
            case _:
                pass

    def _dispatch(self) -> list[ServerEvent]:
        event = ServerEvent("\n".join(self._data), self._type or "message", self._id)
        found = [event] if self._data else []
        self._data, self._size, self._type = [], 0, ""
        return found
