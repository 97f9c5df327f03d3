"""One turn in the conversation: the question, what was looked up, the answer, and what stands below it."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from overlay.answer.policy import AnswerPolicy
from overlay.core.manual import Screenshot
from overlay.core.tools import ToolStep
from overlay.ui.action_card import ActionCard
from overlay.ui.blocks.announcer import Announcer
from overlay.ui.blocks.answer_view import AnswerView
from overlay.ui.blocks.link_list import link_list
from overlay.ui.buttons import text_button
from overlay.ui.chips import Chips
from overlay.ui.pointer.motion import Motion
from overlay.ui.presenters.views import Choice, Closing
from overlay.ui.question_bubble import QuestionBubble
from overlay.ui.theme import Theme

LAYOUT_MS = 80
"""How long a finished answer is given to be laid out and scrolled before it may count as at rest."""


class TurnWidget(QWidget):
    """Shows one question and its answer."""

    retried = Signal()
    chosen = Signal(object)
    link_activated = Signal(object)
    action_activated = Signal(object)
    settled = Signal()
    """The answer is over, and its pictures and pointers have come to rest."""

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
        self._chips = Chips(theme)
        self._notice: QLabel | None = None
        self._answer = AnswerView(theme, pictures, motion)
        self._answer.begin(policy)
        self._answer.link_activated.connect(self.link_activated)
        self._answer.settled.connect(lambda: QTimer.singleShot(LAYOUT_MS, self, self._check_rest))
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(theme.space_3)
        self._announcer = Announcer(self._answer)
        self._question = QuestionBubble(question, theme)
        self._layout.addWidget(self._question, 0, Qt.AlignmentFlag.AlignRight)
        self._layout.addWidget(self._chips)
        self._layout.addWidget(self._answer)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the question its share of the width."""
        super().resizeEvent(event)
        self._question.fit(event.size().width())

    def step_started(self, tool: str) -> None:  # noqa: ARG002  the tool's name is none of a person's business
        """Say that something is being looked up."""
        self._chips.wait()

    def step_finished(self, step: ToolStep) -> None:
        """Show what was looked up."""
        self._chips.add(step)

    def add_text(self, text: str) -> None:
        """Let the answer grow."""
        self._answer.feed(text)

    def begin_again(self, reason: str) -> None:  # noqa: ARG002  the log keeps the reason; a notice says what it means
        """Drop what was shown: another answerer takes over."""
        self._chips.clear()
        self._answer.restart()

    def finish(self, closing: Closing) -> None:
        """End the answer and show what stands below it."""
        self._chips.rest()
        if closing.notice:
            self._layout.addWidget(self._notice_label(closing))
        for choice in closing.choices:
            self._layout.addWidget(self._choice_button(choice))
        if closing.action:
            card = ActionCard(closing.action, self._app_name, self._theme)
            card.activated.connect(self.action_activated)
            self._layout.addWidget(card)
        self._answer.finish()
        self._layout.addLayout(self._foot(closing))
        self._announcer.end(" ".join(filter(None, (_ready(self._answer.contents), closing.notice))))

    def look_everywhere(self) -> None:
        """Count all of the answer as seen, for a picture of the whole of it."""
        self._answer.visible_changed(self._answer.rect())

    @property
    def resting(self) -> bool:
        """Whether the answer is over and nothing that can be seen of it will change by itself."""
        return self._answer.resting

    def _check_rest(self) -> None:
        """Say that all is at rest, if what came into sight with the last layout is."""
        self.look()
        if self.resting:
            self.settled.emit()

    def look(self) -> None:
        """Take note that the conversation was scrolled: pointers start where they come into view."""
        self._answer.look()

    def _notice_label(self, closing: Closing) -> QLabel:
        label = QLabel(closing.notice)
        label.setObjectName("notice")
        label.setProperty("tone", closing.tone)
        label.setFont(self._theme.font(self._theme.size_small))
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def _choice_button(self, choice: Choice) -> QWidget:
        button = text_button("", "choice", lambda: self.chosen.emit(choice))
        button.setAccessibleName(f"{choice.title}: {choice.detail}")
        button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        title, detail = QLabel(choice.title), QLabel(choice.detail)
        title.setFont(self._theme.font(self._theme.size_ui, weight=600))
        detail.setFont(self._theme.font(self._theme.size_small))
        detail.setObjectName("muted")
        column = QVBoxLayout(button)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(2)
        for label in (title, detail):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            column.addWidget(label)
        detail.setVisible(bool(choice.detail))
        return button

    def _foot(self, closing: Closing) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(self._theme.space_1)
        if closing.sources:
            source = QLabel(f"From: {', '.join(closing.sources)}")
            source.setObjectName("muted")
            source.setFont(self._theme.font(self._theme.size_small))
            source.setWordWrap(True)
            row.addWidget(source, 1)
        row.addStretch(0 if closing.sources else 1)
        if closing.retry:
            row.addWidget(self._small("Retry", self.retried.emit))
        if self._answer.links:
            links = link_list(self._answer.links, self.link_activated.emit)
            links.setFont(self._theme.font(self._theme.size_small))
            row.addWidget(links)
        copy = self._small("Copy", self._answer.copy_all)
        copy.setAccessibleDescription("Copies the whole answer")
        row.addWidget(copy)
        return row

    def _small(self, text: str, pressed: Callable[[], None]) -> QWidget:
        button = text_button(text, "link", pressed)
        button.setFont(self._theme.font(self._theme.size_small))
        return button


def _ready(contents: str) -> str:
    return f"The answer is ready: {contents}." if contents else "The answer is ready."
