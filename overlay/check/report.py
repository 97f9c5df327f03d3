"""What a check found, for a terminal and for machines."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from overlay.check.kinds import Level


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong."""

    file: str
    """Relative to the pack."""
    line: int | None
    """1-based, or None when the whole file is meant."""
    kind: str
    """The rule's name, for people who filter."""
    level: Level
    message: str
    fix: str
    """What to do."""
    cause: bool = False
    """Whether others may follow from it: something could not be read at all."""

    @property
    def place(self) -> str:
        """File and line as editors understand them."""
        return self.file if self.line is None else f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Report:
    """All problems of a pack: causes first, then in order of file and line."""

    pack: str
    problems: tuple[Problem, ...]
    summary: str = ""
    """What was looked at, for people: `10 sections, 39 screenshots`."""

    @classmethod
    def of(cls, pack: str, problems: Iterable[Problem], summary: str = "") -> "Report":
        """Make a report; what two rules found alike is said once."""
        found = dict.fromkeys(problems)
        first = {p.file for p in found if p.cause}
        ordered = sorted(
            found, key=lambda p: (p.file not in first, p.file, not p.cause, p.line or 0, p.kind, p.message)
        )
        return cls(pack, tuple(ordered), summary)

    @property
    def counting(self) -> tuple[Problem, ...]:
        """The problems that nobody asked to ignore."""
        return tuple(p for p in self.problems if p.level is not Level.IGNORE)

    def count(self, level: Level) -> int:
        """Count the problems of a level."""
        return sum(p.level is level for p in self.problems)

    def passes(self, *, strict: bool = False) -> bool:
        """Say whether there is no error; with `strict`, no warning either."""
        return not self.count(Level.ERROR) and not (strict and self.count(Level.WARNING))

    def as_text(self) -> str:
        """Write it for a terminal, grouped by file; what is ignored is only counted."""
        lines: list[str] = []
        shown = self.counting
        for file, found in groupby(shown, key=lambda p: p.file):
            lines.append(file)
            lines += [f"  {_where(p):>5} {p.level.value:<7} {p.message} {p.fix} ({p.kind})" for p in found]
            lines.append("")
        errors, warnings = self.count(Level.ERROR), self.count(Level.WARNING)
        verdict = f"{counted(errors, 'error')}, {counted(warnings, 'warning')}" if shown else "no problem"
        ignored = self.count(Level.IGNORE)
        verdict += f", {ignored} ignored" if ignored else ""
        looked = f" ({self.summary})" if self.summary else ""
        return "\n".join([*lines, f"{self.pack}: {verdict}{looked}"])

    def as_json(self) -> str:
        """Write it for a machine."""
        problems = [
            {
                "file": p.file,
                "line": p.line,
                "kind": p.kind,
                "level": p.level.value,
                "message": p.message,
                "fix": p.fix,
            }
            for p in self.problems
        ]
        counts = {f"{level.value}s": self.count(level) for level in (Level.ERROR, Level.WARNING)}
        counts["ignored"] = self.count(Level.IGNORE)
        said = {"pack": self.pack, "looked_at": self.summary, **counts, "problems": problems}
        return json.dumps(said, ensure_ascii=False, indent=2)


def _where(problem: Problem) -> str:
    return str(problem.line) if problem.line else "-"


def counted(number: int, noun: str) -> str:
    """Write a number with its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
