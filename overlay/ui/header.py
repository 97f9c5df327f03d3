"""The head of the panel: the mark, where the person is, and what can be done with the conversation."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QPushButton, QSizePolicy, QToolButton, QWidget

from overlay.ui.buttons import icon_button
from overlay.ui.icons import Icon, icon, mark
from overlay.ui.lettering import Size, letter
from overlay.ui.presenters.views import Choice
from overlay.ui.theme import Theme

ICONS_LARGEST = 1.4
"""How far icons grow with the text: beyond, they would leave no room for the screen's name."""
NAMELESS = 300
"""Logical pixels of width below which Fescue's name gives way, at the design's own size of text."""


class Header(QFrame):
    """One row: mark, name, current screen, new conversation, history, menu."""

    new_requested = Signal()
    history_requested = Signal()
    quit_requested = Signal()
    close_requested = Signal()
    place_chosen = Signal(str)
    find_requested = Signal()
    text_size_requested = Signal(int)

    def __init__(self, theme: Theme) -> None:
        """Make the header."""
        super().__init__()
        self.setObjectName("header")
        self._theme = theme
        self._text = ""
        self._places: tuple[Choice, ...] = ()
        self.advice: Callable[[], str] = lambda: ""
        """Says what to do when no browser tells where the person is."""
        self._dot, self._here = QLabel("●"), QLabel()
        self._mark = picture = QLabel()
        picture.setAccessibleName("Fescue")
        self._name = name = QLabel("Fescue")
        letter(name, theme, weight=600)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space_4, 10, theme.space_2, 9)
        row.setSpacing(theme.space_2)
        row.addWidget(picture)
        row.addWidget(name)
        self._pill = self._place()
        row.addWidget(self._pill, 1)
        row.addStretch(1)
        new = icon_button(Icon.NEW, "New conversation (Ctrl+N)", theme, self.new_requested.emit)
        history = icon_button(Icon.HISTORY, "History (Ctrl+H)", theme, self.history_requested.emit)
        more = self._menu_button()
        for button in (new, history, more):
            row.addWidget(button)
        self._close = icon_button(Icon.CLOSE, "Close (Ctrl+W)", theme, self.close_requested.emit)
        self._close.hide()
        row.addWidget(self._close)
        self._fixed: tuple[QWidget, ...] = (picture, name, new, history, more, self._close)
        self._buttons = {Icon.NEW: new, Icon.HISTORY: history, Icon.MORE: more, Icon.CLOSE: self._close}
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Draw mark and icons in other colours."""
        self._theme = theme
        self._mark.setPixmap(mark(20, self.devicePixelRatioF(), theme.accent, theme.accent_ink))
        pixels = round(18 * min(theme.text_scale, ICONS_LARGEST))
        for kind, button in self._buttons.items():
            button.setIconSize(QSize(pixels, pixels))
            button.setIcon(icon(kind, theme.muted, pixels))

    def set_frameless(self) -> None:
        """Stand in for a window's frame: a button to close, and the row to drag the window by."""
        self._close.show()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Drag a window that has no frame of its own."""
        handle = self.window().windowHandle()
        if self._close.isVisible() and event.button() == Qt.MouseButton.LeftButton:
            handle.startSystemMove()
        super().mousePressEvent(event)

    def set_screen(self, text: str, *, known: bool, sure: bool = True) -> None:
        """Show where the person is.

        Args:
            text: such as `Leave · Linden`.
            known: whether the screen is known; a dot says so, and the text says it for those who do not see the dot.
            sure: whether that is certain; a question mark says that it is not, where there is no room for words.
        """
        doubtful = known and not sure
        self._dot.setText("?" if doubtful else "●" if known else "○")
        self._pill.setAccessibleName(f"Current screen, probably: {text}" if doubtful else f"Current screen: {text}")
        self._pill.setToolTip(f"Probably {text}. Wrong? Press to say" if doubtful else "Say which screen you are on")
        self._text = text
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the screen's name where the header is narrow."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Cut the screen's name to the room there is."""
        # Where there is little room, where the person is matters more than what this is called.
        self._name.setVisible(self.width() >= NAMELESS * self._theme.text_scale)
        taken = sum(w.sizeHint().width() + 8 for w in self._fixed if not w.isHidden())
        room = max(40, self.width() - taken - 60)
        metrics = self._here.fontMetrics()
        self._here.setText(metrics.elidedText(self._text, Qt.TextElideMode.ElideRight, room))
        row = self._pill.layout()
        if row is not None:
            self._pill.setFixedSize(row.sizeHint())

    def set_places(self, places: Sequence[Choice]) -> None:
        """Take the screens the person can say they are on."""
        self._places = tuple(places)

    def _place(self) -> QPushButton:
        """Make the pill: it says where the person is, and pressing it lets them say so themselves."""
        pill = QPushButton()
        pill.setObjectName("here")
        pill.setAutoDefault(False)
        pill.setCursor(Qt.CursorShape.PointingHandCursor)
        pill.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._dot.setObjectName("dot")
        letter(self._dot, self._theme, Size.DOT)
        self._here.setObjectName("muted")
        letter(self._here, self._theme, Size.SMALL)
        self._here.setTextFormat(Qt.TextFormat.PlainText)
        row = QHBoxLayout(pill)
        row.setContentsMargins(8, 2, 10, 2)
        row.setSpacing(5)
        for label in (self._dot, self._here):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            row.addWidget(label)
        pill.clicked.connect(self._offer_places)
        return pill

    def _offer_places(self) -> None:
        menu = QMenu(self)
        advice = self.advice()
        if advice:
            menu.addAction(advice).setEnabled(False)
            menu.addSeparator()
        for place in self._places:
            menu.addAction(place.title, lambda p=place: self.place_chosen.emit(p.section))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self._pill.mapToGlobal(self._pill.rect().bottomLeft()))

    def _menu_button(self) -> QToolButton:
        button = icon_button(Icon.MORE, "More", self._theme)
        menu = QMenu(button)
        # Filled when it is opened: a panel that waits needs none of it.
        menu.aboutToShow.connect(lambda: self._fill(menu))
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return button

    def _fill(self, menu: QMenu) -> None:
        menu.clear()
        menu.addAction("New conversation\tCtrl+N", self.new_requested.emit)
        menu.addAction("History…\tCtrl+H", self.history_requested.emit)
        menu.addAction("Find in conversation…\tCtrl+F", self.find_requested.emit)
        menu.addSeparator()
        menu.addAction("Larger text\tCtrl++", lambda: self.text_size_requested.emit(1))
        menu.addAction("Smaller text\tCtrl+-", lambda: self.text_size_requested.emit(-1))
        menu.addAction("Text as the system's\tCtrl+0", lambda: self.text_size_requested.emit(0))
        menu.addSeparator()
        menu.addAction("Quit Fescue\tCtrl+Q", self.quit_requested.emit)
