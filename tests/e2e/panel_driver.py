"""Runs the real tray app and does what the test says, line by line: real key presses and clicks, facts as JSON."""

import asyncio
import json
import sys
import threading
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from overlay.answer.copies import block_text
from overlay.answer.document import Picture
from overlay.app.desk import open_desk
from overlay.app.run import run_shell
from overlay.app.shell import Shell
from overlay.core.resources import bundled_pack
from overlay.desktop.paths import FescuePaths
from overlay.target.client import TargetClient
from overlay.ui.blocks.answer_view import AnswerView
from overlay.ui.turn_widget import TurnWidget


def say(**facts: object) -> None:
    print(json.dumps(facts), flush=True)


def facts(shell: Shell) -> dict[str, object]:
    panel = shell.panel
    frame = panel.geometry()
    turns = panel.findChildren(TurnWidget)
    views = turns[-1].findChildren(AnswerView) if turns else []
    blocks = views[-1].document_blocks() if views else ()
    return {
        "frame": [frame.x(), frame.y(), frame.width(), frame.height()],
        "visible": panel.isVisible(),
        "minimised": panel.isMinimized(),
        "docked": bool(shell.dock and shell.dock.docked),
        "tray": shell.tray.available,
        "focus": QApplication.focusWidget() is not None and panel.isActiveWindow(),
        "turns": len(turns),
        "text": [block_text(b) for b in blocks if not isinstance(b, Picture)],
        "pictures": [b.screenshot.id for b in blocks if isinstance(b, Picture)],
        "buttons": [b.text() for b in panel.findChildren(QPushButton) if b.isVisible() and b.text()],
        "notice": panel._notice.text() if panel._notice.isVisible() else "",
        "busy": shell.presenter.busy,
    }


def press(shell: Shell, text: str) -> None:
    button = next(b for b in shell.panel.findChildren(QPushButton) if b.isVisible() and b.text() == text)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def type_question(shell: Shell, text: str) -> None:
    field = shell.panel.composer.field
    field.setFocus()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def follow_link(shell: Shell, label: str) -> None:
    views = shell.panel.findChildren(AnswerView)
    link = next(link for link in views[-1]._builder.links if link.label == label)
    views[-1].link_activated.emit(link)


async def drive(shell: Shell) -> None:
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str] = asyncio.Queue()

    def read() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line.strip())
        loop.call_soon_threadsafe(lines.put_nowait, "quit")

    threading.Thread(target=read, daemon=True).start()
    settled = asyncio.Event()
    shell.panel.settled.connect(settled.set)
    say(ready=True)
    while (line := await lines.get()) != "quit":
        word, _, rest = line.partition(" ")
        match word:
            case "screen":
                await shell.screen_known.wait()
            case "ask":
                settled.clear()
                type_question(shell, rest)
                await settled.wait()
            case "begin":
                type_question(shell, rest)
            case "press":
                press(shell, rest)
            case "link":
                follow_link(shell, rest)
            case "close":
                shell.panel.close()
            case "open":
                shell.open()
            case _:
                pass
        say(**facts(shell))


def main() -> int:
    origin, token, folder = sys.argv[1:4]
    desk = open_desk(bundled_pack(), origin=origin)
    client = TargetClient(desk.pack, lambda: token)
    desk = replace(desk, states=client, source=client)
    return run_shell(desk, client, FescuePaths.under(Path(folder)), hidden=False, drive=drive)


if __name__ == "__main__":
    sys.exit(main())
