"""The blocks of the text protocol: how a call is written, where its JSON ends, and what only resembles one."""

import re
from dataclasses import dataclass

from overlay.providers.json_values import Json, as_object, as_objects, as_text, read_object

MARK, END, RESULT = "@@TOOL@@", "@@END@@", "@@RESULT@@"
_WORDS = (
    *("tool", "tools", "tool_call", "tool_calls", "toolcall", "call", "function", "function_call", "functioncall"),
    *("python_tag", "functools"),
)
_WRAPS = ("tool_calls", "tool_call", "function_call", "function")
"""What a call is wrapped in elsewhere: itself, or a list that it leads."""
_TOOL_NAMES = ("tool", "tool_name", "function_name")
_NAMES = (*_TOOL_NAMES, "name", "function", "action")
_ARGUMENTS = ("args", "arguments", "parameters", "params", "input", "tool_input", "tool_args", "action_input")
_DRIFT = re.compile(
    r"(@ ?@\s?\w{2,14}\s?(?:[^\w\s{] ?){0,3}|@?\s?\w{2,14}\s?@@[^\w\s{]{0,2}|"
    rf"[^\w\s{{]{{1,4}}\s?({'|'.join(_WORDS)})\s?[^\w\s{{]{{0,4}}|"
    rf"({'|'.join(_WORDS)})\s?[^\w\s{{]{{1,4}})[ \t]*(?=\{{)",
    re.IGNORECASE,
)
_MAYBE = re.compile(r"((?:[^\w\s{] ?){0,4})([A-Za-z_]{0,14}) ?(?:[^\w\s{] ?){0,4}[ \t]*")


def neutral(text: str) -> str:
    """Return data in which no delimiter is left: two signs in a row are parted, and still read the same."""
    return re.sub(r"@(?=@)", "@ ", text)


@dataclass(frozen=True, slots=True)
class WrittenCall:
    """A call as a block spelt it."""

    name: str
    args: Json


def read_call(block: str) -> WrittenCall | None:
    """Read a block's JSON; None when it does not name a tool with an object of arguments."""
    value = read_object(block)
    if value is None:
        return None
    value = _unwrapped(value)
    name = next((found for k in _NAMES if (found := as_text(value.get(k)))), "")
    given = next((value[k] for k in _ARGUMENTS if k in value), None)
    if isinstance(given, str) and given.strip():
        given = read_object(given)
        if given is None:
            return None
    if not name or (given and not as_object(given)):
        return None
    return WrittenCall(name, as_object(given))


def resembles_call(block: str, known: frozenset[str]) -> bool:
    """Say whether bare JSON is a call that lost its marks: it names a known tool, and is about nothing else."""
    value = _unwrapped(read_object(block) or {})
    if any(as_text(value.get(key)) in known for key in _TOOL_NAMES):
        return True
    if len(value) == 1 and known.intersection(value):
        return True
    called = read_call(block)
    return called is not None and called.name in known and (len(value) == 1 or any(k in value for k in _ARGUMENTS))


def _unwrapped(value: Json) -> Json:
    for _ in range(2):
        inner = next((found for key in _WRAPS if (found := _led(value.get(key)))), None)
        if inner is None:
            break
        value = inner
    return value


def _led(value: object) -> Json:
    objects = as_objects(value)
    return objects[0] if objects else as_object(value)


def drifted(line: str) -> int | None:
    """Return where the JSON begins in a line that starts with something like the mark; None when it does not."""
    match = _DRIFT.match(line)
    return match.end() if match else None


def may_drift(line: str) -> bool:
    """Say whether a line's beginning could still become something like the mark."""
    match = _MAYBE.fullmatch(line)
    if match is None:
        return False
    word = match[2].lower()
    return "@" in line or any(w.startswith(word) for w in _WORDS)


class JsonEnd:
    """Finds where an object that began ends, however it comes in pieces."""

    def __init__(self) -> None:
        self._at = 0
        self._end: int | None = None
        self._depth = 0
        self._quoted = False
        self._escaped = False

    def find(self, text: str) -> int | None:
        """Return the place after the object's end; `text` is the same object, grown."""
        while self._end is None and self._at < len(text):
            if self._ends(text[self._at]):
                self._end = self._at + 1
            self._at += 1
        return self._end

    def _ends(self, sign: str) -> bool:
        if self._quoted:
            self._quoted = self._escaped or sign != '"'
            self._escaped = sign == "\\" and not self._escaped
        elif sign == '"':
            self._quoted = True
        elif sign in "{[":
            self._depth += 1
        elif sign in "}]":
            self._depth -= 1
        return not self._quoted and self._depth == 0
