"""The panel: header, conversation and composer in one window."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from overlay.answer.policy import AnswerPolicy
from overlay.core.manual import Screenshot
from overlay.ui.composer import Composer
from overlay.ui.conversation_view import ConversationView
from overlay.ui.header import Header
from overlay.ui.icons import app_icon
from overlay.ui.pointer.motion import Motion
from overlay.ui.presenters.views import Choice
from overlay.ui.style import style_sheet
from overlay.ui.theme import Theme

if TYPE_CHECKING:
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
        turn.link_activated.connect(self.link_activated)
        turn.action_activated.connect(self.action_activated)
        turn.settled.connect(self.settled)
        self._notice.hide()
        self._empty.hide()
        self.conversation.add(turn)
        self.conversation.scrolled.connect(turn.look)
        return turn

    def clear(self) -> None:
        """Begin with an empty conversation."""
        self.conversation.clear()
        self._notice.hide()
        self._welcome()
        self.composer.field.setFocus()

    def set_busy(self, busy: bool) -> None:
        """Show Stop while a turn runs."""
        self.composer.set_busy(busy)

    def set_screen(self, text: str, known: bool) -> None:
        """Show where the person is."""
        self.header.set_screen(text, known=known)
        self.composer.field.setPlaceholderText("Ask about this screen…" if known else "Ask how something is done…")

    def set_places(self, places: Sequence[Choice]) -> None:
        """Offer the screens the person can say they are on."""
        self.header.set_places(places)

    def set_starters(self, starters: Sequence[Choice]) -> None:
        """Offer questions for the current screen."""
        self.composer.set_starters(starters)

    def set_frameless(self) -> None:
        """Do without a window frame, as befits a panel that docks; call it before the panel is shown."""
        self.setWindowFlag(Qt.WindowType.FramelessWindowHint)
        self.setProperty("frameless", True)
        self._column.setContentsMargins(1, 1, 1, 1)
        self.header.set_frameless()

    def say(self, sentence: str, tone: str = "warning") -> None:
        """Show a sentence above the composer until the next question."""
        self._notice.setProperty("tone", tone)
        self._notice.setText(sentence)
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

    def _build(self) -> None:
        theme = self._theme
        self.setPalette(theme.palette())
        self.setFont(theme.font())
        self.setStyleSheet(style_sheet(theme))
        self._notice.setObjectName("notice")
        self._notice.setWordWrap(True)
        self._notice.setTextFormat(Qt.TextFormat.PlainText)
        self._notice.setFont(theme.font(theme.size_small))
        self._notice.hide()
        self._welcome()
        column = self._column
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.conversation, 1)
        column.addLayout(_beside(self._notice, theme))
        column.addWidget(self.composer)
        self.composer.field.setFocus()

    def _welcome(self) -> None:
        """Say what can be done here, until something is asked."""
        self._empty = _welcome(self._theme, self._app_name)
        self.conversation.add(self._empty)

    def _wire(self) -> None:
        self.composer.asked.connect(self.asked)
        self.composer.chosen.connect(self.chosen)
        self.composer.stopped.connect(self.stopped)
        self.header.new_requested.connect(self.new_requested)
        self.header.history_requested.connect(self.history_requested)
        self.header.quit_requested.connect(self.quit_requested)
        self.header.close_requested.connect(self.close)
        self.header.place_chosen.connect(self.place_chosen)
        for keys, signal in (
            ("Ctrl+N", self.new_requested),
            ("Ctrl+H", self.history_requested),
            ("Ctrl+Q", self.quit_requested),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(signal)
        QShortcut(QKeySequence("Ctrl+W"), self).activated.connect(self.close)
        QShortcut(QKeySequence("Ctrl+L"), self).activated.connect(lambda: self.composer.field.setFocus())


def tab_ring(window: QWidget) -> list[QWidget]:
    """Return what Tab reaches in a window, in the order of its place: header, conversation, composer."""

    def place(widget: QWidget) -> tuple[int, int]:
        corner = widget.mapTo(window, widget.rect().topLeft())
        return corner.y(), corner.x()

    def area(widget: QWidget) -> int:
        return next((n for n, kind in enumerate((Header, ConversationView, Composer)) if _inside(widget, kind)), 1)

    reachable = [
        w
        for w in window.findChildren(QWidget)
        if w.isVisible() and w.isEnabled() and w.focusPolicy().value & Qt.FocusPolicy.TabFocus.value
    ]
    return sorted(reachable, key=lambda w: (area(w), *place(w)))


def _inside(widget: QWidget, kind: type[QWidget]) -> bool:
    parent: QWidget | None = widget
    while parent is not None and not isinstance(parent, kind):
        parent = parent.parentWidget()
    return parent is not None


def _beside(notice: QLabel, theme: Theme) -> QHBoxLayout:
    """Give a notice the margins that everything else has."""
    row = QHBoxLayout()
    row.setContentsMargins(theme.space_4, 0, theme.space_4, 0)
    row.addWidget(notice)
    return row


def _welcome(theme: Theme, app_name: str) -> QLabel:
    """Make what an empty conversation says."""
    label = QLabel(
        f"Ask how something is done in {app_name}. You get the steps, and where to press.\n\n"
        "Nothing is ever sent or changed for you: you confirm it yourself."
    )
    label.setObjectName("muted")
    label.setFont(theme.font())
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
