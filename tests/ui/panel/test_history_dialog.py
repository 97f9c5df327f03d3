"""The history in the panel: what it lists, deletes and exports, on the real log."""

import asyncio
import json
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QListWidget, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from overlay.app.desk import open_desk, question_request
from overlay.app.history_window import HistoryWindow
from overlay.core.log_rules import LogRules
from overlay.core.resources import bundled_pack
from overlay.core.screens import UNKNOWN_SCREEN
from overlay.storage.turn_log import SqliteTurnLog
from overlay.ui.theme import LIGHT

DESK = open_desk(bundled_pack())
PERSON = DESK.pack.person_for(next(r for r in DESK.pack.roles if r.id == "employee"))


class Bench:
    """A history dialog over a log with two conversations; its tasks run in a loop of their own thread's."""

    def __init__(self, folder: Path, qtbot: QtBot, rules: LogRules | None = None) -> None:
        self.qtbot = qtbot
        self.log = SqliteTurnLog(folder / "turns.db", pytest.fail, rules=rules)
        for thread, question in (("t1", "How do I request leave?"), ("t2", "Where are my expenses?")):
            request = replace(question_request(question, PERSON, UNKNOWN_SCREEN), thread=thread)
            self.log.append(asyncio.run(DESK.answer(request)))
        self.said: list[tuple[str, str]] = []
        self.parent = parent = QWidget()
        qtbot.addWidget(parent)
        self.window = HistoryWindow(self.log, DESK, PERSON.id, LIGHT, parent, self.spawn, self.say)
        self.window.open()

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        asyncio.run(work)  # to its end: what it does off this thread is waited for

    def say(self, sentence: str, tone: str) -> None:
        self.said.append((sentence, tone))

    def items(self) -> list[str]:
        found = self.window.dialog.findChild(QListWidget)
        return [found.item(n).text().split("\n")[0] for n in range(found.count())]

    def press(self, text: str) -> None:
        button = next(b for b in self.window.dialog.findChildren(QPushButton) if b.text() == text and b.isVisible())
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def search(self, words: str) -> None:
        field = self.window.dialog.findChild(QLineEdit)
        field.setText(words)


def test_it_lists_searches_and_deletes(tmp_path: Path, qtbot: QtBot) -> None:
    bench = Bench(tmp_path, qtbot)
    assert bench.items() == ["Where are my expenses?", "How do I request leave?"]
    bench.search("REQUEST leave")
    assert bench.items() == ["How do I request leave?"]
    bench.press("Delete…")
    bench.press("Really delete")
    assert bench.items() == []
    bench.search("")
    assert bench.items() == ["Where are my expenses?"]
    assert bench.said == []
    assert b"How do I request leave?" not in b"".join(f.read_bytes() for f in tmp_path.iterdir())


@pytest.mark.parametrize("suffix", ["md", "json"])
def test_it_exports_where_the_person_says(tmp_path: Path, qtbot: QtBot, suffix: str) -> None:
    bench = Bench(tmp_path, qtbot)
    bench.search("leave?")
    bench.press("Export…")
    (chooser,) = bench.window.dialog.findChildren(QFileDialog)
    target = tmp_path / f"mine.{suffix}"
    chooser.fileSelected.emit(str(target))
    text = target.read_text("utf-8")
    assert bench.said == [(f"The conversation is saved in {target}", "info")]
    if suffix == "json":
        (turn,) = json.loads(text)["conversations"][0]["turns"]
        assert turn["question"] == "How do I request leave?"
    else:
        assert text.startswith("# How do I request leave?\n")
        assert "captura" not in text
        assert "1. Open" in text
    chooser.fileSelected.emit(str(tmp_path / "no" / "folder.md"))
    assert "cannot be written" in bench.said[1][0]


def test_without_kept_words_it_says_so(tmp_path: Path, qtbot: QtBot) -> None:
    bench = Bench(tmp_path, qtbot, LogRules(keep_text=False))
    assert bench.items() == []
    texts = [label.text() for label in bench.window.dialog.findChildren(QLabel) if label.isVisible()]
    assert any("not kept" in text for text in texts)


def test_a_late_search_does_not_overwrite_a_newer_one(tmp_path: Path, qtbot: QtBot) -> None:
    bench = Bench(tmp_path, qtbot)
    all_of_them = bench.log.threads(PERSON.id)
    bench.search("expenses")
    bench.window.dialog.show_threads("", all_of_them)
    assert bench.items() == ["Where are my expenses?"]
