"""Tables in an answer: hairlines between rows, a quiet head, columns aligned as the Markdown says."""

from collections.abc import Iterable
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QTextBlockFormat, QTextCursor, QTextFrameFormat, QTextTable, QTextTableFormat

from overlay.answer.document import Runs
from overlay.ui.theme import Theme

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


def table_format(theme: Theme, margin: float) -> QTextTableFormat:
    """Return the frame of a table that begins `margin` pixels from the left."""
    form = QTextTableFormat()
    form.setBorderCollapse(True)
    form.setBorder(theme.border)
    form.setBorderBrush(QBrush(theme.colour("line")))
    form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    form.setCellPadding(6)
    form.setCellSpacing(0)
    form.setLeftMargin(margin)
    form.setHeaderRowCount(1)
    return form


def fill_row(table: QTextTable, row: int, cells: Iterable[Runs], align: tuple[str, ...], write: WriteCell) -> None:
    """Write one row of a table, whatever it held before."""
    for column, runs in enumerate(cells):
        if column >= table.columns():
            return
        cell = table.cellAt(row, column)
        cursor = cell.firstCursorPosition()
        cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        form = QTextBlockFormat()
        if align[column] in _SIDES:
            form.setAlignment(_SIDES[align[column]])
        cursor.setBlockFormat(form)
        write(cursor, runs, head=row == 0)
