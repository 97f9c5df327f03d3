"""A run -> the files of `screenshots/`: only what changed is written, and what has no shot any more goes."""

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from overlay.capture.shots import Shot
from overlay.capture.taking import Taken
from overlay.content.catalogue import CATALOGUE, write_catalogue
from overlay.core.errors import OutsideError
from overlay.core.manual import Screenshot


@dataclass(frozen=True, slots=True)
class Written:
    """What a run changed in the folder."""

    changed: tuple[str, ...]
    """Files that were written: new, or with other bytes than before."""
    removed: tuple[str, ...]
    same: int
    """Pictures that are byte for byte as they were."""


def describe(taken: Taken, locale: str, build: str, known: Screenshot | None = None) -> Screenshot:
    """Describe a picture as the catalogue keeps it.

    Args:
        taken: the picture.
        locale: the pack's language.
        build: the app's build.
        known: its entry so far: a picture that did not change keeps the build it was taken of.
    """
    shot, picture = taken.shot, taken.picture
    entry = Screenshot(
        id=shot.id,
        file=f"{shot.id}.webp",
        sha256=picture.sha256,
        width=picture.width,
        height=picture.height,
        shows=shot.shows,
        when=shot.when,
        section=shot.section,
        route=shot.path,
        role=shot.role,
        locale=locale,
        app_build=build,
        zones=dict(sorted(taken.zones.items())),
        principal=shot.principal,
    )
    if known and dataclasses.replace(entry, app_build=known.app_build) == known:
        return known
    return entry


def write_run(
    folder: Path,
    taken: Sequence[Taken],
    shots: Iterable[Shot],
    old: Sequence[Screenshot],
    *,
    locale: str,
    build: str,
) -> Written:
    """Write pictures and catalogue.

    Args:
        folder: the pack's `screenshots/`.
        taken: the pictures of this run.
        shots: all shots of the pack; listed pictures of others are removed.
        old: the catalogue so far; entries of shots that were not taken now are kept.
        locale: the pack's language.
        build: the app's build.

    Raises:
        OutsideError: a file cannot be written.
    """
    known = {entry.id: entry for entry in old}
    wanted = {shot.id for shot in shots}
    entries = {key: entry for key, entry in known.items() if key in wanted}
    changed: list[str] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for one in taken:
            entry = describe(one, locale, build, known.get(one.shot.id))
            entries[entry.id] = entry
            if _differs(folder / entry.file, one.picture.data):
                _write(folder / entry.file, one.picture.data)
                changed.append(entry.file)
        removed = _remove(folder, {entry.file for entry in old} - {entry.file for entry in entries.values()})
        before = _read(folder / CATALOGUE)
        write_catalogue(folder, entries.values())
    except OSError as error:
        msg = f"{error.filename or folder} cannot be written: {error.strerror}."
        raise OutsideError(msg) from None
    if before != _read(folder / CATALOGUE):
        changed.append(CATALOGUE)
    return Written(tuple(changed), removed, len(taken) - sum(name.endswith(".webp") for name in changed))


def _remove(folder: Path, files: set[str]) -> tuple[str, ...]:
    """Remove pictures that the catalogue listed; what else lies in the folder may be anybody's."""
    there = sorted(name for name in files if (folder / name).is_file())
    for name in there:
        (folder / name).unlink()
    return tuple(there)


def _write(path: Path, data: bytes) -> None:
    """Write a file so that the old one stays until the new one is whole."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _differs(path: Path, data: bytes) -> bool:
    return _read(path) != data


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None
