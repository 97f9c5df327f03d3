"""What a section's Markdown refers to: screenshots, links and quoted labels, each with its line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from overlay.answer.markers import MARKER, PictureMarker, picture_marker
from overlay.core.manual import Section

_FENCE = re.compile(r"^ {0,3}(```|~~~)")
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
_LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\((?P<target>[^)\s]+)[^)]*\)")
_LABEL = re.compile(r"\*\*«(?P<label>[^»\n]+)»\*\*")


@dataclass(frozen=True, slots=True)
class Reference:
    """Something a section's text names, and the line it stands on."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class MarkerReference:
    """A screenshot a section shows, and the line of its marker."""

    marker: PictureMarker
    line: int


def markers_of(section: Section) -> Iterator[MarkerReference]:
    """Return the screenshots a section shows."""
    for number, row in _rows(section):
        for found in MARKER.finditer(row):
            marker = picture_marker(found)
            if marker:
                yield MarkerReference(marker, number)


def links_of(section: Section) -> Iterator[Reference]:
    """Return the targets of a section's links."""
    for number, row in _rows(section):
        yield from (Reference(found["target"], number) for found in _LINK.finditer(row))


def labels_of(section: Section) -> Iterator[Reference]:
    """Return the labels a section quotes, written `**«Label»**`."""
    for number, row in _rows(section):
        yield from (Reference(found["label"].strip(), number) for found in _LABEL.finditer(row))


def _rows(section: Section) -> Iterator[tuple[int, str]]:
    """Return the lines outside code with their numbers in the file."""
    fenced = False
    for number, row in enumerate(section.body.split("\n"), section.body_line):
        if _FENCE.match(row):
            fenced = not fenced
        elif not fenced:
            yield number, _CODE.sub("", row)
