"""The panel's buttons: each with a name for screen readers and a place in the tab order."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QToolButton, QWidget

from overlay.ui.icons import Icon, icon
from overlay.ui.theme import Theme


class TextButton(QPushButton):
    """A button that cuts its text with an ellipsis where it has less room than it wants."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        """Show a text as it is; an ampersand is shown as one."""
        super().__init__(text.replace("&", "&&"), parent)
        self._whole = self.text()

    def set_words(self, text: str) -> None:
        """Show another text; its accessible name stays."""
        self._whole = text.replace("&", "&&")
        self.setText(self._whole)
        self._cut()

    def sizeHint(self) -> QSize:
        """Want room for all of the text."""
        missing = self._wide(self._whole) - self._wide(self.text())
        return super().sizeHint() + QSize(missing, 0)

    def minimumSizeHint(self) -> QSize:
        """Be content with little room."""
        return QSize(24, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the text where there is too little room."""
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        if not self._whole:
            return
        wanted = self.sizeHint().width()
        shown = self._whole
        if self.width() < wanted:
            room = self._wide(self._whole) - (wanted - self.width())
            shown = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, max(room, 12))
        if shown != self.text():
            self.setText(shown)
            self.setToolTip("" if shown == self._whole else self._whole.replace("&&", "&"))

    def _wide(self, text: str) -> int:
        return self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic.value, text).width()


def text_button(text: str, name: str, pressed: Callable[[], None], parent: QWidget | None = None) -> TextButton:
    """Make a button with a text.

    Args:
        text: what stands on it; an ampersand is shown as one.
        name: its object name, by which the style sheet knows it.
        pressed: called when it is pressed, by mouse or keyboard.
        parent: the widget it belongs to.
    """
    button = TextButton(text, parent)
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
