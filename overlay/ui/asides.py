"""What stands in a conversation besides turns: a welcome while it is empty, and lines between two turns."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from overlay.ui.breaking import breakable
from overlay.ui.lettering import Size, letter
from overlay.ui.theme import Theme


def welcome(theme: Theme, app_name: str) -> QLabel:
    """Make what an empty conversation says."""
    label = QLabel(
        f"Ask how something is done in {app_name}. You get the steps, and where to press.\n\n"
        "Nothing is ever sent or changed for you: you confirm it yourself."
    )
    label.setObjectName("muted")
    letter(label, theme)
    return _plain(label)


def aside(theme: Theme, sentence: str) -> QLabel:
    """Make a line between two turns."""
    label = QLabel(breakable(sentence))
    label.setObjectName("aside")
    label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    letter(label, theme, Size.SMALL)
    return _plain(label)


def _plain(label: QLabel) -> QLabel:
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
