"""One answer on screen: a text browser as tall as its text, with screenshots and buttons as real widgets on it."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QRect, QRectF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTextBlock,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

from overlay.answer.document import Block, Link
from overlay.answer.gather import gather
from overlay.answer.policy import AnswerPolicy
from overlay.answer.stream import AnswerStream, Update
from overlay.core.manual import Screenshot
from overlay.ui.blocks.announcer import in_few_words
from overlay.ui.blocks.builder import DocumentBuilder
from overlay.ui.blocks.cards import Cards
from overlay.ui.blocks.change import NOTHING, REACH
from overlay.ui.blocks.flush import Flush
from overlay.ui.blocks.focus_ring import FocusRing
from overlay.ui.blocks.formats import PICTURE_OBJECT, Formats
from overlay.ui.blocks.loader import PictureLoader, shared_loader
from overlay.ui.blocks.picture_space import PictureSpace
from overlay.ui.blocks.selection import copy_of, copy_of_all, mime_of
from overlay.ui.blocks.shapes import Shapes, draw_text
from overlay.ui.blocks.sight import Sight
from overlay.ui.pointer.motion import Motion
from overlay.ui.theme import Theme


class AnswerView(QTextBrowser):
    """Shows a growing answer. Feed it text, or apply updates of an `AnswerStream` yourself."""

    link_activated = Signal(object)
    """A `Link` that the policy left open was followed."""
    settled = Signal()
    """The answer is finished, and its pictures and pointers have come to rest."""

    def __init__(
        self,
        theme: Theme,
        pictures: Callable[[Screenshot], Path],
        motion: Motion,
        loader: PictureLoader | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Make an empty answer.

        Args:
            theme: how it looks.
            pictures: finds a screenshot's file.
            motion: whether pointers may move.
            loader: decodes pictures; share one between answers.
            parent: the widget it stands in.
        """
        super().__init__(parent)
        self._theme = theme
        self._ground, self._card = theme.colour("bg"), theme.colour("soft")
        self._stream: AnswerStream | None = None
        self._policy: AnswerPolicy | None = None
        self._finished = False
        self._tall = 0
        self._change, self._area = NOTHING, QRect()
        self._ring = FocusRing()
        self._flush = Flush(self._take, self)
        self._prepare()
        # Asking the view for them at every word costs more than it seems.
        self._document, self._page = self.document(), self.viewport()
        self._formats = Formats(theme)
        self._builder = DocumentBuilder(self._document, self._formats)
        self._shapes = Shapes(self._document, theme, self._builder.lines)
        self._cards = Cards(self, pictures, theme, motion, loader or shared_loader(), self._settle)
        self._sight = Sight(self, self._cards)
        self._object = PictureSpace(self._cards)
        layout = self._document.documentLayout()
        layout.registerHandler(PICTURE_OBJECT, self._object)
        layout.documentSizeChanged.connect(self._resized)
        self.anchorClicked.connect(self._follow)

    @property
    def resting(self) -> bool:
        """Whether the answer is over and nothing that can be seen of it will change by itself."""
        return self._finished and self._cards.resting

    def begin(self, policy: AnswerPolicy | None = None) -> None:
        """Start an answer; with a policy, `feed` and `finish` read the text themselves."""
        self._policy = policy
        self._stream = AnswerStream(policy) if policy else None
        self._finished = False
        self._change, self._area = NOTHING, QRect()
        self._builder.clear(self._formats)
        self._shapes = Shapes(self._document, self._theme, self._builder.lines)
        self._cards.clear()
        self._fit()

    def restart(self) -> None:
        """Drop what was shown and start again under the same policy."""
        self._flush.now()
        self.begin(self._policy)

    def feed(self, text: str) -> None:
        """Take streamed text; it shows within 16 ms."""
        self._flush.add(text)

    def finish(self, *, cut_off: bool = False) -> None:
        """End the answer; one that was `cut_off` ends as it was shown, without half-written syntax."""
        self._flush.now()
        if self._stream:
            self.apply(self._stream.finish(cut_off=cut_off))
        self._finished = True
        self.setAccessibleDescription(self.contents)
        self._settle()

    def apply(self, update: Update) -> None:
        """Show an update: append what is final, replace what still grows."""
        if update.more == "":
            return
        layout = self._document.documentLayout()
        # Qt would paint far more than what changed: that is known here.
        layout.blockSignals(True)
        change = self._builder.lengthen(update.more, update.open[-1]) if update.more else None
        words_only = change is not None
        if change is None:
            self._cards.prepare((*update.closed, *update.open))
            change = self._builder.apply(update.closed, update.open)
        self._change = change
        self._fit()
        layout.blockSignals(False)
        if not change.unchanged:
            self._leave_cursor_behind()
        if not words_only:
            self._cards.match(self._builder.built, change.unchanged)
            self._sight.watch()
            if self._cards.place(self._document, change.unchanged):
                self.look()
        self._area = change.area(self._cards.width, self._tall)
        if not self._area.isEmpty():
            self._page.update(self._area)

    def document_blocks(self) -> tuple[Block, ...]:
        """Return the blocks shown."""
        return tuple(built.block for built in self._builder.built)

    @property
    def links(self) -> tuple[Link, ...]:
        """The links that can be followed, each once, in reading order."""
        # The builder also knows those of frames before, which may have been called otherwise.
        return tuple(dict.fromkeys(link for link in gather(self.document_blocks()).links if link.open))

    @property
    def contents(self) -> str:
        """What the answer holds, in a few words, such as `2 steps, 1 link`; empty for plain text."""
        return in_few_words(self.document_blocks(), len(self.links))

    def set_theme(self, theme: Theme) -> None:
        """Look different from now on."""
        self._theme = theme
        self._ground, self._card = theme.colour("bg"), theme.colour("soft")
        self._formats = Formats(theme)
        self._cards.restyle(theme)
        self._write_anew()

    def copy_all(self) -> None:
        """Put the whole answer on the clipboard, as plain text, Markdown and HTML."""
        QGuiApplication.clipboard().setMimeData(mime_of(copy_of_all(self.document_blocks())))

    def look(self) -> None:
        """Find out which part can be seen now: pictures are decoded and pointers move only there."""
        self._sight.now()

    def visible_changed(self, seen: QRect) -> None:
        """Take note of the part that can be seen, in this widget's coordinates; empty when none."""
        self._cards.look(seen)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy from the sources."""
        return mime_of(copy_of(self._builder.built, self.textCursor()))

    def loadResource(self, type: int, name: QUrl | str) -> None:  # noqa: A002, ARG002 the names are Qt's
        """Load nothing, ever: screenshots are widgets of ours."""
        return

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002  Qt's name
        """Walk through the links while the text has the focus; from a screenshot in it, Tab goes on and not back in."""
        parent = self.parentWidget()
        if self.hasFocus() or parent is None:
            moved = super().focusNextPrevChild(next)
            self._ring.move_to(self.textCursor())
            self._page.update()
            if moved:
                self._sight.bring(self.cursorRect())
            return moved
        return parent.focusNextPrevChild(next)

    def keyPressEvent(self, e: QKeyEvent) -> None:
        """Let what scrolls the answer follow the text cursor: Qt scrolls no further than this widget."""
        before = self.textCursor().position()
        super().keyPressEvent(e)
        if self.cursorWidth() and self.textCursor().position() != before:
            self._sight.bring(self.cursorRect())

    def paintEvent(self, e: QPaintEvent) -> None:
        """Paint circles, pills and cards, then the text over them."""
        painter = QPainter(self._page)
        document, rect = self._document, e.rect()
        clip = QRectF(rect)
        # Qt's own way to the text is longer, and draws a mark at the hidden cursor beside right-to-left text.
        cursor = self.textCursor()
        ringed = self.hasFocus() and self._ring.is_around(cursor)
        ours = ringed or not (self.cursorWidth() or cursor.hasSelection())
        if ours and not ringed and self._change.bare and self._area.contains(rect):
            painter.fillRect(rect, self._card if self._change.on_card else self._ground)
            last = document.lastBlock()
            draw_text(painter, last, document.documentLayout().blockBoundingRect(last), clip)
        else:
            painter.fillRect(rect, self._ground)
            self._shapes.paint(painter, self._first_in(rect), clip, text=ours)
        if ringed:
            self._ring.paint(painter, document, self._theme)
        painter.end()
        if not ours:
            super().paintEvent(e)

    def resizeEvent(self, e: QResizeEvent) -> None:
        """Lay out anew; screenshots follow."""
        wide = e.size().width()
        if wide != e.oldSize().width():
            self._cards.width = wide
            self.setLineWrapColumnOrWidth(self._cards.width)
            if self._builder.fit():
                self._change, self._area = NOTHING, QRect()
            else:
                self._write_anew()
            self._place()
        super().resizeEvent(e)
        self._sight.soon()

    def showEvent(self, event: QShowEvent) -> None:
        """Find what scrolls this answer."""
        super().showEvent(event)
        self._sight.shown()
        self._place()

    def focusInEvent(self, e: QFocusEvent) -> None:
        """Show the text cursor only to people who came here by keyboard, and let them begin at the first link."""
        tabbed = e.reason() in {Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason}
        self.setCursorWidth(2 if tabbed else 0)
        cursor = self.textCursor()
        if tabbed and not cursor.hasSelection():
            # What was written pushed the cursor to the end, behind all links.
            forward = e.reason() is Qt.FocusReason.TabFocusReason
            cursor.movePosition(QTextCursor.MoveOperation.Start if forward else QTextCursor.MoveOperation.End)
            self.setTextCursor(cursor)
        super().focusInEvent(e)

    def hideEvent(self, event: QHideEvent) -> None:
        """Let pointers stand still."""
        super().hideEvent(event)
        self.visible_changed(QRect())

    def _first_in(self, painted: QRect) -> QTextBlock:
        """Return a block at or above the upper edge of what is painted."""
        if self._change.few and painted.top() >= self._area.top():
            block = self._document.findBlock(self._change.position)
            apart = block.blockFormat().topMargin() > 2 * REACH
            return block.previous() if not apart and block.previous().isValid() else block
        return self.cursorForPosition(QPoint(0, max(0, painted.top() - 12))).block()

    def _take(self, text: str) -> None:
        if self._stream:
            self.apply(self._stream.feed(text))

    def _place(self) -> None:
        self._cards.place(self._document)
        self._sight.watch()
        self.look()

    def _write_anew(self) -> None:
        blocks, closed = self.document_blocks(), self._builder.closed
        self._builder.clear(self._formats)
        self._shapes = Shapes(self._document, self._theme, self._builder.lines)
        self.apply(Update(blocks[:closed], blocks[closed:]))

    def _leave_cursor_behind(self) -> None:
        """Keep the text cursor at the start: at the end it would be moved, and asked about, with every word."""
        cursor = self.textCursor()
        if cursor.position() and not cursor.hasSelection() and not self.cursorWidth():
            cursor.setPosition(0)
            self.setTextCursor(cursor)

    def _fit(self) -> None:
        height = self._document.size().height() + self._builder.foot if self._builder.built else 0.0
        tall = max(1, -int(-height // 1))
        if tall != self._tall:
            more, self._tall = tall - self._tall, tall
            with self._sight.room_for(more):
                self.setFixedHeight(tall)

    def _resized(self) -> None:
        self._change, self._area = NOTHING, QRect()
        self._builder.moved()
        self._fit()
        self._place()

    def _follow(self, url: QUrl) -> None:
        index = url.toString()
        if index.isdigit() and int(index) < len(self._builder.links):
            self.link_activated.emit(self._builder.links[int(index)])

    def _settle(self) -> None:
        if self.resting:
            self.settled.emit()

    def _prepare(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        # As tall as its text, it lays out anew only for another width.
        self.setLineWrapMode(QTextBrowser.LineWrapMode.FixedPixelWidth)
        # Opaque and fixed at the upper left: growing and scrolling paint only what is new.
        for widget in (self, self.viewport()):
            widget.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(0)
        self.document().setUndoRedoEnabled(False)
        self.setFont(self._theme.font())
        self.setPalette(self._theme.palette())
        self.setCursorWidth(0)
        self.setAccessibleName("Answer")
