"""Questions about laid-out lines."""

from typing import NamedTuple, cast

from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument, QTextLayout, QTextLine

_TOUCHING = 1.0
"""Pixels between two letters that stand beside each other."""


class LineBox(NamedTuple):
    """Where a line stands in its document, in pixels."""

    top: float
    ascent: float
    """Letters stand on this: one of a larger font moves all that were there."""
    height: float


class FoundLine(NamedTuple):
    """A line with the paragraph it belongs to."""

    block: QTextBlock
    line: QTextLine
    box: LineBox

    @property
    def last(self) -> bool:
        """Whether it is its paragraph's last."""
        return self.line.isValid() and self.line.lineNumber() == self.block.layout().lineCount() - 1


def find_line(document: QTextDocument, position: int) -> FoundLine:
    """Return the line of a position."""
    block = document.findBlock(position)
    top = document.documentLayout().blockBoundingRect(block).top()
    line = block.layout().lineForTextPosition(position - block.position())
    if not line.isValid():
        return FoundLine(block, line, LineBox(top, 0, 0))
    # A paragraph of a fixed height has its line above itself.
    return FoundLine(block, line, LineBox(top + max(0.0, line.y()), line.ascent(), line.height()))


class LastLine(NamedTuple):
    """A document's last line before something is added to it."""

    layout: QTextLayout
    number: int
    y: float
    box: LineBox
    right: float
    """Where its text ends, in pixels from the document's left."""

    @property
    def still(self) -> bool:
        """Whether it is still the last, and stands where it stood."""
        if self.layout.lineCount() != self.number + 1:
            return False
        line = self.layout.lineAt(self.number)
        return (line.y(), line.ascent(), line.height()) == (self.y, self.box.ascent, self.box.height)


def last_line(document: QTextDocument) -> LastLine:
    """Return the last line of a document whose last paragraph has one."""
    block = document.lastBlock()
    layout = block.layout()
    number = layout.lineCount() - 1
    line = layout.lineAt(number)
    corner = document.documentLayout().blockBoundingRect(block)
    y = line.y()
    box = LineBox(corner.top() + max(0.0, y), line.ascent(), line.height())
    return LastLine(layout, number, y, box, corner.left() + line.x() + line.naturalTextWidth())


def keep_shapes(cursor: QTextCursor) -> None:
    """Let a cursor's paragraph remember its glyphs: else they are found out anew for painting and for each question."""
    cursor.block().layout().setCacheEnabled(True)


def spans(layout: QTextLayout, line: QTextLine, first: int, last: int) -> list[tuple[float, float]]:
    """Return where some letters of a line stand, in pixels from their block's left, from left to right.

    A cursor has two places where the direction of reading changes, so the letters themselves are asked. Those of a
    stretch that is read in both directions may stand apart.

    Args:
        layout: of the line's paragraph.
        line: laid out.
        first: position of the first letter within the paragraph.
        last: position behind the last one.
    """
    left = layout.position().x()
    sides: list[tuple[float, float]] = []
    for run in line.glyphRuns(first, last - first, QTextLayout.GlyphRunRetrievalFlag.RetrieveAll):
        advances = run.rawFont().advancesForGlyphIndexes(run.glyphIndexes())
        places = (place.x() - left for place in run.positions())
        sides += [(x, x + advance.x()) for x, advance in zip(places, advances, strict=False)]
    found: list[tuple[float, float]] = []
    for begin, end in sorted(sides):
        if found and begin - found[-1][1] < _TOUCHING:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((begin, end))
    return found


def place_x(line: QTextLine, position: int) -> float:
    """Return how far from its block's left a position of a line is, in pixels."""
    # PySide returns (x, position): the overload takes a cursor by reference.
    found = cast("tuple[float, int] | float", line.cursorToX(position))
    return found[0] if isinstance(found, tuple) else found
