"""A growing answer paints only what is new: what then stands on the screen is what painting all of it gives."""

from pathlib import Path

import pytest
from answer_samples import policy
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from test_answer_looks import SAMPLE
from test_answer_tables import HEBREW, WIDE

from overlay.answer.stream import AnswerStream
from overlay.ui.bench_answers import shapes
from overlay.ui.blocks.answer_view import AnswerView
from overlay.ui.blocks.loader import PictureLoader
from overlay.ui.conversation_view import ConversationView
from overlay.ui.pointer.motion import still_motion
from overlay.ui.theme import HIGH_DARK, LIGHT, Theme

SHADE = 12
"""A difference of colour that nobody sees: long edges and letters may be drawn in pieces."""
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
TEXTS = {"mixed": SAMPLE, "again": SAMPLE + "\n" + SAMPLE, **shapes(500)}
TEXTS["tables"] = f"a\n\n{WIDE}\nb\n\n{HEBREW}\n{WIDE}"
TEXTS["turns"] = "1. a *b **c `d` «e»** f\n2. " + "**«x y»** and `z` " * 60 + "\n\n> q\n> - w\n\n    code\n\nend"


def on_screen(window: QWidget) -> QImage:
    for _ in range(4):  # what is laid out posts what is scrolled, and that what is painted
        QApplication.processEvents()
    return window.screen().grabWindow(window.winId()).toImage()


def painted_anew(window: QWidget) -> QImage:
    for widget in (window, *window.findChildren(QWidget)):
        widget.update()
    return on_screen(window)


def difference(one: QImage, other: QImage) -> int:
    """Return the largest difference of any colour of any pixel, 0 to 255."""
    from PIL import Image, ImageChops

    assert one.size() == other.size()
    size = (one.width(), one.height())
    both = (Image.frombytes("RGBX", size, bytes(image.constBits())) for image in (one, other))
    return max(most for _, most in ImageChops.difference(*both).convert("RGB").getextrema())


def followed(qtbot: QtBot, pictures: Path, theme: Theme, loader: PictureLoader) -> tuple[AnswerView, ConversationView]:
    """Return an empty answer in a conversation that stays at its end."""
    view = AnswerView(theme, lambda shot: pictures / shot.file, still_motion(), loader)
    column = ConversationView(theme)
    column.setPalette(theme.palette())
    column.resize(400, 500)
    qtbot.addWidget(column)
    column.add(view)
    column.follow_end()
    column.show()
    view.begin()
    return view, column


@pytest.mark.parametrize("theme", [LIGHT, HIGH_DARK], ids=["light", "high-dark"])
@pytest.mark.parametrize("kind", TEXTS)
def test_what_is_painted_piece_by_piece_is_whole(qtbot: QtBot, pictures: Path, theme: Theme, kind: str) -> None:
    loader = PictureLoader()
    view, column = followed(qtbot, pictures, theme, loader)
    stream = AnswerStream(policy())
    text = TEXTS[kind]
    for number, at in enumerate(range(0, len(text), 7)):
        view.apply(stream.feed(text[at : at + 7]))
        QApplication.processEvents()
        if number % 9 == 0 or at + 7 >= len(text):
            loader.finish()
            shown = on_screen(column)
            assert difference(shown, painted_anew(column)) <= SHADE, f"after {at} characters"
    view.apply(stream.finish())
    assert difference(on_screen(column), painted_anew(column)) <= SHADE
    loader.finish()


def test_there_is_room_for_a_new_line_before_it_is_painted(qtbot: QtBot, pictures: Path) -> None:
    view, column = followed(qtbot, pictures, LIGHT, PictureLoader())
    stream = AnswerStream(policy())
    view.apply(stream.feed("One paragraph.\n\n" * 30))
    on_screen(column)
    bar = column.verticalScrollBar()
    tall, most = view.height(), bar.maximum()
    view.apply(stream.feed("Another one.\n\n"))
    grown = view.height() - tall
    assert grown > 0
    assert (bar.maximum(), bar.value()) == (most + grown, most + grown)
    on_screen(column)
    assert (bar.maximum(), bar.value()) == (most + grown, most + grown)
    assert column.column.minimumHeight() == 0
