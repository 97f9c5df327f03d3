"""Keeps one QTextDocument equal to an answer's blocks: appends what is final, changes only what still grows."""

from PySide6.QtGui import QTextDocument

from overlay.answer.document import Block, Bullet, Code, Heading, Link, Notice, Prose, Runs, Step, Table
from overlay.ui.blocks.built import Built
from overlay.ui.blocks.change import LEANING, Change, Changes
from overlay.ui.blocks.formats import (
    CODE_FOOT,
    NOTICE_PAD,
    Formats,
    reads_right_to_left,
)
from overlay.ui.blocks.lines import last_line
from overlay.ui.blocks.long_text import divide, join, place_in
from overlay.ui.blocks.pieces import extends, looks_same, pilled, run_text, units
from overlay.ui.blocks.writer import BlockWriter

_Text = Prose | Step | Bullet | Heading
_WIDE = 24
"""Pixels before words that are added that may look different too; more than any letter has."""
_WORDS = 8
"""Letters that are wider than that together."""


class DocumentBuilder:
    """Keeps a document equal to a list of blocks."""

    def __init__(self, document: QTextDocument, formats: Formats) -> None:
        """Begin with an empty document."""
        self._document = document
        self._writer = BlockWriter(document, formats)
        self._closed = 0
        self._changes = Changes(document)
        self.built: list[Built] = []

    @property
    def links(self) -> list[Link]:
        """The links that can be followed; a link's address in the document is its number here."""
        return self._writer.links

    @property
    def lines(self) -> list[float]:
        """Widths of the hairlines of each table, in pixels, by the number that its paragraphs name."""
        return self._writer.lines

    @property
    def closed(self) -> int:
        """How many of the blocks are final."""
        return self._closed

    @property
    def foot(self) -> float:
        """Space below the last block in pixels: Qt drops the last paragraph's own."""
        match self.built[-1].block if self.built else None:
            case Code():
                return CODE_FOOT
            case Notice():
                return NOTICE_PAD
            case _:
                return 0.0

    def clear(self, formats: Formats) -> None:
        """Empty the document and take other formats."""
        self._document.clear()
        self._document.setUndoRedoEnabled(False)
        self._writer = BlockWriter(self._document, formats)
        self._closed = 0
        self._changes.forget()
        self.built.clear()

    def apply(self, closed: tuple[Block, ...], growing: tuple[Block, ...]) -> Change:
        """Append final blocks and replace the growing ones."""
        self._changes.begin()
        if len(self.built) > self._closed and isinstance(self.built[-1].block, _Text):
            self._divide(self.built[-1])
        unchanged = self._change(closed, growing)
        return self._changes.made(self.built, unchanged)

    def moved(self) -> None:
        """Take note that lines may stand elsewhere: something in the document has got another size."""
        self._changes.forget()

    def _divide(self, built: Built) -> None:
        if divide(self._document, built):
            self._changes.forget()

    def _change(self, closed: tuple[Block, ...], growing: tuple[Block, ...]) -> int:
        wanted = (*closed, *growing)
        cursor = self._writer.cursor
        cursor.beginEditBlock()
        same = kept = self._same(wanted)
        at = self._closed + kept
        if at < len(self.built) and kept < len(wanted) and self._patch(self.built[at], wanted[kept], at):
            kept += 1
        self._cut(self._closed + kept)
        for index in range(kept):
            self.built[self._closed + index].block = wanted[index]
        if self.built and (kept < len(wanted) or kept <= len(closed)):
            self._join(self.built[-1])
        if kept < len(wanted):
            self._changes.touch(self._writer.end())
        for block in wanted[kept:]:
            self.built.append(self._writer.add(block))
        unchanged = self._closed + same
        self._closed += len(closed)
        cursor.endEditBlock()
        return unchanged

    def lengthen(self, more: str, block: Block) -> Change | None:
        """Add words to the last run, which is all that changed; None if that takes more than adding them."""
        built = self.built[-1] if len(self.built) > self._closed else None
        if built and isinstance(built.block, Code) and isinstance(block, Code):
            return self._lengthen_code(built, more, block)
        if built is None or not isinstance(block, _Text) or not built.lengths or pilled(block.runs[-1]):
            return None
        if not (more.isascii() or built.rtl == reads_right_to_left(block.runs)):
            return None
        self._divide(built)
        last = last_line(self._document)
        before = built.end
        self._changes.begin_in(last, before, bare=built.lengths[-1] > LEANING)
        self._writer.go_to_end()
        self._writer.more(more, block.runs[-1], block.level if isinstance(block, Heading) else 0)
        built.end = self._writer.end()
        built.lengths[-1] += built.end - before
        built.block = block
        if built.lengths[-1] - (built.end - before) >= _WORDS and not built.rtl and last.still:
            return Change(len(self.built) - 1, last.box.top, before, last.right - _WIDE, True, True)
        return self._changes.made(self.built, len(self.built) - 1)

    def _lengthen_code(self, built: Built, more: str, block: Code) -> Change:
        self._changes.begin()
        self._changes.touch(built.end)
        self._changes.bare = "\n" not in more
        self._writer.go_to_end()
        self._writer.code_lines(more)
        built.end = self._writer.end()
        built.block = block
        return self._changes.made(self.built, len(self.built) - 1)

    def fit(self) -> bool:
        """Fit what depends on the document's width to another width; False if all has to be written anew."""
        cursor = self._writer.cursor
        cursor.beginEditBlock()
        self._changes.forget()
        if self.built:
            join(self._document, self.built[-1])
        suit = [self._writer.fit(built) for built in self.built]
        cursor.endEditBlock()
        return all(suit)

    def _same(self, wanted: tuple[Block, ...]) -> int:
        count = 0
        for built, block in zip(self.built[self._closed :], wanted, strict=False):
            if not looks_same(built.block, block):
                break
            count += 1
        return count

    def _cut(self, at: int) -> None:
        if at >= len(self.built):
            return
        self._changes.touch(self.built[at].begin)
        self._writer.remove_from(self.built[at])
        del self.built[at:]
        self._writer.empty = not self.built

    def _patch(self, built: Built, block: Block, at: int) -> bool:
        """Change a growing block in place where only its end differs."""
        old = built.block
        self._cut(at + 1)
        if isinstance(old, Code) and isinstance(block, Code):
            return self._patch_code(built, old, block)
        if isinstance(old, Table) and isinstance(block, Table):
            return self._patch_table(built, old, block)
        if isinstance(old, _Text) and isinstance(block, _Text) and type(old) is type(block):
            return self._patch_text(built, old, block)
        return False

    def _patch_code(self, built: Built, old: Code, block: Code) -> bool:
        if not looks_same(old, block, "text", "closed"):
            return False
        if not block.text.startswith(old.text):
            return False
        self._changes.touch(built.end)
        self._writer.go_to_end()
        self._writer.code_lines(block.text[len(old.text) :])
        built.end = self._writer.end()
        return True

    def _patch_table(self, built: Built, old: Table, block: Table) -> bool:
        if not looks_same(old, block, "rows"):
            return False
        over = len(old.rows) - 1
        if len(block.rows) < len(old.rows) or old.rows[:over] != block.rows[: max(0, over)]:
            return False
        if built.table is None or not self._writer.suits(built, block):
            return False
        self._changes.touch(built.table.rows[-1].firstPosition())
        # A row that is wider than those above moves them all.
        if self._writer.rows(built, old, block):
            self._changes.touch_from(built.begin)
        return True

    def _patch_text(self, built: Built, old: _Text, block: _Text) -> bool:
        if not looks_same(old, block, "runs"):
            return False
        if built.rtl != reads_right_to_left(block.runs):
            return False
        same = self._same_runs(old.runs, block.runs)
        length = sum(built.lengths[:same])
        rest = block.runs[same:]
        grown = bool(rest) and same == len(old.runs) - 1 and extends(old.runs[same], rest[0])
        if grown and not any(pilled(run) for run in rest[:2]):
            # The commonest change of all: the last words grew.
            self._changes.touch(built.end)
            self._writer.go_to_end()
            rest = (rest[0].with_text(rest[0].text[len(old.runs[same].text) :]), *rest[1:])
        else:
            rest = self._take_back(built, old.runs, block.runs, same, length)
        before = block.runs[max(0, same - 1) : same]
        self._changes.bare = not any(pilled(run) for run in (*before, *old.runs[same:], *rest))
        self._writer.runs(rest, block.level if isinstance(block, Heading) else 0, rtl=built.rtl)
        built.lengths[same:] = [units(run_text(run)) for run in block.runs[same:]]
        built.end = self._writer.end()
        return True

    def _take_back(self, built: Built, old: Runs, new: Runs, same: int, length: int) -> Runs:
        """Remove what is not the same any more, and return what is to be written instead."""
        rest = new[same:]
        if same and any(pilled(run) for run in (*old[same : same + 1], *rest[:1])):
            # The letter before a pill keeps its distance: it is written again.
            before = new[same - 1]
            letter = run_text(before)[-1:]
            length -= units(letter)
            rest = (before.with_text(before.text if before.line_break else letter), *rest)
            if before.line_break:
                length -= units(run_text(before)) - units(letter)
        if built.cuts and length <= built.cuts[-1]:
            self._join(built)
        self._changes.touch(place_in(built, length))
        self._writer.select_from(place_in(built, length))
        self._writer.cursor.removeSelectedText()
        return rest

    def _join(self, built: Built) -> None:
        if built.cuts:
            self._changes.touch(built.start)
            join(self._document, built)

    @staticmethod
    def _same_runs(old: Runs, new: Runs) -> int:
        count = 0
        for one, other in zip(old, new, strict=False):
            if one is not other and one != other:
                break
            count += 1
        return count
