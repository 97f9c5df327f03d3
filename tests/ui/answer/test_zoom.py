"""A picture enlarged: keys, wheel, drag, the pointer in its place, and the focus back where it was."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsPixmapItem, QWidget
from pytestqt.qtbot import QtBot

from overlay.answer.document import Picture
from overlay.core.manual import Box, Screenshot, Zone, ZoneKind
from overlay.ui.blocks.loader import PictureLoader
from overlay.ui.blocks.picture_card import PictureCard
from overlay.ui.blocks.zoom import LARGEST, Zoom
from overlay.ui.pointer.motion import still_motion
from overlay.ui.pointer.pointer import PointerQueue
from overlay.ui.theme import LIGHT

DOT = Box(0.7, 0.2, 0.02, 0.04)
RED = "#ff0000"


@pytest.fixture
def card(qtbot: QtBot, tmp_path: Path) -> PictureCard:
    """A card 326 pixels wide with a picture of 800 x 400, red where it is pointed at."""
    image = QImage(1600, 800, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    for x in range(1120, 1152):
        for y in range(160, 192):
            image.setPixelColor(x, y, QColor(RED))
    image.save(str(tmp_path / "shot.png"))
    zone = Zone("dot", "button", "Dot", ZoneKind.CLICK, DOT)
    shot = Screenshot(
        "shot", "shot.png", "", 800, 400, "A dot", "", "s", "/s", "employee", "en", "", {"dot": zone}, "dot"
    )
    window, loader = QWidget(), PictureLoader()
    window.resize(360, 500)
    qtbot.addWidget(window)
    queue = PointerQueue(window)
    made = PictureCard(window, Picture(shot, zone), tmp_path / "shot.png", LIGHT, still_motion(), loader, queue)
    made.kept = window, queue  # as long as the card
    made.loader = loader
    with qtbot.waitExposed(window):
        window.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    made.show_at(0, 0, 328)
    with qtbot.waitSignal(made.rested):
        made.seen(visible=True)
    return made


@pytest.fixture
def zoom(card: PictureCard, qtbot: QtBot) -> Zoom:
    card.image.setFocus()
    made = Zoom(card, LIGHT, card.loader, card.window())
    made.open()
    qtbot.waitUntil(lambda: not made._scene.sceneRect().isEmpty() and made.view.hasFocus())
    return made


def test_a_close_up_points_exactly_where_the_whole_picture_does(card: PictureCard) -> None:
    assert not card._view.whole
    assert card.pointer
    middle = card.pointer._ring.geometry().center()
    for mark in (card.pointer._ring, card.pointer._arrow):
        mark.hide()
    shown = card.image.grab().toImage()
    assert QColor(shown.pixel(middle * card.devicePixelRatioF())) == QColor(RED)
    reds = [x for x in range(shown.width()) if QColor(shown.pixel(x, middle.y())).green() < 100]
    assert abs((reds[0] + reds[-1]) / 2 - middle.x()) <= 1
    assert len(reds) == pytest.approx(16 * 0.7, abs=2), "16 of the app's pixels, at the close-up's size"


def test_another_width_keeps_the_pointer_on_its_place(card: PictureCard, qtbot: QtBot) -> None:
    assert card.pointer
    for width in (240, 700, 328):
        card.show_at(0, 0, width)
        qtbot.waitUntil(lambda: card.image._picture.width() >= card.image.width())
        for mark in (card.pointer._ring, card.pointer._arrow):
            mark.hide()
        middle = card.pointer._ring.geometry().center()
        assert QColor(card.image.grab().toImage().pixel(middle)) == QColor(RED), width


def test_plus_minus_and_nought(zoom: Zoom) -> None:
    fitted = zoom.scale
    QTest.keyClick(zoom.view, Qt.Key.Key_Plus)
    assert zoom.scale == pytest.approx(fitted * 1.25)
    QTest.keyClick(zoom.view, Qt.Key.Key_Minus)
    assert zoom.scale == pytest.approx(fitted)
    for _ in range(40):
        QTest.keyClick(zoom.view, Qt.Key.Key_Plus)
    assert zoom.scale <= LARGEST
    QTest.keyClick(zoom.view, Qt.Key.Key_0)
    assert zoom.scale == pytest.approx(fitted)


def test_the_wheel_zooms_and_does_not_scroll(zoom: Zoom) -> None:
    before = zoom.scale
    place = QPointF(50, 50)
    event = QWheelEvent(
        place, zoom.view.viewport().mapToGlobal(place), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(zoom.view.viewport(), event)
    assert zoom.scale == pytest.approx(before * 1.25)


@pytest.mark.parametrize("how", ["keys", "mouse"])
def test_it_is_moved_by_arrow_keys_and_by_dragging(zoom: Zoom, how: str) -> None:
    for _ in range(8):
        QTest.keyClick(zoom.view, Qt.Key.Key_Plus)
    bar = zoom.view.horizontalScrollBar()
    before = bar.value()
    if how == "keys":
        QTest.keyClick(zoom.view, Qt.Key.Key_Right)
    else:
        viewport = zoom.view.viewport()
        QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=QPoint(200, 100))
        QTest.mouseMove(viewport, QPoint(140, 100))
        QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=QPoint(140, 100))
    assert bar.value() > before


def test_the_pointer_is_there_too_and_its_file_is_shown_pixel_by_pixel(zoom: Zoom) -> None:
    pixmaps = [item for item in zoom._scene.items() if isinstance(item, QGraphicsPixmapItem)]
    picture = next(item for item in pixmaps if item.pixmap().width() == 1600)
    marks = [item for item in pixmaps if item is not picture]
    assert len(marks) == 2
    assert all((item.pos() - QPointF(0.71 * 1600, 0.22 * 800)).manhattanLength() < 1 for item in marks)
    size = marks[0].sceneBoundingRect().width()
    assert size > 0
    assert zoom._scene.sceneRect().width() == 1600, "the marks do not count as part of the picture"


def test_escape_gives_the_focus_back(zoom: Zoom, card: PictureCard, qtbot: QtBot) -> None:
    with qtbot.waitSignal(zoom.finished):
        QTest.keyClick(zoom.view, Qt.Key.Key_Escape)
    card.window().activateWindow()
    qtbot.waitUntil(card.image.hasFocus)


def test_one_that_is_closed_before_its_picture_has_come_is_no_error(card: PictureCard) -> None:
    made = Zoom(card, LIGHT, card.loader, card.window())
    made.open()
    made.reject()
    QApplication.sendPostedEvents(made, QEvent.Type.DeferredDelete)
    card.loader.finish()
    QApplication.processEvents()
    assert not card.window().findChildren(Zoom)


def test_what_is_made_smaller_is_smooth(zoom: Zoom) -> None:
    """Lines a pixel wide, at a third of their size, are grey: none is left out."""
    stripes = QImage(300, 30, QImage.Format.Format_RGB32)
    stripes.fill(QColor("#ffffff"))
    for x in range(0, 300, 2):
        for y in range(30):
            stripes.setPixelColor(x, y, QColor("#000000"))
    zoom._scene.clear()
    zoom._ready(stripes)
    zoom.view.resetTransform()
    zoom.view.scale(0.4, 0.4)
    shown = zoom.view.grab().toImage()
    middle = shown.height() // 2
    across = [QColor(shown.pixel(x, middle)).lightness() for x in range(shown.width() // 2 - 40, shown.width() // 2)]
    assert any(40 < light < 215 for light in across), across
