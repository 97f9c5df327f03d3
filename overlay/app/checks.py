"""`fescue check`: every problem of a pack, with or without its running app."""

from pathlib import Path

from overlay.check.checking import check_pack
from overlay.check.report import Report
from overlay.check.subject import LiveFacts, unreadable
from overlay.content.pack_folder import load_pack
from overlay.core.errors import PackError


def check_pack_folder(root: Path, live: str | None = None) -> Report:
    """Check a pack's folder.

    Args:
        root: the folder that holds `manual/` and `screenshots/`.
        live: where the app runs, or `demo` to start the embedded demo for the comparison; None leaves it out.

    Raises:
        FescueError: the running app cannot be asked.
    """
    try:
        loaded = load_pack(root)
    except PackError as problem:
        return Report.of(root.resolve().name, [unreadable(problem)])
    unread = _unread_shots(loaded.root)
    facts: LiveFacts | None = None
    if live and not unread:
        from overlay.app.live_facts import read_live_facts

        facts = read_live_facts(loaded, live)
    return check_pack(loaded, facts, unread)


def _unread_shots(root: Path) -> tuple[PackError, ...]:
    from overlay.capture.shot_files import read_shot_files

    return read_shot_files(root).problems
