"""Tool steps as small chips in the past tense.

While an answer is being looked up each step has a chip; once the answer begins they become one, which opens to show
each tool, what it was asked and what came back.
"""

import json

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from overlay.core.tools import ToolStep
from overlay.ui.breaking import breakable
from overlay.ui.buttons import TextButton, text_button
from overlay.ui.flow_layout import FlowLayout
from overlay.ui.lettering import Size, letter
from overlay.ui.theme import Theme

_MARKS = {"ok": "✓", "retry": "↻", "refused": "–", "failed": "!"}
_ENDS = {"ok": "", "retry": "", "refused": " (not for this role)", "failed": " (did not work)"}
SHOWN = 400
"""Characters of a result shown when a chip is opened."""


class Chips(QWidget):
    """The steps of one turn."""

    def __init__(self, theme: Theme) -> None:
        """Begin without a step: nothing is shown."""
        super().__init__()
        self._theme = theme
        self._steps: list[ToolStep] = []
        self._shown: tuple[ToolStep, ...] = ()
        self._collapsed = False
        self._row = QWidget()
        self._flow = FlowLayout(theme.space_2 - 2, self._row)
        self._detail: QFrame | None = None
        self._waiting: QLabel | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(theme.space_2)
        self._layout.addWidget(self._row)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Letter what comes next in another theme."""
        self._theme = theme

    def wait(self) -> None:
        """Say that something is being looked up."""
        if self._waiting is None:
            self._waiting = QLabel("Looking it up…")
            self._waiting.setObjectName("muted")
            letter(self._waiting, self._theme, Size.SMALL)
            self._flow.addWidget(self._waiting)
            self.show()

    def add(self, step: ToolStep) -> None:
        """Show a finished step; one the model had to ask again is of no interest to a person."""
        self.rest()
        if step.status == "retry":
            return
        self._steps.append(step)
        if self._collapsed:
            self._empty()
            self._collapsed = False
            self.collapse()
            return
        self._add_chip(f"{_mark(step)} {step.summary}", (step,))

    def collapse(self) -> None:
        """Make one chip of all: the answer begins, and is what matters now."""
        self.rest()
        if self._collapsed or not self._steps:
            return
        self._collapsed = True
        first, *more = self._steps
        if not more:
            if not self._flow.count():
                self._add_chip(f"{_mark(first)} {first.summary}", (first,))
            return
        self._empty()
        worst = next((s for s in self._steps if s.status != "ok"), first)
        self._add_chip(f"{_mark(worst)} {first.summary} +{len(more)}", tuple(self._steps))

    def rest(self) -> None:
        """Nothing is being looked up any more."""
        if self._waiting is not None:
            self._flow.dismiss(self._waiting)
            self._waiting = None

    def clear(self) -> None:
        """Forget every step."""
        self.rest()
        self._empty()
        self._steps.clear()
        self._collapsed = False
        self.hide()

    def _add_chip(self, text: str, steps: tuple[ToolStep, ...]) -> None:
        button = text_button(text, "chip", lambda: self._toggle(button, steps))
        letter(button, self._theme, Size.SMALL)
        button.setCheckable(True)
        button.setAccessibleName(", ".join(step.summary for step in steps))
        button.setAccessibleDescription("Shows what was looked up")
        self._flow.addWidget(button)
        self.show()
        self.updateGeometry()

    def _empty(self) -> None:
        self._close()
        self._flow.dismiss_all()

    def _toggle(self, button: TextButton, steps: tuple[ToolStep, ...]) -> None:
        again = self._shown == steps
        self._close()
        for other in self._row.findChildren(TextButton):
            other.setChecked(other is button and not again)
        if not again:
            self._shown = steps
            self._detail = self._details(steps)
            self._layout.addWidget(self._detail)
            self._detail.show()

    def _close(self) -> None:
        if self._detail:
            self._layout.removeWidget(self._detail)
            self._detail.hide()
            self._detail.setParent(None)
            self._detail.deleteLater()
            self._detail = None
        self._shown = ()

    def _details(self, steps: tuple[ToolStep, ...]) -> QFrame:
        frame = QFrame()
        frame.setObjectName("detail")
        column = QVBoxLayout(frame)
        column.setContentsMargins(10, 8, 10, 8)
        column.setSpacing(self._theme.space_1)
        for number, step in enumerate(steps):
            if number:
                column.addSpacing(self._theme.space_2)
            for text, weight, name in _lines(step):
                label = QLabel(breakable(text))
                label.setObjectName(name)
                label.setWordWrap(True)
                label.setTextFormat(Qt.TextFormat.PlainText)
                label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                letter(label, self._theme, Size.SMALL, weight=weight)
                column.addWidget(label)
        return frame


def _mark(step: ToolStep) -> str:
    return _MARKS.get(step.status, "✓")


def _lines(step: ToolStep) -> list[tuple[str, int, str]]:
    """Return what is said of a step: its summary, what was asked, what came back; each with weight and name."""
    asked = ", ".join(f"{key}: {_value(value)}" for key, value in step.args.items())
    result = " ".join(step.result.split())
    cut = result if len(result) <= SHOWN else result[: SHOWN - 1] + "…"
    lines = [(step.summary + _ENDS.get(step.status, ""), 600, "plain"), (f"{step.tool}  {asked}".strip(), 400, "muted")]
    return [*lines, (cut, 400, "plain")] if cut else lines


def _value(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
