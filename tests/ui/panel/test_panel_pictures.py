"""The panel in every look: nothing is cut off, nothing reaches beyond the edge. `PANEL_PICTURES=dir` keeps the pictures."""

import itertools
import os
from pathlib import Path

import pytest
from around import answer, make_panel
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from overlay.core.tools import PreparedAction
from overlay.core.turn import Rating, Thumb
from overlay.ui.panel import Panel
from overlay.ui.presenters.views import Choice, Others, Source
from overlay.ui.theme import DARK, HIGH_DARK, HIGH_LIGHT, LIGHT, Theme

LONG = "Reisekostenabrechnungsgenehmigungsverfahren"
ACTION = PreparedAction(
    "request_leave", "Request leave", {"from": "2026-12-14", "note": LONG}, ("To", LONG), {"from": "From", "note": LONG},
    "http://127.0.0.1:8765/leave?new=leave",
)  # fmt: skip
OTHERS = Others((Choice(LONG, "q", "x", "Who is away when."), Choice("Leave", "q", "y", LONG)), f"Nadia von {LONG}")
LOOKS = [
    *itertools.product((LIGHT,), (1.0, 1.5, 2.0), (300, 600), (False,)),
    *itertools.product((DARK,), (1.0, 2.0), (300, 400), (True,)),
    *itertools.product((HIGH_LIGHT, HIGH_DARK), (1.5,), (300, 600), (False, True)),
]


def dressed(theme: Theme, width: int, *, mirrored: bool) -> Panel:
    """A panel with all there can be around an answer."""
    panel = make_panel(theme, width, 900)
    if mirrored:
        panel.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    panel.set_starters([Choice(LONG, "q"), Choice("Request leave", "q")])
    panel.show()
    turn = answer(
        panel, question=f"What about {LONG}{LONG}?", sources=(Source(LONG, "leave"), Source("Leave")), action=ACTION,
        notice=f"The answer took too long and was cut off here: {LONG}.", tone="warning", retry=True,
        rating=Rating("t1", Thumb.DOWN, f"The button of the {LONG} is missing"),
    )  # fmt: skip
    turn.offer(OTHERS)
    turn.findChild(QPushButton, "chip").click()
    panel.note(f"Answers by {LONG} from here")
    panel.say(f"{LONG} cannot be saved at the moment.")
    for _ in range(6):
        QApplication.processEvents()
    return panel


def name(widget: QWidget) -> str:
    words = widget.text() if isinstance(widget, QLabel | QAbstractButton) else ""
    return f"{type(widget).__name__} {widget.objectName()} {words or widget.accessibleName()}"


def beyond(panel: Panel) -> list[str]:
    """What reaches over the left or right edge of what it stands in."""
    column = panel.conversation.column
    found: list[str] = []
    for widget in panel.findChildren(QWidget):
        if widget.isVisible() and widget is not column:
            root = column if column.isAncestorOf(widget) else panel
            left = widget.mapTo(root, QPoint(0, 0)).x()
            if left < 0 or left + widget.width() > root.width():
                found.append(name(widget))
    return found


def clipped(panel: Panel) -> list[str]:
    """Labels that have less room than their words need."""
    labels = [w for w in panel.findChildren(QLabel) if w.isVisible() and w.text() and w.objectName() != "dot"]
    return [
        name(label)
        for label in labels
        if label.height() < (label.heightForWidth(label.width()) if label.wordWrap() else label.sizeHint().height()) - 1
        or (not label.wordWrap() and label.width() < label.fontMetrics().horizontalAdvance(label.text()) - 1)
    ]


@pytest.mark.parametrize(("theme", "scale", "width", "mirrored"), LOOKS)
def test_nothing_is_cut_off_or_reaches_beyond(
    qtbot: QtBot, theme: Theme, scale: float, width: int, mirrored: bool
) -> None:
    panel = dressed(theme.scaled(scale), width, mirrored=mirrored)
    qtbot.addWidget(panel)
    folder = os.environ.get("PANEL_PICTURES")
    if folder:
        looks = f"{'dark' if theme.dark else 'light'}{'-high' if theme.high_contrast else ''}"
        file = Path(folder) / f"{looks}-{scale:.0%}-{width}{'-rtl' if mirrored else ''}.png"
        panel.resize(width, panel.header.height() + panel.conversation.content_height() + panel.composer.height() + 60)
        QApplication.processEvents()
        panel.grab().save(str(file))
    assert panel.width() == width
    assert panel.conversation.column.width() <= panel.conversation.viewport().width()
    assert beyond(panel) == []
    assert clipped(panel) == []


def test_a_panel_that_gets_narrower_takes_everything_along(qtbot: QtBot) -> None:
    panel = dressed(LIGHT, 600, mirrored=False)
    qtbot.addWidget(panel)
    panel.resize(300, 900)
    for _ in range(6):
        QApplication.processEvents()
    assert panel.conversation.column.width() <= panel.conversation.viewport().width()
    assert beyond(panel) == []
    assert clipped(panel) == []
