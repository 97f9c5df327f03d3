"""Writes the blocks of an answer at the end of a QTextDocument."""

from dataclasses import replace
from typing import assert_never

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument, QTextTable

from overlay.answer.document import (
    Block,
    Bullet,
    Code,
    Heading,
    Link,
    Notice,
    Picture,
    Prose,
    Rule,
    Run,
    Runs,
    Step,
    Table,
)
from overlay.ui.blocks.built import Built
from overlay.ui.blocks.formats import (
    CODE_FOOT,
    CODE_SIDE,
    GAP,
    NOTICE_PAD,
    PICTURE_OBJECT,
    Formats,
    Mark,
    code_head,
    reads_right_to_left,
)
from overlay.ui.blocks.laid_table import LaidTable
from overlay.ui.blocks.lines import keep_shapes
from overlay.ui.blocks.pieces import OBJECT, UNSAFE, UNSAFE_IN_CODE, picture_key, pilled, run_text, units
from overlay.ui.blocks.tables import fill_row, hairline, last_row, row_format, space_below


class BlockWriter:
    """Appends blocks; what it returns says where they stand."""

    def __init__(self, document: QTextDocument, formats: Formats) -> None:
        """Begin with an empty document."""
        self._document = document
        self._formats = formats
        self._numbers: dict[Link, int] = {}
        self.cursor = QTextCursor(document)
        self.fresh = True
        """Whether the document ends with an empty paragraph that the next block takes."""
        self.empty = True
        """Whether nothing stands above the next block."""
        self.links: list[Link] = []
        self.lines: list[float] = []
        """Widths of the hairlines of each table, pixels."""
        self._above: QTextTable | None = None
        """The table's row that stands above a `fresh` paragraph."""

    def add(self, block: Block) -> Built:
        """Append a block."""
        self.go_to_end()
        built = Built(block, self.cursor.position(), self.fresh)
        match block:
            case Prose() | Heading():
                self._paragraph(built, block)
            case Step() | Bullet():
                self._item(built, block)
            case Code():
                self._code(built, block)
            case Table():
                self._table(built, block)
            case Rule() | Picture() | Notice():
                self._single(built, block)
            case _:
                assert_never(block)
        built.end = self.end()
        self.empty = False
        return built

    def go_to_end(self) -> None:
        """Put the cursor at the end, where it mostly is: moving it makes Qt ask for its place in the line."""
        if self.cursor.hasSelection() or not self.cursor.atEnd():
            self.cursor.movePosition(QTextCursor.MoveOperation.End)

    def end(self) -> int:
        """Return the document's last position."""
        return self._document.characterCount() - 1

    def remove_from(self, built: Built) -> None:
        """Remove a block and everything after it."""
        if not built.begin:
            self._head(0)
        kept = self._document.findBlock(built.begin).blockFormat()
        self.select_from(built.begin)
        self.cursor.removeSelectedText()
        self.fresh = built.fresh
        self._above = last_row(self._document) if built.fresh else None
        space_below(self._above, 0)
        # An empty paragraph takes over the format of the one that is joined to it.
        self.cursor.setBlockFormat(self._formats.thin() if built.fresh else kept)

    def select_from(self, begin: int) -> None:
        """Select from a position to the end."""
        self.cursor.setPosition(begin)
        self.cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)

    def runs(self, runs: Runs, heading: int, *, rtl: bool) -> None:
        """Write runs at the cursor."""
        if any(pilled(run) for run in runs):
            with_pills = QTextBlockFormat()
            with_pills.setProperty(Mark.PILLS, True)
            self.cursor.mergeBlockFormat(with_pills)
        for index, run in enumerate(runs):
            href = self._href(run)
            form = self._formats.run(run, heading, href)
            text = run_text(run)
            before_label = index + 1 < len(runs) and pilled(runs[index + 1])
            # Padding by letter spacing would land on the wrong side of right-to-left text.
            if text and (pilled(run) or before_label) and not rtl:
                self.cursor.insertText(text[:-1], form)
                self.cursor.insertText(text[-1], self._formats.run(run, heading, href, spaced=True))
            else:
                self.cursor.insertText(text, form)

    def more(self, text: str, run: Run, heading: int) -> None:
        """Write more text of a run at the cursor."""
        self.cursor.insertText(text.translate(UNSAFE), self._formats.run(run, heading, self._href(run)))

    def code_lines(self, text: str) -> None:
        """Write lines of code at the cursor, the first in the paragraph that is there."""
        lines = text.translate(UNSAFE_IN_CODE).split("\n")
        form = self._formats.code()
        self.cursor.insertText(lines[0], form)
        if len(lines) == 1:
            return
        following = self.cursor.blockFormat()
        following.setBottomMargin(0)
        self.cursor.setBlockFormat(following)
        following.setTopMargin(0)
        following.clearProperty(Mark.LANGUAGE)
        for line in lines[1:]:
            self.cursor.insertBlock(following, form)
            keep_shapes(self.cursor)
            self.cursor.insertText(line, form)
        following.setBottomMargin(CODE_FOOT)
        self.cursor.setBlockFormat(following)

    def rows(self, built: Built, old: Table | None, block: Table) -> bool:
        """Bring the rows of the table that stands last up to date, and say whether a column was moved."""
        table = built.table
        assert table
        table.take(block)
        moved = table.fit(self._room(table))
        # Of the rows that were there, only the last one may be another now.
        for number in range(max(0, len(table.rows) - 1), table.shown(block)):
            was = table.cells(old, number) if old and number < len(table.rows) else ()
            if number == len(table.rows):
                self._row(table)
            head = not number and not table.stacked
            fill_row(table.rows[number], table.cells(block, number), was, table.align(block), self._cell, head=head)
        self.go_to_end()
        built.end = self.end()
        return moved

    def suits(self, built: Built, block: Table) -> bool:
        """Say whether a table with other rows at its end would still be laid out as it is, as a grid or not."""
        table = built.table
        assert table
        table.take(block)
        return table.wants_stack(block, self._room(table)) is table.stacked

    def fit(self, built: Built) -> bool:
        """Fit a table to the document's width; False if it has to be written anew. Another block needs no help."""
        table, block = built.table, built.block
        if table is None or not isinstance(block, Table):
            return True
        room = self._room(table)
        table.fit(room)
        return table.wants_stack(block, room) is table.stacked

    def _room(self, table: LaidTable) -> float:
        return self._document.textWidth() - table.margin

    def _row(self, table: LaidTable) -> None:
        self.go_to_end()
        above = 0.0
        if table.rows:
            self.cursor.setBlockFormat(hairline(self._formats.thin(), table.line, table.margin, rtl=table.rtl))
        else:
            above = self._space(10)
        form = row_format(table.widths, table.margin, above, rtl=table.rtl)
        self._above = self.cursor.insertTable(1, len(table.widths), form)
        table.rows.append(self._above)
        self.go_to_end()
        self.cursor.setBlockFormat(self._formats.thin())
        self.fresh = True

    def _paragraph(self, built: Built, block: Prose | Heading) -> None:
        built.rtl = reads_right_to_left(block.runs)
        space = 18 if isinstance(block, Heading) else 8 if block.indent else 10
        self._new(built, self._formats.block(block.indent, block.quote, before=self._space(space), rtl=built.rtl))
        self._first_runs(built, block)

    def _item(self, built: Built, block: Step | Bullet) -> None:
        built.rtl = reads_right_to_left(block.runs)
        if isinstance(block, Step):
            space, mark = (10 if not block.indent else 6), str(block.number)
            form, gap, begin = self._formats.number(block.number)
        else:
            space, mark = 5, {None: "•", True: "☑", False: "☐"}[block.done]
            form, gap, begin = self._formats.bullet(mark)
        block_format = self._formats.block(block.indent + 1, block.quote, before=self._space(space), rtl=built.rtl)
        block_format.setTextIndent(-begin)
        if isinstance(block, Step):
            block_format.setProperty(Mark.STEP, mark)
        self._new(built, block_format)
        self.cursor.insertText(mark, form)
        self.cursor.insertText(GAP, gap)
        built.text_at = self.cursor.position()
        self._first_runs(built, block)

    def _first_runs(self, built: Built, block: Prose | Heading | Step | Bullet) -> None:
        self.runs(block.runs, block.level if isinstance(block, Heading) else 0, rtl=built.rtl)
        built.lengths = [units(run_text(run)) for run in block.runs]

    def _code(self, built: Built, block: Code) -> None:
        head = code_head(self._formats.theme)
        form = self._formats.block(block.indent, block.quote, before=self._space(10) + head)
        form.setProperty(Mark.LANGUAGE, block.language)
        form.setLeftMargin(form.leftMargin() + CODE_SIDE)
        form.setRightMargin(CODE_SIDE)
        form.setBottomMargin(CODE_FOOT)
        if self.empty:
            self._head(head)
        # The number of its first paragraph: what is painted behind it is found by that.
        form.setProperty(Mark.CODE, self._document.blockCount() - self.fresh)
        self._new(built, form)
        # An empty line is as high as the face it waits for.
        self.cursor.setBlockCharFormat(self._formats.code())
        self.code_lines(block.text)

    def _table(self, built: Built, block: Table) -> None:
        if self.fresh:
            self.cursor.setBlockFormat(self._formats.thin())
        table = built.table = LaidTable(block, self._formats.theme, self.lines)
        table.take(block)
        table.stacked = table.wants_stack(block, self._room(table))
        built.rtl = table.rtl
        self.rows(built, None, block)
        built.start = built.text_at = table.rows[0].firstPosition()

    def _cell(self, cursor: QTextCursor, runs: Runs, *, head: bool) -> None:
        shown = tuple(replace(run, bold=True) for run in runs) if head else runs
        kept, self.cursor = self.cursor, cursor
        self.runs(shown, 0, rtl=reads_right_to_left(shown))
        self.cursor = kept

    def _single(self, built: Built, block: Rule | Picture | Notice) -> None:
        indent, quote = (0, 0) if isinstance(block, Notice) else (block.indent, block.quote)
        form = self._formats.block(indent, quote, before=self._space(10))
        match block:
            case Rule():
                form.setProperty(Mark.RULE, True)
                self._new(built, form)
            case Picture():
                form.setLineHeight(100, 1)
                built.rtl = self._document.lastBlock().blockFormat().layoutDirection() is Qt.LayoutDirection.RightToLeft
                if built.rtl:
                    form.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
                self._new(built, form)
                char = QTextCharFormat()
                char.setObjectType(PICTURE_OBJECT)
                char.setProperty(Mark.PICTURE, picture_key(block))
                self.cursor.insertText(OBJECT, char)
            case Notice():
                form.setProperty(Mark.NOTICE, block.tone)
                form.setLeftMargin(10)
                form.setRightMargin(10)
                form.setTopMargin(self._space(10) + NOTICE_PAD)
                form.setBottomMargin(NOTICE_PAD)
                if self.empty:
                    self._head(NOTICE_PAD)
                self._new(built, form)
                self.cursor.insertText(block.text.translate(UNSAFE), self._formats.notice(block.tone))
            case _:
                assert_never(block)

    def _head(self, space: float) -> None:
        """Keep space above everything: Qt drops the first paragraph's own."""
        frame = self._document.rootFrame()
        form = frame.frameFormat()
        if form.topMargin() != space:
            form.setTopMargin(space)
            frame.setFrameFormat(form)

    def _space(self, wanted: float) -> float:
        if self.empty:
            return 0.0
        # A card reaches beyond its last line: of the space below and above two paragraphs, Qt keeps the larger one.
        above = self._document.lastBlock().blockFormat()
        return wanted + above.bottomMargin()

    def _new(self, built: Built, form: QTextBlockFormat) -> None:
        if self.fresh:
            space_below(self._above, form.topMargin())
            self.cursor.setBlockFormat(form)
        else:
            self.cursor.insertBlock(form, self._formats.text())
        keep_shapes(self.cursor)
        self.fresh = False
        built.start = built.text_at = self.cursor.position()

    def _href(self, run: Run) -> str:
        if run.link is None or not run.link.open:
            return ""
        number = self._numbers.setdefault(run.link, len(self.links))
        if number == len(self.links):
            self.links.append(run.link)
        return str(number)
