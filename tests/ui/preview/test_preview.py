"""The preview of a pack: what it shows, renewed as files are saved, and what stays while one is broken."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget
from pytestqt.qtbot import QtBot

from overlay.app.authoring_preview import draw_section, read_pack
from overlay.core.errors import PackError, SettingsError
from overlay.ui.blocks.answer_view import AnswerView
from overlay.ui.blocks.picture_label import PictureLabel
from overlay.ui.pointer.motion import still_motion
from overlay.ui.preview_window import PreviewWindow
from overlay.ui.theme import DARK, LIGHT

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """The demo's pack cut to two sections."""
    root = tmp_path / "pack"
    (root / "manual" / "sections").mkdir(parents=True)
    shutil.copy(ROOT / "manual" / "pack.toml", root / "manual")
    for name in ("leave.md", "stock.md"):
        shutil.copy(ROOT / "manual" / "sections" / name, root / "manual" / "sections")
    shutil.copytree(ROOT / "screenshots", root / "screenshots")
    return root


@pytest.fixture
def window(qtbot: QtBot, pack: Path) -> Iterator[PreviewWindow]:
    shown = PreviewWindow(lambda: read_pack(pack), read_pack(pack), LIGHT, still_motion())
    qtbot.addWidget(shown)
    shown.choose("leave")
    shown.show()
    qtbot.waitUntil(lambda: shown.pane.resting, timeout=10_000)
    yield shown
    shown.close()


def words(window: PreviewWindow) -> str:
    """Everything that is written in the pane."""
    labels = [label.text() for label in window.pane.findChildren(QLabel) if label.isVisible()]
    answers = [view.toPlainText() for view in window.pane.findChildren(AnswerView) if view.isVisible()]
    return "\n".join([*labels, *answers])


def listed(window: PreviewWindow) -> list[str]:
    titles = window.findChild(QListWidget)
    assert titles is not None
    return [titles.item(row).text() for row in range(titles.count())]


def test_a_section_is_shown_as_answers_with_its_pictures(window: PreviewWindow) -> None:
    assert window.windowTitle() == "Linden: preview"
    text = words(window)
    assert "Request your own days off" in text, "the summary"
    assert "Press «Request leave»." in text
    assert "[captura" not in text, "markers are pictures"
    assert len(window.pane.findChildren(PictureLabel)) >= 8


def test_problems_stand_at_their_section_and_in_the_list(qtbot: QtBot, window: PreviewWindow, pack: Path) -> None:
    file = pack / "manual" / "sections" / "leave.md"
    with qtbot.waitSignal(window.renewed, timeout=10_000):
        file.write_text(file.read_text("utf-8").replace("](/leave)", "](/levae)", 1), encoding="utf-8")
    assert "manual/sections/leave.md:63: no screen has the route '/levae'." in words(window)
    assert "● Leave" in listed(window)


def test_a_saved_file_shows_at_once_and_the_place_stays(qtbot: QtBot, window: PreviewWindow, pack: Path) -> None:
    bar = window.pane.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 1500, timeout=10_000)
    bar.setValue(1400)
    file = pack / "manual" / "sections" / "leave.md"
    changed = file.read_text("utf-8").replace("are still waiting", "wait").replace("6. Press", "6. Now press")
    # As many editors save: a new file that takes the old one's place, twice.
    for text in (changed, changed.replace("Now press", "At last press")):
        with qtbot.waitSignal(window.renewed, timeout=10_000):
            other = file.with_suffix(".new")
            other.write_text(text, encoding="utf-8")
            other.replace(file)
    assert "At last press «Send request»" in words(window)
    qtbot.waitUntil(lambda: window.pane.resting, timeout=10_000)
    assert abs(bar.value() - 1400) <= 2
    window.choose("stock")
    assert bar.value() == 0, "another section is read from its beginning"


def test_a_broken_file_says_where_and_the_last_good_view_stays(qtbot: QtBot, window: PreviewWindow, pack: Path) -> None:
    file = pack / "manual" / "sections" / "leave.md"
    whole = file.read_text("utf-8")
    with qtbot.waitSignal(window.renewed, timeout=10_000):
        file.write_text(whole.replace("title: Leave", "title: Leave: days off"), encoding="utf-8")
    text = words(window)
    assert "manual/sections/leave.md:3: the front matter is not valid" in text
    assert "Below is what it last said." in text
    assert "Press «Request leave»." in text
    with qtbot.waitSignal(window.renewed, timeout=10_000):
        file.write_text(whole, encoding="utf-8")
    assert "last said" not in words(window)


def test_a_broken_pack_file_keeps_every_section(qtbot: QtBot, window: PreviewWindow, pack: Path) -> None:
    file = pack / "manual" / "pack.toml"
    with qtbot.waitSignal(window.renewed, timeout=10_000):
        file.write_text("name = ", encoding="utf-8")
    assert listed(window)[0] == "● The whole pack"
    assert "Press «Request leave»." in words(window)
    window.choose("pack.toml")
    titles = window.findChild(QListWidget)
    assert titles is not None
    titles.setCurrentRow(0)
    assert "manual/pack.toml:1: is not valid TOML" in words(window)


def test_a_section_that_comes_or_goes_is_listed_or_not(qtbot: QtBot, window: PreviewWindow, pack: Path) -> None:
    folder = pack / "manual" / "sections"
    with qtbot.waitSignal(window.renewed, timeout=10_000):
        shutil.copy(ROOT / "manual" / "sections" / "users.md", folder)
    assert any("Users" in title for title in listed(window))
    with qtbot.waitSignal(window.renewed, timeout=10_000):
        (folder / "users.md").unlink()
    assert not any("Users" in title for title in listed(window))


def test_the_list_is_searched_and_an_empty_one_says_so(window: PreviewWindow) -> None:
    find = window.findChild(QLineEdit)
    assert find is not None
    find.setText("stock")
    assert [title.removeprefix("● ") for title in listed(window)] == ["Stock"]
    assert window.shown == "manual/sections/stock.md"
    find.setText("nothing like it")
    assert listed(window) == []
    assert "No section has these words" in words(window)
    find.clear()
    assert window.choose("leave")


def test_it_follows_the_systems_colours(qtbot: QtBot, window: PreviewWindow) -> None:
    window.set_theme(DARK)
    qtbot.waitUntil(lambda: window.pane.resting, timeout=10_000)
    image = window.grab().toImage()
    assert image.pixelColor(image.width() - 20, 200).name() == DARK.bg
    assert "Press «Request leave»." in words(window)


def test_a_picture_of_a_section_needs_no_window(pack: Path, tmp_path: Path) -> None:
    target = tmp_path / "leave.png"
    assert draw_section(pack, "leave", target) == 0
    image = QImage(str(target))
    assert image.height() > 3000
    assert len({image.pixel(x, y) for x in range(0, image.width(), 9) for y in range(0, image.height(), 9)}) > 50
    with pytest.raises(SettingsError, match="no section 'levae'"):
        draw_section(pack, "levae", tmp_path / "other.png")
    with pytest.raises(PackError, match="is not a pack"):
        draw_section(tmp_path, "leave", tmp_path / "other.png")
    assert not (tmp_path / "other.png").exists()
