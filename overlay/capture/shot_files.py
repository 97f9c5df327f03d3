"""`screenshots/shots/<area>.toml` -> shots: names, types and unknown keys are checked before a browser starts."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, cast

from overlay.capture.shot_fields import ID, Place
from overlay.capture.shots import Padding, Shot, Step, Target, ZoneSpec
from overlay.content.toml_tables import TomlTable
from overlay.core.errors import PackError

MOST_PADDING = 200
"""CSS pixels."""
USUAL_PADDING = 16
"""CSS pixels around what is cropped to, when a shot does not say."""
MOST_ALIKE = 3
"""Shots of one state of one screen: more tell apart nothing, and a reader would not know which to choose."""

_Read = TypeVar("_Read")


@dataclass(frozen=True, slots=True)
class ShotFiles:
    """What the files of `screenshots/shots/` say, and everything that is wrong with them."""

    shots: tuple[Shot, ...]
    problems: tuple[PackError, ...]


def read_shots(root: Path) -> tuple[Shot, ...]:
    """Read every file in a pack's `screenshots/shots/`, in order of their names.

    Raises:
        PackError: the first problem, with file, line and what to do.
    """
    found = read_shot_files(root)
    if found.problems:
        raise found.problems[0]
    return found.shots


def read_shot_files(root: Path) -> ShotFiles:
    """Read every file in a pack's `screenshots/shots/`; what is wrong with one costs no other."""
    shots: list[Shot] = []
    problems: list[PackError] = []
    for path in sorted((root / "screenshots" / "shots").glob("*.toml")):
        reading = _Reading(problems)
        table = reading.take(lambda path=path: TomlTable.load(path, root), None)
        entries = reading.take(lambda table=table: list(table.tables("shots")) if table else [], [])
        for entry in entries:
            shot = reading.shot(entry, path.stem)
            shots += [shot] if shot else []
        reading.take(lambda table=table: table.done() if table else None, None)
    problems += [*_used_twice(shots), *_too_many_alike(shots)]
    return ShotFiles(tuple(shots), tuple(sorted(problems, key=lambda p: (p.file, p.line or 0))))


def _used_twice(shots: Iterable[Shot]) -> Iterator[PackError]:
    first: dict[str, Shot] = {}
    for shot in shots:
        other = first.setdefault(shot.id, shot)
        if other is not shot:
            problem = f"the id '{shot.id}' is also used in {other.file}:{other.line}."
            yield PackError(shot.file, shot.line, problem, "Give each shot its own id.", kind="id")


def _too_many_alike(shots: Iterable[Shot]) -> Iterator[PackError]:
    alike: dict[tuple[str, str, tuple[Step, ...]], list[Shot]] = {}
    for shot in shots:
        same = alike.setdefault((shot.role, shot.route, shot.steps), [])
        same.append(shot)
        if len(same) > MOST_ALIKE:
            names = ", ".join(other.id for other in same[:MOST_ALIKE])
            problem = f"'{shot.id}' is picture number {len(same)} of one state of {shot.route} (after {names})."
            fix = f"Keep {MOST_ALIKE}, or show another state with 'steps'."
            yield PackError(shot.file, shot.line, problem, fix, kind="alike")


class _Reading:
    """Reads shots field by field and goes on after what is wrong, so that all of it is told at once."""

    def __init__(self, problems: list[PackError]) -> None:
        self._problems = problems

    def take(self, read: Callable[[], _Read], otherwise: _Read) -> _Read:
        """Read something; a problem is noted, and `otherwise` stands for it."""
        try:
            return read()
        except PackError as problem:
            self._problems.append(problem)
            return otherwise

    def shot(self, table: TomlTable, area: str) -> Shot | None:
        """Read a shot; None when something about it is wrong."""
        before = len(self._problems)
        text = {key: self.take(lambda key=key: table.text(key), "") for key in _TEXTS}
        self.take(lambda: _check_names(table, text["id"], text["route"]), None)
        within = next(iter(self._targets(table, "within")), None)
        values = self.take(lambda: _zone_values(table), {})
        zones = self._zones(table, values, within)
        if values and text["principal"]:
            self.take(lambda: _check_principal(table, text["principal"], values), None)
        crop, steps = self._targets(table, "crop"), self._steps(table)
        redact = self._redacted(table)
        # Around a dialog there is only what it hides.
        usual = 0 if within and not crop else USUAL_PADDING
        padding = self.take(lambda: _padding(table, usual), Padding(0, 0, 0, 0))
        self.take(table.done, None)
        if len(self._problems) > before:
            return None
        return Shot(
            *(text["id"], area, text["section"], text["role"], text["route"]),
            *(text["shows"], text["when"], text["principal"], zones),
            steps=steps,
            crop=crop or ((within,) if within else tuple(zone.target for zone in zones)),
            padding=padding,
            redact=redact,
            file=table.file,
            line=table.line,
        )

    def _zones(self, table: TomlTable, values: Mapping[str, object], within: Target | None) -> tuple[ZoneSpec, ...]:
        read = (
            self.take(lambda key=key, value=value: Place(table, f"zones.{key}").zone(key, value, within), None)
            for key, value in values.items()
        )
        return tuple(zone for zone in read if zone)

    def _steps(self, table: TomlTable) -> tuple[Step, ...]:
        place = Place(table, "steps")
        read = (
            self.take(lambda number=number, value=value: place.step(number, value), None)
            for number, value in enumerate(place.items(), 1)
        )
        return tuple(step for step in read if step)

    def _targets(self, table: TomlTable, key: str) -> tuple[Target, ...]:
        place = Place(table, key)
        read = (self.take(lambda value=value: place.target(value), None) for value in place.items())
        return tuple(target for target in read if target)

    def _redacted(self, table: TomlTable) -> tuple[Target, ...] | None:
        """Read what is painted over; an empty list says that somebody looked, and there is nothing."""
        if table.value("redact") is None:
            return None
        place = Place(table, "redact")
        read = (self.take(lambda value=value: place.redacted(value), None) for value in place.items())
        return tuple(target for target in read if target)


_TEXTS = ("id", "section", "role", "route", "shows", "when", "principal")


def _check_names(table: TomlTable, shot_id: str, route: str) -> None:
    if shot_id and not ID.fullmatch(shot_id):
        raise table.fail(f"the id {shot_id!r} is not lower-case letters, digits and hyphens.", "Rename it.", "id")
    if route and not route.startswith("/"):
        raise table.fail(f"the route {route!r} does not start with '/'.", "Write a path of the app.", "route")


def _check_principal(table: TomlTable, principal: str, keys: Iterable[str]) -> None:
    if principal not in keys:
        fix = f"Use {', '.join(keys)}."
        raise table.fail(f"the principal zone '{principal}' is not among its zones.", fix, "principal")


def _zone_values(table: TomlTable) -> dict[str, object]:
    values = table.mapping("zones")
    if not values:
        raise table.fail("'zones' is missing.", 'Add zones.KEY = { role = "button", name = "..." }.')
    return values


def _padding(table: TomlTable, usual: int) -> Padding:
    """Read one number for all sides, or four: top, right, bottom, left."""
    value = table.value("padding")
    sides = [usual] if value is None else cast("list[object]", value) if isinstance(value, list) else [value]
    numbers = [n for n in sides if isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= MOST_PADDING]
    if len(numbers) != len(sides) or len(numbers) not in (1, 4):
        fix = f"Write one number from 0 to {MOST_PADDING}, or four: [top, right, bottom, left]."
        raise table.fail(f"the padding {value!r} does not fit.", fix, "padding")
    return Padding(*(numbers * 4 if len(numbers) == 1 else numbers))
