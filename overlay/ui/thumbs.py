"""Whether an answer helped: two thumbs, and a line for the person's own words."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QLineEdit, QToolButton, QVBoxLayout, QWidget

from overlay.core.turn import Rating, Thumb
from overlay.ui.breaking import breakable
from overlay.ui.buttons import text_button
from overlay.ui.flow_layout import FlowLayout
from overlay.ui.icons import Icon, icon
from overlay.ui.lettering import Size, letter
from overlay.ui.theme import Theme

LONGEST = 500
"""Characters of a comment."""
_NAMES = {Thumb.UP: "This helped", Thumb.DOWN: "This did not help"}
_ICONS = {Thumb.UP: (Icon.THUMB_UP, Icon.THUMB_UP_FULL), Thumb.DOWN: (Icon.THUMB_DOWN, Icon.THUMB_DOWN_FULL)}
_ASKS = {
    Thumb.UP: "What helped? (optional)",
    Thumb.DOWN: "What was wrong or missing? (optional)",
}
THUMB_ONLY = "Thank you. Only your thumb is kept: here no words are."


class Thumbs(QObject):
    """The two buttons, and below them what was said; each change is told at once and can be changed again."""

    rated = Signal(object)
    """A `Rating`; its thumb is None when it was taken back."""

    def __init__(self, turn: str, rating: Rating | None, theme: Theme, *, words: bool) -> None:
        """Make the buttons.

        Args:
            turn: the turn's id.
            rating: what was said of it already.
            theme: colours and type.
            words: whether the person's own words are kept.
        """
        super().__init__()
        self._theme = theme
        self._keeps = words
        self._rating = rating or Rating(turn, None)
        self.buttons = {thumb: self._button(thumb) for thumb in Thumb}
        self.below = _Below(theme)
        self.below.setVisible(False)
        self._said: _Said | None = None
        self._form: _Form | None = None
        self._show()

    def set_theme(self, theme: Theme) -> None:
        """Look different from now on."""
        self._theme = theme
        self._show_buttons()

    def _button(self, thumb: Thumb) -> QToolButton:
        button = QToolButton()
        button.setObjectName("tool")
        button.setCheckable(True)
        button.setAccessibleName(_NAMES[thumb])
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.clicked.connect(lambda: self._press(thumb))
        return button

    def _press(self, thumb: Thumb) -> None:
        """Say it, or take it back when it was said already."""
        taken_back = self._rating.thumb is thumb
        self._tell(Rating(self._rating.turn, None if taken_back else thumb))
        if self._rating.thumb is Thumb.DOWN and self._keeps:
            self._ask()

    def _tell(self, rating: Rating) -> None:
        self._rating = rating
        self._show()
        self.rated.emit(rating)

    def _show(self) -> None:
        self._show_buttons()
        if self._form:
            self._form.hide()
        rating = self._rating
        if rating.thumb is None:
            self.below.hide()
            return
        if self._said is None:
            self._said = _Said(self._theme)
            self._said.more.clicked.connect(self._ask)
            self.below.column.addWidget(self._said)
        self._said.show_rating(rating, keeps=self._keeps)
        self.below.show()

    def _show_buttons(self) -> None:
        for thumb, button in self.buttons.items():
            chosen = self._rating.thumb is thumb
            outline, full = _ICONS[thumb]
            button.setChecked(chosen)
            colour = self._theme.accent if chosen else self._theme.muted
            pixels = round(16 * self._theme.text_scale)
            button.setIconSize(QSize(pixels, pixels))
            button.setIcon(icon(full if chosen else outline, colour, pixels))
            button.setToolTip("Take it back" if chosen else _NAMES[thumb])
            button.setAccessibleDescription("Chosen; press to take it back" if chosen else "")

    def _ask(self) -> None:
        """Let the person write."""
        thumb = self._rating.thumb
        if thumb is None:
            return
        if self._form is None:
            self._form = _Form(self._theme)
            self._form.sent.connect(self._send)
            self._form.closed.connect(self._close)
            self.below.column.addWidget(self._form)
        if self._said:
            self._said.hide()
        self.below.show()
        self._form.begin(_ASKS[thumb], self._rating.comment)

    def _send(self, comment: str) -> None:
        thumb = self._rating.thumb
        self._close()
        if comment != self._rating.comment:
            self._tell(Rating(self._rating.turn, thumb, comment))

    def _close(self) -> None:
        self._show()
        if self._rating.thumb:
            self.buttons[self._rating.thumb].setFocus()


class _Below(QWidget):
    """The room below the buttons."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(theme.space_1)


class _Said(QWidget):
    """What was said, and the way to say more."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._words = QLabel()
        self._words.setObjectName("muted")
        self._words.setWordWrap(True)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self.more = text_button("", "link", lambda: None)
        for widget in (self._words, self.more):
            letter(widget, theme, Size.SMALL)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self._words)
        self._row.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        self._row.addStretch(1)

    def show_rating(self, rating: Rating, *, keeps: bool) -> None:
        """Show a rating; `keeps` says whether words are kept with it."""
        words = f"Sent: “{rating.comment}”" if rating.comment else "Thank you."
        self._words.setText(breakable(words) if keeps else THUMB_ONLY)
        down = QBoxLayout.Direction.TopToBottom
        self._row.setDirection(down if rating.comment or not keeps else QBoxLayout.Direction.LeftToRight)
        # Beside the button a short sentence stands in one line; below it a long one takes all the width there is.
        self._words.setWordWrap(self._row.direction() is down)
        self.more.set_words("Change" if rating.comment else "Say why…")
        self.more.setAccessibleName("Change what you wrote" if rating.comment else "Say why")
        self.more.setVisible(keeps)
        self.show()


class _Form(QWidget):
    """The field for the person's own words: Enter sends, Esc closes."""

    sent = Signal(str)
    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._field = QLineEdit()
        self._field.setMaxLength(LONGEST)
        self._field.installEventFilter(self)
        letter(self._field, theme, Size.UI)
        note = QLabel("Enter sends it to whoever looks after Fescue here. Esc closes.")
        note.setObjectName("muted")
        note.setWordWrap(True)
        letter(note, theme, Size.FINE)
        buttons = QWidget()
        flow = FlowLayout(theme.space_1, buttons)
        for button in (text_button("Send", "small", self._send), text_button("Cancel", "link", self.closed.emit)):
            letter(button, theme, Size.SMALL)
            flow.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space_1)
        for widget in (self._field, note, buttons):
            column.addWidget(widget)

    def begin(self, asks: str, words: str) -> None:
        """Show what was written so far, ready to type."""
        self._field.setPlaceholderText(asks)
        self._field.setAccessibleName(asks)
        self._field.setText(words)
        self.show()
        self._field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Read Enter and Esc: left to Qt, Enter would press what has the focus then."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._send()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.closed.emit()
                return True
        return super().eventFilter(watched, event)

    def _send(self) -> None:
        self.sent.emit(" ".join(self._field.text().split()))
