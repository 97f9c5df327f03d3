"""The menu of who can answer: the current one marked, the others to choose, and why some cannot be."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from overlay.ui.presenters.answering import Answerer

ALONE = "To let a model answer, set one in config.toml: see the README"


def answerer_menu(answerers: Sequence[Answerer], chosen: Callable[[str], None], parent: QWidget) -> QMenu:
    """Make the menu; it is gone once it is closed.

    Args:
        answerers: who there is.
        chosen: is told the key of the one to answer from now on.
        parent: the widget it belongs to.
    """
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setAccessibleName("Who answers")
    group = QActionGroup(menu)
    for one in answerers:
        title = one.title if not one.reason else f"{one.title} ({one.reason})"
        action = menu.addAction(title.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(one.current)
        action.setEnabled(not one.reason)
        group.addAction(action)
        if not one.current:
            action.triggered.connect(lambda _=False, key=one.key: chosen(key))
    if len(answerers) < 2:
        menu.addSeparator()
        menu.addAction(ALONE).setEnabled(False)
    return menu
