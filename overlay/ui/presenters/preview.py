"""What the preview of a pack shows: its sections as they are now, or as they last were while a file is broken."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from overlay.answer.policy import AnswerPolicy
from overlay.core.manual import Manual, PartKind, Section
from overlay.core.pack import Pack
from overlay.core.person import Person

WHOLE = ""
"""The key of the entry that holds what is wrong outside the sections."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One problem, as `fescue check` found it."""

    file: str
    line: int | None
    words: str
    """What is wrong and what to do."""
    error: bool
    unreadable: bool = False
    """Whether the file could not be read at all."""

    @property
    def place(self) -> str:
        """File and line."""
        return self.file if self.line is None else f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class PackReading:
    """A pack as it was just read."""

    root: Path
    pack: Pack | None
    """None when nothing could be read of it."""
    manual: Manual
    remarks: tuple[Remark, ...] = ()
    whole_catalogue: bool = True


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the list, and what stands beside it."""

    key: str
    """The section's file, or `WHOLE`."""
    title: str
    section: Section | None
    remarks: tuple[Remark, ...]
    stale: bool = False
    """Whether the section is shown as it last was, because its file cannot be read now."""

    @property
    def errors(self) -> int:
        """How many errors it has."""
        return sum(remark.error for remark in self.remarks)


@dataclass(slots=True)
class PackPreview:
    """Keeps what was last good, so that a file that is being written never empties the view."""

    pack: Pack | None = None
    manual: Manual = field(default_factory=lambda: Manual(()))
    remarks: tuple[Remark, ...] = ()
    _stale: set[str] = field(default_factory=set[str])

    def update(self, reading: PackReading) -> None:
        """Take a new reading."""
        broken = {remark.file for remark in reading.remarks if remark.unreadable}
        whole = reading.pack is None or "manual/pack.toml" in broken
        now = {section.file: section for section in reading.manual.sections}
        kept = [s for s in self.manual.sections if s.file not in now and (s.file in broken or whole)]
        pictures = reading.manual.screenshots
        if not reading.whole_catalogue or (whole and not pictures):
            pictures = self.manual.screenshots
        ordered = sorted((*now.values(), *kept), key=lambda section: section.file)
        self.manual = Manual(tuple(ordered), pictures)
        self.pack = reading.pack or self.pack
        self.remarks = reading.remarks
        self._stale = {section.file for section in kept}

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What to list: first what is wrong with the whole pack, then each section, and files that never were one."""
        files = {section.file for section in self.manual.sections}
        unread = dict.fromkeys(
            r.file for r in self.remarks if r.unreadable and r.file not in files and r.file.endswith(".md")
        )
        entries = [
            *(Entry(s.file, s.title, s, self._about(s.file), s.file in self._stale) for s in self.manual.sections),
            *(Entry(file, file.rpartition("/")[2], None, self._about(file)) for file in unread),
        ]
        return (*self._whole(files | set(unread)), *sorted(entries, key=lambda entry: entry.key))

    def entry(self, section: str) -> Entry | None:
        """Find a section's entry by its id or its file's name."""
        return next((e for e in self.entries if section in _names(e)), None)

    def policy(self, section: Section) -> AnswerPolicy | None:
        """Make the policy of an answer from a section, for somebody who may open everything."""
        if self.pack is None:
            return None
        modules = frozenset(screen.module for screen in self.pack.screens)
        routes = tuple(screen.route for screen in self.pack.screens)
        person = Person("preview", "Preview", "", modules, routes, self.pack.locale)
        policy = AnswerPolicy(self.pack, self.manual, person)
        policy.read([section.id], [picture.id for picture in self.manual.pictures_of(section.id)])
        return policy

    def _whole(self, files: set[str]) -> Iterator[Entry]:
        rest = tuple(remark for remark in self.remarks if remark.file not in files)
        if rest:
            yield Entry(WHOLE, "The whole pack", None, rest)

    def _about(self, file: str) -> tuple[Remark, ...]:
        return tuple(remark for remark in self.remarks if remark.file == file)


def answers_of(section: Section) -> list[str]:
    """Return a section's passages as the Markdown of answers, each with its heading."""
    answers: list[str] = []
    for passage in section.passages:
        inner = passage.kind in (PartKind.HOW_TO, PartKind.PROBLEMS) and passage.text
        level = "###" if inner else "##"
        answers.append(f"{level} {passage.heading}\n\n{passage.text}" if passage.heading else passage.text)
    return answers


def _names(entry: Entry) -> tuple[str, ...]:
    file = entry.key.rpartition("/")[2]
    own = (entry.section.id,) if entry.section else ()
    return (*own, file, file.removesuffix(".md"))
