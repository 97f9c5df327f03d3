"""Runs the real tray app twice over: a life in which an answer is rated and text made larger, and one that reopens it."""

import asyncio
import json
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QMenu, QWidget

from overlay.app.desk import open_desk
from overlay.app.run import run_shell
from overlay.app.shell import Shell
from overlay.core.model import TextDelta
from overlay.core.resources import bundled_pack
from overlay.desktop.paths import FescuePaths
from overlay.providers.scripted import ScriptedProvider, ScriptedStep
from overlay.settings.resolve import load_settings
from overlay.target.client import PackPeople
from overlay.ui.section_dialog import SectionDialog

CTRL = Qt.KeyboardModifier.ControlModifier
SECONDS = 20.0


def say(**facts: object) -> None:
    print(json.dumps(facts), flush=True)


def words(root: QWidget) -> list[str]:
    return [label.text() for label in root.findChildren(QLabel) if label.isVisible() and label.text()]


def button(root: QWidget, name: str) -> QAbstractButton:
    return next(b for b in root.findChildren(QAbstractButton) if b.accessibleName().startswith(name) and b.isVisible())


async def in_front(window: QWidget) -> None:
    """Return once a window has the keyboard."""
    changed = asyncio.Event()
    window.windowHandle().activeChanged.connect(changed.set)
    while not window.isActiveWindow():
        changed.clear()
        await asyncio.wait_for(changed.wait(), SECONDS)


async def ask(shell: Shell, text: str) -> None:
    settled = asyncio.Event()
    shell.panel.settled.connect(settled.set)
    QTest.keyClicks(shell.panel.composer.field, text)
    QTest.keyClick(shell.panel.composer.field, Qt.Key.Key_Return)
    await asyncio.wait_for(settled.wait(), SECONDS)


async def first_life(shell: Shell) -> None:
    panel = shell.panel
    shell.open()
    await in_front(panel)
    await ask(shell, "How do I request leave?")
    say(hint=panel.composer._hint.text())
    QTest.mouseClick(panel.composer._hint, Qt.MouseButton.LeftButton)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    say(answerers=[(a.text(), a.isChecked(), a.isEnabled()) for a in menu.actions()])
    menu.actions()[0].trigger()
    menu.close()
    await ask(shell, "How do I request half a day of leave?")
    say(hint=panel.composer._hint.text(), notes=[w for w in words(panel) if w.startswith("Answers from")])
    turn = panel.conversation.turns()[-1]
    button(turn, "This did not help").click()
    QTest.keyClicks(turn.findChild(QLineEdit), "The switch is missing")
    QTest.keyClick(turn.findChild(QLineEdit), Qt.Key.Key_Return)
    button(turn, "Not what I meant").click()
    await shell.shown()
    say(others=len([b for b in turn.findChildren(QAbstractButton) if b.objectName() == "choice" and b.isVisible()]))
    button(turn, "Section: Leave").click()
    await shell.shown()
    dialog = panel.findChildren(SectionDialog)[0]
    say(section=dialog.windowTitle())
    dialog.reject()
    await in_front(panel)
    for _ in range(2):
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Plus, CTRL)
    await shell.shown()
    say(size=panel.composer.field.font().pixelSize())


async def second_life(shell: Shell) -> None:
    panel = shell.panel
    await shell.shown()
    (thread,) = shell._log.threads("employee")
    shell.presenter.open_thread(thread.id)
    await shell.shown()
    turn = panel.conversation.turns()[-1]
    await shell.shown()
    say(
        size=panel.composer.field.font().pixelSize(),
        said=[w for w in words(turn) if w.startswith("Sent")],
        down=button(turn, "This did not help").isChecked(),
        chip=button(turn, "Read 1 manual section").text(),
        notes=[w for w in words(panel) if w.startswith("Answers from")],
    )
    if len(sys.argv) > 3:
        panel.grab().save(sys.argv[3])


def main() -> int:
    paths = FescuePaths.under(Path(sys.argv[2]))
    desk = open_desk(bundled_pack(), provider=ScriptedProvider(ScriptedStep([TextDelta("Press **«Request leave»**.")])))
    size = int(load_settings(paths.config, paths.data, paths.cache).text("text_size"))
    drive = {"first": first_life, "second": second_life}[sys.argv[1]]
    people = PackPeople(desk.pack, "employee")
    return run_shell(desk, people, paths, hidden=False, drive=drive, text_size=size)


if __name__ == "__main__":
    sys.exit(main())
