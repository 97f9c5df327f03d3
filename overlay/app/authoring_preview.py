"""`fescue pack preview`: a pack as answers from it would be shown, renewed as its files are saved."""

import asyncio
import sys
from pathlib import Path

from overlay.app.checks import check_pack_folder
from overlay.app.pictures import check_picture_file, whole_picture
from overlay.app.run import display
from overlay.check.report import Level, Problem
from overlay.content.pack_folder import load_pack
from overlay.core.errors import PackError
from overlay.core.manual import Manual
from overlay.ui.presenters.preview import PackReading, Remark


def read_pack(root: Path) -> PackReading:
    """Read a pack with every problem that `fescue check` finds; what cannot be read is one of them."""
    problems = check_pack_folder(root).counting
    remarks = tuple(map(_remark, problems))
    try:
        loaded = load_pack(root)
    except PackError as problem:
        told = Remark(problem.file, problem.line, f"{problem.problem} {problem.fix}", error=True, unreadable=True)
        return PackReading(root.resolve(), None, Manual(()), tuple(dict.fromkeys((*remarks, told))))
    return PackReading(loaded.root, loaded.pack, loaded.manual, remarks, loaded.catalogue.whole)


def draw_section(root: Path, section: str, target: Path) -> int:
    """Draw the preview of one section to a PNG.

    Raises:
        FescueError: there is no pack or no such section, or the picture cannot be written.
    """
    check_picture_file(target)
    load_pack(root)
    from overlay.ui.preview_picture import draw_preview

    with whole_picture(target) as part:
        draw_preview(lambda: read_pack(root), section, part)
    sys.stdout.write(f"{target}\n")
    return 0


def preview_pack(root: Path, section: str) -> int:
    """Show the window until it is closed.

    Raises:
        FescueError: there is no pack here, or no display.
    """
    load_pack_folder(root)
    with display():
        from PySide6.QtGui import QGuiApplication

        from overlay.ui.pointer.motion import system_motion
        from overlay.ui.preview_window import PreviewWindow
        from overlay.ui.runtime import EndSignals, make_application, run_application
        from overlay.ui.theme import platform_theme

        app = make_application(sys.argv[:1])

    async def main() -> None:
        ended = asyncio.Event()
        signals = EndSignals(ended.set)
        window = PreviewWindow(lambda: read_pack(root), read_pack(root), platform_theme(), system_motion())
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(lambda: window.set_theme(platform_theme()))
        window.closed.connect(ended.set)
        if section:
            window.choose(section)
        window.show()
        await ended.wait()
        window.close()
        signals.close()

    return run_application(app, main)


def load_pack_folder(root: Path) -> None:
    """Refuse a folder that is no pack; one whose files are broken is what the preview is for.

    Raises:
        PackError: it holds no manual/pack.toml.
    """
    if not (root / "manual" / "pack.toml").is_file():
        load_pack(root)


def _remark(problem: Problem) -> Remark:
    words = f"{problem.message} {problem.fix}"
    return Remark(problem.file, problem.line, words, problem.level is Level.ERROR, problem.cause)
