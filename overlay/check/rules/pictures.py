"""Catalogue and images are one to one, and every screenshot is used where it belongs."""

from collections.abc import Iterator
from pathlib import Path

from overlay.check.markdown import markers_of
from overlay.check.report import Problem
from overlay.check.subject import CATALOGUE_FILE, PlannedShot, Subject, fault
from overlay.content.catalogue import CATALOGUE
from overlay.content.pack_folder import content_hash
from overlay.core.manual import PartKind, Screenshot, Section, ZoneKind

_AGAIN = "Take it anew: fescue capture."


def ids_are_unique(subject: Subject) -> Iterator[Problem]:
    """No two entries share an id or a file."""
    seen: dict[str, str] = {}
    for shot in subject.loaded.manual.screenshots:
        for what in (shot.id, shot.file):
            if what in seen:
                line = _line(subject, shot)
                yield fault(CATALOGUE_FILE, line, "id", f"'{what}' is there twice.", "Remove one of the entries.")
            seen[what] = shot.id


def images_fit_the_catalogue(subject: Subject) -> Iterator[Problem]:
    """An entry's file is there, unchanged, and twice as large as the entry says."""
    for shot in subject.loaded.manual.screenshots:
        path = subject.loaded.picture(shot)
        if not path.is_file():
            message = f"the image {shot.file} of '{shot.id}' is missing."
            yield fault(CATALOGUE_FILE, _line(subject, shot), "image", message, _AGAIN)
        elif content_hash(path) != shot.sha256:
            message = f"the image {shot.file} of '{shot.id}' is not the one that was described."
            yield fault(CATALOGUE_FILE, _line(subject, shot), "image", message, _AGAIN)
        else:
            yield from _size(subject, shot, path)


def _size(subject: Subject, shot: Screenshot, path: Path) -> Iterator[Problem]:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path) as image:
            size, form = image.size, image.format
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError):
        # The last is larger than anything that a screen shows.
        size, form = (0, 0), None
    if form != "WEBP":
        message = f"the image {shot.file} of '{shot.id}' is not a WebP picture."
        yield fault(CATALOGUE_FILE, _line(subject, shot), "image", message, _AGAIN)
    elif size != (2 * shot.width, 2 * shot.height):
        message = f"'{shot.id}' is {size[0]} x {size[1]} pixels, not twice {shot.width} x {shot.height}."
        yield fault(CATALOGUE_FILE, _line(subject, shot), "image", message, _AGAIN)


def no_strays(subject: Subject) -> Iterator[Problem]:
    """The folders hold what the pack uses: sections, what the catalogue lists, its shots, and nothing else."""
    folder = subject.root / "manual" / "sections"
    for path in sorted(folder.rglob("*")):
        if path.is_file() and (path.suffix != ".md" or path.parent != folder or path.name.startswith(".")):
            name = path.relative_to(subject.root).as_posix()
            yield fault(name, None, "stray", "this is no section, and nothing reads it.", "Remove or move it.")
    if subject.loaded.catalogue.whole:
        yield from _stray_pictures(subject)


def _stray_pictures(subject: Subject) -> Iterator[Problem]:
    listed = {shot.file for shot in subject.loaded.manual.screenshots} | {CATALOGUE}
    folder = subject.root / "screenshots"
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        name = path.relative_to(folder).as_posix()
        shots_file = name.startswith("shots/") and path.suffix == ".toml"
        if path.is_file() and name not in listed and not shots_file and not subject.is_unread_picture(name):
            yield fault(f"screenshots/{name}", None, "stray", "nothing refers to this file.", "Remove it.")


def pictures_belong(subject: Subject) -> Iterator[Problem]:
    """A screenshot belongs to a section that covers its route, and the section shows it."""
    manual = subject.loaded.manual
    shown = {(s.id, use.marker.screenshot) for s in manual.sections for use in markers_of(s) if _helps(s, use.line)}
    for shot in manual.screenshots:
        section, line = manual.section(shot.section), _line(subject, shot)
        if section is None and subject.may_be_unread(shot.section):
            continue
        if section is None:
            message = f"'{shot.id}' belongs to the section '{shot.section}', which is not there."
            yield fault(CATALOGUE_FILE, line, "section", message, "Correct 'section' in its shot and take it anew.")
        elif not section.covers(shot.route.partition("?")[0]):
            message = f"'{shot.id}' shows {shot.route}, which its section '{section.id}' does not cover."
            yield fault(CATALOGUE_FILE, line, "route", message, "Correct 'section' or 'route' in its shot.")
        elif (shot.section, shot.id) not in shown:
            message = f"no step of the section '{section.id}' shows '{shot.id}'."
            yield fault(CATALOGUE_FILE, line, "unused", message, f"Add [captura:{shot.id}] there, or remove the shot.")


def _helps(section: Section, line: int) -> bool:
    """Say whether a line belongs to a procedure or to the answer to a problem."""
    kind = PartKind.OTHER
    for passage in section.passages:
        kind = passage.kind if passage.line <= line else kind
    return kind in (PartKind.HOW_TO, PartKind.PROBLEMS)


def pictures_point(subject: Subject) -> Iterator[Problem]:
    """A screenshot has zones, a principal one, words for who cannot see it, and a role of the pack."""
    roles = {role.id for role in subject.loaded.pack.roles}
    for shot in subject.loaded.manual.screenshots:
        line = _line(subject, shot)
        if not shot.principal:
            message = f"'{shot.id}' has no principal zone."
            yield fault(CATALOGUE_FILE, line, "zone", message, "Name one in its shot, so that there is where to point.")
        for zone in shot.zones.values():
            if not zone.label and zone.kind is not ZoneKind.GROUP:
                message = f"the control '{zone.key}' of '{shot.id}' has no name."
                yield fault(CATALOGUE_FILE, line, "zone", message, "Choose a control with an accessible name.")
        if not shot.shows.strip() or not shot.when.strip():
            message = f"'{shot.id}' does not say what it shows and when it helps."
            yield fault(CATALOGUE_FILE, line, "words", message, "Fill in 'shows' and 'when' in its shot.")
        if roles and shot.role not in roles:
            message = f"'{shot.id}' was taken as '{shot.role}', a role the pack does not have."
            yield fault(CATALOGUE_FILE, line, "role", message, f"Use one of: {', '.join(sorted(roles))}.")


def shots_and_pictures_agree(subject: Subject) -> Iterator[Problem]:
    """Every picture has the shot that it was taken by, and every shot its picture; before the first there are none."""
    manual = subject.loaded.manual
    planned = {shot.id: shot for shot in subject.shots}
    if not planned or not (manual.screenshots and subject.loaded.catalogue.whole):
        return
    for shot in subject.shots:
        if manual.screenshot(shot.id) is None and not subject.is_unread_picture(shot.id):
            message = f"'{shot.id}' has not been taken."
            yield fault(shot.file, shot.line, "shot", message, "Take it: fescue capture.")
    for picture in manual.screenshots:
        shot = planned.get(picture.id)
        if shot is None:
            message = f"no file in screenshots/shots describes '{picture.id}'."
            fix = "Describe it there, or remove the picture: it cannot be taken again."
            yield fault(CATALOGUE_FILE, _line(subject, picture), "shot", message, fix)
        else:
            yield from _differing(shot, picture)


def _differing(shot: PlannedShot, picture: Screenshot) -> Iterator[Problem]:
    for what, said, is_now in (
        ("section", shot.section, picture.section),
        ("route", shot.route, picture.route),
        ("role", shot.role, picture.role),
    ):
        if said != is_now:
            message = f"'{shot.id}' has the {what} '{said}' here, and its picture '{is_now}'."
            yield fault(shot.file, shot.line, "shot", message, _AGAIN)


def _line(subject: Subject, shot: Screenshot) -> int | None:
    return subject.line_of(CATALOGUE_FILE, f'"id": "{shot.id}"')
