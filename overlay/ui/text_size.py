"""The steps of the text's size, and the size that the system asks for."""

import sys

from PySide6.QtGui import QFontInfo, QGuiApplication

STEPS = (80, 90, 100, 110, 125, 150, 175, 200)
"""Percent of the design's own size."""
_USUAL = {"win32": 12.0, "darwin": 13.0}
_USUAL_ELSEWHERE = 15.0
"""Pixels of the system's font where nobody has asked for another; Linux desktops have 11 points at 96 dpi."""


def stepped(percent: int, direction: int) -> int:
    """Return the next larger size (1) or the next smaller one (-1); the largest and smallest stay."""
    if direction > 0:
        return next((step for step in STEPS if step > percent), STEPS[-1])
    return next((step for step in reversed(STEPS) if step < percent), STEPS[0])


def system_percent() -> int:
    """Return the size the system asks for: larger where its own font is, never smaller than the design's."""
    usual = _USUAL.get(sys.platform, _USUAL_ELSEWHERE)
    pixels = QFontInfo(QGuiApplication.font()).pixelSize()
    return min(STEPS[-1], max(100, round(100 * pixels / usual)))
