"""Writes an answer's blocks into one QTextDocument: appends what is final, rebuilds only what still grows."""

from dataclasses import dataclass, replace
from typing import assert_never

from PySide6.QtGui import (
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextLength,
    QTextTable,
    QTextTableFormat,
)

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
from overlay.ui.blocks.formats import (
    CODE_HEAD,
    GAP,
    PICTURE_OBJECT,
    QUOTE_COLUMN,
    Formats,
    Mark,
    column,
    reads_right_to_left,
)
from overlay.ui.blocks.pieces import OBJECT, UNSAFE, extends, picture_key, pilled, run_text, shown_form, units
from overlay.ui.blocks.tables import fill_row, table_format


@dataclass(slots=True)
class Built:
    """A block in the document."""

    block: Block
    begin: int
    """Position of the end of what stands before it."""
    fresh: bool
    """Whether it began in an empty paragraph that was already there."""
    start: int = 0
    """Position of its first character."""
    text_at: int = 0
    """Position of its first run."""
    end: int = 0
    table: QTextTable | None = None


class DocumentBuilder:
    """Keeps a document equal to a list of blocks."""

    def __init__(self, document: QTextDocument, formats: Formats) -> None:
        """Begin with an empty document."""
        self._document = document
        self._formats = formats
        self._cursor = QTextCursor(document)
        self._fresh = True
        self._closed = 0
        self.built: list[Built] = []
        self.links: list[Link] = []

    def clear(self, formats: Formats) -> None:
        """Empty the document and take other formats."""
        self._formats = formats
        self._document.clear()
        self._document.setUndoRedoEnabled(False)
        self._cursor = QTextCursor(self._document)
        self._fresh = True
        self._closed = 0
        self.built.clear()
        self.links.clear()

    def apply(self, closed: tuple[Block, ...], growing: tuple[Block, ...]) -> None:
        """Append final blocks and replace the growing ones."""
        wanted = (*closed, *growing)
        self._cursor.beginEditBlock()
        kept = self._same(wanted)
        at = self._closed + kept
        if at < len(self.built) and kept < len(wanted) and self._patch(self.built[at], wanted[kept], at):
            kept += 1
        self._cut(self._closed + kept)
        for index in range(kept):
            self.built[self._closed + index].block = wanted[index]
        for block in wanted[kept:]:
            self._add(block)
        self._closed += len(closed)
        self._cursor.endEditBlock()

    def _same(self, wanted: tuple[Block, ...]) -> int:
        old = self.built[self._closed :]
        count = 0
        while count < min(len(old), len(wanted)) and shown_form(old[count].block) == shown_form(wanted[count]):
            count += 1
        return count

    def _cut(self, at: int) -> None:
        if at >= len(self.built):
            return
        first = self.built[at]
        self._select(first.begin)
        kept = self._document.findBlock(first.begin).blockFormat()
        self._cursor.removeSelectedText()
        self._fresh = first.fresh
        # An empty paragraph takes over the format of the one that is joined to it.
        self._cursor.setBlockFormat(self._formats.thin() if first.fresh else kept)
        del self.built[at:]

    def _select(self, begin: int) -> None:
        self._cursor.setPosition(begin)
        self._cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)

    def _patch(self, built: Built, block: Block, at: int) -> bool:
        """Change a growing block in place where only its end differs."""
        old = built.block
        if at != len(self.built) - 1 and not isinstance(old, Table):
            self._cut(at + 1)
        if isinstance(old, Code) and isinstance(block, Code):
            return self._patch_code(built, old, block)
        if isinstance(old, Table) and isinstance(block, Table):
            return at == len(self.built) - 1 and self._patch_table(built, old, block)
        if isinstance(old, Prose | Step | Bullet | Heading) and type(old) is type(block):
            assert isinstance(block, Prose | Step | Bullet | Heading)
            return self._patch_runs(built, old, block)
        return False

    def _patch_code(self, built: Built, old: Code, block: Code) -> bool:
        if replace(old, text="", closed=True, source="") != replace(block, text="", closed=True, source=""):
            return False
        if not block.text.startswith(old.text):
            return False
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        self._code_lines(block.text[len(old.text) :])
        built.end = self._end()
        return True

    def _patch_table(self, built: Built, old: Table, block: Table) -> bool:
        table = built.table
        if table is None or replace(old, rows=(), source="") != replace(block, rows=(), source=""):
            return False
        if len(block.rows) < len(old.rows):
            return False
        if len(block.rows) > len(old.rows):
            table.appendRows(len(block.rows) - len(old.rows))
        for index, row in enumerate(block.rows):
            if index >= len(old.rows) or old.rows[index] != row:
                fill_row(table, index + 1, row, block.align, self._write_cell)
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        built.end = self._end()
        return True

    def _patch_runs(
        self, built: Built, old: Prose | Step | Bullet | Heading, block: Prose | Step | Bullet | Heading
    ) -> bool:
        if replace(old, runs=(), source="") != replace(block, runs=(), source=""):
            return False
        if reads_right_to_left(old.runs) != reads_right_to_left(block.runs):
            return False
        same, length = 0, 0
        for one, other in zip(old.runs, block.runs, strict=False):
            if one != other:
                break
            same += 1
            length += units(run_text(one))
        following = (*old.runs[same : same + 1], *block.runs[same : same + 1])
        if same and any(pilled(run) for run in following):
            # The letter before a pill keeps its distance: it is written again.
            same -= 1
            length -= units(run_text(block.runs[same]))
        self._select(built.text_at + length)
        rest = block.runs[same:]
        plain = bool(rest) and not any(pilled(run) for run in rest[:2])
        if plain and same == len(old.runs) - 1 and extends(old.runs[same], rest[0]):
            # The commonest change of all: the last words grew.
            self._cursor.movePosition(QTextCursor.MoveOperation.End)
            rest = (replace(rest[0], text=rest[0].text[len(old.runs[same].text) :]), *rest[1:])
        else:
            self._cursor.removeSelectedText()
        self._write(rest, self._base(block), rtl=reads_right_to_left(block.runs))
        built.end = self._end()
        return True

    def _base(self, block: Block) -> QTextCharFormat:
        return self._formats.heading(block.level) if isinstance(block, Heading) else self._formats.text()

    def _add(self, block: Block) -> None:
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        built = Built(block, self._cursor.position(), self._fresh)
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
        built.end = self._end()
        self.built.append(built)

    def _paragraph(self, built: Built, block: Prose | Heading) -> None:
        rtl = reads_right_to_left(block.runs)
        space = 18 if isinstance(block, Heading) else 8 if block.indent else 10
        self._new(built, self._formats.block(block.indent, block.quote, before=self._space(space), rtl=rtl))
        self._write(block.runs, self._base(block), rtl=rtl)

    def _item(self, built: Built, block: Step | Bullet) -> None:
        rtl = reads_right_to_left(block.runs)
        if isinstance(block, Step):
            space, mark = (10 if not block.indent else 6), str(block.number)
            form, gap, begin = self._formats.number(block.number)
        else:
            space, mark = 5, {None: "•", True: "☑", False: "☐"}[block.done]
            form, gap, begin = self._formats.bullet(mark)
        block_format = self._formats.block(block.indent + 1, block.quote, before=self._space(space), rtl=rtl)
        block_format.setTextIndent(-begin)
        if isinstance(block, Step):
            block_format.setProperty(Mark.STEP, len(mark))
        self._new(built, block_format)
        self._cursor.insertText(mark, form)
        self._cursor.insertText(GAP, gap)
        built.text_at = self._cursor.position()
        self._write(block.runs, self._base(block), rtl=rtl)

    def _code(self, built: Built, block: Code) -> None:
        form = self._formats.block(block.indent, block.quote, before=self._space(10) + CODE_HEAD)
        form.setProperty(Mark.LANGUAGE, block.language)
        form.setLeftMargin(form.leftMargin() + 12)
        form.setRightMargin(12)
        form.setProperty(Mark.CODE, self._document.blockCount())
        self._new(built, form)
        self._code_lines(block.text)

    def _code_lines(self, text: str) -> None:
        lines = text.translate(UNSAFE | {ord("\n"): "\n"}).split("\n")
        form = self._formats.code()
        self._cursor.insertText(lines[0], form)
        if len(lines) == 1:
            return
        following = self._cursor.blockFormat()
        following.setTopMargin(0)
        following.clearProperty(Mark.LANGUAGE)
        for line in lines[1:]:
            self._cursor.insertBlock(following, form)
            self._cursor.insertText(line, form)

    def _table(self, built: Built, block: Table) -> None:
        if self._fresh:
            self._cursor.setBlockFormat(self._formats.thin())
        form: QTextTableFormat = table_format(self._formats.theme, column(block.indent) + QUOTE_COLUMN * block.quote)
        form.setTopMargin(self._space(10))
        form.setBottomMargin(10)
        form.setColumnWidthConstraints([QTextLength()] * len(block.header))
        table = self._cursor.insertTable(len(block.rows) + 1, max(1, len(block.header)), form)
        built.table = table
        built.start = built.text_at = table.firstPosition()
        for index, row in enumerate((block.header, *block.rows)):
            fill_row(table, index, row, block.align, self._write_cell)
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        self._cursor.setBlockFormat(self._formats.thin())
        self._fresh = True

    def _write_cell(self, cursor: QTextCursor, runs: Runs, *, head: bool) -> None:
        shown = tuple(replace(run, bold=True) for run in runs) if head else runs
        kept, self._cursor = self._cursor, cursor
        self._write(shown, self._formats.text(), rtl=reads_right_to_left(shown))
        self._cursor = kept

    def _single(self, built: Built, block: Rule | Picture | Notice) -> None:
        indent, quote = (0, 0) if isinstance(block, Notice) else (block.indent, block.quote)
        form = self._formats.block(indent, quote, before=self._space(10))
        match block:
            case Rule():
                form.setProperty(Mark.RULE, True)
                self._new(built, form)
            case Picture():
                form.setLineHeight(100, 1)
                self._new(built, form)
                char = QTextCharFormat()
                char.setObjectType(PICTURE_OBJECT)
                char.setProperty(Mark.PICTURE, picture_key(block))
                self._cursor.insertText(OBJECT, char)
            case Notice():
                form.setProperty(Mark.NOTICE, block.tone)
                form.setLeftMargin(10)
                form.setRightMargin(10)
                form.setTopMargin(self._space(10) + 6)
                form.setBottomMargin(6)
                self._new(built, form)
                self._cursor.insertText(block.text.translate(UNSAFE), self._formats.notice(block.tone))
            case _:
                assert_never(block)

    def _space(self, wanted: float) -> float:
        return wanted if self.built else 0.0

    def _new(self, built: Built, form: QTextBlockFormat) -> None:
        if self._fresh:
            self._cursor.setBlockFormat(form)
        else:
            self._cursor.insertBlock(form, self._formats.text())
        self._fresh = False
        built.start = built.text_at = self._cursor.position()

    def _write(self, runs: Runs, base: QTextCharFormat, *, rtl: bool) -> None:
        if any(pilled(run) for run in runs):
            with_pills = QTextBlockFormat()
            with_pills.setProperty(Mark.PILLS, True)
            self._cursor.mergeBlockFormat(with_pills)
        for index, run in enumerate(runs):
            form = self._formats.run(run, base, self._href(run))
            text = run_text(run)
            before_label = index + 1 < len(runs) and pilled(runs[index + 1])
            # Padding by letter spacing would land on the wrong side of right-to-left text.
            if text and (pilled(run) or before_label) and not rtl:
                self._cursor.insertText(text[:-1], form)
                self._cursor.insertText(text[-1], self._formats.spaced(form))
            else:
                self._cursor.insertText(text, form)

    def _href(self, run: Run) -> str:
        if run.link is None or not run.link.open:
            return ""
        if run.link not in self.links:
            self.links.append(run.link)
        return str(self.links.index(run.link))

    def _end(self) -> int:
        return self._document.characterCount() - 1
