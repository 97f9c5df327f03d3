"""The history: a person's own conversations, searchable, to open again, export or delete."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
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
from overlay.ui.lettering import Size, letter
from overlay.ui.style import style_sheet
from overlay.ui.theme import Theme

NONE_YET = "Your conversations will be here."
FORMS = ("Markdown (*.md)", "JSON (*.json)")


class HistoryDialog(QDialog):
    """Lists conversations; opened with `open()`, never with a nested loop. Reading the log is somebody else's work."""

    searched = Signal(str)
    """Asks for the conversations that hold some words, to be given to `show_threads`."""
    chosen = Signal(str)
    deleted = Signal(str)
    exported = Signal(str, str)
    """A conversation and the file it is to be written to."""

    def __init__(self, theme: Theme, parent: QWidget, none_yet: str = NONE_YET) -> None:
        """Make the dialog; `search` fills it.

        Args:
            theme: colours and type.
            parent: the panel.
            none_yet: stands where the list would be.
        """
        super().__init__(parent)
        self.setWindowTitle("History")
        self.setStyleSheet(style_sheet(theme))
        self.setPalette(theme.palette())
        self.resize(380, 460)
        self._none_yet = none_yet
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
        self._export = text_button("Export…", "link", self._ask_export)
        self._build(theme)
        self._search.textChanged.connect(self.search)
        self._list.itemActivated.connect(self._choose)
        self._list.currentItemChanged.connect(self._show_state)
        QShortcut(QKeySequence(Qt.Key.Key_Delete), self._list).activated.connect(self._ask_delete)
        self._empty.hide()
        self._show_state()

    def search(self) -> None:
        """Ask for the conversations that hold what stands in the search field."""
        self.searched.emit(self._words())

    def show_threads(self, words: str, threads: Sequence[ThreadSummary]) -> None:
        """Show what a search found; nothing changes when the field holds other words by now."""
        if words != self._words():
            return
        self._list.clear()
        for thread in threads:
            item = QListWidgetItem(f"{thread.title}\n{_when(thread.at)}")
            item.setData(Qt.ItemDataRole.UserRole, thread.id)
            self._list.addItem(item)
        none = self._list.count() == 0
        self._empty.setText("No conversation holds these words." if words else self._none_yet)
        self._empty.setVisible(none)
        if not none:
            self._list.setCurrentRow(0)
        self._show_state()

    def _build(self, theme: Theme) -> None:
        for widget in (self._search, self._list, self._empty, self._open, self._remove, self._sure, self._export):
            letter(widget, theme, Size.UI)
        row = QHBoxLayout()
        row.addWidget(self._remove)
        row.addWidget(self._sure)
        row.addWidget(self._export)
        row.addStretch(1)
        row.addWidget(self._open)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.space_4, theme.space_4, theme.space_4, theme.space_4)
        column.setSpacing(theme.space_2)
        column.addWidget(self._search)
        column.addWidget(self._empty)
        column.addWidget(self._list, 1)
        column.addLayout(row)

    def _words(self) -> str:
        return self._search.text().strip()

    def _show_state(self) -> None:
        there = self._current() is not None
        self._open.setEnabled(there)
        self._remove.setVisible(there)
        self._export.setVisible(there)
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
            self.deleted.emit(thread)
            self.search()

    def _ask_export(self) -> None:
        thread = self._current()
        if thread is None:
            return
        dialog = QFileDialog(self, "Export conversation", str(Path.home() / "conversation.md"), ";;".join(FORMS))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("md")

        def form_chosen(form: str) -> None:
            dialog.setDefaultSuffix("json" if form == FORMS[1] else "md")

        def file_chosen(file: str) -> None:
            self.exported.emit(thread, file)

        dialog.filterSelected.connect(form_chosen)
        dialog.fileSelected.connect(file_chosen)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()


def _when(at: str) -> str:
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return at
    return f"{moment.day} {moment:%b %Y, %H:%M}"
