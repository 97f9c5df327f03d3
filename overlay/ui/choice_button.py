"""A section to choose: its title, and what it is about below."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QVBoxLayout

from overlay.ui.breaking import breakable
from overlay.ui.lettering import Size, letter
from overlay.ui.presenters.views import Choice
from overlay.ui.theme import Theme


class ChoiceButton(QPushButton):
    """A button as tall as its words need at its width."""

    def __init__(self, choice: Choice, theme: Theme, pressed: Callable[[], None]) -> None:
        """Make the button.

        Args:
            choice: what it offers.
            theme: colours and type.
            pressed: called when it is pressed.
        """
        super().__init__()
        self.setObjectName("choice")
        self.setAccessibleName(f"{choice.title}: {choice.detail}" if choice.detail else choice.title)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.clicked.connect(lambda: pressed())
        title, detail = QLabel(breakable(choice.title)), QLabel(breakable(choice.detail))
        letter(title, theme, Size.UI, weight=600)
        letter(detail, theme, Size.SMALL)
        detail.setObjectName("muted")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.space_3, theme.space_2, theme.space_3, theme.space_2)
        self._column.setSpacing(2)
        for label in (title, detail):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            self._column.addWidget(label)
        detail.setVisible(bool(choice.detail))

    def sizeHint(self) -> QSize:
        """Want what the words want."""
        return self._column.totalSizeHint()

    def minimumSizeHint(self) -> QSize:
        """Be content with a narrow column."""
        return QSize(40, self._column.totalMinimumSize().height())
