"""What a section's Markdown refers to: screenshots, links and quoted labels, each with its line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from overlay.answer.markers import MARKER, PictureMarker, picture_marker
from overlay.core.manual import Section

_FENCE = re.compile(r"^ {0,3}(```|~~~)")
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
_LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\((?P<target>[^)\s]+)[^)]*\)")
_AUTOMATIC = re.compile(r"<(?P<target>[A-Za-z][A-Za-z0-9+.-]+:[^<>\s]*)>")
_DEFINED = re.compile(r" {0,3}\[[^\]\n]+\]:[ \t]*<?(?P<target>[^\s>]+)")
_PICTURE = re.compile(
    r"!\[[^\]\n]*\](?:\([^)\n]*\)|\[[^\]\n]*\])|<\s*(?:img|picture|svg|video|iframe|embed|object)\b[^>\n]*>?",
    re.IGNORECASE,
)
_PATH = re.compile(r"\*\*(?P<path>[^*\n«»]+›[^*\n«»]+)\*\*")
_STEP = re.compile(r"(?P<indent> *)(?P<number>\d{1,9})[.)] ")
_ALONE = re.compile(r"[\s>]*")
_LABEL = re.compile(r"\*\*[«“„‹\"「『](?P<label>[^*\n]+?)[»”“›\"」』]\*\*")


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
    alone: bool
    """Whether nothing but markers stands on that line."""
    labels: tuple[str, ...]
    """The labels that the paragraph or step before it quotes."""


@dataclass(frozen=True, slots=True)
class StepReference:
    """A step of a procedure: its number, and that of the step before it (None for the first)."""

    number: int
    before: int | None
    line: int


def markers_of(section: Section) -> Iterator[MarkerReference]:
    """Return the screenshots a section shows."""
    labels: tuple[str, ...] = ()
    fresh = True
    for number, row in rows_of(section):
        found = list(MARKER.finditer(row))
        alone = bool(found) and bool(_ALONE.fullmatch(MARKER.sub("", row)))
        if alone or not row.strip():
            # What was said above a blank line still counts for the marker below it.
            fresh = True
        else:
            here = tuple(label["label"].strip() for label in _LABEL.finditer(row))
            labels = here if fresh or _STEP.match(row) else (*labels, *here)
            fresh = False
        yield from (MarkerReference(m, number, alone, labels) for m in map(picture_marker, found) if m)


def links_of(section: Section) -> Iterator[Reference]:
    """Return the targets of a section's links."""
    for number, row in rows_of(section):
        for form in (_LINK, _AUTOMATIC, _DEFINED):
            yield from (Reference(found["target"], number) for found in form.finditer(row))


def labels_of(section: Section) -> Iterator[Reference]:
    """Return the labels a section quotes, written `**«Label»**` with any quotation marks."""
    for number, row in rows_of(section):
        yield from (Reference(found["label"].strip(), number) for found in _LABEL.finditer(row))


def pictures_in(section: Section) -> Iterator[Reference]:
    """Return what would load a picture or a page from elsewhere: Markdown images and HTML."""
    for number, row in rows_of(section):
        yield from (Reference(found[0], number) for found in _PICTURE.finditer(row))


def paths_of(section: Section) -> Iterator[Reference]:
    """Return the menu paths a section names, written `**People › Leave**`."""
    for number, row in rows_of(section):
        yield from (Reference(" ".join(found["path"].split()), number) for found in _PATH.finditer(row))


def steps_of(section: Section) -> Iterator[StepReference]:
    """Return the numbered steps, each with the number before it at the same depth; a heading begins anew."""
    last: dict[int, int] = {}
    for number, row in rows_of(section):
        if row.startswith("#"):
            last.clear()
        found = _STEP.match(row)
        if found:
            depth, count = len(found["indent"]), int(found["number"])
            yield StepReference(count, last.get(depth), number)
            last = {d: n for d, n in last.items() if d < depth} | {depth: count}


def rows_of(section: Section) -> Iterator[tuple[int, str]]:
    """Return the lines outside code with their numbers in the file."""
    fenced = False
    for number, row in enumerate(section.body.split("\n"), section.body_line):
        if _FENCE.match(row):
            fenced = not fenced
        elif not fenced:
            yield number, _CODE.sub("", row)
