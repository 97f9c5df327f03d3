"""The panel: header, conversation and composer in one window."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from overlay.answer.policy import AnswerPolicy
from overlay.core.manual import Screenshot
from overlay.ui.asides import aside, welcome
from overlay.ui.breaking import breakable
from overlay.ui.composer import Composer
from overlay.ui.conversation_view import ConversationView
from overlay.ui.header import Header
from overlay.ui.icons import app_icon
from overlay.ui.lettering import Size, letter, reletter
from overlay.ui.pointer.motion import Motion
from overlay.ui.presenters.answering import Answerer
from overlay.ui.presenters.views import Choice
from overlay.ui.style import style_sheet
from overlay.ui.tab_ring import mark_areas, tab_ring
from overlay.ui.theme import Theme

if TYPE_CHECKING:
    from overlay.ui.find_bar import FindBar
    from overlay.ui.turn_widget import TurnWidget

WIDTH = 400
"""The panel's width in logical pixels."""
NARROWEST = 300


class Panel(QWidget):
    """The window a person asks in. It decides nothing: it shows, and says what was pressed."""

    asked = Signal(str)
    chosen = Signal(object)
    stopped = Signal()
    retried = Signal()
    new_requested = Signal()
    history_requested = Signal()
    quit_requested = Signal()
    link_activated = Signal(object)
    action_activated = Signal(object)
    place_chosen = Signal(str)
    rated = Signal(object)
    misunderstood = Signal(str)
    """The id of a turn whose question was understood wrongly."""
    section_requested = Signal(str)
    answerer_chosen = Signal(str)
    text_size_requested = Signal(int)
    """1 for larger text, -1 for smaller, 0 for the system's."""
    closed = Signal()
    settled = Signal()
    """The latest answer is over, and its pictures and pointers have come to rest."""

    def __init__(
        self,
        theme: Theme,
        app_name: str,
        pictures: Callable[[Screenshot], Path],
        motion: Motion,
        *,
        hint: str = "",
        hotkey: str = "",
    ) -> None:
        """Make the panel.

        Args:
            theme: colours and type.
            app_name: the target app's name.
            pictures: finds a screenshot's file.
            motion: whether things may move.
            hint: who answers.
            hotkey: how to open the panel from anywhere.
        """
        super().__init__()
        self.setObjectName("panel")
        self.setWindowTitle("Fescue")
        self.setWindowIcon(app_icon())
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(NARROWEST)
        self.resize(WIDTH, 820)
        self._theme = theme
        self._app_name = app_name
        self._pictures = pictures
        self._motion = motion
        self.header = Header(theme)
        self.conversation = ConversationView(theme)
        self.composer = Composer(theme, hint, hotkey)
        self._notice = QLabel()
        self._find: FindBar | None = None
        self._column = QVBoxLayout(self)
        self._build()
        self._wire()

    def begin_turn(self, question: str, policy: AnswerPolicy) -> "TurnWidget":
        """Show a question and make room for its answer."""
        # What shows an answer is loaded with the first question: a panel that waits needs none of it.
        from overlay.ui.turn_widget import TurnWidget

        turn = TurnWidget(question, policy, self._theme, self._app_name, self._pictures, self._motion)
        turn.retried.connect(self.retried)
        turn.chosen.connect(self.chosen)
        turn.rated.connect(self.rated)
        turn.misunderstood.connect(self.misunderstood)
        turn.section_requested.connect(self.section_requested)
        turn.link_activated.connect(self.link_activated)
        turn.action_activated.connect(self.action_activated)
        turn.settled.connect(self.settled)
        self._notice.hide()
        self._empty.hide()
        self.conversation.add(turn)
        if self._find:
            self._find.watch(turn)
        return turn

    def note(self, sentence: str) -> None:
        """Show a line between two turns."""
        self.conversation.add(aside(self._theme, sentence))

    def clear(self) -> None:
        """Begin with an empty conversation."""
        if self._find:
            self._find.close_bar()
        self.conversation.clear()
        self._notice.hide()
        self._welcome()
        self.composer.field.setFocus()

    def set_busy(self, busy: bool) -> None:
        """Show Stop while a turn runs."""
        self.composer.set_busy(busy)

    def set_screen(self, text: str, known: bool, sure: bool = True) -> None:
        """Show where the person is, and whether that is certain."""
        self.header.set_screen(text, known=known, sure=sure)
        self.composer.field.invite("Ask about this screen…" if known else "Ask how something is done…")

    def set_places(self, places: Sequence[Choice]) -> None:
        """Offer the screens the person can say they are on."""
        self.header.set_places(places)

    def set_starters(self, starters: Sequence[Choice]) -> None:
        """Offer questions for the current screen."""
        self.composer.set_starters(starters)

    def set_answerers(self, answerers: Callable[[], Sequence[Answerer]]) -> None:
        """Take who can answer: they are asked for when the person wants to see them."""
        self.composer.set_answerers(answerers)

    def set_theme(self, theme: Theme) -> None:
        """Look different from now on: other colours, another size of text."""
        self._theme = theme
        self.setUpdatesEnabled(False)
        self._dress()
        for part in (self.header, self.composer, self.conversation):
            part.set_theme(theme)
        for turn in self.conversation.turns():
            turn.set_theme(theme)
        reletter(self, theme)
        self.header.fit()
        for turn in self.conversation.turns():
            turn.fit_question()
        if self._find:
            self._find.set_theme(theme)
        self.setUpdatesEnabled(True)

    def set_frameless(self) -> None:
        """Do without a window frame, as befits a panel that docks; call it before the panel is shown."""
        self.setWindowFlag(Qt.WindowType.FramelessWindowHint)
        self.setProperty("frameless", True)
        self._column.setContentsMargins(1, 1, 1, 1)
        self.header.set_frameless()

    def say(self, sentence: str, tone: str = "warning") -> None:
        """Show a sentence above the composer until the next question."""
        self._notice.setProperty("tone", tone)
        self._notice.setText(breakable(sentence))
        self._notice.setAccessibleName(sentence)
        self._notice.style().unpolish(self._notice)
        self._notice.style().polish(self._notice)
        self._notice.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Return press the focused button, as Space does."""
        focused = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focused, QAbstractButton):
            focused.click()
            return
        super().keyPressEvent(event)

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002  Qt's name
        """Walk in the order of the screen: turns are made last, but stand above the question field."""
        ring = tab_ring(self)
        current = self.focusWidget()
        at = ring.index(current) if current in ring else -1
        step = 1 if next else -1
        target = ring[(at + step) % len(ring)] if ring else None
        if target is None:
            return False
        target.setFocus(Qt.FocusReason.TabFocusReason if next else Qt.FocusReason.BacktabFocusReason)
        if self.conversation.isAncestorOf(target):
            self.conversation.ensureWidgetVisible(target, 0, 12)
        return True

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing hides the window and ends the conversation; the application goes on in the tray."""
        event.accept()
        self.closed.emit()

    def _dress(self) -> None:
        self.setPalette(self._theme.palette())
        letter(self, self._theme)
        self.setStyleSheet(style_sheet(self._theme))

    def _build(self) -> None:
        theme = self._theme
        self._dress()
        self._notice.setObjectName("notice")
        self._notice.setWordWrap(True)
        self._notice.setTextFormat(Qt.TextFormat.PlainText)
        letter(self._notice, theme, Size.SMALL)
        self._notice.hide()
        self._welcome()
        column = self._column
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.conversation, 1)
        column.addLayout(_beside(self._notice, theme))
        column.addWidget(self.composer)
        mark_areas(self.header, self.conversation, self.composer)
        self.composer.field.setFocus()

    def _welcome(self) -> None:
        """Say what can be done here, until something is asked."""
        self._empty = welcome(self._theme, self._app_name)
        self.conversation.add(self._empty)

    def _wire(self) -> None:
        self.composer.asked.connect(self.asked)
        self.composer.chosen.connect(self.chosen)
        self.composer.stopped.connect(self.stopped)
        self.composer.answerer_chosen.connect(self.answerer_chosen)
        self.header.new_requested.connect(self.new_requested)
        self.header.history_requested.connect(self.history_requested)
        self.header.quit_requested.connect(self.quit_requested)
        self.header.find_requested.connect(self.open_find)
        self.header.text_size_requested.connect(self.text_size_requested)
        self.header.close_requested.connect(self.close)
        self.header.place_chosen.connect(self.place_chosen)
        for keys, signal in (
            ("Ctrl+N", self.new_requested),
            ("Ctrl+H", self.history_requested),
            ("Ctrl+Q", self.quit_requested),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(signal)
        for keys, act in (
            ("Ctrl+W", self.close),
            ("Ctrl+L", self.composer.field.setFocus),
            ("Ctrl+F", self.open_find),
            ("F3", lambda: self._step(1)),
            ("Shift+F3", lambda: self._step(-1)),
            *((keys, lambda: self.text_size_requested.emit(1)) for keys in ("Ctrl++", "Ctrl+=")),
            ("Ctrl+-", lambda: self.text_size_requested.emit(-1)),
            ("Ctrl+0", lambda: self.text_size_requested.emit(0)),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(act)

    def open_find(self) -> None:
        """Open the bar that finds words in the conversation."""
        if self._find is None:
            # Rarely used, and loaded with its first use.
            from overlay.ui.find_bar import FindBar

            self._find = FindBar(self._theme, self.conversation)
            self._find.closed.connect(self.composer.field.setFocus)
            self._column.insertWidget(self._column.indexOf(self.conversation), self._find)
            mark_areas(self.header, self._find, self.conversation, self.composer)
        self._find.open_bar()

    def _step(self, direction: int) -> None:
        if self._find and self._find.isVisible():
            self._find.step(direction)


def _beside(notice: QLabel, theme: Theme) -> QHBoxLayout:
    """Give a notice the margins that everything else has."""
    row = QHBoxLayout()
    row.setContentsMargins(theme.space_4, 0, theme.space_4, 0)
    row.addWidget(notice)
    return row
