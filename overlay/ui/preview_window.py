"""The preview of a pack: its sections on the left, the chosen one on the right, renewed as files are saved."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QColor, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from overlay.answer.document import Link
from overlay.ui.icons import app_icon
from overlay.ui.pointer.motion import Motion
from overlay.ui.presenters.preview import Entry, PackPreview, PackReading
from overlay.ui.preview_section import SectionPane
from overlay.ui.preview_watch import PackWatch
from overlay.ui.style import style_sheet
from overlay.ui.theme import Theme

LIST_WIDTH = 260


class _Read(QObject):
    """Carries a reading from its thread to the window's."""

    done = Signal(object)


class _Reading(QRunnable):
    """Reads the pack once, off the window's thread."""

    def __init__(self, read: Callable[[], PackReading], done: _Read) -> None:
        super().__init__()
        self._read, self._done = read, done

    def run(self) -> None:
        """Read; what is wrong with the pack is part of the reading."""
        self._done.done.emit(self._read())


class PreviewWindow(QWidget):
    """The window."""

    closed = Signal()
    renewed = Signal()
    """Another reading was shown."""

    def __init__(self, read: Callable[[], PackReading], first: PackReading, theme: Theme, motion: Motion) -> None:
        """Make the window.

        Args:
            read: reads the pack as it is now; called in a thread.
            first: what it begins with.
            theme: how it looks.
            motion: whether pointers may move.
        """
        super().__init__()
        self.setObjectName("panel")
        self.setWindowIcon(app_icon())
        self._read, self._theme, self._motion = read, theme, motion
        self._root = first.root
        self._preview = PackPreview()
        self._reading = self._again = False
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._carrier = _Read(self)
        self._carrier.done.connect(self._arrived)
        self._filter, self._list = QLineEdit(), QListWidget()
        self._pane = self._new_pane()
        self._state = QLabel()
        self._build()
        self._dress()
        self._watch = PackWatch(first.root, self)
        self._watch.changed.connect(self.reload)
        self._take(first)
        self.resize(820, 760)

    @property
    def pane(self) -> SectionPane:
        """What shows the chosen section."""
        return self._pane

    @property
    def shown(self) -> str:
        """The file of the section that is shown; empty for the whole pack or nothing."""
        item = self._list.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole)) if item else ""

    def choose(self, section: str) -> bool:
        """Show a section by its id or file name, and say whether it is there."""
        entry = self._preview.entry(section)
        for row in range(self._list.count()):
            if entry and self._list.item(row).data(Qt.ItemDataRole.UserRole) == entry.key:
                self._list.setCurrentRow(row)
                return True
        return False

    def reload(self) -> None:
        """Read the pack again; while that goes on, once more is enough for all that was asked."""
        if self._reading:
            self._again = True
            return
        self._reading = True
        self._pool.start(_Reading(self._read, self._carrier))

    def set_theme(self, theme: Theme) -> None:
        """Look different from now on."""
        self._theme = theme
        old, self._pane = self._pane, self._new_pane()
        self._row.replaceWidget(old, self._pane)
        old.hide()
        old.deleteLater()
        self._pane.show()
        self._dress()
        self._show(anew=True)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Let a reading end, then close."""
        self._pool.waitForDone()
        super().closeEvent(event)
        self.closed.emit()

    def _arrived(self, reading: PackReading) -> None:
        self._reading = False
        self._take(reading)
        if self._again:
            self._again = False
            self.reload()

    def _take(self, reading: PackReading) -> None:
        before = (self._preview.manual, self._preview.pack)
        self._preview.update(reading)
        name = self._preview.pack.name if self._preview.pack else reading.root.name
        self.setWindowTitle(f"{name}: preview")
        self._fill()
        self._show(anew=before != (self._preview.manual, self._preview.pack))
        self._state.setText(_summary(self._preview))
        self.renewed.emit()

    def _fill(self) -> None:
        """List what fits the filter, and keep what was chosen."""
        chosen, words = self.shown, self._filter.text().strip().casefold()
        self._list.blockSignals(True)
        self._list.clear()
        for entry in self._preview.entries:
            if words in f"{entry.title} {entry.key}".casefold():
                self._list.addItem(self._item(entry))
        rows = [self._list.item(row).data(Qt.ItemDataRole.UserRole) for row in range(self._list.count())]
        self._list.setCurrentRow(rows.index(chosen) if chosen in rows else 0 if rows else -1)
        self._list.blockSignals(False)

    def _item(self, entry: Entry) -> QListWidgetItem:
        item = QListWidgetItem(entry.title)
        item.setData(Qt.ItemDataRole.UserRole, entry.key)
        if entry.remarks:
            count = _counted(len(entry.remarks), "problem")
            item.setText(f"● {entry.title}")
            item.setForeground(QColor(self._theme.error if entry.errors else self._theme.warn))
            item.setToolTip(count)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{entry.title}, {count}")
        return item

    def _show(self, *, anew: bool = False) -> None:
        entry = next((e for e in self._preview.entries if self._list.count() and e.key == self.shown), None)
        if entry:
            self._pane.show_entry(entry, self._preview, anew=anew)
        elif self._filter.text().strip():
            self._pane.clear("No section has these words in its title.", "")
        else:
            self._pane.clear("This pack has no section yet.", "Add a Markdown file to manual/sections/; it shows here.")

    def _new_pane(self) -> SectionPane:
        folder = self._root / "screenshots"
        pane = SectionPane(self._theme, lambda picture: folder / picture.file, self._motion)
        pane.linked.connect(self._follow)
        return pane

    def _build(self) -> None:
        self._filter.setPlaceholderText("Find a section…")
        self._filter.setAccessibleName("Find a section")
        self._filter.setClearButtonEnabled(True)
        self._filter.textChanged.connect(self._filtered)
        self._list.setAccessibleName("Sections")
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.currentRowChanged.connect(self._chosen)
        self._state.setObjectName("muted")
        self._state.setWordWrap(True)
        left = QVBoxLayout()
        for widget in (self._filter, self._list, self._state):
            left.addWidget(widget)
        side = QWidget()
        side.setObjectName("column")
        side.setFixedWidth(LIST_WIDTH)
        left.setContentsMargins(12, 12, 6, 12)
        side.setLayout(left)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.addWidget(side)
        self._row.addWidget(self._pane, 1)
        keys = ((QKeySequence.StandardKey.Find, self._filter.setFocus), (QKeySequence.StandardKey.Refresh, self.reload))
        for key, does in keys:
            QShortcut(QKeySequence(key), self).activated.connect(does)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Close), self).activated.connect(self.close)
        QTimer.singleShot(0, self._list, self._list.setFocus)

    def _chosen(self, _row: int) -> None:
        self._show()

    def _follow(self, link: Link) -> None:
        """Show the section of the screen that a link leads to."""
        sections = self._preview.manual.sections_at(link.route)
        if sections:
            self._filter.clear()
            self.choose(sections[0].id)

    def _filtered(self) -> None:
        self._fill()
        self._show()

    def _dress(self) -> None:
        self.setStyleSheet(style_sheet(self._theme))
        self.setPalette(self._theme.palette())
        for widget in (self._filter, self._list):
            widget.setFont(self._theme.font(self._theme.size_ui))
        self._state.setFont(self._theme.font(self._theme.size_small))


def _summary(preview: PackPreview) -> str:
    errors = sum(remark.error for remark in preview.remarks)
    warnings = len(preview.remarks) - errors
    parts = [_counted(errors, "error"), _counted(warnings, "warning")]
    return f"fescue check: {', '.join(parts) if preview.remarks else 'no problem'}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
