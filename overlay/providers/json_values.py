"""What came over the wire as JSON, read without trust: a value of another kind counts as missing."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import cast

Json = Mapping[str, object]
DONE = "[DONE]"
"""What stands for JSON at the end of OpenAI's streams."""
MOST = 10**12
"""No count of tokens is as large."""
_HALF = re.compile("[\ud800-\udfff]")


def as_object(value: object) -> Json:
    """Return an object; an empty one for anything else."""
    return cast("Json", value) if isinstance(value, dict) else {}


def as_objects(value: object) -> Sequence[Json]:
    """Return the objects of a list; none for anything else."""
    return (
        [cast("Json", v) for v in cast("list[object]", value) if isinstance(v, dict)] if isinstance(value, list) else []
    )


def as_text(value: object) -> str:
    """Return a text; an empty one for anything else."""
    return value if isinstance(value, str) else ""


def as_count(value: object) -> int:
    """Return a count; 0 for anything else, such as a number that no model reads or writes."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < MOST else 0


def read_object(text: str) -> Json | None:
    """Read a JSON object; None when it is not one."""
    try:
        value: object = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, dict):
        return cast("Json", _whole(cast("object", value)) if "\\ud" in text or "\\uD" in text else value)
    return None


def _whole(value: object) -> object:
    """Replace halves of characters, which JSON can spell and no file or terminal takes."""
    match value:
        case str():
            return _HALF.sub("\ufffd", value)
        case list():
            return [_whole(v) for v in cast("list[object]", value)]
        case dict():
            return {_HALF.sub("\ufffd", k): _whole(v) for k, v in cast("dict[str, object]", value).items()}
        case _:
            return value


def read_lines(text: str) -> list[Json] | None:
    """Read the JSON objects of an event: one, or one a line where blank lines are missing; None when it holds more."""
    text = text.strip().removesuffix(DONE).rstrip()
    one = read_object(text)
    found = [read_object(line) for line in text.split("\n")] if one is None and text else [one]
    return None if text and None in found else [value for value in found if value is not None]


def to_json(value: object) -> str:
    """Write JSON, the same value always as the same bytes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
