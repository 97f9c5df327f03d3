"""How a passage of the manual becomes an answer, with the offline answerer's own sentences around it."""

import re
from collections.abc import Iterator

from overlay.core.manual import PartKind, Passage, Section
from overlay.core.pack import Pack, ScreenSpec, item_route
from overlay.core.tools import NoAccess
from overlay.providers.offline_words import BY_LANGUAGE, ENGLISH, language_of

_PIECE = re.compile(r"\S+\s*|\s+")


class OfflineText:
    """Writes one answer: the manual's words stay as they are, its own are in the question's language."""

    def __init__(self, pack: Pack, question: str) -> None:
        """Take the target app from the pack, and the language from the question (else the pack's)."""
        self._pack = pack
        language = language_of(question, pack.locale[:2])
        self._say = BY_LANGUAGE.get(language, ENGLISH)
        self._foreign = language != "en" and pack.locale.startswith("en")

    def passage(self, section: Section, passage: Passage | None, screen: ScreenSpec | None) -> str:
        """Turn a passage into an answer: where it is, then its steps or its text."""
        body = self._body(section, passage, screen)
        return f"{self._say.lead}\n\n{body}" if self._foreign else body

    def nothing_found(self) -> str:
        """Say that the manual does not cover the question."""
        sentence = self._say.nothing_found.format(app=self._pack.name)
        ask = self._say.can_help.format(contact=self._pack.contact) if self._pack.contact else ""
        return f"{sentence} {ask}".strip()

    def no_access(self, denied: NoAccess) -> str:
        """Say that the role has no access and who can grant it."""
        ask = denied.ask or self._pack.contact or self._say.somebody
        return self._say.no_access.format(screen=denied.screen, app=self._pack.name, ask=ask)

    def which(self, count: int) -> str:
        """Ask which of the offered sections is meant."""
        return self._say.one if count == 1 else self._say.several

    def not_now(self, reason: str) -> str:
        """Pass on why an action is not available."""
        return reason

    def _body(self, section: Section, passage: Passage | None, screen: ScreenSpec | None) -> str:
        chosen = passage or _opening(section)
        where = self._where(screen)
        if chosen is None:
            return f"{section.summary}\n\n{where}".strip()
        text = chosen.text.strip()
        if chosen.kind is PartKind.PROBLEMS and chosen.heading:
            return f"**{chosen.heading}**\n\n{text}"
        if _links(text, screen):
            return text
        parts = (where, text) if chosen.kind is PartKind.HOW_TO else (text, where)
        return "\n\n".join(p for p in parts if p)

    def _where(self, screen: ScreenSpec | None) -> str:
        if screen is None or item_route(screen.route):
            return ""
        menu = f" (**{screen.menu}**)" if screen.menu else ""
        return self._say.where.format(title=screen.title, route=screen.route, menu=menu)


def words_of(text: str) -> Iterator[str]:
    """Cut a text into words with the space that follows: how the offline answer streams."""
    return (found[0] for found in _PIECE.finditer(text))


def _opening(section: Section) -> Passage | None:
    """Return what to say of a section as a whole: what it is for, or its first passage."""
    purpose = next((p for p in section.passages if p.kind is PartKind.PURPOSE and p.text), None)
    return purpose or next((p for p in section.passages if p.text), None)


def _links(text: str, screen: ScreenSpec | None) -> bool:
    return screen is not None and f"]({screen.route})" in text
