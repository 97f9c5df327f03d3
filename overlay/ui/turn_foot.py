"""What stands below an answer: the sections it used, what to do with it, whether it helped, what else was meant."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from overlay.answer.document import Link
from overlay.ui.blocks.link_list import link_list
from overlay.ui.breaking import breakable
from overlay.ui.buttons import TextButton, text_button
from overlay.ui.choice_button import ChoiceButton
from overlay.ui.flow_layout import FlowLayout
from overlay.ui.lettering import Size, letter
from overlay.ui.presenters.views import Closing, Others, Source
from overlay.ui.theme import Theme
from overlay.ui.thumbs import Thumbs

NOT_MEANT = "Not what I meant"


class TurnFoot(QWidget):
    """The foot of one finished answer."""

    retried = Signal()
    misunderstood = Signal(str)
    """The turn's id."""
    chosen = Signal(object)
    rated = Signal(object)
    section_requested = Signal(str)
    link_activated = Signal(object)

    def __init__(
        self,
        closing: Closing,
        links: Sequence[Link],
        copy: Callable[[], None],
        copy_for_support: Callable[[], None],
        theme: Theme,
    ) -> None:
        """Make the foot.

        Args:
            closing: what there is to say.
            links: the answer's links.
            copy: copies the answer.
            copy_for_support: copies the question and the answer.
            theme: colours and type.
        """
        super().__init__()
        self._theme = theme
        self._closing = closing
        self._thumbs: Thumbs | None = None
        self._meant: TextButton | None = None
        self._others: QWidget | None = None
        self._copy_answer = copy
        self._copy_for_support = copy_for_support
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.space_1)
        if closing.sources:
            self._column.addWidget(self._sources(closing.sources))
        self._column.addWidget(self._actions(closing, links))
        if self._thumbs:
            self._column.addWidget(self._thumbs.below)

    def set_theme(self, theme: Theme) -> None:
        """Look different from now on."""
        self._theme = theme
        if self._thumbs:
            self._thumbs.set_theme(theme)

    def offer(self, others: Others) -> None:
        """Show what else the question may have meant, or who can help when there is nothing else."""
        if self._others:
            return
        self._others = area = QWidget()
        area.setAccessibleName("What else you may have meant")
        column = QVBoxLayout(area)
        column.setContentsMargins(0, self._theme.space_1, 0, 0)
        column.setSpacing(self._theme.space_2)
        buttons = [ChoiceButton(c, self._theme, lambda c=c: self.chosen.emit(c)) for c in others.choices]
        column.addWidget(self._words("Did you mean one of these?" if buttons else _nothing(others)))
        for button in buttons:
            column.addWidget(button)
        if buttons and others.contact:
            column.addWidget(self._words(f"None of them? Ask {others.contact}."))
        last = self._small("Copy question and answer for support", self._copy_for_support)
        column.addWidget(last, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(area)
        area.show()
        if self._meant:
            self._meant.setEnabled(False)
        (buttons[0] if buttons else last).setFocus(Qt.FocusReason.OtherFocusReason)

    def _sources(self, sources: Sequence[Source]) -> QWidget:
        row = QWidget()
        row.setAccessibleName("Sections used")
        flow = FlowLayout(self._theme.space_1, row)
        flow.addWidget(self._words("From:", wraps=False))
        for source in sources:
            flow.addWidget(self._source(source))
        return row

    def _source(self, source: Source) -> QWidget:
        if not source.section:
            return self._words(source.title, wraps=False)
        button = text_button(source.title, "source", lambda: self.section_requested.emit(source.section))
        button.setAccessibleName(f"Section: {source.title}")
        button.setAccessibleDescription("Shows this section of the manual")
        letter(button, self._theme, Size.SMALL)
        return button

    def _actions(self, closing: Closing, links: Sequence[Link]) -> QWidget:
        row = QWidget()
        flow = FlowLayout(self._theme.space_1, row)
        if closing.retry:
            flow.addWidget(self._small("Retry", self.retried.emit))
        copy = self._small("Copy", self._copy_answer)
        copy.setAccessibleDescription("Copies the whole answer")
        flow.addWidget(copy)
        if links:
            button = link_list(links, self.link_activated.emit)
            letter(button, self._theme, Size.SMALL)
            flow.addWidget(button)
        if closing.turn:
            self._meant = self._small(NOT_MEANT, lambda: self.misunderstood.emit(closing.turn))
            self._meant.setAccessibleDescription("Shows what else your question may have meant")
            flow.addWidget(self._meant)
            self._thumbs = Thumbs(closing.turn, closing.rating, self._theme, words=closing.words)
            self._thumbs.rated.connect(self.rated)
            flow.addWidget(_together(self._thumbs))
        return row

    def _small(self, text: str, pressed: Callable[[], None]) -> TextButton:
        button = text_button(text, "link", pressed)
        letter(button, self._theme, Size.SMALL)
        return button

    def _words(self, text: str, *, wraps: bool = True) -> QLabel:
        label = QLabel(breakable(text) if wraps else text)
        label.setObjectName("muted")
        label.setWordWrap(wraps)
        label.setTextFormat(Qt.TextFormat.PlainText)
        letter(label, self._theme, Size.SMALL)
        return label


def _together(thumbs: Thumbs) -> QWidget:
    """Keep the two thumbs in one row."""
    pair = QWidget()
    row = QHBoxLayout(pair)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    for button in thumbs.buttons.values():
        row.addWidget(button)
    return pair


def _nothing(others: Others) -> str:
    ask = f" Ask {others.contact}." if others.contact else ""
    return f"The manual has nothing else that fits your question.{ask}"
