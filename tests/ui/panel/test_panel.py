"""The panel's window: keyboard, names, empty states, and how it looks."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from overlay.answer.policy import AnswerPolicy
from overlay.content.pack_folder import load_pack
from overlay.core.resources import bundled_pack
from overlay.core.tools import PreparedAction, ToolStep
from overlay.ui.action_card import ActionCard
from overlay.ui.blocks.picture_label import PictureLabel
from overlay.ui.blocks.zoom import Zoom
from overlay.ui.panel import NARROWEST, Panel
from overlay.ui.pointer.motion import still_motion
from overlay.ui.presenters.views import Choice, Closing, Source
from overlay.ui.theme import DARK, HIGH_DARK, HIGH_LIGHT, LIGHT, Theme
from overlay.ui.turn_widget import TurnWidget

LOADED = load_pack(bundled_pack())
PERSON = LOADED.pack.person_for(next(r for r in LOADED.pack.roles if r.id == "employee"))
ACTION = PreparedAction(
    "request_leave",
    "Request leave",
    {"from": "2026-12-14", "type": "annual"},
    ("To", "Note"),
    {"from": "From", "type": "Type"},
    "http://127.0.0.1:8765/leave?new=leave",
)
ANSWER = """1. Open [Leave](/leave) (**People › Leave**).
2. Press **«Request leave»**.

[captura:leave-overview#request-leave]

3. Choose **«From»** and **«To»**, then see [Users](/admin/users) and **«No such label»**.
"""
LONG = "Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsantragsformular"


@pytest.fixture
def make(qtbot: QtBot) -> Callable[..., Panel]:
    def build(theme: Theme = LIGHT, width: int = 400) -> Panel:
        panel = Panel(theme, "Linden", LOADED.picture, still_motion(), hint="Answers from the Linden manual · offline")
        qtbot.addWidget(panel)
        panel.set_screen("Leave · Linden", known=True)
        panel.set_starters([Choice("Request leave", "How do I request leave?"), Choice("Cancel a request", "x")])
        panel.resize(width, 820)
        with qtbot.waitExposed(panel):
            panel.show()
        return panel

    return build


def answer(
    panel: Panel, question: str = "How do I request leave?", text: str = ANSWER, **closing: object
) -> TurnWidget:
    policy = AnswerPolicy(LOADED.pack, LOADED.manual, PERSON)
    policy.read(["leave"], [p.id for p in LOADED.manual.pictures_of("leave")])
    turn = panel.begin_turn(question, policy)
    turn.step_started("read_manual")
    turn.step_finished(ToolStep("read_manual", {"sections": ["leave"]}, "Read 1 manual section", "ok", "text"))
    turn.add_text(text)
    turn.finish(Closing(**closing))
    return turn


def visible_buttons(panel: Panel) -> list[QAbstractButton]:
    return [b for b in panel.findChildren(QAbstractButton) if b.isVisible()]


def test_enter_asks_and_shift_enter_does_not(make: Callable[..., Panel], qtbot: QtBot) -> None:
    panel = make()
    field = panel.composer.field
    QTest.keyClicks(field, "One")
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(field, "Two")
    with qtbot.waitSignal(panel.asked) as asked:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert asked.args == ["One\nTwo"]
    assert field.toPlainText() == ""


def test_an_empty_question_is_not_asked(make: Callable[..., Panel], qtbot: QtBot) -> None:
    panel = make()
    QTest.keyClicks(panel.composer.field, "   ")
    with qtbot.assertNotEmitted(panel.asked):
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)


def test_a_very_long_question_is_cut_where_the_field_ends(make: Callable[..., Panel]) -> None:
    field = make().composer.field
    field.setPlainText("x" * 5000)
    assert len(field.toPlainText()) == 2000


def test_escape_stops_a_running_answer(make: Callable[..., Panel], qtbot: QtBot) -> None:
    panel = make()
    panel.set_busy(True)
    with qtbot.waitSignal(panel.stopped):
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Escape)


@pytest.mark.parametrize(
    ("key", "signal"), [("N", "new_requested"), ("H", "history_requested"), ("Q", "quit_requested"), ("W", "closed")]
)
def test_shortcuts(make: Callable[..., Panel], qtbot: QtBot, key: str, signal: str) -> None:
    panel = make()
    with qtbot.waitActive(panel):
        panel.activateWindow()
    with qtbot.waitSignal(getattr(panel, signal)):
        QTest.keyClick(panel.composer.field, getattr(Qt.Key, f"Key_{key}"), Qt.KeyboardModifier.ControlModifier)


def test_every_button_has_a_name_and_can_be_reached(make: Callable[..., Panel]) -> None:
    panel = make()
    answer(
        panel,
        action=ACTION,
        sources=(Source("Leave", "leave"),),
        retry=True,
        choices=(Choice("Leave", "q", "leave", "Days off"),),
    )
    QApplication.processEvents()
    nameless = [b for b in visible_buttons(panel) if not (b.accessibleName() or b.text())]
    assert nameless == []
    unreachable = [b.accessibleName() for b in visible_buttons(panel) if b.focusPolicy() is Qt.FocusPolicy.NoFocus]
    assert unreachable == []


def test_tab_walks_through_all_of_it(make: Callable[..., Panel], qtbot: QtBot) -> None:
    panel = make()
    turn = answer(panel, action=ACTION, retry=True)
    with qtbot.waitSignal(turn.settled):
        pass
    with qtbot.waitActive(panel):
        panel.activateWindow()
    panel.composer.field.setFocus()
    seen: set[str] = set()
    for _ in range(60):
        widget = QApplication.focusWidget()
        assert widget
        seen.add(widget.accessibleName())
        QTest.keyClick(widget, Qt.Key.Key_Tab)
    assert {"Review in Linden ↗", "Copy", "Retry", "Your question", "Answer"} <= seen
    assert {"New conversation (Ctrl+N)", "History (Ctrl+H)", "Read 1 manual section"} <= seen


def test_the_link_with_the_focus_can_be_seen(make: Callable[..., Panel], qtbot: QtBot) -> None:
    panel = make()
    far = "\n\nA paragraph in between.\n\n" * 40
    turn = answer(panel, text=f"[Leave](/leave) first.{far}See [People](/leave).{far}And [Days](/leave) last.")
    qtbot.waitUntil(lambda: turn.answer.resting)
    QApplication.processEvents()
    panel.conversation.verticalScrollBar().setValue(0)
    with qtbot.waitActive(panel):
        panel.activateWindow()
    view = turn.answer
    view.setFocus(Qt.FocusReason.TabFocusReason)

    def seen() -> bool:
        shown = panel.conversation.viewport()
        corner = view.viewport().mapTo(shown, view.cursorRect().topLeft())
        return shown.rect().contains(view.cursorRect().translated(corner - view.cursorRect().topLeft()))

    for label in ("Leave", "People", "Days"):
        QTest.keyClick(view, Qt.Key.Key_Tab)
        assert view.textCursor().selectedText() == label
        assert seen()
    QTest.keyClick(view, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert seen()
    QTest.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert seen()


@pytest.mark.parametrize("mirrored", [False, True])
def test_the_cards_words_begin_where_the_panels_lines_do(make: Callable[..., Panel], mirrored: bool) -> None:
    panel = make()
    if mirrored:
        panel.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    turn = answer(panel, action=ACTION)
    QApplication.processEvents()
    card = turn.findChild(ActionCard)
    assert card
    labels = card.findChildren(QLabel)
    assert len(labels) == 7
    for label in labels:
        image = label.grab().toImage()
        ground = image.pixel(image.width() // 2, 0)
        inked = [x for x in range(image.width()) if any(image.pixel(x, y) != ground for y in range(image.height()))]
        apart = image.width() - 1 - inked[-1] if mirrored else inked[0]
        assert apart <= 4 * label.devicePixelRatioF(), label.text()


def test_both_bars_of_an_enlarged_picture_look_like_the_panels(make: Callable[..., Panel], qtbot: QtBot) -> None:
    panel = make()
    turn = answer(panel)
    qtbot.waitUntil(lambda: turn.answer.resting)
    picture = turn.answer.findChild(PictureLabel)
    assert picture
    QTest.keyClick(picture, Qt.Key.Key_Return)
    zoom = turn.answer.findChild(Zoom)
    assert zoom
    bars = zoom.view.verticalScrollBar(), zoom.view.horizontalScrollBar()
    usual = panel.conversation.verticalScrollBar().sizeHint().width()
    assert [bars[0].sizeHint().width(), bars[1].sizeHint().height()] == [usual, usual]
    zoom.close()


def test_the_card_lists_what_is_prefilled_and_what_is_left(make: Callable[..., Panel], qtbot: QtBot) -> None:
    panel = make()
    answer(panel, action=ACTION)
    texts = [label.text() for label in panel.findChildren(QLabel)]
    assert {"From", "14 Dec 2026", "Type", "Annual", "Left for you: To and Note."} <= set(texts)
    button = next(b for b in panel.findChildren(QPushButton) if b.text().startswith("Review in Linden"))
    with qtbot.waitSignal(panel.action_activated) as pressed:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert pressed.args == [ACTION]


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_a_choice_asks_again_within_its_section(make: Callable[..., Panel], qtbot: QtBot, key: Qt.Key) -> None:
    panel = make()
    choice = Choice("Leave", "new", "leave", "Request days off")
    turn = answer(panel, text="Which of these do you mean?", choices=(choice,))
    with qtbot.waitSignal(turn.settled):
        pass
    button = next(b for b in panel.findChildren(QPushButton) if b.accessibleName().startswith("Leave:"))
    with qtbot.waitActive(panel):
        panel.activateWindow()
    button.setFocus()
    with qtbot.waitSignal(panel.chosen) as chosen:
        QTest.keyClick(button, key)
    assert chosen.args == [choice]


def test_a_chip_opens_to_show_what_was_looked_up(make: Callable[..., Panel]) -> None:
    panel = make()
    answer(panel)
    chip = next(b for b in panel.findChildren(QPushButton) if "Read 1 manual section" in b.text())
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert any("read_manual" in label.text() for label in panel.findChildren(QLabel) if label.isVisible())


def test_copying_leaves_no_marker(make: Callable[..., Panel]) -> None:
    panel = make()
    answer(panel)
    button = next(b for b in panel.findChildren(QPushButton) if b.text() == "Copy")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    copied = QApplication.clipboard().text()
    assert "Press «Request leave»" in copied
    assert "captura" not in copied
    assert "\ufffc" not in copied


def test_a_notice_is_shown_until_the_next_question(make: Callable[..., Panel]) -> None:
    panel = make()
    panel.say("Linden does not answer.", "error")
    assert panel._notice.isVisible()
    answer(panel)
    assert not panel._notice.isVisible()


def test_a_new_conversation_says_what_can_be_asked(make: Callable[..., Panel]) -> None:
    panel = make()
    answer(panel)
    panel.clear()
    QApplication.processEvents()
    assert panel.findChildren(TurnWidget) == []
    assert any("Nothing is ever sent" in label.text() for label in panel.findChildren(QLabel) if label.isVisible())
    panel.clear()
    answer(panel)


@pytest.mark.parametrize("width", [NARROWEST, 400, 600])
@pytest.mark.parametrize(
    "theme", [LIGHT, DARK, HIGH_LIGHT, HIGH_DARK], ids=["light", "dark", "high-light", "high-dark"]
)
def test_nothing_is_cut_at_any_width(
    make: Callable[..., Panel], qtbot: QtBot, tmp_path: Path, width: int, theme: Theme
) -> None:
    panel = make(theme, width)
    first = answer(
        panel,
        f"What about {LONG}?",
        f"Look for **«{LONG}»** first.\n\n" + ANSWER,
        action=ACTION,
        sources=(Source("Leave", "leave"),),
    )
    second = answer(
        panel,
        text="Which of these?",
        choices=(Choice("Leave", "q", "leave", "Days off " * 9),),
        notice="The answer took too long.",
        tone="warning",
        retry=True,
    )
    with qtbot.waitSignals([first.settled, second.settled]):
        pass
    picture = tmp_path / f"panel-{width}.png"
    assert panel.grab().save(str(picture))
    view = panel.conversation
    assert view.horizontalScrollBar().maximum() == 0
    assert view.widget().minimumSizeHint().width() <= view.viewport().width()
