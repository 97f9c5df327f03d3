"""Which links are an app's menu: those that its navigation marks, and those that stand on most of its pages."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from overlay.authoring.addresses import route_of, slug
from overlay.core.site import LinkPlace, SeenLink, SeenPage

MOST = 0.6
"""Share of the pages on which an unmarked link must stand to count as part of the menu."""
_HOME = re.compile(r"home|start|dashboard|overview|übersicht|inicio|início|panel|accueil", re.IGNORECASE)
_COUNT = re.compile(r"\s+\d+\+?$|\s*[([]\d+\+?[)\]]$")
TITLE_PARTS = re.compile(r"\s+[|–—·•:»«/-]\s+|\s*[|»«]\s*|:\s+")
"""What stands between the parts of a page's title."""


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One entry of the menu that leads to a page that was read."""

    name: str
    group: str
    page: SeenPage
    listed: bool = True
    """Whether the menu has a word for it."""

    @property
    def way(self) -> str:
        """The way through the menu, such as `People › Leave`; empty when it is not listed."""
        if not self.listed:
            return ""
        return f"{self.group} › {self.name}" if self.group else self.name


def menu_of(pages: Sequence[SeenPage]) -> tuple[MenuEntry, ...]:
    """Find the menu; without any, it is empty.

    Args:
        pages: what was read; the first is where it began.
    """
    opened = {page.path: page for page in reversed(pages)} | {page.landed: page for page in reversed(pages)}
    common = _common(pages)
    names: dict[str, list[SeenLink]] = {}
    # The page with the longest menu gives the order: on others, parts of it are folded away.
    for page in sorted(pages, key=lambda p: -sum(link.place is LinkPlace.MENU for link in p.links)):
        for link in page.links:
            there = opened.get(link.path)
            marked = link.place is LinkPlace.MENU or (link.place is LinkPlace.CONTENT and link.path in common)
            if there and marked and "[" not in route_of(there.landed):
                names.setdefault(there.landed, []).append(link)
    brand = shared_title(pages)
    entries = [_entry(links, opened[landed], pages[0], brand) for landed, links in names.items()]
    # Two entries of one name ("Add", say, beside each of several) only mean something where they stand.
    ways = Counter(entry.way for entry in entries)
    entries = [entry for entry in entries if ways[entry.way] == 1]
    return tuple(sorted(entries, key=lambda entry: entry.page.landed != pages[0].landed))


def _common(pages: Sequence[SeenPage]) -> set[str]:
    counts = Counter(path for page in pages for path in {link.path for link in page.links})
    return {path for path, count in counts.items() if count >= 2 and count >= MOST * len(pages)}


def shared_title(pages: Sequence[SeenPage]) -> list[str]:
    """Return the parts that most pages' titles share: the app's own name."""
    parts = Counter(part for page in pages for part in dict.fromkeys(TITLE_PARTS.split(page.title)) if part)
    return [part for part, count in parts.items() if count > 1 and count * 2 >= len(pages)]


def _entry(links: Sequence[SeenLink], page: SeenPage, first: SeenPage, brand: Sequence[str]) -> MenuEntry:
    marked = [link for link in links if link.place is LinkPlace.MENU] or list(links)
    if page.landed == first.landed:
        # The app's own name leads to its first page, for which the menu may still have a word.
        own = [link for link in marked if not _is_brand(link.name, brand)]
        best = next((link for link in own if _HOME.search(link.name)), own[0] if own else None)
        if best is None:
            return MenuEntry("Home", "", page, listed=False)
    else:
        best = marked[0]
    group = next((link.group for link in links if link.name == best.name and link.group), "")
    return MenuEntry(clean_name(best.name), clean_name(group), page)


def _is_brand(name: str, brand: Sequence[str]) -> bool:
    words = set(slug(name).split("-")) - {""}
    return not words or any(words & set(slug(part).split("-")) for part in brand)


def clean_name(name: str) -> str:
    """Return a link's words without the number of what waits there, as in `Inbox (3)`."""
    bare = _COUNT.sub("", name).strip(" :+·•›>▸▾▼")
    return bare or name
