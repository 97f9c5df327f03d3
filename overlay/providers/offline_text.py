"""The offline answerer's own sentences, and how a passage of the manual becomes an answer."""

import re
from collections.abc import Iterator

from overlay.core.manual import PartKind, Passage, Section
from overlay.core.pack import Pack, ScreenSpec, item_route
from overlay.core.tools import NoAccess

_MARKER = re.compile(r"^\s*\[captura:[^\]]*\]\s*$", re.MULTILINE)
_PIECE = re.compile(r"\S+\s*|\s+")


class OfflineText:
    """Writes answers in the manual's words."""

    def __init__(self, pack: Pack) -> None:
        """Take the target app's name and contact from the pack."""
        self._pack = pack

    def passage(self, section: Section, passage: Passage | None, screen: ScreenSpec | None) -> str:
        """Turn a passage into an answer: where it is, then its steps or its text."""
        chosen = passage or _opening(section)
        where = self._where(screen)
        if chosen is None:
            return f"{section.summary}\n\n{where}".strip()
        text = chosen.text.strip()
        if chosen.kind is PartKind.PROBLEMS and chosen.heading:
            return f"**{chosen.heading}**\n\n{text}"
        if chosen.kind is PartKind.HOW_TO:
            return text if _links(text, screen) else f"{where}\n\n{text}".strip()
        return f"{text}\n\n{where}".strip() if not _links(text, screen) else text

    def nothing_found(self) -> str:
        """Say that the manual does not cover the question."""
        ask = f" {self._pack.contact} can help." if self._pack.contact else ""
        return f"The {self._pack.name} manual doesn't cover this.{ask}"

    def no_access(self, denied: NoAccess) -> str:
        """Say that the role has no access and who can grant it."""
        ask = denied.ask or self._pack.contact or "an administrator"
        return f"**{denied.screen}** isn't part of your role in {self._pack.name}. Ask {ask} for access."

    def which(self, count: int) -> str:
        """Ask which of the offered sections is meant."""
        return "Is this what you mean?" if count == 1 else "Which of these do you mean?"

    def not_now(self, reason: str) -> str:
        """Pass on why an action is not available."""
        return reason

    def _where(self, screen: ScreenSpec | None) -> str:
        if screen is None or item_route(screen.route):
            return ""
        menu = f" (**{screen.menu}**)" if screen.menu else ""
        return f"This is on [{screen.title}]({screen.route}){menu}."


def words_of(text: str) -> Iterator[str]:
    """Cut a text into words with the space that follows: how the offline answer streams."""
    return (found[0] for found in _PIECE.finditer(text))


def _opening(section: Section) -> Passage | None:
    """Return what to say of a section as a whole: what it is for, or its first passage."""
    purpose = next((p for p in section.passages if p.kind is PartKind.PURPOSE and p.text), None)
    return purpose or next((p for p in section.passages if p.text), None)


def _links(text: str, screen: ScreenSpec | None) -> bool:
    return screen is not None and f"]({screen.route})" in text
