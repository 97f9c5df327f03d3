"""A whole pack: `manual/` and `screenshots/` of one folder."""

from dataclasses import dataclass, field
from pathlib import Path

from overlay.content.catalogue import Catalogue, read_entries
from overlay.content.pack_file import read_pack_file
from overlay.content.sections import read_section
from overlay.content.text_files import read_text
from overlay.core.errors import PackError
from overlay.core.manual import Manual, Screenshot, Section
from overlay.core.pack import Pack


@dataclass(frozen=True, slots=True)
class LoadedPack:
    """A pack as read, with what could not be read of it."""

    root: Path
    pack: Pack
    manual: Manual
    problems: tuple[PackError, ...] = ()
    catalogue: Catalogue = field(default_factory=Catalogue)
    """The screenshots' catalogue, with the entries that could not be read."""

    def picture(self, screenshot: Screenshot) -> Path:
        """Return the path of a screenshot's image."""
        return self.root / "screenshots" / screenshot.file


def load_pack(root: Path) -> LoadedPack:
    """Load a pack. A section or a screenshot that cannot be read is left out and reported in `problems`.

    Raises:
        PackError: there is no pack here, or its pack.toml is wrong, or no section at all can be read.
    """
    root = root.resolve()
    if not (root / "manual" / "pack.toml").is_file():
        raise PackError(
            root.name or "/",
            None,
            "is not a pack: manual/pack.toml is not there.",
            "Name the folder that holds manual/.",
        )
    pack = read_pack_file(root)
    sections, problems = _sections(root)
    catalogue = read_entries(root / "screenshots", root)
    problems += catalogue.problems
    if not sections:
        raise problems[0] if problems else PackError("manual/sections", None, "holds no section.", "Add a .md file.")
    return LoadedPack(root, pack, Manual(tuple(sections), catalogue.screenshots), tuple(problems), catalogue)


def content_hash(path: Path) -> str:
    """Return a file's SHA-256 in hexadecimal."""
    import hashlib

    return hashlib.sha256(path.read_bytes()).hexdigest()


def _sections(root: Path) -> tuple[list[Section], list[PackError]]:
    sections: dict[str, Section] = {}
    problems: list[PackError] = []
    for path in sorted((root / "manual" / "sections").glob("*.md")):
        if path.name.startswith("."):
            # What an editor or a file manager left beside a section; `fescue check` names it.
            continue
        try:
            section = read_section(path, root)
        except PackError as error:
            problems.append(error)
            continue
        other = sections.get(section.id)
        if other and path.stem == section.id:
            # The file that is named as its section is the one that is meant, whatever copy of it sorts first.
            section, other = other, section
            sections[other.id] = other
        if other:
            problems.append(_second(section, other, root))
            continue
        sections[section.id] = section
    return sorted(sections.values(), key=lambda s: s.file), problems


def _second(section: Section, first: Section, root: Path) -> PackError:
    problem = f"the id '{section.id}' is also used by {first.file}."
    return PackError(
        section.file, _id_line(root / section.file, root), problem, "Give each section its own id.", kind="id"
    )


def _id_line(path: Path, root: Path) -> int:
    rows = enumerate(read_text(path, root).split("\n"), 1)
    return next((number for number, row in rows if row.startswith("id:")), 1)
