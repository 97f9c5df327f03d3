"""A picture of one section in the preview, drawn without a window: for `fescue pack preview --png`."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QThread
from PySide6.QtWidgets import QApplication

from overlay.core.errors import OutsideError, SettingsError
from overlay.ui.pointer.motion import still_motion
from overlay.ui.presenters.preview import PackReading
from overlay.ui.preview_window import PreviewWindow
from overlay.ui.runtime import make_application
from overlay.ui.theme import theme_for

WIDTH, LEAST = 760, 420
SCALE = 2
PATIENCE_MS = 20_000
"""How long pictures may take to decode."""
CALM_ROUNDS = 5


def draw_preview(read: Callable[[], PackReading], section: str, target: Path) -> None:
    """Draw the preview of a section to a PNG, twice as large as on a plain screen and as high as the section.

    Args:
        read: reads the pack.
        section: its id; empty for the first.
        target: the file to write.

    Raises:
        SettingsError: the pack has no such section.
        OutsideError: the file cannot be written.
    """
    app = QApplication.instance() or _application()
    window = PreviewWindow(read, read(), theme_for(), still_motion())
    if section and not window.choose(section):
        msg = f"the pack has no section '{section}'. Name one by its id, as `fescue check` or its file has it."
        raise SettingsError(msg)
    window.resize(WIDTH, LEAST)
    window.show()
    clock, calm = QElapsedTimer(), 0
    clock.start()
    while calm < CALM_ROUNDS and clock.elapsed() < PATIENCE_MS:
        app.processEvents()
        window.resize(WIDTH, max(LEAST, window.pane.content_height()))
        window.pane.look_everywhere()
        calm = calm + 1 if window.pane.resting else 0
        QThread.msleep(10)
    picture = window.grab()
    window.close()
    if not picture.save(str(target), "PNG"):  # pyright: ignore[reportCallIssue, reportArgumentType]  the stub wants bytes
        msg = f"{target} cannot be written. Name a file in a folder that exists and is yours."
        raise OutsideError(msg)


def _application() -> QApplication:
    # Drawn off screen, so that no window flashes up on the person's desktop.
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_SCALE_FACTOR"] = str(SCALE)
    return make_application(sys.argv[:1])
