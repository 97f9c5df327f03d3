"""What is painted behind an answer's text: step circles, label pills, code cards, quote bars, rules."""

from collections.abc import Sequence
from math import floor

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPen,
    QPixmap,
    QTextBlock,
    QTextDocument,
    QTextLayout,
    QTextLine,
)

from overlay.ui.blocks.asked import Asked, Behind, Pill
from overlay.ui.blocks.formats import (
    CODE_FOOT,
    CODE_SIDE,
    NOTICE_PAD,
    PILL_PAD,
    QUOTE_COLUMN,
    Mark,
    circle,
    circle_width,
    code_head,
)
from overlay.ui.blocks.lines import place_x
from overlay.ui.theme import Theme

_BAR = 3
"""Width of a quote's bar."""
_BEYOND = 3
"""Pixels that the shapes of a line may reach beyond it."""


class Shapes:
    """Paints behind the text of one document, and that text over it."""

    def __init__(self, document: QTextDocument, theme: Theme, lines: Sequence[float]) -> None:
        """Begin with a document; once it is cleared, it needs new shapes.

        Args:
            document: what is painted.
            theme: that of its formats.
            lines: widths of the hairlines of each of its tables, in pixels.
        """
        self._document = document
        self._lines = lines
        self._theme = theme
        self._asked = Asked(document)
        self._head = code_head(theme)
        self._diameter = circle(theme)
        self._digits = QFontMetricsF(theme.font(theme.size_body * 0.82, weight=600))
        self._widths: dict[str, float] = {}
        self._outlines: dict[tuple[float, int, int, float], QPixmap] = {}

    def paint(self, painter: QPainter, first: QTextBlock, clip: QRectF, *, text: bool = False) -> None:
        """Paint the shapes of all blocks from `first` to the lower edge of `clip`.

        Args:
            painter: on the viewport, in the document's coordinates.
            first: the uppermost block to look at.
            clip: what is being painted.
            text: whether to paint the text over them too; it is painted as nobody has selected any of it.
        """
        layout, behind = self._document.documentLayout(), self._asked.behind
        top, bottom = clip.top(), clip.bottom() + self._head
        block, card = first, -1
        while block.isValid():
            box = layout.blockBoundingRect(block)
            if box.top() > bottom:
                return
            below = box.bottom()
            what = behind(block)
            if what is not None:
                if what.card >= 0 and what.card != card:
                    card = what.card
                    self._card(painter, block, card, clip)
                elif below + _BEYOND >= top or what.notice:
                    self._paint_behind(painter, block, box, clip, what)
            if text and below >= top and block.length() > 1:
                draw_text(painter, block, box, clip)
            block = block.next()

    def _paint_behind(self, painter: QPainter, block: QTextBlock, box: QRectF, clip: QRectF, what: Behind) -> None:
        theme = self._theme
        if what.number:
            self._circle(painter, block, box, clip, what)
        if what.quote:
            self._quote(painter, block, box, what.quote)
        if what.rule:
            line = QRectF(0, floor(box.center().y()), self._document.textWidth(), theme.border)
            painter.fillRect(line, theme.colour("line"))
        if what.row_line >= 0:
            wide = self._lines[what.row_line]
            left = self._document.textWidth() - what.right - wide if what.rtl else what.left
            painter.fillRect(QRectF(left, floor(box.top()), wide, theme.border), theme.colour("line"))
        if what.notice:
            soft = {"warning": "warn_soft", "error": "error_soft"}.get(what.notice, "soft")
            card = QRectF(0, box.top() - NOTICE_PAD, self._document.textWidth(), 0)
            card.setHeight(block.layout().boundingRect().height() + 2 * NOTICE_PAD)
            _rounded(painter, card, theme.radius_small * 2, theme.colour(soft), None)
        if what.pills:
            self._pills(painter, block, box, clip)

    def _card(self, painter: QPainter, block: QTextBlock, key: int, clip: QRectF) -> None:
        layout, theme = self._document.documentLayout(), self._theme
        first = self._document.findBlockByNumber(key)
        top = layout.blockBoundingRect(first).top() - self._head
        form = first.blockFormat()
        left = form.leftMargin() - CODE_SIDE
        card = QRectF(left, max(top, clip.top() - 40), self._document.textWidth() - left, 0)
        card.setBottom(self._code_bottom(block, key, clip))
        _rounded(painter, card, theme.radius, theme.colour("soft"), theme.colour("line"), theme.border)
        if top < clip.top() - self._head:
            return
        painter.setPen(theme.colour("muted"))
        painter.setFont(theme.font(theme.size_fine))
        head = QRectF(left + CODE_SIDE, top, card.width(), self._head)
        painter.drawText(head, Qt.AlignmentFlag.AlignVCenter, str(form.property(Mark.LANGUAGE) or ""))

    def _code_bottom(self, block: QTextBlock, key: int, clip: QRectF) -> float:
        """Return where the card of a code block ends, or a place below what is being painted."""
        layout, bottom = self._document.documentLayout(), 0.0
        while block.isValid() and (what := self._asked.behind(block)) and what.card == key:
            bottom = layout.blockBoundingRect(block).bottom() + CODE_FOOT
            if bottom > clip.bottom() + 40:
                break
            block = block.next()
        return bottom

    def _circle(self, painter: QPainter, block: QTextBlock, box: QRectF, clip: QRectF, what: Behind) -> None:
        if clip.left() > what.left + _BEYOND and not what.rtl:
            return
        line = block.layout().lineAt(0)
        if not line.isValid():
            return
        top = box.top() + line.y()
        if top + line.height() + _BEYOND < clip.top():
            return
        wide = self._width_of(what.number)
        middle = line.x() + line.width() - wide / 2 - 1 if what.rtl else place_x(line, 0) + wide / 2
        width = circle_width(wide, self._theme)
        x = box.left() + middle - width / 2
        y = top + line.ascent() - self._digits.capHeight() / 2 - self._diameter / 2
        left, up = floor(x), floor(y)
        outline = self._outline(width, round((x - left) * 4), round((y - up) * 4), painter.device().devicePixelRatio())
        painter.drawPixmap(QPointF(left, up), outline)

    def _width_of(self, number: str) -> float:
        wide = self._widths.get(number)
        if wide is None:
            wide = self._widths[number] = self._digits.horizontalAdvance(number)
        return wide

    def _outline(self, width: float, right: int, down: int, ratio: float) -> QPixmap:
        """Draw a circle once, a few quarters of a pixel away from the corner: curves cost more than pictures."""
        key = (width, right, down, ratio)
        drawn = self._outlines.get(key)
        if drawn is None:
            drawn = self._outlines[key] = _outline(self._theme, width, right, down, ratio)
        return drawn

    def _quote(self, painter: QPainter, block: QTextBlock, box: QRectF, levels: int) -> None:
        mirrored = block.textDirection() is Qt.LayoutDirection.RightToLeft
        width, edge = self._document.textWidth(), self._theme.colour("edge")
        for level in range(levels):
            left = width - _BAR - level * QUOTE_COLUMN if mirrored else float(level * QUOTE_COLUMN)
            _rounded(painter, QRectF(left, box.top(), _BAR, box.height()), _BAR / 2, edge, None)

    def _pills(self, painter: QPainter, block: QTextBlock, box: QRectF, clip: QRectF) -> None:
        layout = block.layout()
        x, y = box.left(), box.top()
        for pill in self._asked.pills(block):
            first = layout.lineForTextPosition(pill.start)
            if not first.isValid() or y + first.y() - _BEYOND > clip.bottom():
                continue
            for line in _lines(layout, first, pill.stop):
                if y + line.y() + line.height() + _BEYOND >= clip.top():
                    self._pill(painter, line, pill, x, y, clip)

    def _pill(self, painter: QPainter, line: QTextLine, pill: Pill, x: float, y: float, clip: QRectF) -> None:
        theme = self._theme
        begin, length = line.textStart(), line.textLength()
        left, right = _span(line, max(pill.start, begin), min(pill.stop, begin + length))
        if x + right + _BEYOND < clip.left():
            return
        # The last letter brings its own padding along.
        right += 0 if pill.stop <= begin + length else PILL_PAD
        # In high contrast the border must not hide the dots under a label that could not be verified.
        high = pill.height + (3 if theme.high_contrast else 0)
        border = theme.colour("edge") if theme.high_contrast else None
        top = y + line.y() + line.ascent() - pill.ascent
        shape = QRectF(x + left - PILL_PAD, top, right - left + PILL_PAD, high)
        _rounded(painter, shape, theme.radius_small, theme.colour(pill.role), border)


def draw_text(painter: QPainter, block: QTextBlock, box: QRectF, clip: QRectF) -> None:
    """Draw a block's lines, as nobody has selected any of them.

    Args:
        painter: in the document's coordinates.
        block: laid out.
        box: where it stands in the document.
        clip: lines outside of it are left out.
    """
    layout = block.layout()
    # A layout adds its own place, which in a table is that in the cell.
    layout.draw(painter, box.topLeft() - layout.position(), [], clip)


def code_corner(first: QTextBlock, document: QTextDocument, theme: Theme) -> QPointF:
    """Return the upper right corner of the card of the code block whose first line is given."""
    top = document.documentLayout().blockBoundingRect(first).top()
    return QPointF(document.textWidth(), top - code_head(theme))


def _outline(theme: Theme, width: float, right: int, down: int, ratio: float) -> QPixmap:
    high = circle(theme)
    pixmap = QPixmap(QSizeF((width + 2) * ratio, (high + 2) * ratio).toSize())
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.colour("accent"), 2 if theme.high_contrast else 1.5))
    around = QRectF(1 + right / 4, 1 + down / 4, width - 2, high - 2)
    painter.drawRoundedRect(around, high / 2, high / 2)
    painter.end()
    return pixmap


def _lines(layout: QTextLayout, first: QTextLine, stop: int) -> list[QTextLine]:
    """Return the lines from one on to that of the letter before `stop`."""
    lines = [first]
    for number in range(first.lineNumber() + 1, layout.lineCount()):
        line = layout.lineAt(number)
        if line.textStart() >= stop:
            break
        lines.append(line)
    return lines


def _span(line: QTextLine, first: int, last: int) -> tuple[float, float]:
    one, other = place_x(line, first), place_x(line, last)
    return min(one, other), max(one, other)


def _rounded(
    painter: QPainter, box: QRectF, radius: float, fill: QColor, border: QColor | None, width: float = 1
) -> None:
    painter.setBrush(fill)
    if border is None:
        painter.setPen(Qt.PenStyle.NoPen)
    else:
        painter.setPen(QPen(border, width))
        box = box.adjusted(width / 2, width / 2, -width / 2, -width / 2)
    # For these alone: text with it would have the dots under a label blurred.
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.drawRoundedRect(box, radius, radius)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
