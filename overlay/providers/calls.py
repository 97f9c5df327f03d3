"""Tool calls as they come together from pieces, and the names and ids other formats accept."""

import hashlib
import re

from overlay.core.model import ToolCall
from overlay.providers.json_values import Json, as_object, read_object

_NAME = re.compile(r"[^A-Za-z0-9_-]")
_ID = re.compile(r"[A-Za-z0-9_-]+")
CUT = "The call broke off in the middle of its arguments. Ask again, with the whole arguments as one JSON object."
UNREADABLE = "The arguments were not a JSON object. Ask again, with the arguments as one JSON object."


class CallPieces:
    """One call: its id, its name and its arguments, which come as text in pieces or as an object."""

    def __init__(self, call_id: str = "", name: str = "") -> None:
        """Begin a call."""
        self.id = call_id
        self.name = name
        self._text = ""
        self._object: Json | None = None

    def add(self, arguments: object) -> None:
        """Take a piece of the arguments; nothing at all is no piece."""
        if isinstance(arguments, str):
            self._text += arguments
        elif as_object(arguments):
            self._object = as_object(arguments)

    def add_name(self, name: str) -> None:
        """Take a name: most servers send it once, some in pieces, and some all of it with each piece of the rest."""
        if name != self.name:
            self.name += name

    @property
    def whole(self) -> bool:
        """Whether the arguments so far are complete."""
        return self._object is not None or read_object(self._text) is not None

    def call(self, spare_id: str, *, cut: bool) -> ToolCall:
        """Return the call; one whose arguments cannot be read says so and never runs.

        Args:
            spare_id: its id, when the server gave none.
            cut: whether the stream ended for want of room, so that the arguments may be half.
        """
        call_id = self.id or spare_id
        args = self._object if self._object is not None else _arguments(self._text)
        if cut and self._object is None and not self._text.strip():
            # None yet, which is not the same as none.
            args = None
        if args is None:
            return ToolCall(call_id, self.name, {}, CUT if cut else UNREADABLE)
        return ToolCall(call_id, self.name, args)


def _arguments(text: str) -> Json | None:
    """Read arguments; none and null are no arguments, and a JSON object may have been quoted twice."""
    text = text.strip()
    if text in ("", "null"):
        return {}
    value = read_object(text)
    if value is None and text.startswith('"'):
        inner = read_object(f'{{"v":{text}}}') or {}
        again = inner.get("v")
        return read_object(again) if isinstance(again, str) else None
    return value


def wire_name(name: str) -> str:
    """Return a tool's name as every format accepts it; a model may have invented one that none does."""
    return _NAME.sub("_", name)[:64] or "unknown"


def wire_id(call_id: str, most: int = 64) -> str:
    """Return a call's id as a format accepts it: another provider's may be too long or hold other characters."""
    if _ID.fullmatch(call_id) and len(call_id) <= most:
        return call_id
    return "call_" + hashlib.sha256(call_id.encode()).hexdigest()[:24]


def spare_id(step: int, number: int) -> str:
    """Return an id for a call that came without: its step's place in the thread, and its own in the step."""
    return f"call_{step}_{number}"
