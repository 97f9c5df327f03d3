"""screenshots.json <-> `Screenshot` values."""

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import cast

from overlay.content.text_files import read_text, shown
from overlay.core.errors import PackError
from overlay.core.manual import Box, Screenshot, Zone, ZoneKind

CATALOGUE = "screenshots.json"
_TEXT = ("id", "file", "sha256", "shows", "when", "section", "route", "role", "locale", "app_build", "principal")


def read_catalogue(folder: Path, root: Path) -> tuple[Screenshot, ...]:
    """Read the catalogue of a `screenshots/` folder; a pack without one has no screenshots.

    Raises:
        PackError: naming the entry and what to do.
    """
    path = folder / CATALOGUE
    if not path.exists():
        return ()
    text, file = read_text(path, root), shown(path, root)
    try:
        entries = json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise PackError(
            file, error.lineno, f"is not valid JSON: {error.msg}.", "Run 'fescue capture' to write it anew."
        ) from None
    except ValueError as error:
        raise PackError(file, None, str(error), "Run 'fescue capture' to write it anew.") from None
    if not isinstance(entries, list):
        raise PackError(file, 1, "is not a list of screenshots.", "Run 'fescue capture' to write it anew.")
    return tuple(_screenshot(entry, file, text) for entry in cast("list[object]", entries))


def write_catalogue(folder: Path, screenshots: Iterable[Screenshot]) -> None:
    """Write the catalogue, sorted by id, so that two runs over one app differ in no byte."""
    entries = [_entry(s) for s in sorted(screenshots, key=lambda s: s.id)]
    text = json.dumps(entries, ensure_ascii=False, indent=1) + "\n"
    (folder / CATALOGUE).write_text(text, encoding="utf-8", newline="\n")


def _no_constant(name: str) -> float:
    msg = f"holds {name}, which is not a number."
    raise ValueError(msg)


def _screenshot(entry: object, file: str, text: str) -> Screenshot:
    if not isinstance(entry, dict):
        raise PackError(file, None, "an entry is not an object.", "Run 'fescue capture' to write it anew.")
    fields = cast("dict[str, object]", entry)
    name = str(fields.get("id", "?"))
    line = _line_of(text, name)

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
        raise fail(f"zone '{key}' has a box that is not four numbers.")
    box = Box(*(float(cast("float", n)) for n in parts))
    if not box.valid:
        raise fail(f"zone '{key}' is empty or reaches outside the picture.")
    return Zone(key, str(fields.get("role", "")), str(fields.get("label", "")), kind, box)


def _line_of(text: str, name: str) -> int | None:
    at = text.find(f'"id": "{name}"')
    return text.count("\n", 0, at) + 1 if at >= 0 else None


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
