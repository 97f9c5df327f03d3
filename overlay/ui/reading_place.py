"""Where somebody is reading in the conversation: it stays before their eyes when everything is laid out anew."""

from dataclasses import dataclass

from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from overlay.ui.blocks.answer_view import AnswerView


@dataclass(frozen=True, slots=True)
class ReadingPlace:
    """Words of an answer, and how far below the upper edge of what is seen they stand."""

    answer: AnswerView
    position: int
    """In the answer's document."""
    below: int
    """Pixels; less than 0 for a line that is partly above."""

    def top(self, column: QWidget) -> int | None:
        """Return where in the column the upper edge has to be; None if the words are gone."""
        if not isValid(self.answer) or self.answer.document().characterCount() <= self.position:
            return None
        cursor = QTextCursor(self.answer.document())
        cursor.setPosition(self.position)
        return _line_top(self.answer, cursor, column) - self.below


def reading_place(column: QWidget, top: int) -> ReadingPlace | None:
    """Find the words at the upper edge of what is seen of a column; None if no answer is there."""
    for answer in column.findChildren(AnswerView):
        begin = answer.mapTo(column, QPoint()).y()
        if begin <= top < begin + answer.height():
            cursor = answer.cursorForPosition(QPoint(0, top - begin))
            return ReadingPlace(answer, cursor.position(), _line_top(answer, cursor, column) - top)
    return None


def _line_top(answer: AnswerView, cursor: QTextCursor, column: QWidget) -> int:
    return answer.mapTo(column, answer.cursorRect(cursor).topLeft()).y()
