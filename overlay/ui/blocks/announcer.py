"""Tells screen readers that an answer has begun and that it is there: once each, never the words as they come."""

from collections.abc import Sequence

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from overlay.answer.document import Block, Bullet, Picture, Step


class Announcer:
    """Announces one answer. An answer that is there at once, as in a conversation opened again, is not announced."""

    def __init__(self, widget: QWidget) -> None:
        """Announce the beginning, unless the end comes before the application gets to it.

        Args:
            widget: what screen readers are told it comes from.
        """
        self._widget = widget
        self._begun = False
        self._over = False
        QTimer.singleShot(0, widget, self._begin)

    def end(self, sentence: str) -> None:
        """Announce the end."""
        if self._begun and not self._over:
            announce(self._widget, sentence)
        self._over = True

    def _begin(self) -> None:
        if not self._over:
            self._begun = True
            announce(self._widget, "Fescue is answering.")


def in_few_words(blocks: Sequence[Block], links: int) -> str:
    """Say what an answer holds, such as `2 steps, 1 link`; empty for plain text."""
    counts = (
        (sum(isinstance(b, Step) for b in blocks), "step"),
        (sum(isinstance(b, Bullet) for b in blocks), "point"),
        (sum(isinstance(b, Picture) for b in blocks), "screenshot"),
        (links, "link"),
    )
    return ", ".join(f"{count} {noun}{'s' if count != 1 else ''}" for count, noun in counts if count)


def announce(widget: QWidget, sentence: str) -> None:
    """Say something to screen readers, after what they are saying.

    Args:
        widget: what they are told it comes from.
        sentence: what to say.
    """
    event = QAccessibleAnnouncementEvent(widget, sentence)
    event.setPoliteness(QAccessible.AnnouncementPoliteness.Polite)
    QAccessible.updateAccessibility(event)
