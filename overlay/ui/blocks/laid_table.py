"""A table as it stands in an answer: a grid, or in a room too narrow for its columns, its rows one below the other.

Below each other, a row is a list of its cells, each behind its column's name: an amount or a date is never broken.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from PySide6.QtGui import QTextTable

from overlay.answer.document import Run, Runs, Table
from overlay.ui.blocks.columns import Columns
from overlay.ui.blocks.formats import column, reads_right_to_left
from overlay.ui.blocks.tables import fit_rows
from overlay.ui.theme import Theme

_Each = TypeVar("_Each")


class LaidTable:
    """What is known of a table in the document; its rows are tables of Qt's, each laid out by itself."""

    def __init__(self, block: Table, theme: Theme, lines: list[float]) -> None:
        """Begin without rows.

        Args:
            block: the table.
            theme: its faces are measured.
            lines: takes the width of this table's hairlines, pixels, at the place `line`.
        """
        self.rows: list[QTextTable] = []
        self.widths: list[float] = []
        """Of its columns in pixels, as they stand from left to right."""
        self.margin = column(theme, block.indent, block.quote)
        self.rtl = reads_right_to_left(tuple(run for cell in block.header for run in cell))
        self.stacked = False
        """Whether its rows stand one below the other."""
        self.line = len(lines)
        self._lines = lines
        self._lines.append(0.0)
        self._count = max(1, len(block.header))
        self._columns = Columns(self._count, theme)

    def take(self, block: Table) -> None:
        """Measure the table so far; but for its last row, it has not changed since it was taken before."""
        self._columns.take((block.header, *block.rows))

    def wants_stack(self, block: Table, room: float) -> bool:
        """Say whether in a room its columns would be too narrow to be read."""
        return bool(block.rows) and self._columns.narrow(room)

    def fit(self, room: float) -> bool:
        """Share out a room, and say whether that moves a column."""
        widths = [room] if self.stacked else self._columns.widths(room)
        if self.rtl:
            widths.reverse()
        if widths == self.widths:
            return False
        self.widths = widths
        self._lines[self.line] = sum(widths)
        fit_rows(self.rows, widths)
        return True

    def shown(self, block: Table) -> int:
        """Return how many rows stand in the document for a table."""
        return len(block.rows) + (not self.stacked)

    def cells(self, block: Table, number: int) -> tuple[Runs, ...]:
        """Return what stands in a row, from left to right."""
        if self.stacked:
            return (_below(block.header, block.rows[number]),)
        cells = block.rows[number - 1] if number else block.header
        return self._from_left(cells, ())

    def align(self, block: Table) -> tuple[str, ...]:
        """Return how the cells of a row are aligned, from left to right."""
        return ("",) if self.stacked else self._from_left(block.align, "")

    def _from_left(self, cells: Sequence[_Each], nothing: _Each) -> tuple[_Each, ...]:
        whole = (*cells, *[nothing] * (self._count - len(cells)))
        return whole[::-1] if self.rtl else whole


def _below(header: Sequence[Runs], row: Sequence[Runs]) -> Runs:
    """Return a row as lines: each cell behind its column's name, empty ones left out."""
    lines: list[Run] = []
    for name, cell in zip(header, row, strict=False):
        if not cell:
            continue
        if lines:
            lines[-1] = replace(lines[-1], line_break=True)
        if name:
            lines += [replace(run, bold=True, line_break=False) for run in name]
            lines.append(Run(": "))
        lines += cell
    return tuple(lines)
