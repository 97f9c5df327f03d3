"""Keeps one QTextDocument equal to an answer's blocks: appends what is final, changes only what still grows."""

from math import floor, inf
from typing import NamedTuple

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QTextDocument

from overlay.answer.document import Block, Bullet, Code, Heading, Link, Notice, Prose, Runs, Step, Table
from overlay.ui.blocks.built import Built
from overlay.ui.blocks.formats import (
    CODE_FOOT,
    CODE_SIDE,
    NOTICE_PAD,
    Formats,
    reads_right_to_left,
)
from overlay.ui.blocks.lines import FoundLine, LineBox, find_line, last_line, place_x
from overlay.ui.blocks.long_text import divide, join, place_in
from overlay.ui.blocks.pieces import extends, looks_same, pilled, run_text, units
from overlay.ui.blocks.writer import BlockWriter

_Text = Prose | Step | Bullet | Heading
REACH = 3
"""Pixels that a shape may reach above the line it belongs to."""
_FEW = 24
_LEANING = 2
"""Letters, and pixels, before a change that may look different too."""
_WIDE = 24
"""Pixels before words that are added that may look different too; more than any letter has."""
_WORDS = 8
"""Letters that are wider than that together."""


class Change(NamedTuple):
    """What the last update left as it was."""

    unchanged: int
    """Blocks that stand where they stood."""
    top: float
    """Where in the document, in pixels, anything may look different from; infinite if nothing does."""
    position: int
    """The same place as a position in the text."""
    left: float = 0.0
    """How far from the left that is, where it all is in the last line."""
    bare: bool = False
    """Whether nothing but text stands there, of a paragraph or on a code card."""
    few: bool = False
    """Whether just a few paragraphs have to be painted for it: those from `position` on."""

    on_card: bool = False
    """Whether what is `bare` stands on a code card."""

    def area(self, width: int, height: int) -> QRect:
        """Return what has to be painted of an answer of a size, all in pixels."""
        if self.top == inf:
            return QRect()
        # A shape may reach above its line; the edges of a card around the line stay as they are.
        top = floor(self.top) - (0 if self.bare else REACH)
        right, foot = (CODE_SIDE, CODE_FOOT) if self.on_card and self.bare else (0, 0)
        left = floor(self.left)
        return QRect(left, top, width - right - left, height - foot - top)


NOTHING = Change(0, inf, 0)


class DocumentBuilder:
    """Keeps a document equal to a list of blocks."""

    def __init__(self, document: QTextDocument, formats: Formats) -> None:
        """Begin with an empty document."""
        self._document = document
        self._writer = BlockWriter(document, formats)
        self._closed = 0
        self._touched: int | None = None
        self._top = inf
        self._line: LineBox | None = None
        self._bare = False
        self._last: tuple[int, LineBox] | None = None
        """The document's last line, if it is known: where it begins, and where it stands."""
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
        self._last = None
        self.built.clear()

    def apply(self, closed: tuple[Block, ...], growing: tuple[Block, ...]) -> Change:
        """Append final blocks and replace the growing ones."""
        self._touched, self._top, self._bare = None, inf, False
        if len(self.built) > self._closed and isinstance(self.built[-1].block, _Text):
            self._divide(self.built[-1])
        unchanged = self._change(closed, growing)
        return self._changed(unchanged)

    def moved(self) -> None:
        """Take note that lines may stand elsewhere: something in the document has got another size."""
        self._last = None

    def _divide(self, built: Built) -> None:
        if divide(self._document, built):
            self._last = None

    def _changed(self, unchanged: int) -> Change:
        """Say what the document's last edit has changed."""
        if self._touched is None:
            return Change(unchanged, inf, 0)
        if not self.built:
            # All that was shown was taken back.
            self._last = None
            return Change(0, 0.0, 0)
        found = find_line(self._document, self._touched)
        number, count = found.block.blockNumber(), self._document.blockCount()
        in_last = number == count - 1 and found.last
        self._last = (found.block.position() + found.line.textStart(), found.box) if in_last else None
        left = _left(found, self._touched) if in_last and found.box == self._line else 0.0
        last = self.built[-1]
        # A step's number stands before its text, with a circle behind it.
        bare = self._bare and left > 0 and self._touched - _LEANING >= last.text_at
        # The empty paragraph below a table has its line within the row above.
        below_table = unchanged > 0 and type(self.built[unchanged - 1].block) is Table
        few = bare or (count - number <= _FEW and not below_table)
        top, on_card = min(found.box.top, self._top), type(last.block) is Code
        return Change(unchanged, top, self._touched, left, bare, few, on_card)

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
            self._touch(self._writer.end())
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
        before, self._touched, self._line, self._top = built.end, built.end, last.box, last.box.top
        self._bare = built.lengths[-1] > _LEANING
        self._writer.go_to_end()
        self._writer.more(more, block.runs[-1], block.level if isinstance(block, Heading) else 0)
        built.end = self._writer.end()
        built.lengths[-1] += built.end - before
        built.block = block
        if built.lengths[-1] - (built.end - before) >= _WORDS and not built.rtl and last.still:
            return Change(len(self.built) - 1, last.box.top, before, last.right - _WIDE, True, True)
        return self._changed(len(self.built) - 1)

    def _lengthen_code(self, built: Built, more: str, block: Code) -> Change:
        self._touched, self._top = None, inf
        self._touch(built.end)
        self._bare = "\n" not in more
        self._writer.go_to_end()
        self._writer.code_lines(more)
        built.end = self._writer.end()
        built.block = block
        return self._changed(len(self.built) - 1)

    def fit(self) -> bool:
        """Fit what depends on the document's width to another width; False if all has to be written anew."""
        cursor = self._writer.cursor
        cursor.beginEditBlock()
        self._last = None
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
        self._touch(self.built[at].begin)
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
        self._touch(built.end)
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
        self._touch(built.table.rows[-1].firstPosition())
        # A row that is wider than those above moves them all.
        if self._writer.rows(built, old, block):
            self._touched = built.begin
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
            self._touch(built.end)
            self._writer.go_to_end()
            rest = (rest[0].with_text(rest[0].text[len(old.runs[same].text) :]), *rest[1:])
        else:
            rest = self._take_back(built, old.runs, block.runs, same, length)
        before = block.runs[max(0, same - 1) : same]
        self._bare = not any(pilled(run) for run in (*before, *old.runs[same:], *rest))
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
        self._touch(place_in(built, length))
        self._writer.select_from(place_in(built, length))
        self._writer.cursor.removeSelectedText()
        return rest

    def _join(self, built: Built) -> None:
        if built.cuts:
            self._touch(built.start)
            join(self._document, built)

    def _touch(self, position: int) -> None:
        """Take note, before a change, that something changes from a position on."""
        if self._touched is None or position < self._touched:
            self._touched = position
            if self._last is not None and position >= self._last[0]:
                self._line = self._last[1]
            else:
                self._line = find_line(self._document, position).box
            self._top = min(self._top, self._line.top)

    @staticmethod
    def _same_runs(old: Runs, new: Runs) -> int:
        count = 0
        for one, other in zip(old, new, strict=False):
            if one is not other and one != other:
                break
            count += 1
        return count


def _left(found: FoundLine, position: int) -> float:
    """Return where what changed in a paragraph's last line begins; 0 if that is not all of the change."""
    block, line, _ = found
    if block.textDirection() is Qt.LayoutDirection.RightToLeft:
        return 0.0
    # Letters lean on each other, so the two before are painted again.
    before = max(line.textStart(), position - block.position() - _LEANING)
    return max(0.0, place_x(line, before) - _LEANING)
