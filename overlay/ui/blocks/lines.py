"""Questions about laid-out lines."""

from typing import NamedTuple, cast

from PySide6.QtGui import QTextBlock, QTextDocument, QTextLine


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


def find_line(document: QTextDocument, position: int) -> FoundLine:
    """Return the line of a position."""
    block = document.findBlock(position)
    top = document.documentLayout().blockBoundingRect(block).top()
    line = block.layout().lineForTextPosition(position - block.position())
    if not line.isValid():
        return FoundLine(block, line, LineBox(top, 0, 0))
    # A paragraph of a fixed height has its line above itself.
    return FoundLine(block, line, LineBox(top + max(0.0, line.y()), line.ascent(), line.height()))


def place_x(line: QTextLine, position: int) -> float:
    """Return how far from its block's left a position of a line is, in pixels."""
    # PySide returns (x, position): the overload takes a cursor by reference.
    found = cast("tuple[float, int] | float", line.cursorToX(position))
    return found[0] if isinstance(found, tuple) else found
