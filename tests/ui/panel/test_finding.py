"""Find in conversation: count, order, marks at the right places, keys, and an answer that still grows."""

import pytest
from around import answer, begin, make_panel
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from overlay.ui.find_bar import FindBar
from overlay.ui.panel import Panel
from overlay.ui.theme import LIGHT

LONG = "\n\n".join(f"Paragraph {n} about holidays." for n in range(60))


@pytest.fixture
def panel(qtbot: QtBot) -> Panel:
    made = make_panel()
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    with qtbot.waitActive(made):
        made.activateWindow()
    return made


def find(panel: Panel, words: str) -> FindBar:
    QTest.keyClick(panel.composer.field, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    bar = panel.findChild(FindBar)
    bar.findChild(QLineEdit).setText(words)
    return bar


def count(bar: FindBar) -> str:
    return bar.findChild(QLineEdit).accessibleDescription()


def test_it_counts_in_questions_and_answers_and_goes_round(panel: Panel) -> None:
    answer(panel)
    answer(panel, "No LEAVE left.", "And then?")
    bar = find(panel, "leave")
    assert count(bar) == "1 of 5"
    field = bar.findChild(QLineEdit)
    assert field.hasFocus()
    for said in ("2 of 5", "3 of 5"):
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert count(bar) == said
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert count(bar) == "2 of 5"
    for _ in range(2):
        QTest.keyClick(field, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert count(bar) == "5 of 5"
    QTest.keyClick(field, Qt.Key.Key_F3)
    assert count(bar) == "1 of 5"
    field.setText("nowhere")
    assert count(bar) == "Not found"


def test_a_mark_lies_on_its_word(panel: Panel, qtbot: QtBot) -> None:
    turn = answer(panel, "Some words and then needle and more.", "x")
    bar = find(panel, "needle")
    (marks,) = [m for m in bar._marks if m.hits]
    cursor = turn.answer.document().find("needle")
    cursor.setPosition(cursor.selectionStart())
    start = turn.answer.cursorRect(cursor)
    box = marks.box(0)
    assert abs(box.left() - start.left()) <= 3
    assert abs(box.center().y() - start.center().y()) <= 3
    QApplication.processEvents()
    shown = panel.grab().toImage()
    at = marks.mapTo(panel, box.topLeft()) * panel.devicePixelRatioF()
    colours = {QColor(shown.pixel(at.x() + dx, at.y() + dy)).name() for dx in range(2, 12) for dy in range(2, 5)}
    assert QColor(LIGHT.bg).name() not in colours


MIXED = [
    ("اضغط «Request leave» ثم احفظ.", "leave"),
    ("اضغط «Request leave» ثم احفظ.", "Request"),
    ("Press «Save» and «حفظ» now.", "حفظ"),
    ("| النوع | Leave |\n|---|---|\n| «Request leave» ثم | x |", "request"),
]


@pytest.mark.parametrize(("text", "words"), MIXED)
def test_a_mark_lies_on_its_word_among_words_of_the_other_direction(panel: Panel, text: str, words: str) -> None:
    turn = answer(panel, text, "x")
    bar = find(panel, words)
    (marks,) = [m for m in bar._marks if m.hits]
    QApplication.processEvents()
    hit = marks.box(0)
    view = turn.answer
    cursor = view.document().find(words)
    bar.close_bar()
    plain = view.grab().toImage()
    view.setTextCursor(cursor)
    selected = view.grab().toImage()
    ratio = view.devicePixelRatioF()
    high = int(hit.center().y() * ratio)
    columns = [x / ratio for x in range(plain.width()) if plain.pixel(x, high) != selected.pixel(x, high)]
    assert abs(hit.left() - columns[0]) <= 3
    assert abs(hit.right() - columns[-1]) <= 3


def test_marks_go_along_when_a_table_gets_another_form(panel: Panel) -> None:
    head = (
        "| " + " | ".join("Order Customer Date Amount Taxes Status Clerk Remark".split()) + " |\n" + "|---" * 8 + "|\n"
    )
    turn = answer(
        panel, head + "| SO-2026-001 | Gärtner | 2026-11-30 | 1,234.50 | 234.50 | open | Ines | none |\n" * 3, "x"
    )
    bar = find(panel, "gärtner")
    (marks,) = [m for m in bar._marks if m.hits]
    for width in (900, 400):
        panel.resize(width, 820)
        panel.grab()
        document = turn.answer.document()
        for number, hit in enumerate(marks.hits):
            cursor = document.find("Gärtner", hit.start)
            assert cursor.selectionStart() == hit.start
            cursor.setPosition(cursor.selectionStart())
            assert abs(marks.box(number).left() - turn.answer.cursorRect(cursor).left()) <= 3


def test_it_scrolls_to_the_hit(panel: Panel, qtbot: QtBot) -> None:
    turn = answer(panel, LONG, "x")
    with qtbot.waitSignal(turn.settled):
        pass
    panel.conversation.verticalScrollBar().setValue(0)
    bar = find(panel, "Paragraph 55 ")
    assert count(bar) == "1 of 1"
    (marks,) = [m for m in bar._marks if m.hits]
    place = marks.mapTo(panel.conversation, marks.box(0).center())
    assert panel.conversation.rect().contains(place)


def test_it_finds_what_comes_while_the_answer_grows_and_stays_where_it_was(panel: Panel, qtbot: QtBot) -> None:
    turn = begin(panel, "holidays?")
    turn.add_text("First about holidays.\n\n")
    bar = find(panel, "holidays")
    qtbot.waitUntil(lambda: count(bar) == "1 of 2")
    turn.add_text("And more holidays.\n\n")
    qtbot.waitUntil(lambda: count(bar) == "1 of 3")
    answer(panel, "Third answer about holidays.", "x")
    qtbot.waitUntil(lambda: count(bar) == "1 of 4")


def test_escape_takes_all_away_and_goes_back_to_the_question(panel: Panel, qtbot: QtBot) -> None:
    turn = answer(panel)
    plain = turn.answer.grab().toImage()
    bar = find(panel, "leave")
    assert turn.answer.grab().toImage() != plain
    QTest.keyClick(bar.findChild(QLineEdit), Qt.Key.Key_Escape)
    assert not bar.isVisible()
    assert panel.composer.field.hasFocus()
    assert turn.answer.grab().toImage() == plain
    bar = find(panel, "leave")
    assert count(bar).endswith("of 4")
    panel.clear()
    assert not bar.isVisible()


def test_special_characters_are_only_characters(panel: Panel) -> None:
    answer(panel, "Straße, a*b, (c), ñandú.", "x")
    bar = find(panel, "STRASSE")
    assert count(bar) == "Not found"
    for words in ("straße", "a*b", "(c)", "ÑANDÚ"):
        bar.findChild(QLineEdit).setText(words)
        assert count(bar) == "1 of 1", words
