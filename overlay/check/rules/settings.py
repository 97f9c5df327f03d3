"""What the pack says about the check itself."""

from collections.abc import Iterator

from overlay.check.kinds import level_problem
from overlay.check.report import Problem
from overlay.check.subject import PACK_FILE, Subject, fault


def levels_exist(subject: Subject) -> Iterator[Problem]:
    """The kinds and levels of the `[check]` table are those that there are, and may be changed."""
    for kind, level in subject.loaded.pack.check.levels.items():
        problem = level_problem(kind, level)
        if problem:
            line = subject.check_line(kind)
            yield fault(PACK_FILE, line, "setting", f"[check]: {problem}", "Correct or remove it.")
