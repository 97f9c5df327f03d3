"""`fescue pack rename-label`: a label that the app renamed, followed through every file of a pack."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from overlay.app.checks import check_pack_folder
from overlay.authoring.label_places import CATALOGUE, ENTRY_POINTS, PACK, one_line, places_in
from overlay.authoring.renaming import Renaming, bare_mentions, check_label, labels_in, nearest, rename
from overlay.authoring.replacing import replace_files
from overlay.capture.shot_files import read_shots
from overlay.check.report import Problem, counted
from overlay.content.pack_folder import LoadedPack, load_pack
from overlay.content.text_files import read_text
from overlay.core.errors import SettingsError

FINE, NO = 0, 1
_MOST_MENTIONS = 12


def rename_label(root: Path, old: str, new: str, *, dry_run: bool = False) -> int:
    """Follow a label through a pack and print every line that changes.

    Args:
        root: the pack's folder.
        old: the label as it was.
        new: as the app shows it now.
        dry_run: whether to write nothing.

    Returns:
        0 when it was followed, 1 when the label is nowhere or the pack would no longer pass its check.

    Raises:
        FescueError: a file cannot be read or written, or a screen has a label of the new name already; nothing was
            changed.
    """
    new, old = check_label(new), one_line(old)
    if old == new:
        msg = f"the old label and the new one are the same: '{old}'."
        raise SettingsError(msg)
    loaded = load_pack(root)
    texts = _texts(loaded.root)
    renaming = rename(texts, old, new, _explaining(loaded, old))
    if not renaming.changes:
        return _nowhere(old, texts)
    _refuse_confusion(loaded, texts, old, new)
    broken = _broken_by(loaded.root, renaming)
    for change in renaming.changes:
        sys.stdout.write(f"{change}\n")
    if broken:
        return _refuse_breaking(broken)
    if not dry_run:
        replace_files(loaded.root, renaming.texts)
    lines, files = counted(len(renaming.changes), "line"), counted(len(renaming.texts), "file")
    end = "would change; nothing was written" if dry_run else "changed"
    _say(f"{lines} in {files} {end}.")
    _say_mentions({**texts, **renaming.texts}, old)
    if CATALOGUE in renaming.texts and not dry_run:
        _say("The pictures still show the old label: take them anew with fescue capture.")
    return FINE


def _say_mentions(texts: Mapping[str, str], old: str) -> None:
    """Name the lines that may mean the label too, and were left as they are."""
    mentions = bare_mentions(texts, old)
    if not mentions:
        return
    stand = "1 line has" if len(mentions) == 1 else f"{len(mentions)} lines have"
    _say(f"{stand} '{old}' without quotation marks, and stayed. Read whether the label is meant:")
    for mention in mentions[:_MOST_MENTIONS]:
        _say(f"  {mention}")
    if len(mentions) > _MOST_MENTIONS:
        _say(f"  and {len(mentions) - _MOST_MENTIONS} more")


def _texts(root: Path) -> dict[str, str]:
    """Read every file that may name a label, line endings and byte-order marks as they are.

    Raises:
        PackError: one is not text; what it names could not be followed.
    """
    names = [CATALOGUE, PACK, ENTRY_POINTS]
    for folder, ending in (("manual/sections", "md"), ("screenshots/shots", "toml"), ("manual/evals", "toml")):
        names += sorted(path.relative_to(root).as_posix() for path in (root / folder).glob(f"*.{ending}"))
    texts: dict[str, str] = {}
    for name in names:
        if (root / name).is_file():
            read_text(root / name, root)
            texts[name] = (root / name).read_bytes().decode("utf-8")
    return texts


def _explaining(loaded: LoadedPack, old: str) -> set[str]:
    actions = {action.id for action in loaded.pack.actions if one_line(action.title) == old}
    return {section.file for section in loaded.manual.sections if actions & set(section.actions)}


def _nowhere(old: str, texts: Mapping[str, str]) -> int:
    near = nearest(old, labels_in(texts))
    like = f" The nearest: {', '.join(f'«{name}»' for name in near)}." if near else ""
    _say(f"warning: no file of the pack names the label «{old}».{like}")
    return NO


def _refuse_confusion(loaded: LoadedPack, texts: Mapping[str, str], old: str, new: str) -> None:
    """Refuse a name that another label of the same screen has: nobody could tell them apart afterwards.

    Raises:
        SettingsError: naming the place.
    """
    for section in loaded.manual.sections:
        named = dict(_labels_of(loaded, texts, section.id, section.file))
        if old in named and new in named:
            msg = f"the screen of '{section.id}' has a label «{new}» already ({named[new]}). Nothing was changed."
            raise SettingsError(msg)


def _labels_of(loaded: LoadedPack, texts: Mapping[str, str], section: str, file: str) -> Iterator[tuple[str, str]]:
    """Return the labels of a section's screens, each with a place that names it."""
    for shot in read_shots(loaded.root):
        if shot.section == section:
            yield from ((one_line(zone.target.name), f"{shot.file}:{shot.line}") for zone in shot.zones)
    for picture in loaded.manual.pictures_of(section):
        yield from ((one_line(zone.label), f"{CATALOGUE}, '{picture.id}'") for zone in picture.zones.values())
    text = texts.get(file, "")
    for place in places_in(file, text):
        yield place.label, f"{file}:{text.count(chr(10), 0, place.start) + 1}"


def _broken_by(root: Path, renaming: Renaming) -> list[Problem]:
    """Return the problems that the pack would have and does not have now."""
    now = {(p.file, p.kind, p.message) for p in check_pack_folder(root).counting}
    with tempfile.TemporaryDirectory(prefix="fescue-") as folder:
        copy = Path(folder) / root.name
        for name in ("manual", "screenshots"):
            if (root / name).is_dir():
                shutil.copytree(root / name, copy / name, copy_function=_linked)
        for name, text in renaming.texts.items():
            (copy / name).unlink()
            (copy / name).write_bytes(text.encode("utf-8"))
        after = check_pack_folder(copy).counting
    return [p for p in after if (p.file, p.kind, p.message) not in now]


def _linked(source: str, target: str) -> object:
    """Link a file where that is possible: the pictures are many, and are only read."""
    try:
        os.link(source, target)
    except OSError:
        return shutil.copy2(source, target)
    return target


def _refuse_breaking(broken: list[Problem]) -> int:
    for problem in broken:
        _say(f"{problem.place}: {problem.message} {problem.fix}")
    _say("Nothing was changed: with the new label the pack would have the problems above.")
    return NO


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")
