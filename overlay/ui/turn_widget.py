"""One turn in the conversation: the question, what was looked up, the answer, and what stands below it."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from overlay.answer.copies import blocks_text
from overlay.answer.policy import AnswerPolicy
from overlay.core.manual import Screenshot
from overlay.core.tools import ToolStep
from overlay.ui.action_card import ActionCard
from overlay.ui.blocks.announcer import Announcer
from overlay.ui.blocks.answer_view import AnswerView
from overlay.ui.breaking import breakable
from overlay.ui.chips import Chips
from overlay.ui.choice_button import ChoiceButton
from overlay.ui.lettering import Size, letter
from overlay.ui.pointer.motion import Motion
from overlay.ui.presenters.views import Closing, Others
from overlay.ui.question_bubble import QuestionBubble
from overlay.ui.theme import Theme
from overlay.ui.turn_foot import TurnFoot

LAYOUT_MS = 80
"""How long a finished answer is given to be laid out and scrolled before it may count as at rest."""


class TurnWidget(QWidget):
    """Shows one question and its answer."""

    retried = Signal()
    chosen = Signal(object)
    misunderstood = Signal(str)
    rated = Signal(object)
    section_requested = Signal(str)
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
        self._words = question
        self._chips = Chips(theme)
        self._foot: TurnFoot | None = None
        self._text: list[str] = []
        """What came of the answer, while more may come."""
        self.answer = AnswerView(theme, pictures, motion)
        letter(self.answer, theme)
        self.answer.begin(policy)
        self.answer.link_activated.connect(self.link_activated)
        self.answer.settled.connect(lambda: QTimer.singleShot(LAYOUT_MS, self, self._check_rest))
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(theme.space_3)
        self._announcer = Announcer(self.answer)
        self.question = QuestionBubble(question, theme)
        self._layout.addWidget(self.question, 0, Qt.AlignmentFlag.AlignRight)
        self._layout.addWidget(self._chips)
        self._layout.addWidget(self.answer)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the question its share of the width."""
        super().resizeEvent(event)
        self.question.fit(event.size().width())

    def set_theme(self, theme: Theme) -> None:
        """Look different from now on; `reletter` does the type of what is lettered."""
        self._theme = theme
        self._chips.set_theme(theme)
        self.answer.setPalette(theme.palette())
        if self._foot is None:
            # What still grows is read again: a part of it cannot be told final from what it looks like.
            self.answer.restart()
        self.answer.set_theme(theme)
        if self._text:
            self.answer.feed("".join(self._text))
        if self._foot:
            self._foot.set_theme(theme)

    def fit_question(self) -> None:
        """Give the question its room after its type has changed."""
        self.question.fit(self.width())

    def step_started(self, tool: str) -> None:  # noqa: ARG002  the tool's name is none of a person's business
        """Say that something is being looked up."""
        self._chips.wait()

    def step_finished(self, step: ToolStep) -> None:
        """Show what was looked up."""
        self._chips.add(step)

    def add_text(self, text: str) -> None:
        """Let the answer grow."""
        self._chips.collapse()
        self._text.append(text)
        self.answer.feed(text)

    def begin_again(self, reason: str) -> None:  # noqa: ARG002  the log keeps the reason; a notice says what it means
        """Drop what was shown: another answerer takes over."""
        self._chips.clear()
        self._text.clear()
        self.answer.restart()

    def finish(self, closing: Closing) -> None:
        """End the answer and show what stands below it."""
        self._chips.rest()
        if closing.notice:
            self._layout.addWidget(self._notice_label(closing))
        for choice in closing.choices:
            self._layout.addWidget(ChoiceButton(choice, self._theme, lambda c=choice: self.chosen.emit(c)))
        if closing.action:
            card = ActionCard(closing.action, self._app_name, self._theme)
            card.activated.connect(self.action_activated)
            self._layout.addWidget(card)
        self.answer.finish(cut_off=closing.cut_off)
        self._text.clear()
        self._foot = self._make_foot(closing)
        self._layout.addWidget(self._foot)
        self._announcer.end(" ".join(filter(None, (_ready(self.answer.contents), closing.notice))))

    def offer(self, others: Others) -> None:
        """Show what else the question may have meant."""
        if self._foot:
            self._foot.offer(others)

    def look_everywhere(self) -> None:
        """Count all of the answer as seen, for a picture of the whole of it."""
        self.answer.visible_changed(self.answer.rect())

    @property
    def resting(self) -> bool:
        """Whether the answer is over and nothing that can be seen of it will change by itself."""
        return self.answer.resting

    def _check_rest(self) -> None:
        """Say that all is at rest, if what came into sight with the last layout is."""
        self.answer.look()
        if self.resting:
            self.settled.emit()

    def _make_foot(self, closing: Closing) -> TurnFoot:
        foot = TurnFoot(closing, self.answer.links, self.answer.copy_all, self._copy_for_support, self._theme)
        foot.retried.connect(self.retried)
        foot.chosen.connect(self.chosen)
        foot.misunderstood.connect(self.misunderstood)
        foot.rated.connect(self.rated)
        foot.section_requested.connect(self.section_requested)
        foot.link_activated.connect(self.link_activated)
        return foot

    def _copy_for_support(self) -> None:
        said = blocks_text(self.answer.document_blocks())
        QGuiApplication.clipboard().setText(f"I asked Fescue: {self._words}\n\nIt said:\n\n{said}\n")

    def _notice_label(self, closing: Closing) -> QLabel:
        label = QLabel(breakable(closing.notice))
        label.setAccessibleName(closing.notice)
        label.setObjectName("notice")
        label.setProperty("tone", closing.tone)
        letter(label, self._theme, Size.SMALL)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label


def _ready(contents: str) -> str:
    return f"The answer is ready: {contents}." if contents else "The answer is ready."
