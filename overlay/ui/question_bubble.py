"""The person's question in its bubble: plain text that breaks anywhere rather than widen the panel."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit

from overlay.ui.lettering import letter
from overlay.ui.theme import Theme

WIDEST = 0.86
"""Share of the conversation's width that a bubble takes at most."""


class QuestionBubble(QTextEdit):
    """Shows a question as wide as its text, up to most of the panel's width."""

    def __init__(self, question: str, theme: Theme) -> None:
        """Show a question."""
        super().__init__()
        self.setObjectName("question")
        self.setAccessibleName(f"You asked: {question}")
        self.setReadOnly(True)
        letter(self, theme)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        self._wanted = QSize(60, 20)
        self.setPlainText(question)
        self._edges = QSize(2 * theme.space_3 + 2, 2 * theme.space_2 + 2)

    def fit(self, room: int) -> None:
        """Take the size the question needs.

        Args:
            room: the conversation's width in logical pixels.
        """
        most = round(room * WIDEST) - self._edges.width()
        self.document().setTextWidth(-1)
        width = min(most, -int(-self.document().idealWidth() // 1) + 1)
        self.document().setTextWidth(width)
        height = -int(-self.document().size().height() // 1)
        self._wanted = QSize(width, height) + self._edges
        self.setFixedHeight(self._wanted.height())
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Want room for the words."""
        return self._wanted

    def minimumSizeHint(self) -> QSize:
        """Give way when the panel gets narrower: `fit` follows."""
        return QSize(60, self._wanted.height())
