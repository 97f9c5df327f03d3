"""Where a pack's files name a label: whole labels only, each with its place in the text."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from overlay.authoring.toml_strings import toml_strings, written

_MARKS = {"«": "»", "“": "”", "„": "“", "‹": "›", '"': '"', "「": "」", "『": "』"}
_BOLD = re.compile(r"\*\*(?P<open>[«“„‹\"「『])(?P<label>[^*\n]+?)(?P<close>[»”“›\"」』])\*\*")
_QUOTED = re.compile(r"«(?P<label>[^«»\n]+)»")
_FENCE = re.compile(r"^ {0,3}(```|~~~)")
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
_ZONE = re.compile(r'"label"\s*:\s*(?P<text>"(?:[^"\\]|\\.)*")')
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')

CATALOGUE = "screenshots/screenshots.json"
PACK = "manual/pack.toml"
ENTRY_POINTS = "manual/entry-points.toml"


@dataclass(frozen=True, slots=True)
class LabelPlace:
    """A label somewhere in a file."""

    file: str
    start: int
    end: int
    label: str
    """With its spaces made plain."""
    write: Callable[[str], str]
    """Writes another label as it would stand there."""


def places_in(file: str, text: str) -> Iterator[LabelPlace]:
    """Return the labels that a file of a pack names.

    Args:
        file: its name relative to the pack.
        text: its text, line endings as they are.
    """
    if file.startswith("manual/sections/"):
        yield from _section(file, text)
    elif file == CATALOGUE:
        yield from _catalogue(file, text)
    elif file.endswith(".toml"):
        yield from _toml(file, text)


def one_line(label: str) -> str:
    """Return a label with its spaces made plain."""
    return " ".join(label.split())


def _section(file: str, text: str) -> Iterator[LabelPlace]:
    at, fenced, front = 0, False, text.removeprefix("\ufeff").startswith("---")
    for number, row in enumerate(text.splitlines(keepends=True)):
        front = front and not (number and row.strip() == "---")
        if not front and _FENCE.match(row):
            fenced = not fenced
        elif not fenced:
            bare = row if front else _CODE.sub(lambda code: "\0" * len(code[0]), row)
            yield from _in_row(file, bare, at, _QUOTED if front else _BOLD)
        at += len(row)


def _in_row(file: str, row: str, at: int, form: re.Pattern[str]) -> Iterator[LabelPlace]:
    for found in form.finditer(row):
        if form is _QUOTED or _MARKS[found["open"]] == found["close"]:
            yield _plain(file, at + found.start("label"), found["label"])


def _plain(file: str, start: int, label: str) -> LabelPlace:
    return LabelPlace(file, start, start + len(label), one_line(label), str)


def _catalogue(file: str, text: str) -> Iterator[LabelPlace]:
    labels = {found.span("text"): found["text"] for found in _ZONE.finditer(text)}
    for (start, end), raw in labels.items():
        yield LabelPlace(file, start, end, one_line(str(json.loads(raw))), _as_json)
    for found in _STRING.finditer(text):
        if found.span() not in labels:
            yield from _in_row(file, found[0], found.start(), _QUOTED)


def _as_json(label: str) -> str:
    return json.dumps(label, ensure_ascii=False)


def _toml(file: str, text: str) -> Iterator[LabelPlace]:
    for string in toml_strings(text):
        if _is_label(file, string.key, string.table, first=string.first):
            yield LabelPlace(file, string.start, string.end, one_line(string.value), written)
        else:
            yield from _in_row(file, text[string.start : string.end], string.start, _QUOTED)


def _is_label(file: str, key: str, table: str, *, first: bool) -> bool:
    """Say whether a string is a label as a whole, by the file and the key it stands in."""
    if file.startswith("screenshots/shots/"):
        # `text` is an element when it comes first, and what is typed when it follows one.
        return key in ("name", "option") or (key == "text" and first)
    if file == PACK:
        return key == "title" and table.startswith("actions")
    if file == ENTRY_POINTS:
        return key == "label"
    return file.startswith("manual/evals/") and "label" in key
