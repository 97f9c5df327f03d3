"""Formats of an answer's text: margins, faces and colours by block, and the marks that the painter looks for."""

import unicodedata
from enum import IntEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QTextBlockFormat, QTextCharFormat, QTextFormat

from overlay.answer.document import Run, Runs
from overlay.ui.theme import LINE_HEIGHT, Theme

STEP_COLUMN = 32
NESTED_COLUMN = 24
QUOTE_COLUMN = 14
_DEEPEST = 5
"""Levels of lists, and of quotes, that are set off from each other: deeper ones would leave words no room."""
GAP = "\u00a0"
"""Stands between a number and its text, so that a long word does not leave its number; never copied."""
PILL_PAD = 4
"""Space between a label and the edge of its pill."""
_CODE_HEAD = 34
CODE_SIDE = 12
"""Space between a code card's edges and its lines."""
CODE_FOOT = 10
"""Space below a code card's last line."""
NOTICE_PAD = 6
"""Space between a notice's edges and its lines."""
_CIRCLE = 20


class Mark(IntEnum):
    """User properties that tell the painter what stands behind a block or a stretch of text."""

    STEP = QTextFormat.Property.UserProperty.value + 1
    CODE = QTextFormat.Property.UserProperty.value + 2
    QUOTE = QTextFormat.Property.UserProperty.value + 3
    RULE = QTextFormat.Property.UserProperty.value + 4
    LABEL = QTextFormat.Property.UserProperty.value + 5
    INLINE_CODE = QTextFormat.Property.UserProperty.value + 6
    PICTURE = QTextFormat.Property.UserProperty.value + 7
    PILLS = QTextFormat.Property.UserProperty.value + 8
    NOTICE = QTextFormat.Property.UserProperty.value + 9
    LANGUAGE = QTextFormat.Property.UserProperty.value + 10
    ROW_LINE = QTextFormat.Property.UserProperty.value + 11


PICTURE_OBJECT = QTextFormat.ObjectTypes.UserObject.value + 1


def circle(theme: Theme) -> int:
    """Return the diameter of a step's circle: it grows with the text in it."""
    return round(_CIRCLE * max(1.0, theme.text_scale))


def circle_width(digits: float, theme: Theme) -> float:
    """Return the width of a step's circle around digits of a width: a pill from two digits on."""
    return max(float(circle(theme)), digits + 8)


def code_head(theme: Theme) -> int:
    """Return the height of a code card's head, where its language and the copy button are."""
    return round(_CODE_HEAD * max(1.0, theme.text_scale))


def column(theme: Theme, indent: int, quote: int = 0) -> int:
    """Return where the text within so many lists and block quotes begins, in pixels."""
    lists = 0 if indent <= 0 else _step_column(theme) + NESTED_COLUMN * (min(indent, _DEEPEST) - 1)
    return lists + QUOTE_COLUMN * quote_bars(quote)


def _step_column(theme: Theme) -> int:
    return STEP_COLUMN + circle(theme) - _CIRCLE


def quote_bars(quote: int) -> int:
    """Return how many bars stand for so many block quotes."""
    return min(quote, _DEEPEST)


def reads_right_to_left(runs: Runs) -> bool:
    """Say whether the first letter with a direction is of a right-to-left script."""
    for run in runs:
        for character in run.text:
            kind = unicodedata.bidirectional(character)
            if kind in {"R", "AL"}:
                return True
            if kind == "L":
                return False
    return False


class Formats:
    """Makes the formats for one theme."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.body_font = theme.font()
        self._natural = QFontMetricsF(self.body_font).height() or 1.0
        self._code = QTextCharFormat()
        self._code.setFont(theme.mono())
        self._code.setForeground(theme.colour("ink"))
        self._texts: dict[int, QTextCharFormat] = {}
        self._runs: dict[tuple[object, ...], QTextCharFormat] = {}

    def block(self, indent: int, quote: int, *, before: float, rtl: bool = False) -> QTextBlockFormat:
        """Return a paragraph's format.

        Args:
            indent: lists around its text.
            quote: block quotes around it.
            before: space above in pixels.
            rtl: whether it reads from right to left.
        """
        form = QTextBlockFormat()
        form.setTopMargin(before)
        margin = column(self.theme, indent, quote)
        if rtl:
            form.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
            form.setRightMargin(margin)
        else:
            form.setLeftMargin(margin)
        share = LINE_HEIGHT * self.theme.size_body / self._natural * 100
        form.setLineHeight(share, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        if quote:
            form.setProperty(Mark.QUOTE, quote_bars(quote))
        return form

    def thin(self) -> QTextBlockFormat:
        """Return the format of the empty paragraph that Qt keeps around a table."""
        form = QTextBlockFormat()
        form.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        return form

    def text(self, heading: int = 0) -> QTextCharFormat:
        """Return plain text, or that of a heading of a level; not to be changed."""
        known = self._texts.get(heading)
        if known is None:
            known = QTextCharFormat()
            size = self.theme.size_title if heading and heading <= 2 else self.theme.size_body
            known.setFont(self.theme.font(size, weight=600) if heading else self.body_font)
            known.setForeground(self.theme.colour("ink"))
            self._texts[heading] = known
        return known

    def run(self, run: Run, heading: int, href: str, *, spaced: bool = False) -> QTextCharFormat:
        """Return a run's format; not to be changed.

        Args:
            run: its text does not matter.
            heading: the level of the heading it stands in, 0 for none.
            href: empty unless the run is a link that this person may follow.
            spaced: whether a pill's padding is kept free behind it.
        """
        key = (run.bold, run.italic, run.code, run.strike, run.label, run.verified, heading, href, spaced)
        known = self._runs.get(key)
        if known is None:
            known = self._run(run, self.text(heading), href)
            if spaced:
                known.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
                known.setFontLetterSpacing(PILL_PAD)
            self._runs[key] = known
        return known

    def number(self, number: int) -> tuple[QTextCharFormat, QTextCharFormat, float]:
        """Return a step number's format, that of the gap after it, and how far left of the text it begins."""
        form = QTextCharFormat(self.text())
        font = self.theme.font(self.theme.size_body * 0.82, weight=600)
        form.setFont(font)
        form.setForeground(self.theme.colour("accent"))
        metrics = QFontMetricsF(font)
        width = metrics.horizontalAdvance(str(number))
        begin = _step_column(self.theme) - (circle_width(width, self.theme) - width) / 2
        return form, self._gap(font, begin - width), begin

    def bullet(self, mark: str) -> tuple[QTextCharFormat, QTextCharFormat, float]:
        """Return a bullet's format, that of the gap after it, and how far left of the text it begins."""
        form = QTextCharFormat(self.text())
        form.setForeground(self.theme.colour("accent" if mark == "•" else "muted"))
        width = QFontMetricsF(self.body_font).horizontalAdvance(mark)
        begin = 16.0 * max(1.0, self.theme.text_scale) if mark == "•" else width + 7
        return form, self._gap(self.body_font, begin - width), begin

    def code(self) -> QTextCharFormat:
        """Return the text of a code block."""
        return self._code

    def notice(self, tone: str) -> QTextCharFormat:
        """Return a notice's text."""
        form = QTextCharFormat(self.text())
        form.setFont(self.theme.font(self.theme.size_small))
        form.setForeground(self.theme.colour({"warning": "warn", "error": "error"}.get(tone, "muted")))
        return form

    def _run(self, run: Run, base: QTextCharFormat, href: str) -> QTextCharFormat:
        form = QTextCharFormat(base)
        if run.bold:
            form.setFontWeight(QFont.Weight.DemiBold)
        if run.italic:
            form.setFontItalic(True)
        if run.strike:
            form.setFontStrikeOut(True)
        if run.code:
            mono = self.theme.mono()
            form.setFontFamilies(mono.families())
            form.setProperty(QTextFormat.Property.FontPixelSize, mono.pixelSize())
            form.setProperty(Mark.INLINE_CODE, True)
        if run.label:
            form.setProperty(Mark.LABEL, True)
            self._unverified(form, run)
        if href:
            form.setAnchor(True)
            form.setAnchorHref(href)
            form.setForeground(self.theme.colour("accent"))
            form.setFontUnderline(True)
        return form

    def _gap(self, font: QFont, width: float) -> QTextCharFormat:
        # A space as wide as the rest of the column: the number stays text, and one space is read aloud.
        form = QTextCharFormat()
        spaced = QFont(font)
        spaced.setLetterSpacing(
            QFont.SpacingType.AbsoluteSpacing, max(0.0, width - QFontMetricsF(font).horizontalAdvance(GAP))
        )
        form.setFont(spaced)
        return form

    def _unverified(self, form: QTextCharFormat, run: Run) -> None:
        if not run.verified:
            form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
            form.setUnderlineColor(QColor(self.theme.warn))
            form.setToolTip("Not found in the manual")
