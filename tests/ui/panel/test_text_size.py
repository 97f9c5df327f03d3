"""The size of the text: live in everything that stands there, and no drift after many changes."""

from collections.abc import Callable

import pytest
from around import answer, begin, make_panel
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from overlay.ui.panel import Panel
from overlay.ui.presenters.views import Choice, Closing, Source
from overlay.ui.text_size import STEPS, stepped, system_percent
from overlay.ui.theme import DARK, LIGHT

Make = Callable[..., Panel]


@pytest.fixture
def panel(qtbot: QtBot) -> Panel:
    made = make_panel()
    qtbot.addWidget(made)
    made.set_starters([Choice("Request leave", "q")])
    with qtbot.waitExposed(made):
        made.show()
    with qtbot.waitActive(made):
        made.activateWindow()
    return made


def sizes(panel: Panel) -> dict[str, int]:
    """The type of everything that has words, by its words."""
    widgets = [w for kind in (QLabel, QPushButton) for w in panel.findChildren(kind) if w.text()]
    found = {w.text(): w.font().pixelSize() for w in widgets if not panel.header.isAncestorOf(w)}
    turns = panel.conversation.turns()
    found |= {f"question {n}": t.question.font().pixelSize() for n, t in enumerate(turns)}
    found |= {f"answer {n}": t.answer.document().defaultFont().pixelSize() for n, t in enumerate(turns)}
    return found


def test_everything_grows_and_comes_back_as_it_was(panel: Panel) -> None:
    turn = answer(panel, sources=(Source("Leave", "leave"),), rating=None)
    turn.findChild(QPushButton, "chip").click()
    QApplication.processEvents()
    before, tall, text = sizes(panel), turn.answer.height(), turn.answer.toPlainText()
    panel.set_theme(LIGHT.scaled(2))
    after = sizes(panel)
    assert set(after) == set(before)
    small = {words: (before[words], size) for words, size in after.items() if abs(size - 2 * before[words]) > 1}
    assert small == {}
    assert turn.answer.toPlainText() == text
    assert turn.answer.height() > tall * 1.3
    for percent in (*STEPS, *reversed(STEPS), 100):
        panel.set_theme(LIGHT.scaled(percent / 100))
    QApplication.processEvents()
    assert sizes(panel) == before
    assert turn.answer.height() == tall


def test_what_comes_later_has_the_new_size(panel: Panel) -> None:
    panel.set_theme(LIGHT.scaled(1.5))
    turn = answer(panel, question="Later?")
    panel.note("Answers by openai from here")
    assert turn.question.font().pixelSize() == 21
    aside = next(w for w in panel.findChildren(QLabel) if w.text().startswith("Answers by openai"))
    assert aside.font().pixelSize() == 18
    panel.clear()
    assert next(w for w in panel.findChildren(QLabel) if w.text().startswith("Ask how")).font().pixelSize() == 21


def test_an_answer_that_still_grows_goes_on_in_the_new_size(panel: Panel, qtbot: QtBot) -> None:
    turn = begin(panel)
    turn.add_text("1. One\n2. Two\n\nParagraph **bo")
    qtbot.waitUntil(lambda: "Paragraph" in turn.answer.toPlainText())
    panel.set_theme(DARK.scaled(1.5))
    turn.add_text("ld** end.\n\n3. Three\n")
    turn.finish(Closing())
    assert turn.answer.toPlainText().split("\n") == ["1 One", "2 Two", "Paragraph bold end.", "3 Three"]


def test_nothing_is_wider_than_the_narrowest_panel_at_twice_the_size(panel: Panel, qtbot: QtBot) -> None:
    turn = answer(panel, sources=(Source("Reisekostenabrechnungsgenehmigungsverfahren", "leave"),), retry=True)
    turn.findChild(QPushButton, "chip").click()
    panel.set_theme(LIGHT.scaled(2))
    panel.resize(300, 700)
    column, viewport = panel.conversation.column, panel.conversation.viewport()
    qtbot.waitUntil(lambda: column.width() <= viewport.width())
    assert panel.width() == 300
    edge = column.width()
    wide = [
        (w.metaObject().className(), w.accessibleName())
        for w in turn.findChildren(QWidget)
        if w.isVisible() and w.mapTo(column, w.rect().topRight()).x() > edge
    ]
    assert wide == []


@pytest.mark.parametrize(
    ("key", "direction"), [(Qt.Key.Key_Plus, 1), (Qt.Key.Key_Equal, 1), (Qt.Key.Key_Minus, -1), (Qt.Key.Key_0, 0)]
)
def test_the_keys(panel: Panel, qtbot: QtBot, key: Qt.Key, direction: int) -> None:
    with qtbot.waitSignal(panel.text_size_requested) as asked:
        QTest.keyClick(panel.composer.field, key, Qt.KeyboardModifier.ControlModifier)
    assert asked.args == [direction]


def test_the_steps_end_where_the_design_does() -> None:
    assert [stepped(p, 1) for p in (80, 100, 104, 200)] == [90, 110, 110, 200]
    assert [stepped(p, -1) for p in (80, 100, 104, 200)] == [80, 90, 100, 175]


def test_the_system_s_larger_font_is_followed(qapp: QApplication) -> None:
    before = QGuiApplication.font()
    try:
        assert system_percent() == 100
        font = QFont(before)
        font.setPixelSize(30)
        QGuiApplication.setFont(font)
        assert system_percent() == 200
    finally:
        QGuiApplication.setFont(before)


def test_the_invitation_to_ask_is_as_large_as_what_is_typed(panel: Panel) -> None:
    field = panel.composer.field
    for percent in (200, 100, 150, 100):
        panel.set_theme(LIGHT.scaled(percent / 100))
        QApplication.processEvents()
        # Qt writes the invitation with the type of what shows the text.
        assert field.viewport().font().pixelSize() == field.font().pixelSize() == round(14 * percent / 100)
