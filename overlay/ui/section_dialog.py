"""A section of the manual as this person may read it: what an answer came from, to look up."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from overlay.answer.policy import AnswerPolicy
from overlay.core.manual import Screenshot, Section
from overlay.ui.blocks.answer_view import AnswerView
from overlay.ui.buttons import text_button
from overlay.ui.lettering import Size, letter
from overlay.ui.pointer.motion import Motion
from overlay.ui.presenters.preview import answers_of
from overlay.ui.style import style_sheet
from overlay.ui.theme import Theme


class SectionDialog(QDialog):
    """Shows one section; open it with `open()`, Esc closes it."""

    link_activated = Signal(object)

    def __init__(
        self,
        section: Section,
        policy: Callable[[], AnswerPolicy],
        theme: Theme,
        pictures: Callable[[Screenshot], Path],
        motion: Motion,
        parent: QWidget,
    ) -> None:
        """Make the dialog.

        Args:
            section: one that this person may read.
            policy: makes the policy of one answer to them.
            theme: colours and type.
            pictures: finds a screenshot's file.
            motion: whether pointers may move.
            parent: the panel.
        """
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"{section.title} · from the manual")
        self.setStyleSheet(style_sheet(theme))
        self.setPalette(theme.palette())
        screen = parent.screen().availableGeometry()
        self.resize(min(460, screen.width()), min(720, screen.height()))
        self._section = section
        self._theme = theme
        self._policy = policy
        self._column = QWidget()
        self._column.setObjectName("column")
        layout = QVBoxLayout(self._column)
        layout.setContentsMargins(theme.space_4, theme.space_4, theme.space_4, theme.space_4)
        layout.setSpacing(theme.space_4)
        layout.addWidget(self._words(section.title, Size.TITLE, weight=600))
        layout.addWidget(self._words(section.summary, Size.UI, name="muted"))
        for text in answers_of(section):
            view = AnswerView(theme, pictures, motion)
            view.setAccessibleName("Part of the section")
            view.begin(self._reading())
            view.link_activated.connect(self.link_activated)
            layout.addWidget(view)
            view.feed(text)
            view.finish()
        layout.addStretch(1)
        self._build()

    def _build(self) -> None:
        area = QScrollArea()
        area.setObjectName("conversation")
        area.setAccessibleName(f"{self._section.title}, from the manual")
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        area.setWidget(self._column)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(area, 1)
        links = (self._reading().link(self._section.title, route) for route in self._section.routes)
        link = next((one for one in links if one and one.open), None)
        foot = QVBoxLayout()
        foot.setContentsMargins(self._theme.space_4, 0, self._theme.space_4, self._theme.space_3)
        if link:
            button = text_button(
                f"Open in {self._reading().pack.name} ↗", "primary", lambda: self.link_activated.emit(link)
            )
            button.setAccessibleName(f"Open the screen {self._section.title}")
            letter(button, self._theme, Size.UI, weight=600)
            foot.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addLayout(foot)

    def _reading(self) -> AnswerPolicy:
        policy = self._policy()
        shots = policy.manual.pictures_of(self._section.id)
        policy.read((self._section.id,), tuple(shot.id for shot in shots))
        return policy

    def _words(self, text: str, size: Size, *, weight: int = 400, name: str = "plain") -> QLabel:
        label = QLabel(text)
        label.setObjectName(name)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        letter(label, self._theme, size, weight=weight)
        return label
