"""One section of a pack, as answers from it would be shown, with what `fescue check` says about it above."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from overlay.core.manual import Screenshot
from overlay.ui.blocks.answer_view import AnswerView
from overlay.ui.pointer.motion import Motion
from overlay.ui.presenters.preview import Entry, PackPreview, Remark, answers_of
from overlay.ui.theme import Theme

ANSWER_WIDTH = 400
"""Logical pixels: as wide as an answer in the panel, so that pictures are as large as people will see them."""


class SectionPane(QScrollArea):
    """Shows an entry; showing it again keeps the scroll place and touches only what changed."""

    linked = Signal(object)
    """A `Link` in one of the answers was followed."""

    def __init__(self, theme: Theme, pictures: Callable[[Screenshot], Path], motion: Motion) -> None:
        """Begin empty.

        Args:
            theme: how it looks.
            pictures: finds a screenshot's file.
            motion: whether pointers may move.
        """
        super().__init__()
        self._theme, self._pictures, self._motion = theme, pictures, motion
        self._key: str | None = None
        self._shown: list[tuple[str, AnswerView]] = []
        self._place: int | None = None
        self.setObjectName("conversation")
        self.setAccessibleName("Section")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._column = QWidget()
        self._column.setObjectName("column")
        self._layout = QVBoxLayout(self._column)
        space = theme.space_6
        self._layout.setContentsMargins(space, theme.space_4, space, space)
        self._layout.setSpacing(theme.space_4)
        self._title = self._label(theme.size_title * 1.25, "title", weight=600)
        self._facts = self._label(theme.size_small, "muted")
        self._remarks = QVBoxLayout()
        self._remarks.setSpacing(theme.space_1)
        self._answers = QVBoxLayout()
        self._answers.setSpacing(theme.space_4)
        for part in (self._title, self._facts):
            self._layout.addWidget(part)
        self._layout.addLayout(self._remarks)
        self._layout.addLayout(self._answers)
        self._layout.addStretch(1)
        self.setWidget(self._column)
        self.verticalScrollBar().rangeChanged.connect(self._restore)

    def show_entry(self, entry: Entry, preview: PackPreview, *, anew: bool = False) -> None:
        """Show an entry.

        Args:
            entry: what to show.
            preview: the pack it belongs to.
            anew: draw its answers even where the text is the same: pictures or names may have changed.
        """
        same = entry.key == self._key
        self._place = self.verticalScrollBar().value() if same else 0
        self._key = entry.key
        self._title.setText(entry.title)
        self._facts.setText(_facts(entry, preview))
        self._facts.setVisible(bool(self._facts.text()))
        self._remark(entry)
        self._answer(entry, preview, anew=anew or not same)
        self._restore()

    def clear(self, words: str, detail: str) -> None:
        """Show that there is nothing to show, and why."""
        self._key = None
        self._title.setText(words)
        self._facts.setText(detail)
        self._facts.setVisible(bool(detail))
        _empty(self._remarks)
        self._cut(0)

    @property
    def resting(self) -> bool:
        """Whether every picture is there and nothing moves."""
        return all(view.resting for _, view in self._shown)

    def look_everywhere(self) -> None:
        """Count all of it as seen, for a picture of the whole."""
        for _, view in self._shown:
            view.visible_changed(view.rect())

    def content_height(self) -> int:
        """Return the height of everything in it, logical pixels."""
        return self._column.sizeHint().height()

    def _remark(self, entry: Entry) -> None:
        _empty(self._remarks)
        if entry.stale:
            self._notice("The file cannot be read now. Below is what it last said.", "info")
        for remark in entry.remarks:
            self._notice(_words(remark), "error" if remark.error else "warning")

    def _answer(self, entry: Entry, preview: PackPreview, *, anew: bool) -> None:
        texts = answers_of(entry.section) if entry.section else []
        self._column.setUpdatesEnabled(False)
        self._cut(len(texts))
        for number, text in enumerate(texts):
            if number == len(self._shown):
                self._shown.append(("", self._view()))
            said, view = self._shown[number]
            policy = preview.policy(entry.section) if entry.section else None
            if policy and (anew or said != text):
                view.begin(policy)
                view.feed(text)
                view.finish()
                self._shown[number] = (text, view)
        self._column.setUpdatesEnabled(True)

    def _view(self) -> AnswerView:
        view = AnswerView(self._theme, self._pictures, self._motion)
        view.setMaximumWidth(ANSWER_WIDTH)
        view.link_activated.connect(self.linked)
        self._answers.addWidget(view)
        view.show()
        return view

    def _cut(self, count: int) -> None:
        while len(self._shown) > count:
            _, view = self._shown.pop()
            self._answers.removeWidget(view)
            view.hide()
            view.deleteLater()

    def _restore(self) -> None:
        """Go back to where it was scrolled to, as soon as there is enough to scroll."""
        bar = self.verticalScrollBar()
        if self._place is not None:
            place = self._place
            bar.setValue(min(place, bar.maximum()))
            if bar.maximum() >= place and self.resting:
                self._place = None

    def _label(self, size: float, name: str, *, weight: int = 400) -> QLabel:
        label = QLabel()
        label.setObjectName(name)
        label.setFont(self._theme.font(size, weight=weight))
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def _notice(self, words: str, tone: str) -> None:
        label = self._label(self._theme.size_small, "notice")
        label.setProperty("tone", tone)
        label.setText(words)
        label.setMaximumWidth(2 * ANSWER_WIDTH)
        label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._remarks.addWidget(label)
        label.show()


def _facts(entry: Entry, preview: PackPreview) -> str:
    section = entry.section
    if section is None:
        return entry.key
    pictures = len(preview.manual.pictures_of(section.id))
    counted = "no picture" if not pictures else "1 picture" if pictures == 1 else f"{pictures} pictures"
    return f"{section.summary}\n{', '.join(section.routes)} · {counted} · {section.file}"


def _words(remark: Remark) -> str:
    return f"{remark.place}: {remark.words}"


def _empty(layout: QVBoxLayout) -> None:
    while layout.count():
        item = layout.takeAt(0)
        widget = item.widget() if item else None
        if widget:
            widget.hide()
            widget.deleteLater()
