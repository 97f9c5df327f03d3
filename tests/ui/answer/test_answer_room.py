"""Nothing in an answer stands on top of something else or beyond its edge, however odd the Markdown."""

from collections.abc import Callable
from pathlib import Path

import pytest
from answer_samples import policy
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QTextBlock
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from overlay.answer.stream import AnswerStream
from overlay.core.manual import Screenshot
from overlay.ui.blocks.answer_view import AnswerView
from overlay.ui.blocks.columns import shared_out
from overlay.ui.blocks.formats import circle, circle_width, column
from overlay.ui.blocks.picture_card import PictureCard
from overlay.ui.pointer.motion import Motion
from overlay.ui.theme import LIGHT, Theme

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
TABLE = "Before\n\n| State | Days |\n|---|--:|\n| Waiting | 5 |\n| Approved | 18.5 |\n\n"
CODE = "```sql\nselect 1\n```\n\n"
Find = Callable[[Screenshot], Path]
GAP = 8
"""Pixels that two blocks keep apart at least."""


def nothing(shot: Screenshot) -> Path:
    pytest.fail(shot.id)


def shown(
    qtbot: QtBot, text: str, size: int, width: int = 300, theme: Theme = LIGHT, pictures: Find = nothing
) -> AnswerView:
    view = AnswerView(theme, pictures, Motion(reduced=True))
    qtbot.addWidget(view)
    view.resize(width, 200)
    view.show()
    view.begin()
    stream = AnswerStream(policy())
    for at in range(0, len(text), size):
        view.apply(stream.feed(text[at : at + size]))
    view.apply(stream.finish())
    return view


def block_of(view: AnswerView, words: str) -> QTextBlock:
    found = view.document().find(words)
    assert not found.isNull()
    return found.block()


def box_of(view: AnswerView, words: str) -> QRectF:
    return view.document().documentLayout().blockBoundingRect(block_of(view, words))


@pytest.mark.parametrize("size", [1, 7, 1000])
@pytest.mark.parametrize("after", ["After", "> After", "1. After", "- After", "## After"])
def test_what_follows_a_table_keeps_away_from_it(qtbot: QtBot, after: str, size: int) -> None:
    view = shown(qtbot, TABLE + after, size)
    assert box_of(view, "After").top() - box_of(view, "18.5").bottom() >= GAP


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_code_card_covers_no_row_of_the_table_above(qtbot: QtBot, size: int) -> None:
    view = shown(qtbot, TABLE + CODE, size)
    button = view.findChild(QToolButton)
    assert button
    assert button.y() >= box_of(view, "18.5").bottom() + GAP


@pytest.mark.parametrize("size", [1, 1000])
def test_what_follows_a_code_card_keeps_away_from_its_edge(qtbot: QtBot, size: int) -> None:
    view = shown(qtbot, CODE + "After", size)
    assert box_of(view, "After").top() - box_of(view, "select 1").bottom() >= 2 * GAP


@pytest.mark.parametrize("before", ["", "Before\n\n", "1. Step\n   ", TABLE])
def test_an_answer_never_gets_shorter_while_code_arrives(qtbot: QtBot, before: str) -> None:
    view = shown(qtbot, "", 1)
    view.begin()
    stream = AnswerStream(policy())
    tall = 0
    for letter in f"{before}```sql\nselect 1\n```\nAfter":
        view.apply(stream.feed(letter))
        assert view.height() >= tall
        tall = view.height()


@pytest.mark.parametrize("width", [268, 568])
@pytest.mark.parametrize(
    "text",
    [
        "".join("  " * depth + f"- level {depth}.\n" for depth in range(20)),
        "".join("   " * depth + f"1. level {depth}.\n" for depth in range(20)),
        ">" * 40 + " level 19.\n",
    ],
)
def test_however_deep_words_keep_room(qtbot: QtBot, text: str, width: int) -> None:
    view = shown(qtbot, text, 1000, width)
    lines = block_of(view, "level 19.").layout()
    assert lines.lineCount() == 1
    assert lines.lineAt(0).x() + lines.lineAt(0).naturalTextWidth() <= width


def test_a_long_word_gives_way_to_an_amount_beside_it() -> None:
    word, amount = (400.0, 300.0), (90.0, 90.0)
    widths = shared_out([word, amount], 268)
    assert widths[1] >= 90
    assert sum(widths) == pytest.approx(268)


@pytest.mark.parametrize("room", [30.0, 120.0, 268.0])
def test_columns_never_need_more_room_than_there_is(room: float) -> None:
    sizes = [(float(20 * n), float(15 * n)) for n in range(1, 9)]
    assert sum(shared_out(sizes, room)) <= room + 0.01


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.5, 2.0])
def test_the_copy_button_covers_no_code_at_any_size_of_the_text(qtbot: QtBot, scale: float) -> None:
    view = shown(qtbot, "```\nx = " + "y" * 80 + "\n```\n", 1000, theme=LIGHT.scaled(scale))
    button = view.findChild(QToolButton)
    assert button
    assert button.geometry().bottom() <= box_of(view, "x =").top()


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.5, 2.0])
def test_a_number_fits_its_circle_and_the_circle_its_column(scale: float) -> None:
    theme = LIGHT.scaled(scale)
    metrics = QFontMetricsF(theme.font(theme.size_body * 0.82, weight=600))
    assert circle(theme) >= metrics.capHeight() + 8
    assert circle_width(metrics.horizontalAdvance("12"), theme) + 4 <= column(theme, 1)


def test_a_table_of_a_right_to_left_script_stands_at_the_right(qtbot: QtBot) -> None:
    view = shown(qtbot, "| الحالة | الأيام |\n|---|---|\n| مقبول | 18.5 |\n", 1000)
    assert max(box_of(view, "مقبول").right(), box_of(view, "18.5").right()) > 280


@pytest.mark.parametrize("size", [1, 1000])
@pytest.mark.parametrize(("step", "left", "right"), [("اضغط", 0, 268), ("Press", 32, 300)])
def test_a_screenshot_stands_below_the_words_of_its_step(
    qtbot: QtBot, pictures: Path, step: str, left: int, right: int, size: int
) -> None:
    text = f"1. {step}\n\n[captura:leave#request]\n\n[captura:third]\n"
    view = shown(qtbot, text, size, pictures=lambda shot: pictures / shot.file)
    cards = view.findChildren(PictureCard)
    assert len(cards) == 2
    assert {(card.geometry().left(), card.geometry().right() + 1) for card in cards} == {(left, right)}


@pytest.mark.parametrize(("text", "right"), [("> قيد الانتظار", True), ("> Waiting", False)])
def test_the_bar_of_a_quote_stands_where_its_lines_begin(qtbot: QtBot, text: str, right: bool) -> None:
    view = shown(qtbot, text, 1000)
    image = view.grab().toImage()
    edge = QColor(LIGHT.edge)
    bars = [x for x in range(image.width()) if image.pixelColor(x, image.height() // 2) == edge]
    assert bars
    assert all((x > image.width() // 2) is right for x in bars)
