"""The links of an answer as a list behind a button, for who does not look for them in the text."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QMenu, QPushButton

from overlay.answer.document import Link
from overlay.ui.buttons import text_button


def link_list(links: Sequence[Link], follow: Callable[[Link], None]) -> QPushButton:
    """Make the button.

    Args:
        links: those this person may open, in reading order, each once.
        follow: opens one.
    """
    words = f"{len(links)} link{'s' if len(links) > 1 else ''}"
    button = text_button(words, "link", lambda: button.showMenu())
    button.setAccessibleName(f"{words} in this answer")
    button.setAccessibleDescription(", ".join(link.label for link in links))
    button.setStyleSheet("QPushButton::menu-indicator { image: none; width: 0; }")
    menu = QMenu(button)
    menu.setAccessibleName("Links in this answer")
    # The button's own menu, so that screen readers find it in the button.
    button.setMenu(menu)
    for link in links:
        _add(menu, link, follow)
    return button


def _add(menu: QMenu, link: Link, follow: Callable[[Link], None]) -> None:
    action = menu.addAction(link.label.replace("&", "&&"))
    action.setStatusTip(link.route)
    action.triggered.connect(lambda: follow(link))
