"""The answer's view: the same document however it came, links, copying, screenshots, pointers."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from answer_samples import policy
from PySide6.QtCore import QAbstractAnimation, QPoint, QRect, Qt, QTimer, QUrl, QVariantAnimation
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QLineEdit, QScrollArea, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from test_answer_looks import SAMPLE

from overlay.answer.document import Link, Prose, Run
from overlay.answer.stream import AnswerStream, Update, read_answer
from overlay.ui.blocks.answer_view import AnswerView
from overlay.ui.blocks.loader import KEPT, PictureLoader, Wanted
from overlay.ui.blocks.picture_card import PictureCard
from overlay.ui.blocks.zoom import Zoom
from overlay.ui.pointer.motion import Motion
from overlay.ui.pointer.pointer import Phase
from overlay.ui.theme import DARK, HIGH_DARK, LIGHT, Theme

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
Make = Callable[..., AnswerView]


@pytest.fixture
def loader() -> Iterator[PictureLoader]:
    made = PictureLoader()
    yield made
    made.finish()


@pytest.fixture
def make(qtbot: QtBot, pictures: Path, loader: PictureLoader) -> Make:
    def build(motion: Motion | None = None, folder: Path = pictures) -> AnswerView:
        view = AnswerView(LIGHT, lambda shot: folder / shot.file, motion or Motion(reduced=True), loader)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.addWidget(view)
        column.addStretch(1)
        scroller = QScrollArea()
        scroller.setWidgetResizable(True)
        scroller.setWidget(inside)
        scroller.resize(420, 700)
        scroller.show()
        qtbot.addWidget(scroller)
        view.begin(policy())
        view._scroll_owner = scroller  # keeps the area alive
        return view

    return build


def show(view: AnswerView, text: str) -> None:
    view.feed(text)
    view.finish()


def card_of(view: AnswerView, index: int = 0) -> PictureCard:
    return view._cards.pictures[index][1]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 13, 40, 200])
def test_a_streamed_document_equals_one_shown_at_once(make: Make, size: int) -> None:
    streamed, at_once = make(), make()
    stream = AnswerStream(policy())
    streamed.begin()
    for at in range(0, len(SAMPLE), size):
        streamed.apply(stream.feed(SAMPLE[at : at + size]))
    streamed.apply(stream.finish())
    at_once.begin()
    at_once.apply(Update(read_answer(SAMPLE, policy()).blocks))
    assert streamed.document().toHtml() == at_once.document().toHtml()
    assert streamed.document_blocks() == at_once.document_blocks()
    assert streamed.height() == at_once.height()


@pytest.mark.parametrize(
    "text",
    [
        "---\n\n[captura:third]*2. a",
        "2. 2.  \n    *``[x] [*> (»",
        '[captura:leave]**«Request leave»**  \nword "``* ``===\n5 * 3',
        "| a | b |\n|---|--:|\n| x | **y** |\n| [captura:leave] |\n\nafter\n\n| c |\n|---|\n| d |",
        "1. a\n\n   ```\n   x\n   ```\n\n> q `c` **«Request leave»** z\n> 1. n",
    ],
)
def test_a_document_built_letter_by_letter_equals_one_shown_at_once(make: Make, text: str) -> None:
    streamed, at_once = make(), make()
    stream = AnswerStream(policy())
    streamed.begin()
    for letter in text:
        streamed.apply(stream.feed(letter))
    streamed.apply(stream.finish())
    at_once.begin()
    at_once.apply(Update(read_answer(text, policy()).blocks))
    assert streamed.document().toHtml() == at_once.document().toHtml()


@pytest.mark.parametrize("size", [1, 200])
def test_a_code_card_that_is_alone_has_its_head_and_its_foot(make: Make, size: int) -> None:
    text = "```sql\nSELECT 1;\nSELECT 2;\n```\n"
    view = make()
    stream = AnswerStream(policy())
    view.begin()
    for at in range(0, len(text), size):
        view.apply(stream.feed(text[at : at + size]))
    view.apply(stream.finish())
    button = view.findChild(QToolButton)
    first, last = (
        view.document().documentLayout().blockBoundingRect(view.document().findBlockByNumber(n)) for n in (0, 1)
    )
    assert button
    assert button.y() >= 0
    assert first.top() >= button.geometry().bottom()
    assert view.height() >= last.bottom() + 8
    view.begin()
    view.apply(Update(read_answer("Words", policy()).blocks))
    assert view.document().documentLayout().blockBoundingRect(view.document().firstBlock()).top() == 0


def test_the_view_is_as_tall_as_its_text_and_does_not_scroll(make: Make) -> None:
    view = make()
    show(view, SAMPLE)
    assert view.height() == -int(-view.document().size().height() // 1)
    assert view.verticalScrollBar().maximum() == 0


def test_nothing_is_loaded(make: Make) -> None:  # a09
    view = make()
    show(view, "![ok](https://evil.test/p.png)\n\n<img src='file:///etc/hostname'>\n\n![y](file:///etc/hostname)")
    assert view.loadResource(2, QUrl("file:///etc/hostname")) is None
    assert "<img" not in view.document().toHtml()
    assert "<img src='file" in view.toPlainText()


def test_only_open_links_can_be_followed(make: Make, qtbot: QtBot) -> None:
    view = make()
    show(
        view,
        "[Leave](/leave) [Users](/admin/users) [Out](https://evil.test) [Bad](http://[::1]:8069) [js](javascript:x)",
    )
    html = view.document().toHtml()
    assert html.count("<a href=") == 1
    assert "evil" not in html
    assert "javascript" not in html
    view.window().activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    with qtbot.waitSignal(view.link_activated) as followed:
        qtbot.keyClick(view, Qt.Key.Key_Tab)
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert followed.args[0].url == "https://erp.example/leave"


def test_a_link_that_is_no_index_is_not_followed(make: Make, qtbot: QtBot) -> None:
    view = make()
    show(view, "[Leave](/leave)")
    with qtbot.assertNotEmitted(view.link_activated):
        view.anchorClicked.emit(QUrl("https://evil.test"))
        view.anchorClicked.emit(QUrl("7"))


def test_copying_everything_gives_the_source(make: Make) -> None:
    view = make()
    show(view, SAMPLE)
    view.copy_all()
    data = QGuiApplication.clipboard().mimeData()
    whole = read_answer(SAMPLE, policy())
    marked = data.data("text/markdown").data().decode()
    assert marked == SAMPLE.replace("   [captura:leave#request]\n\n", "")
    for text in (data.text(), marked):
        assert not set("\ufffc\u00a0\u200b") & set(text)
        assert "captura" not in text
    assert "2. Press «Request leave»." in data.text()
    assert len(whole.pictures) == 1


def test_a_selection_over_steps_and_a_picture(make: Make) -> None:
    view = make()
    show(view, "1. Open **Leave**\n\n[captura:leave]\n\n2. Press **«Request leave»**\n\nAfter")
    cursor = view.textCursor()
    cursor.setPosition(0)
    cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
    cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, 3)
    view.setTextCursor(cursor)
    data = view.createMimeDataFromSelection()
    assert data.text() == "1. Open Leave\n2. Press «Request leave»\n\nAf"
    assert data.data("text/markdown").data().decode() == "1. Open **Leave**\n\n2. Press **«Request leave»**\n\nAf"


def copied(view: AnswerView, first: str, last: str) -> tuple[str, str]:
    """What is copied from some words up to others: as plain text, and as Markdown."""
    document = view.document()
    cursor = document.find(first)
    cursor.setPosition(cursor.selectionStart())
    cursor.setPosition(document.find(last).selectionEnd(), QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    data = view.createMimeDataFromSelection()
    return data.text(), data.data("text/markdown").data().decode()


def test_parts_of_two_paragraphs_stay_two(make: Make) -> None:
    view = make()
    show(view, "One and two.\n\nThree **and** four.\n\n- five\n- six and seven\n")
    assert copied(view, "two", "Three") == ("two.\n\nThree", "two.\n\nThree")
    assert copied(view, "four", "six") == ("four.\n\n• five\n• six", "four.\n\n- five\n- six")


def test_part_of_a_table_is_a_table_in_markdown_too(make: Make) -> None:
    view = make()
    show(view, TABLE.replace("Approved", "Ap\\|proved"))
    assert copied(view, "fore", "Waiting")[1] == "fore\n\n| State | Days |\n| --- | --- |\n| Waiting | 5 |"
    rows = "|  |  |\n| --- | --- |\n| Waiting | 5 |\n| Ap\\|proved | 18.5 |"
    assert copied(view, "Waiting", "Ap|proved") == ("Waiting\t5\nAp|proved\t18.5", rows)
    assert copied(view, "Waiting", "Waiting") == ("Waiting", "Waiting")


def test_an_answer_whose_only_words_are_taken_back_is_empty(make: Make) -> None:
    view = make()
    view.begin()
    view.apply(Update((), (Prose((Run("[note"),)),)))
    view.apply(Update((), ()))
    assert not view.toPlainText()
    view.apply(Update((), (Prose((Run("Words"),)),)))
    assert view.toPlainText() == "Words"


def test_only_links_that_are_still_there_are_listed(make: Make) -> None:
    view = make()
    view.begin()
    for label in ("Lea", "Leave"):
        link = Link(label, "/leave", "https://erp.example/leave", open=True)
        view.apply(Update((), (Prose((Run(label, link=link), Run(" or "), Run(label, link=link))),)))
    assert [link.label for link in view.links] == ["Leave"]
    assert view.contents == "1 link"


def test_a_part_of_a_step_is_copied_with_its_number(make: Make) -> None:
    view = make()
    show(view, "1. Open **Leave**\n2. Press it\n")
    cursor = view.textCursor()
    cursor.setPosition(0)
    cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
    cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, 3)
    view.setTextCursor(cursor)
    assert view.createMimeDataFromSelection().text() == "1. Open Leave\n2. Press"


@pytest.mark.parametrize("end", ["[Lea", "[Leave](/le", "**«Requ", "`lea", "- ", "| a | b |\n|--"])
def test_an_answer_that_is_stopped_shows_no_syntax(make: Make, end: str) -> None:
    view = make()
    view.feed(f"Words\n\n{end}")
    view.finish(cut_off=True)
    assert not set("[]()*`|-") & set(view.toPlainText())
    assert not view.links


def test_spaces_of_the_model_stay_in_copied_code(make: Make) -> None:  # a10
    view = make()
    text = "Código: `PED\u00a02026\u200b-0042`"
    show(view, text)
    view.selectAll()
    assert view.createMimeDataFromSelection().text() == "Código: PED\u00a02026\u200b-0042"


def test_the_copy_button_copies_the_code_alone(make: Make, qtbot: QtBot) -> None:  # a05
    view = make()
    show(view, "Referencia:\n\n```text\nFAC-2026-0007\n```")
    button = next(b for b in view.viewport().findChildren(QToolButton) if b.text() == "Copy")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "FAC-2026-0007"


def test_unverified_labels_are_marked(make: Make) -> None:
    view = make()
    show(view, "Press **«Request leave»** or **«Invented»**.")
    assert not view.document().find("Request").charFormat().toolTip()
    assert view.document().find("Invented").charFormat().toolTip() == "Not found in the manual"


def test_room_is_kept_before_a_picture_is_decoded(make: Make, qtbot: QtBot) -> None:
    view = make()
    with qtbot.waitSignal(view.settled):
        view.feed("1. Press\n\n[captura:leave]\n")
        view.finish()
        before = view.height()
        assert not card_of(view).image.has_picture
    assert card_of(view).image.has_picture
    assert view.height() == before
    assert card_of(view).image.accessibleName().startswith("The leave screen")
    assert card_of(view).caption.text() == "«Request leave», top right"


@pytest.mark.parametrize("content", [None, b"not a picture"])
def test_a_picture_that_cannot_be_shown_leaves_words(
    make: Make, qtbot: QtBot, tmp_path: Path, content: bytes | None
) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    if content:
        (folder / "leave.webp").write_bytes(content)
    view = make(folder=folder)
    with qtbot.waitSignal(view.settled):
        view.feed("1. Press\n\n[captura:leave]\n")
        view.finish()
    card = card_of(view)
    assert card.pointer is None
    assert not card.image.isVisible()
    assert card.height() < 90
    assert card.caption.text().endswith("«Request leave», top right")


def test_with_reduced_motion_no_timer_runs(make: Make, qtbot: QtBot) -> None:
    view = make(Motion(reduced=True))
    show(view, "[captura:leave]\n\n[captura:third]")
    qtbot.waitUntil(lambda: all(c.pointer for _, c in view._cards.pictures))
    assert [c.pointer.phase for _, c in view._cards.pictures if c.pointer] == [Phase.DONE, Phase.DONE]
    assert not [t for t in view.findChildren(QTimer) if t.isActive()]
    assert not [a for a in view.findChildren(QVariantAnimation) if a.state() is QAbstractAnimation.State.Running]


def test_pointers_move_one_after_the_other_and_rest(make: Make, qtbot: QtBot) -> None:
    view = make(Motion())
    show(view, "[captura:leave]\n\n[captura:third]")
    qtbot.waitUntil(lambda: all(c.pointer for _, c in view._cards.pictures))
    first, second = (card_of(view, i).pointer for i in (0, 1))
    assert first
    assert second
    assert {first.phase, second.phase} == {Phase.MOVING, Phase.WAITING}
    with qtbot.waitSignal(view.settled, timeout=6000):
        pass
    assert {first.phase, second.phase} == {Phase.DONE}
    centre = first._ring.geometry().center()
    assert abs(centre.x() - 0.81 * card_of(view).image.width()) < 2
    assert abs(centre.y() - 0.225 * card_of(view).image.height()) < 2


def test_a_wish_for_less_motion_ends_the_movement_at_once(make: Make, qtbot: QtBot) -> None:
    motion = Motion()
    view = make(motion)
    show(view, "[captura:leave]")
    qtbot.waitUntil(lambda: card_of(view).pointer is not None)
    motion.reduced = True
    pointer = card_of(view).pointer
    assert pointer
    assert pointer.phase is Phase.DONE


def test_a_pointer_stands_still_while_it_cannot_be_seen(make: Make, qtbot: QtBot) -> None:
    view = make(Motion())
    show(view, "[captura:leave]")
    qtbot.waitUntil(lambda: card_of(view).pointer is not None)
    pointer = card_of(view).pointer
    assert pointer
    view.visible_changed(QRect())
    assert pointer.phase is Phase.PAUSED
    view.look()
    assert pointer.phase is Phase.MOVING


def test_the_pointer_takes_neither_focus_nor_mouse(make: Make, qtbot: QtBot) -> None:  # f05
    view = make(Motion())
    field = QLineEdit()
    qtbot.addWidget(field)
    field.show()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    show(view, "[captura:leave]")
    qtbot.waitUntil(lambda: card_of(view).pointer is not None)
    pointer = card_of(view).pointer
    assert pointer
    assert field.hasFocus()
    for mark in (pointer._arrow, pointer._ring):
        assert mark.focusPolicy() is Qt.FocusPolicy.NoFocus
        assert mark.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        assert mark.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)


@pytest.mark.parametrize("theme", [DARK, LIGHT.scaled(1.5)], ids=["dark", "larger"])
def test_a_pointer_that_has_pressed_does_not_move_again_in_another_theme(
    make: Make, qtbot: QtBot, theme: Theme
) -> None:
    motion = Motion(reduced=True)
    view = make(motion)
    with qtbot.waitSignal(view.settled):
        show(view, "[captura:leave]")
    motion.reduced = False
    for _ in range(2):
        view.set_theme(theme)
        qtbot.waitUntil(lambda: card_of(view).pointer is not None)
        pointer = card_of(view).pointer
        assert pointer
        assert pointer.phase is Phase.DONE
        assert view.resting
    view.begin(policy())
    show(view, "[captura:leave]")
    qtbot.waitUntil(lambda: card_of(view).pointer is not None)
    pointer = card_of(view).pointer
    assert pointer
    assert pointer.phase is Phase.MOVING


def test_replay_moves_again(make: Make, qtbot: QtBot) -> None:
    motion = Motion(reduced=True)
    view = make(motion)
    with qtbot.waitSignal(view.settled):
        show(view, "[captura:leave]")
    motion.reduced = False
    button = next(b for b in card_of(view).findChildren(QToolButton))
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    pointer = card_of(view).pointer
    assert pointer
    assert pointer.phase is Phase.MOVING


def test_enter_enlarges_and_escape_closes(make: Make, qtbot: QtBot) -> None:
    view = make()
    with qtbot.waitSignal(view.settled):
        show(view, "[captura:leave]")
    qtbot.keyClick(card_of(view).image, Qt.Key.Key_Return)
    zoom = view.findChild(Zoom)
    assert zoom
    qtbot.waitUntil(lambda: not zoom._scene.sceneRect().isEmpty())
    before = zoom.scale
    qtbot.keyClick(zoom.view, Qt.Key.Key_Plus)
    assert zoom.scale > before
    qtbot.keyClick(zoom.view, Qt.Key.Key_Minus)
    qtbot.keyClick(zoom.view, Qt.Key.Key_Minus)
    assert zoom.scale < before
    with qtbot.waitSignal(zoom.destroyed):
        qtbot.keyClick(zoom.view, Qt.Key.Key_Escape)


def test_the_last_pictures_are_kept(qtbot: QtBot, pictures: Path, loader: PictureLoader) -> None:
    seen: list[int] = []
    for width in range(20, 20 + KEPT + 3):
        loader.load(Wanted(pictures / "leave.webp", width, 10), lambda image: seen.append(image.width()))
    qtbot.waitUntil(lambda: len(seen) == KEPT + 3)
    assert len(loader._kept) == KEPT
    loader.load(Wanted(pictures / "leave.webp", 20 + KEPT + 2, 10), lambda image: seen.append(-1))
    assert seen[-1] == -1


@pytest.mark.parametrize("at", [40, 150, 400, len(SAMPLE)])
def test_another_theme_while_the_answer_grows_loses_nothing(make: Make, at: int) -> None:
    view, other = make(), make()
    stream = AnswerStream(policy())
    view.begin()
    for begin in range(0, len(SAMPLE), 7):
        if begin <= at < begin + 7:
            view.set_theme(HIGH_DARK)
        view.apply(stream.feed(SAMPLE[begin : begin + 7]))
    view.apply(stream.finish())
    if at == len(SAMPLE):
        view.set_theme(HIGH_DARK)
    other.set_theme(HIGH_DARK)
    other.begin()
    other.apply(Update(read_answer(SAMPLE, policy()).blocks))
    assert view.document_blocks() == other.document_blocks()
    assert view.document().toHtml() == other.document().toHtml()


def test_beginning_again_and_another_theme(make: Make, qtbot: QtBot) -> None:
    view = make()
    show(view, SAMPLE)
    blocks = view.document_blocks()
    view.set_theme(DARK)
    assert view.document_blocks() == blocks
    view.restart()
    assert view.document_blocks() == ()
    assert not view._cards.pictures
    show(view, "Again")
    assert view.toPlainText() == "Again"
    assert view.accessibleName() == "Answer"


def test_what_it_holds_is_told_to_screen_readers(make: Make) -> None:
    view = make()
    show(view, "1. a [Leave](/leave)\n2. b\n\n[captura:leave]\n")
    assert view.accessibleDescription() == "2 steps, 1 screenshot, 1 link"
    assert view.toPlainText().startswith("1 a Leave")
    assert view.cursorForPosition(QPoint(60, 8)).position() > 0


TABLE = "Before\n\n| State | Days |\n|---|--:|\n| **Waiting** | 5 |\n| Approved | 18.5 |\n\nAfter"


def test_a_table_pastes_as_a_table(make: Make) -> None:
    view = make()
    show(view, TABLE)
    view.selectAll()
    html = view.createMimeDataFromSelection().html()
    assert html.count("<tr>") == 3
    assert "<td><strong>Waiting</strong></td>" in html
    view.copy_all()
    assert "<table>" in QGuiApplication.clipboard().mimeData().html()


def test_part_of_a_table_pastes_as_a_table(make: Make) -> None:
    view = make()
    show(view, TABLE)
    cursor = view.document().find("Waiting")
    cursor.setPosition(cursor.selectionStart())
    cursor.setPosition(view.document().find("Approved").selectionEnd(), QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    data = view.createMimeDataFromSelection()
    assert data.text() == "Waiting\t5\nApproved\t18.5"
    assert "<tr><td>Waiting</td><td>5</td></tr><tr><td>Approved</td><td>18.5</td></tr>" in data.html()
