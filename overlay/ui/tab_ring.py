"""The order in which Tab walks through the panel: that of the screen, whatever was made first."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

AREA = "tab area"
"""The property of a widget that is one of the window's parts; its value is the part's number from the top."""


def mark_areas(*areas: QWidget) -> None:
    """Name a window's parts, from the top."""
    for number, area in enumerate(areas):
        area.setProperty(AREA, number)


def tab_ring(window: QWidget) -> list[QWidget]:
    """Return what Tab reaches in a window, in the order of its place, one part after the other."""
    mirrored = window.layoutDirection() is Qt.LayoutDirection.RightToLeft

    def place(widget: QWidget) -> tuple[int, int]:
        corner = widget.mapTo(window, widget.rect().topLeft())
        return corner.y(), -corner.x() if mirrored else corner.x()

    reachable = [
        w
        for w in window.findChildren(QWidget)
        if w.isVisible() and w.isEnabled() and w.focusPolicy().value & Qt.FocusPolicy.TabFocus.value
    ]
    return sorted(reachable, key=lambda w: (_area(w), *place(w)))


def _area(widget: QWidget) -> int:
    parent: QWidget | None = widget
    while parent is not None:
        number = parent.property(AREA)
        if isinstance(number, int):
            return number
        parent = parent.parentWidget()
    return 0
