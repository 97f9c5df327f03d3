"""Tool steps as small chips in the past tense; one opens to show what was asked and what came back."""

import json

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from overlay.core.tools import ToolStep
from overlay.ui.buttons import text_button
from overlay.ui.flow_layout import FlowLayout
from overlay.ui.theme import Theme

_MARKS = {"ok": "✓", "retry": "↻", "refused": "–", "failed": "!"}
SHOWN = 400
"""Characters of a result shown when a chip is opened."""


class Chips(QWidget):
    """The steps of one turn."""

    def __init__(self, theme: Theme) -> None:
        """Begin without a step: nothing is shown."""
        super().__init__()
        self._theme = theme
        row = QWidget()
        self._flow = FlowLayout(theme.space_2 - 2, row)
        self._detail = QLabel()
        self._detail.setObjectName("detail")
        self._detail.setWordWrap(True)
        self._detail.setTextFormat(Qt.TextFormat.PlainText)
        self._detail.setFont(theme.font(theme.size_small))
        self._detail.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._detail.hide()
        self._open: QPushButton | None = None
        self._waiting: QLabel | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space_2)
        column.addWidget(row)
        column.addWidget(self._detail)
        self.hide()

    def wait(self) -> None:
        """Say that something is being looked up."""
        if self._waiting is None:
            self._waiting = QLabel("Looking it up…")
            self._waiting.setObjectName("muted")
            self._waiting.setFont(self._theme.font(self._theme.size_small))
            self._flow.addWidget(self._waiting)
            self.show()

    def add(self, step: ToolStep) -> None:
        """Show a finished step; one the model had to ask again is of no interest to a person."""
        self.rest()
        if step.status == "retry":
            return
        mark = _MARKS.get(step.status, "✓")
        button = text_button(f"{mark} {step.summary}", "chip", lambda: self._toggle(button, step))
        button.setFont(self._theme.font(self._theme.size_small))
        button.setAccessibleName(step.summary)
        button.setAccessibleDescription("Shows what was looked up")
        self._flow.addWidget(button)
        self.show()
        self.updateGeometry()

    def rest(self) -> None:
        """Nothing is being looked up any more."""
        if self._waiting is not None:
            self._flow.removeWidget(self._waiting)
            self._waiting.setParent(None)
            self._waiting.deleteLater()
            self._waiting = None

    def clear(self) -> None:
        """Forget every step."""
        self.rest()
        while item := self._flow.takeAt(0):
            widget = item.widget()
            if widget:
                widget.setParent(None)
                widget.deleteLater()
        self._detail.hide()
        self._open = None
        self.hide()

    def _toggle(self, button: QPushButton, step: ToolStep) -> None:
        if self._open is button:
            self._open = None
            self._detail.hide()
            return
        self._open = button
        self._detail.setText(_detail(step))
        self._detail.show()


def _detail(step: ToolStep) -> str:
    asked = json.dumps(dict(step.args), ensure_ascii=False)
    result = " ".join(step.result.split())
    cut = result if len(result) <= SHOWN else result[: SHOWN - 1] + "…"
    return f"{step.tool} {asked}\n\n{cut}"
