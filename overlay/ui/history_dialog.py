"""The history: a person's own conversations, searchable, to open again or delete."""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from overlay.core.turn import ThreadSummary
from overlay.ui.buttons import text_button
from overlay.ui.style import style_sheet
from overlay.ui.theme import Theme

Lookup = Callable[[str], tuple[ThreadSummary, ...]]


class HistoryDialog(QDialog):
    """Lists conversations; opened with `open()`, never with a nested loop."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, lookup: Lookup, delete: Callable[[str], None], parent: QWidget) -> None:
        """Make the dialog.

        Args:
            theme: colours and type.
            lookup: returns the conversations that hold a text.
            delete: deletes one by id.
            parent: the panel.
        """
        super().__init__(parent)
        self.setWindowTitle("History")
        self.setStyleSheet(style_sheet(theme))
        self.setPalette(theme.palette())
        self.resize(380, 460)
        self._lookup = lookup
        self._delete = delete
        self._search = QLineEdit()
        self._search.setPlaceholderText("Search your conversations…")
        self._search.setAccessibleName("Search your conversations")
        self._search.setClearButtonEnabled(True)
        self._list = QListWidget()
        self._list.setAccessibleName("Conversations")
        self._list.setWordWrap(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._empty = QLabel()
        self._empty.setObjectName("muted")
        self._empty.setWordWrap(True)
        self._open = text_button("Open", "primary", self._choose)
        self._remove = text_button("Delete…", "link", self._ask_delete)
        self._sure = text_button("Really delete", "link", self._do_delete)
        self._build(theme)
        self._search.textChanged.connect(self._fill)
        self._list.itemActivated.connect(self._choose)
        self._list.currentItemChanged.connect(self._show_state)
        QShortcut(QKeySequence(Qt.Key.Key_Delete), self._list).activated.connect(self._ask_delete)
        self._fill()

    def _build(self, theme: Theme) -> None:
        for widget in (self._search, self._list, self._empty, self._open, self._remove, self._sure):
            widget.setFont(theme.font(theme.size_ui))
        row = QHBoxLayout()
        row.addWidget(self._remove)
        row.addWidget(self._sure)
        row.addStretch(1)
        row.addWidget(self._open)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.space_4, theme.space_4, theme.space_4, theme.space_4)
        column.setSpacing(theme.space_2)
        column.addWidget(self._search)
        column.addWidget(self._empty)
        column.addWidget(self._list, 1)
        column.addLayout(row)

    def _fill(self) -> None:
        self._list.clear()
        words = self._search.text().strip()
        for thread in self._lookup(words):
            item = QListWidgetItem(f"{thread.title}\n{_when(thread.at)}")
            item.setData(Qt.ItemDataRole.UserRole, thread.id)
            self._list.addItem(item)
        none = self._list.count() == 0
        self._empty.setText("No conversation holds these words." if words else "Your conversations will be here.")
        self._empty.setVisible(none)
        if not none:
            self._list.setCurrentRow(0)
        self._show_state()

    def _show_state(self) -> None:
        there = self._current() is not None
        self._open.setEnabled(there)
        self._remove.setVisible(there)
        self._sure.hide()

    def _current(self) -> str | None:
        item = self._list.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole)) if item else None

    def _choose(self) -> None:
        thread = self._current()
        if thread:
            self.accept()
            self.chosen.emit(thread)

    def _ask_delete(self) -> None:
        if self._current():
            self._remove.hide()
            self._sure.show()
            self._sure.setFocus()

    def _do_delete(self) -> None:
        thread = self._current()
        if thread:
            self._delete(thread)
            self._fill()


def _when(at: str) -> str:
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return at
    return f"{moment.day} {moment:%b %Y, %H:%M}"
