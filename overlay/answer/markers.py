"""The markers a model writes for screenshots and actions, and how text looks without them."""

import re
from dataclasses import dataclass

MARKER = re.compile(
    r"(?:(?<!\S)!)?\[(?P<kind>captura|action):[ \t]*(?P<id>[^\]\[\n#]*)(?:#(?P<zone>[^\]\[\n]*))?\](?:\([^()\s]*\))?"
)
"""A whole marker: `[captura:id]`, `[captura:id#zone]` or `[action:id]`; also written like a Markdown image or link."""

_HALF = re.compile(
    r"\[(?:c(?:a(?:p(?:t(?:u(?:r(?:a(?::[^\]\[\n]*)?)?)?)?)?)?)?|a(?:c(?:t(?:i(?:o(?:n(?::[^\]\[\n]*)?)?)?)?)?)?)?"
)
_CUT_OFF = re.compile(r"(?<!\\)!?\[(?:capt(?:u(?:r(?:a(?::[^\]\[\n]*)?)?)?)?|acti(?:o(?:n(?::[^\]\[\n]*)?)?)?)\Z")
_CODE_OR_MARKER = re.compile(
    rf"(?P<code>(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))|\\.|{MARKER.pattern}", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class PictureMarker:
    """A request to show a screenshot here, and to point at a zone of it (None: the principal one)."""

    screenshot: str
    zone: str | None


def picture_marker(found: re.Match[str]) -> PictureMarker | None:
    """Return what a marker asks for, or None for one that only the manual uses."""
    if found["kind"] != "captura":
        return None
    zone = found["zone"]
    return PictureMarker(found["id"].strip(), zone.strip() or None if zone else None)


def lone_markers(text: str) -> tuple[PictureMarker, ...] | None:
    """Return the markers of a text that holds nothing else, or None when it does (or holds none)."""
    if not text.strip() or MARKER.sub("", text).strip():
        return None
    found = (picture_marker(m) for m in MARKER.finditer(text))
    return tuple(m for m in found if m)


def half_marker(text: str) -> int | None:
    """Return where a marker begins that is still being written at the end of a text, or None."""
    start = text.rfind("[")
    return start if start >= 0 and _HALF.fullmatch(text, start) else None


def without_cut_off_marker(text: str) -> str:
    """Return the end of an answer without a marker that was never written to its end: the answer was stopped there."""
    found = _CUT_OFF.search(text, max(0, text.rfind("[") - 1)) if "[" in text else None
    return text[: found.start()] if found else text


def strip_markers(source: str) -> str:
    """Remove the markers from Markdown: lines of nothing else go whole, no words are glued, code keeps its text."""
    if "[captura:" not in source and "[action:" not in source:
        return source
    marked = _CODE_OR_MARKER.sub(lambda m: m[0] if m["kind"] is None else "\0", source)
    lines = marked.split("\n")
    kept = [_without(line) for line in lines if "\0" not in line or line.replace("\0", "").strip(" \t>|")]
    return "\n".join(kept)


def _without(line: str) -> str:
    if "\0" not in line:
        return line
    spaced = re.sub(r"[ \t]*\0(?:[ \t]*\0)*[ \t]*", "\0", line)
    return re.sub(r"\0(?=[.,;:!?)\]]|$)", "", spaced).replace("\0", " ").rstrip()
