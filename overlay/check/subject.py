"""What is checked: a loaded pack, what the running app says about it, and where things stand in its files."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from overlay.check.kinds import KINDS
from overlay.check.report import Problem
from overlay.content.pack_folder import LoadedPack
from overlay.content.text_files import read_text
from overlay.core.errors import PackError
from overlay.core.manual import Section

PACK_FILE = "manual/pack.toml"
CATALOGUE_FILE = "screenshots/screenshots.json"
CODE_WORDS = (
    *("src/", ".tsx", ".jsx", ".py", "localhost", "SELECT ", "<div", "className", "TODO", "FIXME"),
    *("tbl_", "dbo.", "INNER JOIN", "node_modules"),
)
"""Words that belong into code, not into a manual; a pack adds its own."""


@dataclass(frozen=True, slots=True)
class LiveFacts:
    """What the running app says."""

    menus: Mapping[str, frozenset[str]]
    """Role -> paths of its menu."""
    labels: Mapping[str, frozenset[str]]
    """Path -> every name and text read there, by all roles that can open it."""
    closed: tuple[tuple[str, str, str], ...] = ()
    """Role, path that it could not open, and where that led instead (empty where it was refused)."""
    modules: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    """Role -> its modules in the app's own words; roles of which it says nothing are missing."""
    data: Mapping[tuple[str, str], bool] = field(default_factory=dict[tuple[str, str], bool])
    """Role and path of a data tool -> whether the app gave it rows; what it did not answer clearly is missing."""


@dataclass(frozen=True, slots=True)
class PlannedShot:
    """A picture that a file in `screenshots/shots/` describes."""

    id: str
    section: str
    route: str
    """Without its query, as the catalogue has it."""
    role: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Subject:
    """A pack to check."""

    loaded: LoadedPack
    live: LiveFacts | None = None
    shots: tuple[PlannedShot, ...] = ()
    texts: dict[str, str] = field(default_factory=dict[str, str])
    """Files as read, by their name."""

    def may_be_unread(self, word: str) -> bool:
        """Say whether a section that could not be read may hold an id or a route: it was not missed, then."""
        return any(not words or word in words for words in self._unread_sections())

    def is_unread_picture(self, name: str) -> bool:
        """Say whether a screenshot's id or file is in the catalogue, in an entry that could not be read."""
        catalogue = self.loaded.catalogue
        return not catalogue.whole or name in catalogue.unread

    def _unread_sections(self) -> Iterator[frozenset[str]]:
        """Return the front matter's values of each section that could not be read; none when nothing is legible."""
        read = {section.file for section in self.loaded.manual.sections}
        for problem in self.loaded.problems:
            if problem.file.endswith(".md") and problem.file not in read:
                yield frozenset(_values(self._raw(problem.file)))

    def _raw(self, file: str) -> str:
        """Return what is legible of a file; empty when it cannot be opened."""
        try:
            return (self.root / file).read_text(encoding="utf-8-sig", errors="replace")
        except OSError:
            return ""

    @property
    def code_words(self) -> tuple[str, ...]:
        """Words that no section may hold."""
        return (*CODE_WORDS, *self.loaded.pack.check.code_words)

    @property
    def root(self) -> Path:
        """The pack's folder."""
        return self.loaded.root

    def text(self, file: str) -> str:
        """Return a file's text; empty when it cannot be read."""
        if file not in self.texts:
            try:
                self.texts[file] = read_text(self.root / file, self.root)
            except PackError:
                self.texts[file] = ""
        return self.texts[file]

    def line_of(self, file: str, needle: str, start: int = 1) -> int | None:
        """Return the first line of a file, from `start` on, that holds a text."""
        for number, row in enumerate(self.text(file).split("\n"), 1):
            if number >= start and needle in row:
                return number
        return None

    def key_line(self, section: Section, key: str, value: str = "") -> int:
        """Return the line of a front matter key, or of one of its values below it."""
        line = next((n for n, row in self.rows(section.file) if row.startswith(f"{key}:")), 1)
        return (self.line_of(section.file, value, line) or line) if value else line

    def rows(self, file: str) -> Iterator[tuple[int, str]]:
        """Return a file's lines with their numbers."""
        return enumerate(self.text(file).split("\n"), 1)

    def check_line(self, key: str) -> int | None:
        """Return where the `[check]` table of pack.toml names a kind."""
        inside, begun = False, None
        for number, row in self.rows(PACK_FILE):
            if row.lstrip().startswith("["):
                inside = bool(re.match(r"\s*\[\s*check\b", row))
                begun = number if inside and begun is None else begun
            if inside and re.search(rf"(?<![\w-])[\"']?{re.escape(key)}[\"']?\s*=", row):
                return number
        return begun

    def table_line(self, table: str, entry: str) -> int | None:
        """Return where pack.toml describes an entry of `[[table]]`."""
        inside = 0
        for number, row in self.rows(PACK_FILE):
            if row.lstrip().startswith("["):
                inside = number if re.match(rf"\s*\[\[\s*{re.escape(table)}\s*\]\]", row) else 0
            elif inside and re.match(rf'\s*(id|name)\s*=\s*"{re.escape(entry)}"', row):
                return number
        return None


def _values(text: str) -> Iterator[str]:
    """Return what stands after a key or a hyphen, line by line, up to the end of the front matter."""
    for row in text.removeprefix("---\n").partition("\n---")[0].split("\n"):
        value = row.partition(":")[2] or row.strip().removeprefix("-")
        inner = value.strip().removeprefix("[").removesuffix("]") if value.strip().startswith("[") else value
        parts = (part.strip().strip("\"'") for part in inner.split(","))
        yield from filter(None, parts)


def folded(label: str) -> str:
    """Return a label with its spaces made plain, as it is compared."""
    return " ".join(label.replace("\u00a0", " ").split())


def fault(file: str, line: int | None, kind: str, message: str, fix: str) -> Problem:
    """Make a problem of the level that its kind usually has."""
    return Problem(file, line, kind, KINDS[kind].level, message, fix)


def unreadable(problem: PackError) -> Problem:
    """Make a problem of what could not be read or used; others may follow from it."""
    level, cause = KINDS[problem.kind].level, problem.kind == "unreadable"
    return Problem(problem.file, problem.line, problem.kind, level, problem.problem, problem.fix, cause=cause)
