"""Whoever walks through an answer's links by keyboard sees which one has the focus."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from test_answer_room import shown

from overlay.ui.blocks.answer_view import AnswerView
from overlay.ui.blocks.focus_ring import link_boxes
from overlay.ui.theme import DARK, HIGH_DARK, LIGHT, Theme

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
TEXT = "Open [Leave](/leave) and look at [all the days that are left to you](/leave) at last.\n"


def tabbed(qtbot: QtBot, theme: Theme, links: int, width: int = 500) -> AnswerView:
    view = shown(qtbot, TEXT, 1000, width, theme=theme)
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)
    view.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(links):
        QTest.keyClick(view, Qt.Key.Key_Tab)
    return view


def ring_pixels(view: AnswerView, links: tuple[int, int], theme: Theme) -> int:
    """Count the pixels of the ring's colour at the left edge of a stretch of text."""
    image = view.viewport().grab().toImage()
    box = link_boxes(view.document(), *links)[0]
    accent = theme.colour("accent").rgb()
    rows = range(round(box.top()) + 7, round(box.bottom()) - 7)
    edge = range(int(box.left()) - 1, int(box.left()) + 2)
    return sum(any(image.pixel(x, y) == accent for x in edge) for y in rows)


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_DARK], ids=["light", "dark", "high-dark"])
def test_the_link_with_the_focus_has_a_ring_and_no_other(qtbot: QtBot, theme: Theme) -> None:
    view = tabbed(qtbot, theme, links=1)
    first = view.document().find("Leave")
    assert (first.selectionStart(), first.selectionEnd()) == (view.textCursor().selectionStart(), 10)
    other = view.document().find("all the days that are left to you")
    spans = [(found.selectionStart(), found.selectionEnd()) for found in (first, other)]
    assert ring_pixels(view, spans[0], theme) > 0
    assert ring_pixels(view, spans[1], theme) == 0
    QTest.keyClick(view, Qt.Key.Key_Tab)
    assert ring_pixels(view, spans[0], theme) == 0
    assert ring_pixels(view, spans[1], theme) > 0


def test_a_link_on_two_lines_has_a_ring_on_each(qtbot: QtBot) -> None:
    view = tabbed(qtbot, LIGHT, links=2, width=180)
    cursor = view.textCursor()
    boxes = link_boxes(view.document(), cursor.selectionStart(), cursor.selectionEnd())
    assert len(boxes) >= 2
    assert all(0 < box.width() <= 180 and box.top() >= 1 for box in boxes)


def test_a_ring_goes_around_its_link_only_among_words_of_the_other_direction(qtbot: QtBot) -> None:
    view = shown(qtbot, "اضغط [Leave](/leave) once more ثم احفظ.\n", 1000, 500, theme=LIGHT)
    found = view.document().find("Leave")
    (box,) = link_boxes(view.document(), found.selectionStart(), found.selectionEnd())
    found.setPosition(found.selectionEnd())
    after = view.cursorRect(found).center().x()
    # Words of the Latin script go on at the right of the link.
    assert abs(box.right() - after) <= 4
    assert 30 < box.width() < 60


def test_what_is_marked_by_hand_has_no_ring(qtbot: QtBot) -> None:
    view = tabbed(qtbot, LIGHT, links=1)
    span = view.textCursor().selectionStart(), view.textCursor().selectionEnd()
    cursor = view.textCursor()
    cursor.setPosition(span[0] + 2)
    cursor.setPosition(span[1], QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    assert ring_pixels(view, span, LIGHT) == 0
