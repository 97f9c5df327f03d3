"""What stands below an answer: thumbs with a comment, what else was meant, the sections it came from."""

from collections.abc import Callable
from functools import partial

import pytest
from around import ANSWER, LOADED, PERSON, STEPS, answer, begin, make_panel
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from overlay.answer.policy import AnswerPolicy
from overlay.core.turn import Rating, Thumb
from overlay.ui.blocks.answer_view import AnswerView
from overlay.ui.panel import Panel
from overlay.ui.pointer.motion import still_motion
from overlay.ui.presenters.views import Choice, Closing, Others, Source
from overlay.ui.section_dialog import SectionDialog
from overlay.ui.theme import LIGHT
from overlay.ui.thumbs import THUMB_ONLY

Make = Callable[..., Panel]
CALENDAR = Choice("Leave calendar", "How do I request leave?", "leave-calendar", "Who is away when.")


@pytest.fixture
def panel(qtbot: QtBot) -> Panel:
    made = make_panel()
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    with qtbot.waitActive(made):
        made.activateWindow()
    return made


def button(root: QWidget, name: str) -> QAbstractButton:
    return next(b for b in root.findChildren(QAbstractButton) if b.accessibleName() == name and b.isVisible())


def press(what: QAbstractButton) -> None:
    what.setFocus()
    QTest.keyClick(what, Qt.Key.Key_Return)


def words(root: QWidget) -> list[str]:
    return [label.text() for label in root.findChildren(QLabel) if label.isVisible() and label.text()]


def test_a_thumb_is_told_at_once_shown_and_taken_back(panel: Panel, qtbot: QtBot) -> None:
    turn = answer(panel)
    up = button(turn, "This helped")
    with qtbot.waitSignal(panel.rated) as told:
        QTest.keyClick(up, Qt.Key.Key_Space)
    assert told.args == [Rating("t1", Thumb.UP)]
    assert up.isChecked()
    assert "Thank you." in words(turn)
    with qtbot.waitSignal(panel.rated) as told:
        QTest.mouseClick(up, Qt.MouseButton.LeftButton)
    assert told.args == [Rating("t1", None)]
    assert not up.isChecked()
    assert "Thank you." not in words(turn)


def test_a_thumb_down_asks_why_and_enter_sends_it(panel: Panel, qtbot: QtBot) -> None:
    turn = answer(panel)
    with qtbot.waitSignal(panel.rated) as told:
        button(turn, "This did not help").click()
    assert told.args == [Rating("t1", Thumb.DOWN)], "kept even when nothing is written"
    field = turn.findChild(QLineEdit)
    assert field.hasFocus()
    assert field.accessibleName() == "What was wrong or missing? (optional)"
    QTest.keyClicks(field, "  The button has another  name ")
    with qtbot.waitSignal(panel.rated) as told:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert told.args == [Rating("t1", Thumb.DOWN, "The button has another name")]
    assert "Sent: “The button has another name”" in words(turn)
    assert not field.isVisible()
    button(turn, "Change what you wrote").click()
    assert field.text() == "The button has another name"
    field.clear()
    with qtbot.waitSignal(panel.rated) as told:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert told.args == [Rating("t1", Thumb.DOWN)]


def test_escape_closes_the_field_and_nothing_more_is_told(panel: Panel, qtbot: QtBot) -> None:
    turn = answer(panel)
    down = button(turn, "This did not help")
    down.click()
    field = turn.findChild(QLineEdit)
    QTest.keyClicks(field, "Never mind")
    with qtbot.assertNotEmitted(panel.rated):
        QTest.keyClick(field, Qt.Key.Key_Escape)
    assert not field.isVisible()
    assert down.isChecked()
    assert down.hasFocus()


def test_the_other_thumb_replaces_the_first_with_its_words(panel: Panel, qtbot: QtBot) -> None:
    turn = answer(panel, rating=Rating("t1", Thumb.DOWN, "Wrong button"))
    assert "Sent: “Wrong button”" in words(turn)
    with qtbot.waitSignal(panel.rated) as told:
        button(turn, "This helped").click()
    assert told.args == [Rating("t1", Thumb.UP)]
    assert not button(turn, "This did not help").isChecked()


def test_where_no_words_are_kept_none_are_asked_for(panel: Panel) -> None:
    turn = answer(panel, words=False)
    button(turn, "This did not help").click()
    assert THUMB_ONLY in words(turn)
    assert turn.findChild(QLineEdit) is None
    assert not [b for b in turn.findChildren(QPushButton) if b.isVisible() and "why" in b.text()]


def test_an_answer_that_broke_off_has_no_thumbs(panel: Panel) -> None:
    turn = begin(panel)
    turn.finish(Closing(notice="Sign in first.", tone="error", retry=True))
    QApplication.processEvents()
    names = {b.accessibleName() for b in turn.findChildren(QAbstractButton) if b.isVisible()}
    assert names == {"Retry", "Copy"}


def test_what_else_was_meant_is_offered_and_chosen_by_keyboard(panel: Panel, qtbot: QtBot) -> None:
    turn = answer(panel)
    with qtbot.waitSignal(panel.misunderstood) as asked:
        press(button(turn, "Not what I meant"))
    assert asked.args == ["t1"]
    turn.offer(Others((CALENDAR,), "Nadia"))
    offered = button(turn, "Leave calendar: Who is away when.")
    assert offered.hasFocus()
    assert "None of them? Ask Nadia." in words(turn)
    with qtbot.waitSignal(panel.chosen) as chosen:
        QTest.keyClick(offered, Qt.Key.Key_Return)
    assert chosen.args == [CALENDAR]
    assert not button(turn, "Not what I meant").isEnabled()


def test_when_nothing_else_fits_it_says_whom_to_ask_and_has_the_words_ready(panel: Panel) -> None:
    turn = answer(panel)
    turn.offer(Others((), "Nadia"))
    assert "The manual has nothing else that fits your question. Ask Nadia." in words(turn)
    last = button(turn, "Copy question and answer for support")
    assert last.hasFocus()
    QTest.keyClick(last, Qt.Key.Key_Return)
    copied = QApplication.clipboard().text()
    assert "How do I request leave?" in copied
    assert "2. Press «Request leave»." in copied


def test_retry_works_by_keyboard(panel: Panel, qtbot: QtBot) -> None:
    turn = answer(panel, notice="The answer took too long and was cut off here.", tone="warning", retry=True)
    panel.composer.field.setFocus()
    retry = button(turn, "Retry")
    for _ in range(40):
        if retry.hasFocus():
            break
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backtab)
    assert retry.hasFocus()
    with qtbot.waitSignal(panel.retried):
        QTest.keyClick(retry, Qt.Key.Key_Return)


def test_a_source_that_may_be_read_is_a_button_another_is_only_named(panel: Panel, qtbot: QtBot) -> None:
    turn = answer(panel, sources=(Source("Leave", "leave"), Source("Payroll")))
    with qtbot.waitSignal(panel.section_requested) as asked:
        press(button(turn, "Section: Leave"))
    assert asked.args == ["leave"]
    assert "Payroll" in words(turn)


def test_a_section_is_shown_as_the_person_may_see_it(panel: Panel, qtbot: QtBot) -> None:
    section = LOADED.manual.section("leave")
    assert section
    policy = partial(AnswerPolicy, LOADED.pack, LOADED.manual, PERSON)
    dialog = SectionDialog(section, policy, LIGHT, LOADED.picture, still_motion(), panel)
    dialog.open()
    views = dialog.findChildren(AnswerView)
    routes = {link.route for view in views for link in view.links}
    assert "/leave" in routes
    assert all(PERSON.can_open(route) for route in routes)
    assert sum(len(view._cards.pictures) for view in views) >= 2
    area = dialog.findChild(QScrollArea)
    assert area.widget().width() <= area.width(), "nothing is cut off at the right"
    with qtbot.waitSignal(dialog.link_activated) as opened:
        button(dialog, "Open the screen Leave").click()
    assert opened.args[0].url.endswith("/leave")
    with qtbot.waitSignal(dialog.finished):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_chips_become_one_when_the_answer_begins_and_open_to_all(panel: Panel) -> None:
    turn = begin(panel)
    for step in STEPS:
        turn.step_started(step.tool)
        QApplication.processEvents()
        assert "Looking it up…" in words(turn)
        turn.step_finished(step)
    assert [b.text() for b in turn.findChildren(QPushButton)] == [
        "✓ Read 1 manual section", "✓ Looked up 3 leave requests",
    ]  # fmt: skip
    turn.add_text(ANSWER)
    QApplication.processEvents()
    (chip,) = [b for b in turn.findChildren(QPushButton) if b.isVisible()]
    assert chip.text() == "✓ Read 1 manual section +1"
    assert chip.accessibleName() == "Read 1 manual section, Looked up 3 leave requests"
    chip.click()
    QApplication.processEvents()
    said = words(turn)
    assert 'read_manual  sections: ["leave"]' in said
    assert "leave_requests  status: waiting" in said
    assert "The whole section" in said
    chip.click()
    assert "The whole section" not in words(turn)


def test_no_chip_or_starter_ever_becomes_a_window_of_its_own(panel: Panel) -> None:
    for round_ in range(3):
        answer(panel)
        panel.set_starters([Choice(f"{round_}", "q")])
        panel.set_starters([])
        panel.clear()
    QApplication.processEvents()
    assert [w for w in QApplication.topLevelWidgets() if w.isVisible()] == [panel]
    assert panel.isActiveWindow()
