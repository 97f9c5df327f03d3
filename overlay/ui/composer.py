"""Where a question is written: starter questions, the field, Ask and Stop."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from overlay.ui.buttons import text_button
from overlay.ui.flow_layout import FlowLayout
from overlay.ui.icons import Icon, icon
from overlay.ui.lettering import Size, letter
from overlay.ui.presenters.answering import Answerer
from overlay.ui.presenters.views import Choice
from overlay.ui.theme import Theme

LINES = 5
"""Lines the field grows to before it scrolls."""
LIMIT = 2000
"""Characters of a question."""


SHORT = "Ask…"
LETTER = 0.56
"""About the width of a letter, as a share of the type's size."""


class QuestionField(QPlainTextEdit):
    """The field: Enter asks, Shift+Enter breaks the line, Esc stops a running answer."""

    submitted = Signal()
    escaped = Signal()
    focus_changed = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        """Make an empty field of one line."""
        super().__init__()
        self._invitation = ""
        self.setObjectName("input")
        letter(self, theme)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Your question")
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(2)
        self.textChanged.connect(self._fit)
        self._fit()

    def keyPressEvent(self, e: QKeyEvent) -> None:
        """Read Enter and Esc; leave the rest to Qt."""
        enter = e.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and not e.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.submitted.emit()
        elif e.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(e)

    def invite(self, words: str) -> None:
        """Say what can be written, while nothing is; fewer words where these do not fit in one line."""
        self._invitation = words
        # Reckoned, not measured: measuring loads what shapes text, before any is written.
        wide = len(words) * LETTER * self.font().pixelSize()
        self.setPlaceholderText(words if wide <= self.width() - 8 else SHORT)

    def resizeEvent(self, e: QResizeEvent) -> None:
        """Invite in as many words as fit."""
        super().resizeEvent(e)
        self.invite(self._invitation)

    def changeEvent(self, e: QEvent) -> None:
        """Take another height with another size of text."""
        super().changeEvent(e)
        if e.type() is QEvent.Type.FontChange:
            if self.isVisible():
                # The invitation is written in this one's type, which keeps that of the theme before; the first theme's
                # it has already, and being told so costs a megabyte.
                self.viewport().setFont(self.font())
            self._fit()
            self.invite(self._invitation)

    def focusInEvent(self, e: QFocusEvent) -> None:
        """Let the box around it show the focus."""
        super().focusInEvent(e)
        self.focus_changed.emit(True)

    def focusOutEvent(self, e: QFocusEvent) -> None:
        """Let the box around it show that the focus left."""
        super().focusOutEvent(e)
        self.focus_changed.emit(False)

    def _fit(self) -> None:
        text = self.toPlainText()
        if len(text) > LIMIT:
            cursor = self.textCursor()
            self.setPlainText(text[:LIMIT])
            cursor.setPosition(min(cursor.position(), LIMIT))
            self.setTextCursor(cursor)
        rows = min(LINES, max(1, int(self.document().size().height())))
        self.setFixedHeight(rows * self.fontMetrics().lineSpacing() + 6)


class Composer(QFrame):
    """The foot of the panel."""

    asked = Signal(str)
    chosen = Signal(object)
    stopped = Signal()
    answerer_chosen = Signal(str)
    """The key of who is to answer from now on."""

    def __init__(self, theme: Theme, hint: str, hotkey: str) -> None:
        """Make the composer.

        Args:
            theme: colours and type.
            hint: who answers, such as `Answers from the manual · offline`.
            hotkey: how to open the panel from anywhere; empty when there is none.
        """
        super().__init__()
        self.setObjectName("footer")
        self._theme = theme
        self._busy = False
        self.field = QuestionField(theme)
        self._box = QFrame()
        self._box.setObjectName("box")
        self._send = QPushButton()
        self._starters = QWidget()
        self._flow = FlowLayout(theme.space_2 - 2, self._starters)
        self._answerers: Callable[[], Sequence[Answerer]] = tuple
        self._hint = text_button(hint, "hint", self._offer_answerers)
        self._hint.setAccessibleDescription("Shows who can answer")
        if not hint:
            self._hint.hide()
        self._build(hotkey)
        self.field.submitted.connect(self._submit)
        self.field.escaped.connect(self.stopped)
        self.field.textChanged.connect(self._show_state)
        self.field.focus_changed.connect(self._show_focus)
        self._show_state()

    def set_starters(self, starters: Sequence[Choice]) -> None:
        """Offer other questions."""
        self._flow.dismiss_all()
        for starter in starters:
            button = text_button(starter.title, "starter", lambda s=starter: self.chosen.emit(s))
            letter(button, self._theme, Size.UI)
            button.setAccessibleName(starter.question)
            self._flow.addWidget(button)
        self._starters.setVisible(bool(starters))
        self._starters.updateGeometry()

    def set_hint(self, hint: str) -> None:
        """Say who answers."""
        self._hint.set_words(hint)
        self._hint.setAccessibleName(hint)
        self._hint.setVisible(bool(hint))

    def set_answerers(self, answerers: Callable[[], Sequence[Answerer]]) -> None:
        """Take who can answer, to be asked for when the person wants to see them."""
        self._answerers = answerers

    def set_theme(self, theme: Theme) -> None:
        """Draw the button in other colours."""
        self._theme = theme
        self._show_state()

    def set_busy(self, busy: bool) -> None:
        """Show Stop while an answer runs."""
        self._busy = busy
        self._show_state()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click anywhere in the box goes to the field."""
        if watched is self._box and event.type() is QEvent.Type.MouseButtonPress:
            self.field.setFocus()
        return super().eventFilter(watched, event)

    def _offer_answerers(self) -> None:
        # Rarely used, and loaded with its first use.
        from overlay.ui.answerer_menu import answerer_menu

        menu = answerer_menu(self._answerers(), self.answerer_chosen.emit, self)
        menu.popup(self._hint.mapToGlobal(self._hint.rect().topLeft()) - QPoint(0, menu.sizeHint().height()))

    def _build(self, hotkey: str) -> None:
        theme = self._theme
        self._send.setObjectName("send")
        self._send.setFixedSize(QSize(30, 30))
        self._send.setIconSize(QSize(18, 18))
        self._send.setCursor(Qt.CursorShape.PointingHandCursor)
        self._send.setAutoDefault(False)
        self._send.clicked.connect(lambda: self.stopped.emit() if self._busy else self._submit())
        row = QHBoxLayout(self._box)
        row.setContentsMargins(10, 6, 7, 6)
        row.addWidget(self.field, 1)
        row.addWidget(self._send, 0, Qt.AlignmentFlag.AlignBottom)
        self._box.setCursor(Qt.CursorShape.IBeamCursor)
        self._box.installEventFilter(self)
        fine = QHBoxLayout()
        letter(self._hint, theme, Size.FINE)
        fine.addWidget(self._hint)
        fine.addStretch(1)
        if hotkey:
            label = QLabel(hotkey)
            label.setObjectName("fine")
            letter(label, theme, Size.FINE)
            fine.addWidget(label)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.space_3, 10, theme.space_3, 10)
        column.setSpacing(theme.space_2)
        column.addWidget(self._starters)
        column.addWidget(self._box)
        column.addLayout(fine)

    def _submit(self) -> None:
        text = self.field.toPlainText().strip()
        if text and not self._busy:
            self.field.clear()
            self.asked.emit(text)

    def _show_state(self) -> None:
        ready = bool(self.field.toPlainText().strip())
        self._send.setEnabled(self._busy or ready)
        active = self._busy or ready
        colour = self._theme.accent_ink if active else self._theme.muted
        self._send.setIcon(icon(Icon.STOP if self._busy else Icon.SEND, colour))
        name = "Stop the answer (Esc)" if self._busy else "Ask (Enter)"
        self._send.setToolTip(name)
        self._send.setAccessibleName(name)

    def _show_focus(self, focused: bool) -> None:
        self._box.setProperty("focused", focused)
        self._box.style().unpolish(self._box)
        self._box.style().polish(self._box)
