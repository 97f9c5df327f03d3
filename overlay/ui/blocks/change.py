"""What an edit of an answer's document changes to the eye: noted while it is made, so that only that is painted."""

from math import floor, inf
from typing import NamedTuple

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QTextDocument

from overlay.answer.document import Code, Table
from overlay.ui.blocks.built import Built
from overlay.ui.blocks.formats import CODE_FOOT, CODE_SIDE
from overlay.ui.blocks.lines import FoundLine, LastLine, LineBox, find_line, place_x

REACH = 3
"""Pixels that a shape may reach above the line it belongs to."""
_FEW = 24
"""Paragraphs that are looked at one after the other rather than searched for."""
LEANING = 2
"""Letters, and pixels, before a change that may look different too."""


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


class Changes:
    """Takes note of where one edit after the other begins to change a document."""

    def __init__(self, document: QTextDocument) -> None:
        """Begin with a document."""
        self._document = document
        self._top = inf
        self._line: LineBox | None = None
        self._last: tuple[int, LineBox] | None = None
        """The document's last line, if it is known: where it begins, and where it stands."""
        self.position: int | None = None
        """Where the edit begins to change something; None as long as it does not."""
        self.bare = False
        """Whether it writes nothing but text."""

    def begin(self) -> None:
        """Begin another edit."""
        self.position, self._top, self.bare = None, inf, False

    def begin_in(self, line: LastLine, position: int, *, bare: bool) -> None:
        """Begin an edit that adds text at a position of the last line."""
        self.position, self._line, self._top, self.bare = position, line.box, line.box.top, bare

    def forget(self) -> None:
        """Take note that lines may stand elsewhere than they did."""
        self._last = None

    def touch(self, position: int) -> None:
        """Take note, before a change, that something changes from a position on."""
        if self.position is None or position < self.position:
            self.position = position
            if self._last is not None and position >= self._last[0]:
                self._line = self._last[1]
            else:
                self._line = find_line(self._document, position).box
            self._top = min(self._top, self._line.top)

    def touch_from(self, position: int) -> None:
        """Take note, after a change, that it began further up than where it was made."""
        self.position = position

    def made(self, built: list[Built], unchanged: int) -> Change:
        """Say what an edit has changed.

        Args:
            built: the blocks as they are now.
            unchanged: how many of them are as they were.
        """
        if self.position is None:
            return Change(unchanged, inf, 0)
        if not built:
            # All that was shown was taken back.
            self._last = None
            return Change(0, 0.0, 0)
        found = find_line(self._document, self.position)
        number, count = found.block.blockNumber(), self._document.blockCount()
        in_last = number == count - 1 and found.last
        self._last = (found.block.position() + found.line.textStart(), found.box) if in_last else None
        left = _left(found, self.position) if in_last and found.box == self._line else 0.0
        last = built[-1]
        # A step's number stands before its text, with a circle behind it.
        bare = self.bare and left > 0 and self.position - LEANING >= last.text_at
        # The empty paragraph below a table has its line within the row above.
        below_table = unchanged > 0 and type(built[unchanged - 1].block) is Table
        few = bare or (count - number <= _FEW and not below_table)
        top, on_card = min(found.box.top, self._top), type(last.block) is Code
        return Change(unchanged, top, self.position, left, bare, few, on_card)


def _left(found: FoundLine, position: int) -> float:
    """Return where what changed in a paragraph's last line begins; 0 if that is not all of the change."""
    block, line, _ = found
    if block.textDirection() is Qt.LayoutDirection.RightToLeft:
        return 0.0
    # Letters lean on each other, so the two before are painted again.
    before = max(line.textStart(), position - block.position() - LEANING)
    return max(0.0, place_x(line, before) - LEANING)
