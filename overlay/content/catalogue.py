"""screenshots.json <-> `Screenshot` values."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from overlay.content.text_files import read_text, shown
from overlay.core.errors import PackError
from overlay.core.manual import Box, Screenshot, Zone, ZoneKind

CATALOGUE = "screenshots.json"
_ANEW = "Run 'fescue capture' to write it anew."
_SPACE = re.compile(r"[\s,]*")
_NAMED = re.compile(r'"id"\s*:')
_TEXT = ("id", "file", "sha256", "shows", "when", "section", "route", "role", "locale", "app_build", "principal")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What could be read of a catalogue, and what could not."""

    screenshots: tuple[Screenshot, ...] = ()
    problems: tuple[PackError, ...] = ()
    unread: frozenset[str] = frozenset()
    """The ids and files of the entries that could not be read."""
    whole: bool = True
    """Whether it could be read entry by entry at all."""


def read_catalogue(folder: Path, root: Path) -> tuple[Screenshot, ...]:
    """Read the catalogue of a `screenshots/` folder; a pack without one has no screenshots.

    Raises:
        PackError: naming the first entry that is wrong, and what to do.
    """
    found = read_entries(folder, root)
    if found.problems:
        raise found.problems[0]
    return found.screenshots


def read_entries(folder: Path, root: Path) -> Catalogue:
    """Read what can be read of a catalogue; one bad entry costs no other."""
    path = folder / CATALOGUE
    if not path.exists():
        return Catalogue()
    file = shown(path, root)
    try:
        text = read_text(path, root)
        entries = list(_entries(text, file))
    except PackError as error:
        return Catalogue(problems=(error,), whole=False)
    shots: list[Screenshot] = []
    problems: list[PackError] = []
    unread: set[str] = set()
    for line, entry in entries:
        try:
            shots.append(_screenshot(entry, file, line))
        except PackError as error:
            problems.append(error)
            fields = cast("dict[str, object]", entry) if isinstance(entry, dict) else {}
            unread |= {str(fields[key]) for key in ("id", "file") if key in fields}
    return Catalogue(tuple(shots), tuple(problems), frozenset(unread))


def write_catalogue(folder: Path, screenshots: Iterable[Screenshot]) -> None:
    """Write the catalogue, sorted by id, so that two runs over one app differ in no byte.

    The old one stays whole until the new one is: a disk that is full costs no entry.

    Raises:
        OSError: it cannot be written.
    """
    entries = [_entry(s) for s in sorted(screenshots, key=lambda s: s.id)]
    text = json.dumps(entries, ensure_ascii=False, indent=1) + "\n"
    part = folder / f".{CATALOGUE}.part"
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(folder / CATALOGUE)
    finally:
        part.unlink(missing_ok=True)


def _entries(text: str, file: str) -> Iterator[tuple[int, object]]:
    """Return the entries, each with the line of its id, or where it begins."""
    # NaN and Infinity are no JSON; read as text, they are refused where a number is wanted.
    decoder = json.JSONDecoder(parse_constant=str)
    try:
        whole: object = decoder.decode(text)
    except json.JSONDecodeError as error:
        raise PackError(file, error.lineno, f"is not valid JSON: {error.msg}.", _ANEW) from None
    except (RecursionError, ValueError):
        # Thousands of brackets in each other, or thousands of digits in a row: nothing that was taken of an app.
        raise PackError(
            file, 1, "is no list of screenshots: it nests too deep, or holds endless numbers.", _ANEW
        ) from None
    if not isinstance(whole, list):
        raise PackError(file, 1, "is not a list of screenshots.", _ANEW)
    at = text.index("[") + 1
    for entry in cast("list[object]", whole):
        at = _SPACE.match(text, at).end()  # pyright: ignore[reportOptionalMemberAccess]  it matches the empty text too
        _, end = decoder.raw_decode(text, at)
        named = _NAMED.search(text, at, end)
        yield text.count("\n", 0, named.start() if named else at) + 1, entry
        at = end


def _screenshot(entry: object, file: str, line: int) -> Screenshot:
    if not isinstance(entry, dict):
        raise PackError(file, line, "an entry is not an object.", _ANEW)
    fields = cast("dict[str, object]", entry)
    name = str(fields.get("id", "?"))

    def fail(problem: str) -> PackError:
        return PackError(file, line, f"screenshot '{name}': {problem}", "Take it anew with 'fescue capture'.")

    missing = [key for key in _TEXT if not isinstance(fields.get(key), str)]
    if missing:
        raise fail(f"'{missing[0]}' is missing or not text.")
    if "/" in str(fields["file"]) or "\\" in str(fields["file"]) or ".." in str(fields["file"]):
        raise fail(f"the file name '{fields['file']}' leaves the folder.")
    width, height = fields.get("width"), fields.get("height")
    if not (isinstance(width, int) and isinstance(height, int) and width > 0 and height > 0):
        raise fail("'width' and 'height' are not whole numbers above 0.")
    zones = _zones(fields.get("zones"), fail)
    principal = str(fields["principal"])
    if principal and principal not in zones:
        raise fail(f"the principal zone '{principal}' is not among its zones.")
    texts = {key: str(fields[key]) for key in _TEXT}
    return Screenshot(width=width, height=height, zones=zones, **texts)


def _zones(value: object, fail: Callable[[str], PackError]) -> Mapping[str, Zone]:
    if not isinstance(value, dict):
        raise fail("'zones' is not an object.")
    return {key: _zone(key, zone, fail) for key, zone in cast("dict[str, object]", value).items()}


def _zone(key: str, value: object, fail: Callable[[str], PackError]) -> Zone:
    if not isinstance(value, dict):
        raise fail(f"zone '{key}' is not an object.")
    fields = cast("dict[str, object]", value)
    kinds = {kind.value: kind for kind in ZoneKind}
    kind = kinds.get(str(fields.get("kind")))
    if kind is None:
        raise fail(f"zone '{key}' has the kind {fields.get('kind')!r}, not one of c, e, g.")
    numbers = fields.get("box")
    if not isinstance(numbers, list) or len(cast("list[object]", numbers)) != 4:
        raise fail(f"zone '{key}' has no box of four numbers.")
    parts = cast("list[object]", numbers)
    if not all(isinstance(n, int | float) and not isinstance(n, bool) for n in parts):
        said = ", ".join(map(str, parts))
        raise fail(f"zone '{key}' has a box that is not four numbers: {said}.")
    box = Box(*(float(cast("float", n)) for n in parts))
    if not box.valid:
        raise fail(f"zone '{key}' is empty or reaches outside the picture.")
    return Zone(key, str(fields.get("role", "")), str(fields.get("label", "")), kind, box)


def _entry(shot: Screenshot) -> dict[str, object]:
    entry: dict[str, object] = {key: getattr(shot, key) for key in ("id", "file", "sha256", "width", "height")}
    entry |= {key: getattr(shot, key) for key in ("shows", "when", "section", "route", "role", "locale", "app_build")}
    entry["zones"] = {
        key: {
            "role": zone.role,
            "label": zone.label,
            "kind": zone.kind.value,
            "box": [round(n, 4) for n in (zone.box.x, zone.box.y, zone.box.w, zone.box.h)],
        }
        for key, zone in sorted(shot.zones.items())
    }
    entry["principal"] = shot.principal
    return entry
