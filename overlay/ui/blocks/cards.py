"""The widgets on an answer: one card a screenshot, one copy button a code block."""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QRect, QSizeF, Qt
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtWidgets import QTextEdit, QToolButton

from overlay.answer.document import Block, Code, Picture
from overlay.core.manual import Screenshot
from overlay.ui.blocks.built import Built
from overlay.ui.blocks.formats import column
from overlay.ui.blocks.loader import PictureLoader
from overlay.ui.blocks.picture_card import PictureCard
from overlay.ui.blocks.pieces import picture_key
from overlay.ui.blocks.shapes import code_corner
from overlay.ui.blocks.zoom import Zoom
from overlay.ui.pointer.motion import Motion
from overlay.ui.pointer.pointer import Phase, PointerQueue
from overlay.ui.theme import Theme

_SEEN = 0.6
"""Share of a card that must be seen before its pointer moves."""


class Cards:
    """Keeps the widgets equal to the blocks they belong to."""

    def __init__(
        self,
        view: QTextEdit,
        pictures: Callable[[Screenshot], Path],
        theme: Theme,
        motion: Motion,
        loader: PictureLoader,
        rested: Callable[[], None],
    ) -> None:
        """Begin without any; `rested` is called when one came to rest."""
        self._view = view
        self._find = pictures
        self._theme = theme
        self._motion = motion
        self._loader = loader
        self._rested = rested
        self._queue = PointerQueue(view)
        self._by_block: dict[str, PictureCard] = {}
        self._pointed: set[str] = set()
        """Cards of before the answer looked different whose pointers had moved."""
        self._buttons: list[QToolButton] = []
        self._codes: list[Built] = []
        self._pictures_at: list[int] = []
        self._codes_at: list[int] = []
        self._seen = QRect()
        self.width = view.viewport().width()
        self.pictures: list[tuple[Built, PictureCard]] = []

    @property
    def resting(self) -> bool:
        """Whether nothing will change by itself: hidden cards rest, they wait to be seen."""
        return all(card.resting for _, card in self.pictures)

    def clear(self) -> None:
        """Remove all."""
        for card in self._by_block.values():
            self._remove(card)
        for button in self._buttons:
            button.deleteLater()
        self._by_block.clear()
        self._pointed.clear()
        for kept in (self._buttons, self.pictures, self._codes, self._pictures_at, self._codes_at):
            kept.clear()

    def restyle(self, theme: Theme) -> None:
        """Remove all, and look different from now on."""
        pointed = {key for key, card in self._by_block.items() if card.pointer and card.pointer.phase is Phase.DONE}
        pointed |= self._pointed
        self.clear()
        self._pointed = pointed
        self._theme = theme

    def match(self, built: list[Built], unchanged: int) -> None:
        """Make and remove cards and buttons, so that they are those of the blocks.

        Args:
            built: the blocks in the document.
            unchanged: how many of them are as they were the last time.
        """
        dropped = _drop(self.pictures, self._pictures_at, unchanged)
        codes = self._codes
        _drop(codes, self._codes_at, unchanged)
        for index in range(unchanged, len(built)):
            one = built[index]
            if isinstance(one.block, Picture):
                self.pictures.append((one, self._card(one.block)))
                self._pictures_at.append(index)
            elif isinstance(one.block, Code):
                codes.append(one)
                self._codes_at.append(index)
        if dropped:
            kept = {id(card) for _, card in self.pictures}
            for key in [k for k, card in self._by_block.items() if id(card) not in kept]:
                self._remove(self._by_block.pop(key))
        while len(self._buttons) > len(codes):
            self._buttons.pop().deleteLater()
        while len(self._buttons) < len(codes):
            self._buttons.append(self._button(len(self._buttons)))

    def left(self, built: Built) -> int:
        """Return where a screenshot begins: below the words of its step, on whichever side those begin."""
        return 0 if built.rtl else self.width - self.room(built.block)

    def room(self, block: Block) -> int:
        """Return the width a screenshot has."""
        margin = column(self._theme, block.indent, block.quote) if isinstance(block, Picture) else 0
        return max(80, self.width - margin)

    def prepare(self, blocks: Iterable[Block]) -> None:
        """Make the cards of screenshots, so that their sizes are known when the text is laid out."""
        for block in blocks:
            if isinstance(block, Picture):
                self._card(block)

    def size_of(self, key: str) -> QSizeF:
        """Return the room that a screenshot takes in the text."""
        card = self._by_block.get(key)
        if card is None:
            return QSizeF(0, 0)
        room = self.room(card.picture)
        return QSizeF(room, card.height_for(room))

    def place(self, document: QTextDocument, unchanged: int = 0) -> bool:
        """Move cards and buttons to their places in a document that is laid out.

        Args:
            document: where the blocks are.
            unchanged: how many blocks stand where they stood: theirs stay.

        Returns:
            Whether a card was moved.
        """
        layout = document.documentLayout()
        moved = bisect_left(self._pictures_at, unchanged)
        for built, card in self.pictures[moved:]:
            top = layout.blockBoundingRect(document.findBlock(built.start)).top()
            card.show_at(self.left(built), round(top), self.room(built.block))
        first = bisect_left(self._codes_at, unchanged)
        for built, button in zip(self._codes[first:], self._buttons[first:], strict=True):
            corner = code_corner(document.findBlock(built.start), document, self._theme)
            button.move(round(corner.x()) - button.width() - 4, round(corner.y()) + 4)
            button.show()
        return moved < len(self.pictures)

    def look(self, seen: QRect) -> None:
        """Tell the cards whether they can be seen."""
        above, below = seen.top(), seen.bottom()
        for _, card in self.pictures:
            top = card.y()
            if not card.near and (top > below or top + card.height() < above):
                continue
            part = card.geometry().intersected(seen)
            whole = max(1, card.width() * card.height())
            card.seen(visible=part.width() * part.height() >= whole * _SEEN, near=not part.isEmpty())

    def _card(self, picture: Picture) -> PictureCard:
        key = picture_key(picture)
        card = self._by_block.get(key)
        if card is None:
            card = PictureCard(
                self._view.viewport(),
                picture,
                self._find(picture.screenshot),
                self._theme,
                self._motion,
                self._loader,
                self._queue,
            )
            card.resized.connect(self._resized)
            card.rested.connect(self._rested)
            card.zoomed.connect(self._zoom)
            card.pointed = key in self._pointed
            card.show()
            self._by_block[key] = card
        return card

    def _resized(self) -> None:
        document = self._view.document()
        document.markContentsDirty(0, document.characterCount())

    def _zoom(self, card: PictureCard) -> None:
        Zoom(card, self._theme, self._loader, self._view).open()

    def _remove(self, card: PictureCard) -> None:
        if card.pointer:
            self._queue.drop(card.pointer)
        card.hide()
        card.deleteLater()

    def _button(self, index: int) -> QToolButton:
        button = QToolButton(self._view.viewport())
        button.setObjectName("copy")
        button.setText("Copy")
        button.setAccessibleName("Copy the code")
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setFont(self._theme.font(self._theme.size_fine))
        button.clicked.connect(lambda: self._copy(index))
        button.adjustSize()
        return button

    def _copy(self, index: int) -> None:
        block = self._codes[index].block
        if isinstance(block, Code):
            QGuiApplication.clipboard().setText(block.text)


def _drop(kept: list[Any], at: list[int], unchanged: int) -> bool:
    """Drop what belongs to blocks from a place on, and say whether there was any."""
    before = len(at)
    while at and at[-1] >= unchanged:
        at.pop()
        kept.pop()
    return len(at) < before
