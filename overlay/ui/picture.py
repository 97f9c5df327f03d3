"""A picture of one answer, drawn by the same widgets as the panel: for `fescue ask --png`."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QElapsedTimer, QThread
from PySide6.QtWidgets import QApplication

from overlay.answer.policy import AnswerPolicy
from overlay.core.errors import OutsideError
from overlay.core.pack import Pack
from overlay.core.turn import TurnRecord
from overlay.ui.album import Album
from overlay.ui.panel import Panel
from overlay.ui.pointer.motion import still_motion
from overlay.ui.presenters.answering import who_answers
from overlay.ui.presenters.closing import closing_of
from overlay.ui.presenters.starters import starters_for
from overlay.ui.runtime import make_application
from overlay.ui.theme import theme_for

if TYPE_CHECKING:
    from overlay.ui.turn_widget import TurnWidget

WIDTH = 420
TALL = 6000
SCALE = 2
PATIENCE_MS = 15_000
"""How long pictures may take to decode."""
CALM_ROUNDS = 5


def draw_answer(album: Album, pack: Pack, record: TurnRecord, target: Path) -> None:
    """Draw an answer to a PNG, twice as large as on a plain screen.

    Args:
        album: the manual and where its pictures are.
        pack: the target app.
        record: the turn.
        target: the file to write.

    Raises:
        OutsideError: the file cannot be written.
    """
    app = QApplication.instance() or _application()
    panel = _panel(album, pack, record)
    turn = _answer(panel, album, pack, record)
    _let_rest(app, turn)
    height = panel.header.height() + panel.conversation.content_height() + panel.composer.height() + 8
    panel.resize(WIDTH, height)
    app.processEvents()
    picture = panel.grab()
    panel.hide()
    if not picture.save(str(target), "PNG"):  # pyright: ignore[reportCallIssue, reportArgumentType]  the stub wants bytes
        msg = f"{target} cannot be written. Name a file in a folder that exists and is yours."
        raise OutsideError(msg)


def _application() -> QApplication:
    # Drawn off screen, so that no window flashes up on the person's desktop.
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_SCALE_FACTOR"] = str(SCALE)
    return make_application(sys.argv[:1])


def _panel(album: Album, pack: Pack, record: TurnRecord) -> Panel:
    manual, person = album.manual, record.request.person
    panel = Panel(theme_for(), pack.name, album.picture, still_motion(), hint=who_answers(record.asked, pack.name))
    screen = pack.screen(record.request.screen.screen_id or "")
    panel.set_screen(f"{screen.title} · {pack.name}" if screen else "Screen unknown", screen is not None)
    panel.set_starters(starters_for(manual, pack, person, record.request.screen))
    # As tall as any answer, so that every picture is in sight and loaded; it is cut to its content later.
    panel.resize(WIDTH, TALL)
    panel.show()
    return panel


def _answer(panel: Panel, album: Album, pack: Pack, record: TurnRecord) -> "TurnWidget":
    policy = AnswerPolicy(pack, album.manual, record.request.person)
    policy.read(record.sections, record.screenshots)
    turn = panel.begin_turn(record.request.question.text, policy)
    for step in record.steps:
        turn.step_finished(step)
    turn.add_text(record.text)
    turn.finish(closing_of(record, album.manual, again=False))
    return turn


def _let_rest(app: QCoreApplication, turn: "TurnWidget") -> None:
    """Let pictures be decoded and laid out, until nothing changes for a few rounds."""
    clock, calm = QElapsedTimer(), 0
    clock.start()
    while calm < CALM_ROUNDS and clock.elapsed() < PATIENCE_MS:
        app.processEvents()
        turn.look_everywhere()
        calm = calm + 1 if turn.resting else 0
        QThread.msleep(10)
