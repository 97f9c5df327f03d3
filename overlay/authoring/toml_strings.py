"""The strings of a TOML text with their places, so that one can be exchanged and every other byte stays."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    r"(?P<comment>#[^\n]*)"
    r'|(?P<long>"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5})'
    r'|(?P<basic>"(?:[^"\\\n]|\\.)*")'
    r"|(?P<literal>'[^'\n]*')",
    re.DOTALL,
)
_KEY = re.compile(r"(?P<before>[{\s,]|^)(?P<key>[\w.-]+)\s*=\s*(?P<list>\[)?[^=\]]*$")
_TABLE = re.compile(r"^[ \t]*\[+[ \t]*(?P<name>[\w.-]+)[ \t]*\]+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class TomlString:
    """A string on one line."""

    start: int
    end: int
    value: str
    key: str
    """The bare key it is the value of, or in whose list it stands."""
    first: bool
    """Whether that key is the first of an inline table."""
    table: str
    """The table it stands in, such as `actions.fields`."""


def toml_strings(text: str) -> Iterator[TomlString]:
    """Return the strings that are values; keys in quotation marks, comments and long strings are left out."""
    last, between, key, first = 0, "", "", False
    tables = [(found.start(), found["name"]) for found in _TABLE.finditer(text)]
    for token in _TOKEN.finditer(text):
        between, last = text[last : token.start()], token.end()
        named = _KEY.search(between)
        if named:
            key, first = named["key"], named["before"] == "{" or between[: named.start("key")].rstrip().endswith("{")
        if token["basic"] is None and token["literal"] is None:
            continue
        if re.match(r"\s*=", text[token.end() :]):
            continue
        raw = token[0]
        table = next((name for start, name in reversed(tables) if start < token.start()), "")
        yield TomlString(token.start(), token.end(), _value(raw), key, first, table)


def written(value: str) -> str:
    """Write a text as a TOML string."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(raw: str) -> str:
    if raw.startswith("'"):
        return raw[1:-1]
    try:
        # What TOML escapes and JSON does not (\UXXXXXXXX, \e) is never part of a label.
        return str(json.loads(raw))
    except ValueError:
        return raw[1:-1]
