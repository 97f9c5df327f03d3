"""What a document's formats ask to be painted behind the text, read once a format: each of its properties is a call."""

from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QTextBlock, QTextBlockFormat, QTextCharFormat, QTextDocument

from overlay.ui.blocks.formats import Mark


@dataclass(frozen=True, slots=True)
class Behind:
    """What stands behind a paragraph."""

    number: str
    """What stands in its circle; empty if it has none."""
    card: int
    """The number of the first paragraph of its code card; -1 if it stands on none."""
    quote: int
    """Bars beside it."""
    rule: bool
    row_line: int
    """Which table's hairline it is; -1 if it is none."""
    notice: str
    """The tone of its card; empty if it is no notice."""
    pills: bool
    left: float
    """Its margins in pixels."""
    right: float
    rtl: bool


class Pill(NamedTuple):
    """A stretch of a paragraph's text with a pill behind it."""

    start: int
    stop: int
    role: str
    """The colour's name."""
    ascent: float
    """Pixels from its upper edge to where the letters stand."""
    height: float


_Face = tuple[str, float, float]
"""Of a stretch with a pill: the colour's name, the ascent and the height."""


class Asked:
    """Knows the formats of one document by their numbers, which Qt never gives to another until it is cleared."""

    def __init__(self, document: QTextDocument) -> None:
        """Begin with a document that is empty, or has been cleared."""
        self._document = document
        self._behind: dict[int, Behind | None] = {}
        self._faces: dict[int, _Face | None] = {}

    def behind(self, block: QTextBlock) -> Behind | None:
        """Return what stands behind a paragraph; None for nothing, as behind most."""
        number = block.blockFormatIndex()
        try:
            return self._behind[number]
        except KeyError:
            return self._behind.setdefault(number, _read(block.blockFormat()))

    def pills(self, block: QTextBlock) -> list[Pill]:
        """Return where a paragraph's text has pills: neighbours in different formats are one."""
        found: list[Pill] = []
        begin = block.position()
        iterator = block.begin()
        while not iterator.atEnd():
            fragment = iterator.fragment()
            iterator += 1
            number = fragment.charFormatIndex()
            if number not in self._faces:
                self._faces[number] = _face(fragment.charFormat())
            face = self._faces[number]
            if face is None:
                continue
            start = fragment.position() - begin
            stop = start + fragment.length()
            if found and found[-1].stop == start and found[-1].role == face[0]:
                start = found.pop().start
            found.append(Pill(start, stop, *face))
        return found


def _read(form: QTextBlockFormat) -> Behind | None:
    marks = (Mark.STEP, Mark.CODE, Mark.QUOTE, Mark.RULE, Mark.ROW_LINE, Mark.NOTICE, Mark.PILLS)
    if not any(form.hasProperty(mark) for mark in marks):
        return None
    return Behind(
        number=form.stringProperty(Mark.STEP),
        card=form.intProperty(Mark.CODE) if form.hasProperty(Mark.CODE) else -1,
        quote=form.intProperty(Mark.QUOTE),
        rule=form.hasProperty(Mark.RULE),
        row_line=form.intProperty(Mark.ROW_LINE) if form.hasProperty(Mark.ROW_LINE) else -1,
        notice=form.stringProperty(Mark.NOTICE),
        pills=form.hasProperty(Mark.PILLS),
        left=form.leftMargin(),
        right=form.rightMargin(),
        rtl=form.layoutDirection() is Qt.LayoutDirection.RightToLeft,
    )


def _face(form: QTextCharFormat) -> _Face | None:
    role = "label" if form.hasProperty(Mark.LABEL) else "soft" if form.hasProperty(Mark.INLINE_CODE) else ""
    if not role:
        return None
    metrics = QFontMetricsF(form.font())
    return role, metrics.ascent(), metrics.ascent() + metrics.descent()
