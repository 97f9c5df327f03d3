"""The order in which Tab walks through the panel: that of the screen, whatever was made first."""

from collections.abc import Mapping

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

AREA = "tab area"
"""The property of a widget that is one of the window's parts; its value is the part's number from the top."""

LEVEL = 10
"""Logical pixels by which the upper edges of what stands side by side may differ."""


def mark_areas(*areas: QWidget) -> None:
    """Name a window's parts, from the top."""
    for number, area in enumerate(areas):
        area.setProperty(AREA, number)


def tab_ring(window: QWidget) -> list[QWidget]:
    """Return what Tab reaches in a window, in the order of its place, one part after the other."""
    reachable = [
        w
        for w in window.findChildren(QWidget)
        if w.isVisible() and w.isEnabled() and w.focusPolicy().value & Qt.FocusPolicy.TabFocus.value
    ]
    corners = {w: w.mapTo(window, w.rect().topLeft()) for w in reachable}
    reachable.sort(key=lambda w: (_area(w), corners[w].y()))
    mirrored = window.layoutDirection() is Qt.LayoutDirection.RightToLeft
    ring: list[QWidget] = []
    for row in _rows(reachable, corners):
        ring += sorted(row, key=lambda w: corners[w].x(), reverse=mirrored)
    return ring


def _rows(widgets: list[QWidget], corners: Mapping[QWidget, QPoint]) -> list[list[QWidget]]:
    """Put together what stands side by side, be it of different heights."""
    rows: list[list[QWidget]] = []
    for widget in widgets:
        first = rows[-1][0] if rows else None
        beside = first and _area(first) == _area(widget) and corners[widget].y() - corners[first].y() <= LEVEL
        if beside:
            rows[-1].append(widget)
        else:
            rows.append([widget])
    return rows


def _area(widget: QWidget) -> int:
    parent: QWidget | None = widget
    while parent is not None:
        number = parent.property(AREA)
        if isinstance(number, int):
            return number
        parent = parent.parentWidget()
    return 0
