"""The action card: what will be prefilled, what is left to the person, and the button that opens the dialog."""

from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout

from overlay.core.tools import PreparedAction
from overlay.ui.breaking import breakable
from overlay.ui.buttons import text_button
from overlay.ui.lettering import Size, letter
from overlay.ui.sided_label import SidedLabel
from overlay.ui.theme import Theme

NAMES = 104
"""Logical pixels that the names of the fields have at least, if they need them; the narrowest panel has no more."""


class ActionCard(QFrame):
    """Shows one prepared action; pressing its button opens the app's own dialog, and nothing else happens."""

    activated = Signal(object)

    def __init__(self, action: PreparedAction, app: str, theme: Theme) -> None:
        """Make the card.

        Args:
            action: what was prepared.
            app: the target app's name.
            theme: colours and type.
        """
        super().__init__()
        self.setObjectName("action")
        self.setAccessibleName(f"{action.title}, ready to review")
        self._theme = theme
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.space_3, theme.space_3, theme.space_3, theme.space_3)
        column.setSpacing(theme.space_2)
        title = SidedLabel(breakable(f"{action.title}, ready to review"))
        letter(title, theme, Size.UI, weight=600)
        title.setWordWrap(True)
        column.addWidget(title)
        if action.fields:
            column.addLayout(self._grid(action))
        if action.left:
            left = SidedLabel(breakable(_left(action)))
            left.setObjectName("muted")
            letter(left, theme, Size.UI)
            left.setWordWrap(True)
            left.setTextFormat(Qt.TextFormat.PlainText)
            column.addWidget(left)
        self.button = text_button(f"Review in {app} ↗", "primary", lambda: self.activated.emit(action))
        letter(self.button, theme, Size.UI, weight=600)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        note = SidedLabel("Nothing is sent until you confirm it there.")
        note.setObjectName("muted")
        letter(note, theme, Size.SMALL)
        note.setWordWrap(True)
        column.addWidget(note)

    def _grid(self, action: PreparedAction) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(self._theme.space_4)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(1, 1)
        metrics = QFontMetrics(self._theme.font(self._theme.size_ui))
        widest = max(metrics.horizontalAdvance(action.labels.get(key, key)) for key in action.fields) + 2
        for number, (key, value) in enumerate(action.fields.items()):
            label, text = SidedLabel(breakable(action.labels.get(key, key))), SidedLabel(breakable(_shown(value)))
            label.setObjectName("muted")
            for part in (label, text):
                letter(part, self._theme, Size.UI)
                part.setTextFormat(Qt.TextFormat.PlainText)
                part.setWordWrap(True)
            # As wide as the longest name, up to a share that leaves the values room.
            label.setMinimumWidth(min(widest, NAMES))
            grid.addWidget(label, number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(text, number, 1, Qt.AlignmentFlag.AlignTop)
        return grid


def _left(action: PreparedAction) -> str:
    """Say which fields are left to the person."""
    names = " and ".join(filter(None, (", ".join(action.left[:-1]), action.left[-1])))
    return f"Left for you: {names}." if action.fields else f"Opens empty. You fill in {names}."


def _shown(value: str) -> str:
    """Write a value as people read it: dates by name, fixed words with a capital."""
    try:
        day = date.fromisoformat(value)
    except ValueError:
        return value[:1].upper() + value[1:].replace("_", " ") if value.islower() and value.isidentifier() else value
    return f"{day.day} {day:%b %Y}"
