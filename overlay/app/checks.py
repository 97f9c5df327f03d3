"""`fescue check`: every problem of a pack, with or without its running app."""

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from pathlib import Path

from overlay.app.terminal import plain
from overlay.check.checking import check_pack
from overlay.check.kinds import KINDS, level_problem, listed
from overlay.check.report import Report
from overlay.check.subject import LiveFacts, PlannedShot, unreadable
from overlay.content.pack_folder import load_pack
from overlay.core.errors import PackError, SettingsError

FINE, NO = 0, 1


def check_command(
    root: Path, *, live: str | None = None, levels: Iterable[str] = (), strict: bool = False, as_json: bool = False
) -> int:
    """Check a pack's folder and print what was found.

    Args:
        root: the folder that holds `manual/` and `screenshots/`.
        live: where the app runs, or `demo`; None leaves it out.
        levels: `KIND=LEVEL` each; they go before the pack's own.
        strict: whether warnings count as errors.
        as_json: whether to print one JSON object.

    Returns:
        0 when there is nothing to mend, else 1.

    Raises:
        FescueError: the words are off, or the running app cannot be asked.
    """
    report = check_pack_folder(root, live, _levels(levels))
    sys.stdout.write((report.as_json() if as_json else plain(report.as_text())) + "\n")
    return FINE if report.passes(strict=strict) else NO


def show_rules(*, as_json: bool = False) -> int:
    """Print every kind of problem, its usual level and what it means."""
    rows = [asdict(kind) | {"level": kind.level.value} for kind in KINDS.values()]
    sys.stdout.write((json.dumps(rows, indent=2) if as_json else listed(KINDS.values())) + "\n")
    return FINE


def check_pack_folder(root: Path, live: str | None = None, levels: Mapping[str, str] | None = None) -> Report:
    """Check a pack's folder.

    Args:
        root: the folder that holds `manual/` and `screenshots/`.
        live: where the app runs, or `demo` to start the embedded demo for the comparison; None leaves it out.
        levels: kind -> level; they go before the pack's own.

    Raises:
        FescueError: the running app cannot be asked.
    """
    from overlay.capture.shot_files import read_shot_files

    try:
        loaded = load_pack(root)
    except PackError as problem:
        return Report.of(root.resolve().name, [unreadable(problem)])
    files = read_shot_files(loaded.root)
    broken = any(problem.kind == "unreadable" for problem in files.problems)
    facts: LiveFacts | None = None
    if live and not broken:
        from overlay.app.live_facts import read_live_facts

        facts = read_live_facts(loaded, live, files.shots)
    # While some cannot be read, the others' pictures are no measure of which are missing.
    planned = () if broken else tuple(PlannedShot(s.id, s.section, s.path, s.role, s.file, s.line) for s in files.shots)
    report = check_pack(loaded, facts, files.problems, planned, levels)
    if live and broken:
        note = "not compared with the running app: mend the shots first"
        report = replace(report, summary=f"{report.summary}, {note}")
    return report


def _levels(words: Iterable[str]) -> dict[str, str]:
    levels: dict[str, str] = {}
    for word in words:
        kind, _, level = word.partition("=")
        problem = level_problem(kind, level)
        if problem:
            msg = f"--level {word!r}: {problem} Write it like --level size=ignore"
            raise SettingsError(msg)
        levels[kind] = level
    return levels
