"""One turn in the conversation: the question, what was looked up, the answer, and what stands below it."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from overlay.answer.policy import AnswerPolicy
from overlay.answer.stream import AnswerStream
from overlay.core.manual import Screenshot
from overlay.core.tools import ToolStep
from overlay.ui.action_card import ActionCard
from overlay.ui.blocks.answer_view import AnswerView
from overlay.ui.buttons import text_button
from overlay.ui.chips import Chips
from overlay.ui.pointer.motion import Motion
from overlay.ui.presenters.views import Choice, Closing
from overlay.ui.theme import Theme


class TurnWidget(QWidget):
    """Shows one question and its answer."""

    retried = Signal()
    chosen = Signal(object)
    link_activated = Signal(object)
    action_activated = Signal(object)
    finished = Signal()

    def __init__(
        self,
        question: str,
        policy: AnswerPolicy,
        theme: Theme,
        app_name: str,
        pictures: Callable[[Screenshot], Path],
        motion: Motion,
    ) -> None:
        """Show the question and make room for the answer."""
        super().__init__()
        self._theme = theme
        self._app_name = app_name
        self._policy = policy
        self._chips = Chips(theme)
        self._answer = AnswerView(theme, pictures, motion)
        self._answer.link_activated.connect(self.link_activated)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(theme.space_3)
        self._layout.addLayout(_bubble(question, theme))
        self._layout.addWidget(self._chips)
        self._layout.addWidget(self._answer)
        self._begin()
