"""What is painted behind an answer's text: step circles, label pills, code cards, quote bars, rules."""

from functools import lru_cache
from math import floor

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap, QTextBlock, QTextDocument, QTextLine

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


def paint_behind(
    painter: QPainter, document: QTextDocument, first: QTextBlock, clip: QRectF, theme: Theme, *, text: bool = False
) -> None:
    """Paint the shapes of all blocks from `first` to the lower edge of `clip`.

    Args:
        painter: on the viewport, in the document's coordinates.
        document: laid out.
        first: the uppermost block to look at.
        clip: what is being painted.
        theme: the colours.
        text: whether to paint the text over them too; it is painted as nobody has selected any of it.
    """
    layout = document.documentLayout()
    block, card, head = first, None, code_head(theme)
    while block.isValid():
        box = layout.blockBoundingRect(block)
        if box.top() - head > clip.bottom():
            return
        form = block.blockFormat()
        if form.hasProperty(Mark.CODE) and form.intProperty(Mark.CODE) != card:
            card = form.intProperty(Mark.CODE)
            _card(painter, block, document, clip, theme)
        elif box.bottom() + _BEYOND >= clip.top() or form.hasProperty(Mark.NOTICE):
            _block_shapes(painter, block, box, document, clip, theme)
        if text and block.length() > 1 and box.bottom() >= clip.top():
            draw_text(painter, block, box, clip)
        block = block.next()


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


def _block_shapes(
    painter: QPainter, block: QTextBlock, box: QRectF, document: QTextDocument, clip: QRectF, theme: Theme
) -> None:
    form = block.blockFormat()
    if form.hasProperty(Mark.STEP):
        _circle(painter, block, box, clip, theme)
    if form.hasProperty(Mark.QUOTE):
        _quote(painter, block, box, document.textWidth(), theme)
    if form.hasProperty(Mark.RULE):
        painter.fillRect(QRectF(0, floor(box.center().y()), document.textWidth(), theme.border), theme.colour("line"))
    if form.hasProperty(Mark.ROW_LINE):
        left, right = form.leftMargin(), document.textWidth() - form.rightMargin()
        painter.fillRect(QRectF(left, floor(box.top()), right - left, theme.border), theme.colour("line"))
    if form.hasProperty(Mark.NOTICE):
        soft = {"warning": "warn_soft", "error": "error_soft"}.get(str(form.property(Mark.NOTICE)), "soft")
        card = QRectF(0, box.top() - NOTICE_PAD, document.textWidth(), 0)
        card.setHeight(block.layout().boundingRect().height() + 2 * NOTICE_PAD)
        _rounded(painter, card, theme.radius_small * 2, theme.colour(soft), None)
    if form.hasProperty(Mark.PILLS):
        _pills(painter, block, box.topLeft(), clip, theme)


def code_corner(first: QTextBlock, document: QTextDocument, theme: Theme) -> QPointF:
    """Return the upper right corner of the card of the code block whose first line is given."""
    top = document.documentLayout().blockBoundingRect(first).top()
    return QPointF(document.textWidth(), top - code_head(theme))


def _card(painter: QPainter, block: QTextBlock, document: QTextDocument, clip: QRectF, theme: Theme) -> None:
    layout = document.documentLayout()
    first = document.findBlockByNumber(block.blockFormat().intProperty(Mark.CODE))
    high = code_head(theme)
    top = layout.blockBoundingRect(first).top() - high
    form = first.blockFormat()
    bottom = _code_bottom(block, document, clip)
    left = form.leftMargin() - CODE_SIDE
    card = QRectF(left, max(top, clip.top() - 40), document.textWidth() - left, 0)
    card.setBottom(bottom)
    _rounded(painter, card, theme.radius, theme.colour("soft"), theme.colour("line"), theme.border)
    if top < clip.top() - high:
        return
    painter.setPen(theme.colour("muted"))
    painter.setFont(theme.font(theme.size_fine))
    head = QRectF(left + CODE_SIDE, top, card.width(), high)
    painter.drawText(head, Qt.AlignmentFlag.AlignVCenter, str(form.property(Mark.LANGUAGE) or ""))


def _code_bottom(block: QTextBlock, document: QTextDocument, clip: QRectF) -> float:
    """Return where the card of a code block ends, or a place below what is being painted."""
    key = block.blockFormat().intProperty(Mark.CODE)
    bottom = 0.0
    while block.isValid() and block.blockFormat().intProperty(Mark.CODE) == key:
        bottom = document.documentLayout().blockBoundingRect(block).bottom() + CODE_FOOT
        if bottom > clip.bottom() + 40:
            break
        block = block.next()
    return bottom


@lru_cache(maxsize=4)
def _digits(theme: Theme) -> QFontMetricsF:
    return QFontMetricsF(theme.font(theme.size_body * 0.82, weight=600))


def _circle(painter: QPainter, block: QTextBlock, box: QRectF, clip: QRectF, theme: Theme) -> None:
    layout = block.layout()
    if not layout.lineCount():
        return
    line = layout.lineAt(0)
    if clip.left() > block.blockFormat().leftMargin() + _BEYOND and not block.blockFormat().rightMargin():
        return
    if box.top() + line.y() + line.height() + _BEYOND < clip.top():
        return
    digits = block.blockFormat().intProperty(Mark.STEP)
    metrics = _digits(theme)
    wide = metrics.horizontalAdvance(block.text()[:digits])
    if block.textDirection() is Qt.LayoutDirection.RightToLeft:
        middle = line.x() + line.width() - wide / 2 - 1
    else:
        middle = place_x(line, 0) + wide / 2
    centre = QPointF(box.left() + middle, box.top() + line.y() + line.ascent() - metrics.capHeight() / 2)
    width = circle_width(wide, theme)
    corner = centre - QPointF(width / 2, circle(theme) / 2)
    at = QPointF(floor(corner.x()), floor(corner.y()))
    quarters = round((corner.x() - at.x()) * 4), round((corner.y() - at.y()) * 4)
    painter.drawPixmap(at, _outline(theme, width, quarters, painter.device().devicePixelRatio()))


@lru_cache(maxsize=256)
def _outline(theme: Theme, width: float, quarters: tuple[int, int], ratio: float) -> QPixmap:
    """Draw a circle once, a few quarters of a pixel away from the corner: curves cost more than pictures."""
    high = circle(theme)
    pixmap = QPixmap(QSizeF((width + 2) * ratio, (high + 2) * ratio).toSize())
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.colour("accent"), 2 if theme.high_contrast else 1.5))
    around = QRectF(1 + quarters[0] / 4, 1 + quarters[1] / 4, width - 2, high - 2)
    painter.drawRoundedRect(around, high / 2, high / 2)
    painter.end()
    return pixmap


def _quote(painter: QPainter, block: QTextBlock, box: QRectF, width: float, theme: Theme) -> None:
    mirrored = block.textDirection() is Qt.LayoutDirection.RightToLeft
    for level in range(block.blockFormat().intProperty(Mark.QUOTE)):
        left = width - _BAR - level * QUOTE_COLUMN if mirrored else float(level * QUOTE_COLUMN)
        _rounded(painter, QRectF(left, box.top(), _BAR, box.height()), _BAR / 2, theme.colour("edge"), None)


def _pills(painter: QPainter, block: QTextBlock, origin: QPointF, clip: QRectF, theme: Theme) -> None:
    layout = block.layout()
    for start, stop, font, role in _stretches(block):
        first = layout.lineForTextPosition(start)
        last = layout.lineForTextPosition(stop - 1)
        if not first.isValid() or not last.isValid():
            continue
        upper, lower = origin.y() + first.y(), origin.y() + last.y() + last.height()
        if lower + _BEYOND < clip.top() or upper - _BEYOND > clip.bottom():
            continue
        lines = [layout.lineAt(index) for index in range(first.lineNumber(), last.lineNumber() + 1)]
        _behind(painter, lines, (start, stop), QFontMetricsF(font), origin, theme, role)


def _stretches(block: QTextBlock) -> list[tuple[int, int, QFont, str]]:
    """Return where a block's text has pills behind it: neighbours in different formats are one stretch."""
    found: list[tuple[int, int, QFont, str]] = []
    begin = block.position()
    iterator = block.begin()
    while not iterator.atEnd():
        fragment = iterator.fragment()
        iterator += 1
        form = fragment.charFormat()
        role = "label" if form.hasProperty(Mark.LABEL) else "soft" if form.hasProperty(Mark.INLINE_CODE) else ""
        if not role:
            continue
        start = fragment.position() - begin
        stop = start + fragment.length()
        if found and found[-1][1] == start and found[-1][3] == role:
            start = found.pop()[0]
        found.append((start, stop, form.font(), role))
    return found


def _behind(
    painter: QPainter,
    lines: list[QTextLine],
    stretch: tuple[int, int],
    metrics: QFontMetricsF,
    origin: QPointF,
    theme: Theme,
    role: str,
) -> None:
    # In high contrast the border must not hide the dots under a label that could not be verified.
    high = metrics.ascent() + metrics.descent() + (3 if theme.high_contrast else 0)
    border = theme.colour("edge") if theme.high_contrast else None
    for line in lines:
        first = max(stretch[0], line.textStart())
        last = min(stretch[1], line.textStart() + line.textLength())
        if first >= last:
            continue
        left, right = _span(line, first, last)
        # The last letter brings its own padding along.
        right += 0 if last == stretch[1] else PILL_PAD
        top = origin.y() + line.y() + line.ascent() - metrics.ascent()
        pill = QRectF(origin.x() + left - PILL_PAD, top, right - left + PILL_PAD, high)
        _rounded(painter, pill, theme.radius_small, theme.colour(role), border)


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
