"""What is checked: a loaded pack, what the running app says about it, and where things stand in its files."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from overlay.check.report import Level, Problem
from overlay.content.pack_folder import LoadedPack
from overlay.content.text_files import read_text
from overlay.core.errors import PackError
from overlay.core.manual import Section

PACK_FILE = "manual/pack.toml"
CATALOGUE_FILE = "screenshots/screenshots.json"
CODE_WORDS = ("src/", ".tsx", ".jsx", ".py", "localhost", "SELECT ", "<div", "className", "TODO", "FIXME")
"""Words that belong into code, not into a manual."""


@dataclass(frozen=True, slots=True)
class LiveFacts:
    """What the running app says."""

    menus: Mapping[str, frozenset[str]]
    """Role -> routes of its menu."""
    labels: Mapping[str, frozenset[str]]
    """Route -> every name and text read there, by all roles that can open it."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A pack to check."""

    loaded: LoadedPack
    live: LiveFacts | None = None
    code_words: tuple[str, ...] = CODE_WORDS
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


def error(file: str, line: int | None, kind: str, message: str, fix: str) -> Problem:
    """Make an error."""
    return Problem(file, line, kind, Level.ERROR, message, fix)


def unreadable(problem: PackError) -> Problem:
    """Make an error of what could not be read, from which others follow."""
    return Problem(problem.file, problem.line, "unreadable", Level.ERROR, problem.problem, problem.fix, cause=True)


def warning(file: str, line: int | None, kind: str, message: str, fix: str) -> Problem:
    """Make a warning."""
    return Problem(file, line, kind, Level.WARNING, message, fix)
