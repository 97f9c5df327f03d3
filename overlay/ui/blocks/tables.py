"""Tables in an answer: a quiet head, hairlines between rows, columns aligned as the Markdown says.

Each row is a table of its own with widths that are given, because Qt lays out a whole table anew at every letter.
The empty paragraph that Qt keeps between two of them is the hairline.
"""

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
    QTextTableFormat,
)

from overlay.answer.document import Runs
from overlay.ui.blocks.columns import CELL_PAD
from overlay.ui.blocks.formats import Mark
from overlay.ui.blocks.lines import keep_shapes

_SIDES = {
    "right": Qt.AlignmentFlag.AlignRight,
    "center": Qt.AlignmentFlag.AlignHCenter,
    "left": Qt.AlignmentFlag.AlignLeft,
}


class WriteCell(Protocol):
    """Writes runs at a cursor."""

    def __call__(self, cursor: QTextCursor, runs: Runs, *, head: bool) -> None:
        """Write; `head` for a cell of the first row."""
        ...


def row_format(widths: Sequence[float], margin: float, above: float, *, rtl: bool = False) -> QTextTableFormat:
    """Return the format of one row.

    Args:
        widths: of its columns, in pixels.
        margin: pixels between the edge where lines begin and the row.
        above: pixels between it and what is before.
        rtl: whether lines begin at the right.
    """
    form = QTextTableFormat()
    form.setBorder(0)
    form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
    form.setCellPadding(CELL_PAD)
    form.setCellSpacing(0)
    if rtl:
        form.setAlignment(Qt.AlignmentFlag.AlignRight)
        form.setRightMargin(margin)
    else:
        form.setLeftMargin(margin)
    form.setTopMargin(above)
    form.setColumnWidthConstraints(_lengths(widths))
    return form


def fit_rows(rows: Sequence[QTextTable], widths: Sequence[float]) -> None:
    """Give the rows of a table other widths of columns, in pixels."""
    lengths = _lengths(widths)
    for row in rows:
        form = row.format().toTableFormat()
        form.setColumnWidthConstraints(lengths)
        row.setFormat(form)


def _lengths(widths: Sequence[float]) -> list[QTextLength]:
    return [QTextLength(QTextLength.Type.FixedLength, width) for width in widths]


def hairline(thin: QTextBlockFormat, line: int, margin: float, *, rtl: bool) -> QTextBlockFormat:
    """Return the format of the empty paragraph between two rows; `line` says where its width is known."""
    form = QTextBlockFormat(thin)
    if rtl:
        form.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        form.setRightMargin(margin)
    else:
        form.setLeftMargin(margin)
    form.setProperty(Mark.ROW_LINE, line)
    return form


def last_row(document: QTextDocument) -> QTextTable | None:
    """Return the table's row that stands above the last paragraph, if one does; not one of this very edit."""
    above = document.lastBlock().previous()
    return QTextCursor(above).currentTable() if above.isValid() else None


def space_below(row: QTextTable | None, space: float) -> None:
    """Keep space in pixels below a table's last row: Qt drops that above the paragraph that follows."""
    if row is None:
        return
    form = row.format().toTableFormat()
    if form.bottomMargin() != space:
        form.setBottomMargin(space)
        row.setFormat(form)


def fill_row(
    row: QTextTable,
    cells: Sequence[Runs],
    before: Sequence[Runs],
    align: tuple[str, ...],
    write: WriteCell,
    *,
    head: bool,
) -> None:
    """Write the cells that are not as they were before."""
    for column, runs in enumerate(cells[: row.columns()]):
        if column < len(before) and before[column] == runs:
            continue
        cell = row.cellAt(0, column)
        cursor = cell.firstCursorPosition()
        cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        form = QTextBlockFormat()
        if align[column] in _SIDES:
            form.setAlignment(_SIDES[align[column]])
        cursor.setBlockFormat(form)
        keep_shapes(cursor)
        write(cursor, runs, head=head)
