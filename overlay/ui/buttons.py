"""The panel's buttons: each with a name for screen readers and a place in the tab order."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QPushButton, QSizePolicy, QToolButton, QWidget

from overlay.ui.icons import Icon, icon
from overlay.ui.theme import Theme


def text_button(text: str, name: str, pressed: Callable[[], None], parent: QWidget | None = None) -> QPushButton:
    """Make a button with a text.

    Args:
        text: what stands on it; an ampersand is shown as one.
        name: its object name, by which the style sheet knows it.
        pressed: called when it is pressed, by mouse or keyboard.
        parent: the widget it belongs to.
    """
    button = QPushButton(text.replace("&", "&&"), parent)
    button.setObjectName(name)
    button.setAccessibleName(text)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.setAutoDefault(False)
    button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    button.clicked.connect(lambda: pressed())
    return button


def icon_button(kind: Icon, tip: str, theme: Theme, pressed: Callable[[], None] | None = None) -> QToolButton:
    """Make a button with an icon; its tip is also its accessible name."""
    button = QToolButton()
    button.setObjectName("tool")
    button.setIcon(icon(kind, theme.muted))
    button.setIconSize(QSize(18, 18))
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    if pressed is not None:
        button.clicked.connect(lambda: pressed())
    return button
