"""A panel in its own process: does what standard input says, line by line, and says where the focus is."""

import json
import sys
from pathlib import Path

from answer_samples import policy
from PySide6.QtCore import QSocketNotifier, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from overlay.ui.blocks.answer_view import AnswerView
from overlay.ui.find_bar import FindBar
from overlay.ui.panel import Panel
from overlay.ui.pointer.motion import still_motion
from overlay.ui.presenters.views import Choice, Closing, Others, Source
from overlay.ui.runtime import make_application
from overlay.ui.theme import LIGHT
from overlay.ui.turn_widget import TurnWidget


class Driven:
    """The panel and the turn that goes on in it."""

    def __init__(self, folder: Path) -> None:
        self.panel = Panel(LIGHT, "Linden", lambda shot: folder / shot.file, still_motion())
        self.panel.link_activated.connect(lambda link: self.followed.append(link.route))
        self.panel.settled.connect(lambda: self.say(settled=True))
        self.followed: list[str] = []
        self.turn: TurnWidget | None = None
        self.panel.set_screen("Leave", known=True)
        self.panel.show()
        self.panel.activateWindow()

    def say(self, **facts: object) -> None:
        print(json.dumps(facts), flush=True)

    def obey(self, word: str, rest: str) -> None:
        match word:
            case "begin":
                self.turn = self.panel.begin_turn(rest, policy())
                self.facts()
            case "text":
                assert self.turn
                self.turn.add_text(json.loads(rest))
                self.facts()
            case "finish":
                assert self.turn
                self.turn.finish(Closing(sources=(Source("Leave", "leave"),), retry=True, turn="t1"))
            case "offer":
                assert self.turn
                self.turn.offer(Others((Choice("Calendar", "q", "calendar", "Who is away."),), "Nadia"))
                self.facts()
            case "find":
                self.panel.open_find()
                self.panel.findChild(FindBar).findChild(QLineEdit).setText(rest)
                self.facts()
            case "key":
                widget = QApplication.activePopupWidget() or QApplication.focusWidget()
                assert widget
                QTest.keyClick(widget, Qt.Key(int(rest)))
                self.facts()
            case "quit":
                QApplication.quit()
            case _:
                self.facts()

    def facts(self) -> None:
        QApplication.processEvents()
        widget = QApplication.focusWidget()
        link = widget.textCursor().charFormat().anchorHref() if isinstance(widget, AnswerView) else ""
        selected = widget.textCursor().selectedText() if isinstance(widget, AnswerView) else ""
        shown = self.panel.grab().toImage()
        self.say(
            active=self.panel.isActiveWindow(),
            focus=widget.accessibleName() if widget else "",
            link=selected if link else "",
            at=widget.textCursor().position() if isinstance(widget, AnswerView) else -1,
            followed=self.followed,
            popup=QApplication.activePopupWidget() is not None,
            picture=hash(bytes(shown.constBits())),
        )


def main() -> None:
    app = make_application(sys.argv[:1])
    driven = Driven(Path(sys.argv[1]))

    def read() -> None:
        word, _, rest = sys.stdin.readline().strip().partition(" ")
        driven.obey(word or "quit", rest)

    lines = QSocketNotifier(0, QSocketNotifier.Type.Read)
    lines.activated.connect(read)
    app.exec()


if __name__ == "__main__":
    main()
