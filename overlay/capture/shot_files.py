"""`screenshots/shots/<area>.toml` -> shots: names, types and unknown keys are checked before a browser starts."""

from collections.abc import Iterable
from pathlib import Path
from typing import cast

from overlay.capture.shot_fields import ID, Place
from overlay.capture.shots import Padding, Shot, Target, ZoneSpec
from overlay.content.toml_tables import TomlTable
from overlay.core.errors import PackError

MOST_PADDING = 200
"""CSS pixels."""
USUAL_PADDING = 16
"""CSS pixels around what is cropped to, when a shot does not say."""


def read_shots(root: Path) -> tuple[Shot, ...]:
    """Read every file in a pack's `screenshots/shots/`, in order of their names.

    Raises:
        PackError: naming file, line and what to do.
    """
    shots: list[Shot] = []
    for path in sorted((root / "screenshots" / "shots").glob("*.toml")):
        table = TomlTable.load(path, root)
        shots += [_shot(entry, path.stem) for entry in table.tables("shots")]
        table.done()
    _unique(shots)
    return tuple(shots)


def _unique(shots: Iterable[Shot]) -> None:
    first: dict[str, Shot] = {}
    for shot in shots:
        if shot.id in first:
            other = first[shot.id]
            problem = f"the id '{shot.id}' is also used in {other.file}:{other.line}."
            raise PackError(shot.file, shot.line, problem, "Give each shot its own id.")
        first[shot.id] = shot


def _shot(table: TomlTable, area: str) -> Shot:
    shot_id, route = table.text("id"), table.text("route")
    if not ID.fullmatch(shot_id):
        raise table.fail(f"the id {shot_id!r} is not lower-case letters, digits and hyphens.", "Rename it.", "id")
    if not route.startswith("/"):
        raise table.fail(f"the route {route!r} does not start with '/'.", "Write a path of the app.", "route")
    within = next(iter(_targets(table, "within")), None)
    zones = _zones(table, within)
    principal = table.text("principal")
    if principal not in [zone.key for zone in zones]:
        known = ", ".join(zone.key for zone in zones)
        raise table.fail(f"the principal zone '{principal}' is not among its zones.", f"Use {known}.", "principal")
    steps, crop = Place(table, "steps"), _targets(table, "crop")
    shot = Shot(
        *(shot_id, area, table.text("section"), table.text("role"), route),
        *(table.text("shows"), table.text("when"), principal, zones),
        steps=tuple(steps.step(number, value) for number, value in enumerate(steps.items(), 1)),
        crop=crop or ((within,) if within else tuple(zone.target for zone in zones)),
        # Around a dialog there is only what it hides.
        padding=_padding(table, usual=0 if within and not crop else USUAL_PADDING),
        redact=_targets(table, "redact"),
        file=table.file,
        line=table.line,
    )
    table.done()
    return shot


def _zones(table: TomlTable, within: Target | None) -> tuple[ZoneSpec, ...]:
    values = table.mapping("zones")
    if not values:
        raise table.fail("'zones' is missing.", 'Add zones.KEY = { role = "button", name = "..." }.')
    return tuple(Place(table, f"zones.{key}").zone(key, value, within) for key, value in values.items())


def _targets(table: TomlTable, key: str) -> tuple[Target, ...]:
    place = Place(table, key)
    return tuple(place.target(value) for value in place.items())


def _padding(table: TomlTable, usual: int) -> Padding:
    """Read one number for all sides, or four: top, right, bottom, left."""
    value = table.value("padding")
    sides = [usual] if value is None else cast("list[object]", value) if isinstance(value, list) else [value]
    numbers = [n for n in sides if isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= MOST_PADDING]
    if len(numbers) != len(sides) or len(numbers) not in (1, 4):
        fix = f"Write one number from 0 to {MOST_PADDING}, or four: [top, right, bottom, left]."
        raise table.fail(f"the padding {value!r} does not fit.", fix, "padding")
    return Padding(*(numbers * 4 if len(numbers) == 1 else numbers))
