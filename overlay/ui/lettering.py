"""Type that can change while a window is open: every widget remembers which of the theme's sizes it has."""

from enum import Enum

from PySide6.QtWidgets import QWidget

from overlay.ui.theme import Theme

_PROPERTY = "lettering"


class Size(Enum):
    """The theme's type sizes."""

    TITLE = "title"
    BODY = "body"
    UI = "ui"
    SMALL = "small"
    FINE = "fine"
    DOT = "dot"


def letter(widget: QWidget, theme: Theme, size: Size = Size.BODY, *, weight: int = 400) -> None:
    """Give a widget one of the theme's sizes, and let it keep to it when the theme changes.

    Args:
        widget: what to letter.
        theme: the theme as it is now.
        size: which of its sizes.
        weight: 100 to 900 in hundreds.
    """
    widget.setProperty(_PROPERTY, f"{size.value} {weight}")
    widget.setFont(theme.font(_pixels(theme, size), weight=weight))


def reletter(root: QWidget, theme: Theme) -> None:
    """Give a widget and all in it their sizes of another theme."""
    for widget in (root, *root.findChildren(QWidget)):
        kept = widget.property(_PROPERTY)
        if isinstance(kept, str):
            size, weight = kept.split()
            letter(widget, theme, Size(size), weight=int(weight))


def _pixels(theme: Theme, size: Size) -> float:
    match size:
        case Size.TITLE:
            return theme.size_title
        case Size.BODY:
            return theme.size_body
        case Size.UI:
            return theme.size_ui
        case Size.SMALL:
            return theme.size_small
        case Size.FINE:
            return theme.size_fine
        case Size.DOT:
            return theme.size_fine - 2
