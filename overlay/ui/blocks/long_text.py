"""Divides a long paragraph while it grows: Qt lays out a whole paragraph anew at every letter.

It is divided where a line ends, so nothing looks different, and made one again before anything else follows it.
"""

from PySide6.QtGui import QTextBlockFormat, QTextCursor, QTextDocument

from overlay.ui.blocks.built import Built
from overlay.ui.blocks.formats import Mark
from overlay.ui.blocks.lines import keep_shapes

_MOST_LINES = 12
_SHORT = 120
"""Characters that are never so many lines."""
_KEPT_LINES = 4
"""Lines at the end that stay with what grows: text there may still change."""


def divide(document: QTextDocument, built: Built) -> bool:
    """Divide the last paragraph of a document, which is that of `built`, if it has become long; say whether it was."""
    if built.end - built.text_at < _SHORT:
        return False
    last = document.lastBlock()
    layout = last.layout()
    if layout.lineCount() <= _MOST_LINES:
        return False
    cursor = QTextCursor(document)
    for number in range(layout.lineCount() - _KEPT_LINES, layout.lineCount() - 2 * _KEPT_LINES, -1):
        at = last.position() + layout.lineAt(number).textStart()
        if at > built.text_at and not _within_pill(cursor, at):
            _divide_at(cursor, at, built)
            return True
    return False


def _within_pill(cursor: QTextCursor, at: int) -> bool:
    """Say whether a pill goes on from one line to the next: its ends would look different."""
    sides: list[bool] = []
    for position in (at, at + 1):
        cursor.setPosition(position)
        form = cursor.charFormat()
        sides.append(form.hasProperty(Mark.LABEL) or form.hasProperty(Mark.INLINE_CODE))
    return all(sides)


def _divide_at(cursor: QTextCursor, at: int, built: Built) -> None:
    cursor.setPosition(at)
    last = cursor.block()
    form = last.blockFormat()
    form.setTextIndent(0)
    form.setTopMargin(0)
    form.clearProperty(Mark.STEP)
    form.setLayoutDirection(last.textDirection())
    cursor.insertBlock(form)
    keep_shapes(cursor)
    built.cuts.append(cursor.position() - 1 - built.text_at - len(built.cuts))


def place_in(built: Built, length: int) -> int:
    """Return the position of the text of `built` after a length of it, as Qt counts."""
    return built.text_at + length + sum(cut <= length for cut in built.cuts)


def join(document: QTextDocument, built: Built) -> None:
    """Make a divided paragraph one again."""
    if not built.cuts:
        return
    cursor = QTextCursor(document)
    first = document.findBlock(built.start)
    form = first.blockFormat()
    block = first
    for _ in built.cuts:
        block = block.next()
        if block.blockFormat().hasProperty(Mark.PILLS):
            form.setProperty(Mark.PILLS, True)
    for cut in reversed(range(len(built.cuts))):
        cursor.setPosition(built.text_at + built.cuts[cut] + cut + 1)
        cursor.deletePreviousChar()
    cursor.setPosition(built.start)
    whole = QTextBlockFormat(form)
    cursor.setBlockFormat(whole)
    built.cuts.clear()
    built.end = document.characterCount() - 1
