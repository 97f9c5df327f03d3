"""Whoever reads in the middle of a long answer reads on there when the panel gets another width or size of text."""

from pathlib import Path

import pytest
from answer_samples import policy
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from overlay.ui.blocks.answer_view import AnswerView
from overlay.ui.blocks.loader import PictureLoader
from overlay.ui.conversation_view import ConversationView
from overlay.ui.pointer.motion import still_motion
from overlay.ui.theme import LIGHT

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
WORDS = "It has quite a few words, so that it takes more lines in a narrow panel than it does in a broad one."
TEXT = "\n\n".join(f"Paragraph {number}. {WORDS}" for number in range(60))
LINE = 30
"""Pixels that a line may be away from where it was: its own height."""


@pytest.fixture
def read(qtbot: QtBot) -> tuple[ConversationView, AnswerView]:
    view = AnswerView(LIGHT, lambda shot: Path(shot.file), still_motion(), PictureLoader())
    column = ConversationView(LIGHT)
    column.resize(600, 400)
    qtbot.addWidget(column)
    column.add(view)
    column.show()
    view.begin(policy())
    view.feed(TEXT)
    view.finish()
    qtbot.waitUntil(lambda: column.verticalScrollBar().maximum() > 2000)
    return column, view


def place_of(column: ConversationView, view: AnswerView, words: str) -> int:
    """Return how far below the upper edge some words stand."""
    cursor = view.document().find(words)
    assert not cursor.isNull()
    cursor.setPosition(cursor.selectionStart())
    return view.mapTo(column.viewport(), view.cursorRect(cursor).topLeft()).y()


def scroll_to(column: ConversationView, view: AnswerView, words: str) -> None:
    bar = column.verticalScrollBar()
    bar.setValue(bar.value() + place_of(column, view, words))


@pytest.mark.parametrize("width", [360, 900])
def test_another_width_keeps_the_words_that_are_read(
    qtbot: QtBot, read: tuple[ConversationView, AnswerView], width: int
) -> None:
    column, view = read
    scroll_to(column, view, "Paragraph 31.")
    column.resize(width, 400)
    qtbot.waitUntil(lambda: view.width() < 400 or view.width() > 800)
    qtbot.waitUntil(lambda: abs(place_of(column, view, "Paragraph 31.")) <= LINE)


def test_another_size_of_text_keeps_them(qtbot: QtBot, read: tuple[ConversationView, AnswerView]) -> None:
    column, view = read
    scroll_to(column, view, "Paragraph 31.")
    tall = view.height()
    larger = LIGHT.scaled(1.5)
    column.set_theme(larger)
    view.set_theme(larger)
    qtbot.waitUntil(lambda: view.height() > tall * 1.4)
    qtbot.waitUntil(lambda: abs(place_of(column, view, "Paragraph 31.")) <= LINE)


def test_then_the_person_scrolls_as_before(qtbot: QtBot, read: tuple[ConversationView, AnswerView]) -> None:
    column, view = read
    scroll_to(column, view, "Paragraph 31.")
    column.resize(360, 400)
    qtbot.waitUntil(lambda: view.width() < 400 and abs(place_of(column, view, "Paragraph 31.")) <= LINE)
    qtbot.waitUntil(lambda: not column.settling)
    scroll_to(column, view, "Paragraph 5.")
    column.resize(360, 500)
    qtbot.waitUntil(lambda: column.viewport().height() > 450)
    assert abs(place_of(column, view, "Paragraph 5.")) <= LINE
    assert view.mapTo(column.viewport(), QPoint()).y() < 0
