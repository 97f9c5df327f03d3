"""Find in conversation: a bar with the words, how often they stand there, and the way from one place to the next."""

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit

from overlay.ui.blocks.announcer import announce
from overlay.ui.buttons import icon_button
from overlay.ui.conversation_view import ConversationView
from overlay.ui.hit_marks import HitMarks
from overlay.ui.icons import Icon, icon
from overlay.ui.lettering import Size, letter
from overlay.ui.theme import Theme
from overlay.ui.turn_widget import TurnWidget

AGAIN_MS = 300
"""How long an answer may grow before it is searched again."""
MARGIN = 60
"""Logical pixels that are shown above and below a hit."""


class FindBar(QFrame):
    """Stands above the conversation while something is looked for."""

    closed = Signal()

    def __init__(self, theme: Theme, conversation: ConversationView) -> None:
        """Make the bar for a conversation; it is shown by `open_bar`."""
        super().__init__()
        self.setObjectName("find")
        self._conversation = conversation
        self._theme = theme
        self._marks: list[HitMarks] = []
        self._current = -1
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(AGAIN_MS)
        self._again.timeout.connect(self._grown)
        self._field = QLineEdit()
        self._field.setPlaceholderText("Find in this conversation")
        self._field.setAccessibleName("Find in this conversation")
        self._field.textChanged.connect(self._search)
        self._field.installEventFilter(self)
        self._count = QLabel()
        self._count.setObjectName("muted")
        letter(self._field, theme, Size.UI)
        letter(self._count, theme, Size.SMALL)
        self._buttons = {
            Icon.UP: icon_button(Icon.UP, "Previous (Shift+Enter)", theme, lambda: self.step(-1)),
            Icon.DOWN: icon_button(Icon.DOWN, "Next (Enter)", theme, lambda: self.step(1)),
            Icon.CLOSE: icon_button(Icon.CLOSE, "Close (Esc)", theme, self.close_bar),
        }
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space_3, 6, theme.space_2, 6)
        row.setSpacing(theme.space_1)
        row.addWidget(self._field, 1)
        row.addWidget(self._count)
        for button in self._buttons.values():
            button.setIconSize(QSize(16, 16))
            row.addWidget(button)
        self.hide()

    @property
    def hits(self) -> int:
        """How many places hold the words."""
        return sum(len(marks.hits) for marks in self._marks)

    def open_bar(self) -> None:
        """Show the bar, ready to type."""
        if not self.isVisible():
            self.show()
            for turn in self._conversation.turns():
                self.watch(turn)
            self._search()
        self._field.setFocus()
        self._field.selectAll()

    def close_bar(self) -> None:
        """Take bar and marks away."""
        if not self.isVisible():
            return
        self._again.stop()
        for marks in self._marks:
            marks.hide()
            marks.deleteLater()
        self._marks.clear()
        self.hide()
        self.closed.emit()

    def watch(self, turn: TurnWidget) -> None:
        """Look into a turn too, also while it grows."""
        if self.isVisible():
            for text in (turn.question, turn.answer):
                self._marks.append(HitMarks(text, self._theme))
                text.document().contentsChanged.connect(self._again.start)

    def set_theme(self, theme: Theme) -> None:
        """Look different from now on."""
        self._theme = theme
        for kind, button in self._buttons.items():
            button.setIcon(icon(kind, theme.muted))
        for marks in self._marks:
            marks.set_theme(theme)

    def step(self, direction: int) -> None:
        """Go to the next place (1) or the one before (-1); behind the last comes the first."""
        if self.hits:
            self._look_at((self._current + direction) % self.hits)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Read Enter and Esc."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.close_bar()
                return True
        return super().eventFilter(watched, event)

    def _search(self) -> None:
        self._find()
        self._current = -1
        if self.hits:
            self._look_at(self._first_in_sight())
        self._show_count()

    def _grown(self) -> None:
        """Search what grew, and stay where the person looks."""
        self._find()
        self._current = min(self._current, self.hits - 1)
        self._show_count()

    def _find(self) -> None:
        words = self._field.text()
        for marks in self._marks:
            marks.mark(words)

    def _look_at(self, number: int) -> None:
        self._current = number
        for marks in self._marks:
            within = 0 <= number < len(marks.hits)
            marks.look_at(number if within else -1)
            if within:
                self._show(marks, number)
            number -= len(marks.hits)
        self._show_count()

    def _show(self, marks: HitMarks, number: int) -> None:
        place = self._place(marks, number)
        self._conversation.ensureVisible(place.x(), place.y(), 0, MARGIN)

    def _place(self, marks: HitMarks, number: int) -> QPoint:
        """Return the middle of a hit in the coordinates of all that can be scrolled."""
        return marks.mapTo(self._conversation.column, marks.box(number).center())

    def _first_in_sight(self) -> int:
        """Return the first hit at or below the upper edge of what can be seen; the first of all when there is none."""
        top = self._conversation.verticalScrollBar().value()
        places = [self._place(marks, number) for marks in self._marks for number in range(len(marks.hits))]
        return next((at for at, place in enumerate(places) if place.y() >= top), 0)

    def _show_count(self) -> None:
        if not self._field.text():
            said = ""
        elif not self.hits:
            said = "Not found"
        else:
            said = f"{self._current + 1} of {self.hits}"
        if said != self._count.text():
            self._count.setText(said)
            self._field.setAccessibleDescription(said)
            announce(self._field, said)
