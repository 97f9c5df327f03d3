"""What an answer may show this person: which links open, which screenshots appear, which labels are known."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode

from overlay.answer.document import Link
from overlay.core.manual import Manual, Screenshot
from overlay.core.pack import Pack, item_route
from overlay.core.person import Person
from overlay.core.urls import parse_web_address

MAX_PICTURES = 3
"""Screenshots shown in one answer."""
_MOST_PAIRS = 20
"""Query pairs a link may have before its query is dropped."""


@dataclass(slots=True)
class AnswerPolicy:
    """Decides for one answer. It grows while the turn reads more of the manual."""

    pack: Pack
    manual: Manual
    person: Person
    returned: set[str] = field(default_factory=set[str])
    """Ids of the screenshots the manual returned in this conversation."""
    known_labels: set[str] = field(default_factory=set[str])
    """Labels, folded, of the sections read and of the catalogue."""

    def read(self, sections: Iterable[str], screenshots: Iterable[str]) -> None:
        """Take note of what a tool returned: from now on it may be shown and its labels are known."""
        self.returned.update(screenshots)
        for section_id in sections:
            section = self.manual.section(section_id)
            if section:
                self.known_labels.update(quoted_labels(section.body))
                self.known_labels.update(
                    fold_label(z.label) for p in self.manual.pictures_of(section_id) for z in p.zones.values()
                )

    def screenshot(self, screenshot_id: str) -> Screenshot | None:
        """Return a screenshot if the manual returned it in this conversation and this person may open its screen."""
        found = self.manual.screenshot(screenshot_id) if screenshot_id in self.returned else None
        if found is None or not self.person.can_open(found.route):
            return None
        return found

    def link(self, label: str, href: str) -> Link | None:
        """Decide about a link: None for an address outside the target app, which is shown as plain text."""
        path = self._path(href)
        if path is None:
            return None
        bare, _, query = path.split("#", 1)[0].partition("?")
        spec = self.pack.screen_at(bare)
        may_open = spec is not None and not item_route(spec.route) and self.person.can_open(bare)
        url = self._url(bare, query) if may_open else ""
        return Link(label, bare, url, bool(url))

    def verified(self, label: str) -> bool:
        """Say whether a quoted label is in a section read or among the accessible names of its screenshots."""
        return fold_label(label) in self.known_labels

    def _url(self, path: str, query: str) -> str:
        few = query.count("&") < _MOST_PAIRS
        try:
            # Bytes that are no UTF-8 could not be written again as they were.
            pairs = parse_qsl(query, keep_blank_values=True, errors="strict") if few else []
            # An action opens through its own card alone, after its fields were checked. Some servers know no case.
            own = {action.parameter.casefold() for action in self.pack.actions}
            return self.pack.link(path, [] if any(key.casefold() in own for key, _ in pairs) else pairs)
        except ValueError:
            return ""

    def _path(self, href: str) -> str | None:
        if href.startswith("/") and not href.startswith(("//", "/\\")):
            return href if href.isprintable() else None
        inside = self.pack.inside(href)
        address = parse_web_address(inside) if inside else None
        if address is None:
            return None
        prefix = self.pack.base_path.rstrip("/")
        if prefix and not (address.path + "/").startswith(prefix + "/"):
            return None
        query = f"?{urlencode(address.query)}" if address.query else ""
        return (address.path[len(prefix) :] or "/") + query


_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))
_QUOTES = "\"'“”„‟«»‹›‘’「」『』"


def fold_label(text: str) -> str:
    """Reduce a label to what is compared: no quotes, no invisible characters, one kind of space, folded case."""
    visible = text.translate(_INVISIBLE).replace("\u00a0", " ").replace("\u202f", " ").strip().strip(_QUOTES)
    return " ".join(visible.split()).casefold()


def bare_label(text: str) -> str:
    """Return a label without its quotation marks."""
    return text.strip().strip(_QUOTES).strip()


def is_quoted(text: str) -> bool:
    """Say whether a bold stretch is written as a label: in quotation marks of any kind."""
    stripped = text.translate(_INVISIBLE).strip()
    return len(stripped) > 2 and stripped[0] in _QUOTES and stripped[-1] in _QUOTES


def quoted_labels(markdown: str) -> set[str]:
    """Return the folded labels that a section's Markdown names in bold quotation marks."""
    parts = markdown.split("**")
    return {fold_label(part) for part in parts[1::2] if is_quoted(part)}
