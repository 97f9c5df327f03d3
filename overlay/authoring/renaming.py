"""A label that the app renamed, followed through the texts of a pack; every other byte stays."""

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from overlay.authoring.label_places import CATALOGUE, LabelPlace, one_line, places_in
from overlay.core.errors import SettingsError

_HEADING = re.compile(r"^#{2,6}[ \t]+(?P<words>[^\r\n]+?)[ \t]*#*[ \t]*\r?$", re.MULTILINE)
_ALIAS = re.compile(r"^[ \t]+-[ \t]+[^\r\n]* -> (?P<words>[^\r\n\"']+?)[ \t]*[\"']?\r?$", re.MULTILINE)
_IN_QUOTES = re.compile(r"«[^»\n]*»|“[^”\n]*”")
_NEAREST = 5


@dataclass(frozen=True, slots=True)
class LineChange:
    """A line that changes."""

    file: str
    line: int
    """1-based."""
    before: str
    after: str

    def __str__(self) -> str:
        """Write it as editors and terminals understand it."""
        return f"{self.file}:{self.line}: {self.after.strip()}"


@dataclass(frozen=True, slots=True)
class Renaming:
    """What a renaming changes; nothing when the label is nowhere."""

    changes: tuple[LineChange, ...]
    texts: Mapping[str, str]
    """The new text of each file that changes."""


def check_label(new: str) -> str:
    """Return a label as it will be written.

    Raises:
        SettingsError: it could not stand in quotation marks.
    """
    plain = one_line(new)
    if not plain or not plain.isprintable() or re.search(r"[«»*\\`\"“”„]", plain):
        msg = f"{new!r} cannot stand as a label: it is empty, or holds quotation marks, asterisks or back slashes."
        raise SettingsError(msg)
    return plain


def rename(texts: Mapping[str, str], old: str, new: str, explaining: Collection[str] = ()) -> Renaming:
    """Follow a label.

    Args:
        texts: the pack's files by name, line endings as they are.
        old: the label as it was.
        new: as it is now.
        explaining: the sections' files that explain an action of this title: its heading is renamed with it, and the
            aliases that lead there.
    """
    old, changed = one_line(old), dict[str, str]()
    changes: list[LineChange] = []
    for file, text in texts.items():
        places = [place for place in places_in(file, text) if place.label == old]
        places += _passages(file, text, old) if file in explaining else []
        if places:
            changed[file] = _replaced(text, places, new)
            changes += _lines(file, text, changed[file])
    return Renaming(tuple(changes), changed)


def labels_in(texts: Mapping[str, str]) -> set[str]:
    """Return every label that the files of a pack name."""
    return {place.label for file, text in texts.items() for place in places_in(file, text)}


def bare_mentions(texts: Mapping[str, str], label: str) -> list[LineChange]:
    """Return the lines that hold a label's words outside quotation marks: only a person can tell what they mean.

    Args:
        texts: files by name; of catalogues nothing is returned, for `fescue capture` writes them.
        label: the words, letter for letter.
    """
    whole, found = re.compile(rf"(?<!\w){re.escape(label)}(?!\w)"), list[LineChange]()
    for file, text in texts.items():
        spared = {place.start for place in places_in(file, text)}
        for number, row, at in _rows(text) if file != CATALOGUE else ():
            inside = [quoted.span() for quoted in _IN_QUOTES.finditer(row)]
            for one in whole.finditer(row):
                quoted = any(start <= one.start() < end for start, end in inside)
                if not quoted and spared.isdisjoint({at + one.start(), at + one.start() - 1}):
                    found.append(LineChange(file, number, row, row))
                    break
    return found


def _rows(text: str) -> Iterator[tuple[int, str, int]]:
    at = 0
    for number, row in enumerate(text.split("\n"), 1):
        yield number, row, at
        at += len(row) + 1


def nearest(label: str, known: Iterable[str]) -> list[str]:
    """Return the known labels that are most like one, best first."""
    folded: dict[str, str] = {name.casefold(): name for name in sorted(known)}
    return [folded[name] for name in difflib.get_close_matches(one_line(label).casefold(), folded, _NEAREST, 0.5)]


def _passages(file: str, text: str, old: str) -> list[LabelPlace]:
    found = (*_HEADING.finditer(text), *_ALIAS.finditer(text))
    return [
        LabelPlace(file, *one.span("words"), old, str)
        for one in found
        if one_line(one["words"]).casefold() == old.casefold()
    ]


def _replaced(text: str, places: Iterable[LabelPlace], new: str) -> str:
    for place in sorted(places, key=lambda place: -place.start):
        text = text[: place.start] + place.write(new) + text[place.end :]
    return text


def _lines(file: str, before: str, after: str) -> Iterator[LineChange]:
    pairs = zip(before.split("\n"), after.split("\n"), strict=True)
    for number, (old, new) in enumerate(pairs, 1):
        if old != new:
            yield LineChange(file, number, old, new)
