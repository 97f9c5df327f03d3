"""Widths of a table's columns: shared out as usual, but told to Qt, so that each row can be laid out alone."""

import re
from collections.abc import Sequence

from PySide6.QtGui import QFont, QFontMetricsF

from overlay.answer.document import Runs
from overlay.ui.theme import Theme

CELL_PAD = 6
"""Space between a cell's edge and its text, in pixels."""
_SLACK = 3
"""Room for what rounding takes."""
_PILL = 8
_NARROW = 8.5
"""Heights of the text: in a column as wide, words of some 15 letters are whole, and so is each amount and date."""
_SPACE = re.compile(r"(\s+)")
Size = tuple[float, float]
"""Pixels: the width of a cell's text on one line, and of its longest word."""


class Columns:
    """Measures a growing table; a row is measured again only while it is the last."""

    def __init__(self, count: int, theme: Theme) -> None:
        """Begin with no rows."""
        self._theme = theme
        self._over: list[Size] = [(0.0, 0.0)] * count
        self._counted = 0
        """Rows that are over and in `_over`."""
        self._last: list[Size] = list(self._over)
        self._cells: dict[int, tuple[int, Runs, Size]] = {}
        """By column: the row, the text and the size that were measured last."""
        self._metrics: dict[tuple[bool, bool], QFontMetricsF] = {}

    def take(self, rows: Sequence[Sequence[Runs]]) -> None:
        """Take the head and the rows so far; those before the last one taken have not changed."""
        for number in range(self._counted, len(rows)):
            sizes = [self._size(number, column, runs) for column, runs in enumerate(rows[number])]
            self._last = [_larger(a, b) for a, b in zip(self._over, sizes, strict=False)]
            self._last += self._over[len(sizes) :]
            if number < len(rows) - 1:
                self._over = self._last
                self._counted = number + 1

    def widths(self, room: float) -> list[float]:
        """Return the columns' widths in a room, in pixels."""
        return shared_out(self._last, room)

    def narrow(self, room: float) -> bool:
        """Say whether in a room, in pixels, words had to be broken that are not even long."""
        least = [word + 2 * CELL_PAD + _SLACK for _, word in self._last]
        return sum(least) > room and _most(least, room) < _NARROW * self._theme.size_body

    def _size(self, row: int, column: int, runs: Runs) -> Size:
        known = self._cells.get(column)
        if known and known[0] == row and known[1] == runs:
            return known[2]
        size = self._measured(runs, head=row == 0)
        self._cells[column] = row, runs, size
        return size

    def _measured(self, runs: Runs, *, head: bool) -> Size:
        wide, longest, word = 0.0, 0.0, 0.0
        for run in runs:
            metrics = self._face(bold=head or run.bold, code=run.code)
            for piece in _SPACE.split(run.text):
                advance = metrics.horizontalAdvance(piece)
                wide += advance
                word = 0.0 if piece.isspace() else word + advance
                longest = max(longest, word)
            if run.label or run.code:
                wide, word, longest = wide + _PILL, word + _PILL, longest + _PILL
        return wide, longest

    def _face(self, *, bold: bool, code: bool) -> QFontMetricsF:
        known = self._metrics.get((bold, code))
        if known is None:
            font = QFont(self._theme.mono() if code else self._theme.font())
            if bold:
                font.setWeight(QFont.Weight.DemiBold)
            known = self._metrics[bold, code] = QFontMetricsF(font)
        return known


def shared_out(sizes: Sequence[Size], room: float) -> list[float]:
    """Share out the room: every column as wide as its text if all fit, else at least as wide as its longest word."""
    natural = [wide + 2 * CELL_PAD + _SLACK for wide, _ in sizes]
    least = [word + 2 * CELL_PAD + _SLACK for _, word in sizes]
    if sum(natural) <= room:
        return natural
    spare, wish = room - sum(least), sum(natural) - sum(least)
    if spare <= 0:
        return _as_far_as_it_goes(least, room)
    return [low + (high - low) * spare / wish for low, high in zip(least, natural, strict=True)]


def _as_far_as_it_goes(least: Sequence[float], room: float) -> list[float]:
    """Share out too little room: the longest words are broken, so that an amount or a date beside them stays whole."""
    most = _most(least, room)
    return [min(low, most) for low in least]


def _most(least: Sequence[float], room: float) -> float:
    """Return how wide a column may be that takes what those that need less have left."""
    most, left = room, room
    for number, low in enumerate(sorted(least)):
        most = left / (len(least) - number)
        if low > most:
            break
        left -= low
    return most


def _larger(one: Size, other: Size) -> Size:
    return max(one[0], other[0]), max(one[1], other[1])
