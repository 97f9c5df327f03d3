"""A survey of an app -> a draft of its pack."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from overlay.authoring.addresses import is_id, route_of, slug
from overlay.authoring.draft import Draft, DraftScreen, DraftSection
from overlay.authoring.exploring import Survey
from overlay.authoring.menus import TITLE_PARTS, MenuEntry, clean_name, menu_of, shared_title
from overlay.authoring.proposing_shots import shots_of
from overlay.core.site import LinkPlace, SeenLink, SeenPage

FRAME = 0.6
"""Share of the pages on which a control must stand to count as part of the frame around every page."""
_FEW = 4
"""With fewer pages than this nothing can be said about what frames them."""
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})*")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the person said about the pack."""

    origin: str
    role: str = "user"
    demo_data: bool = False
    visitor: bool = False
    """Whether the app was looked at without signing in."""
    redact: tuple[tuple[str, str], ...] = ()
    code_words: tuple[str, ...] = ()
    """Words that a manual must not hold; labels with one of them are left out."""


class _Ids:
    """Gives each thing an id of its own."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def new(self, *names: str) -> str:
        """Return the first of some names as an id that nothing has yet."""
        base = next((words for words in map(slug, names) if words), "screen")
        found, count = base, 1
        while found in self._given:
            count += 1
            found = f"{base}-{count}"
        self._given.add(found)
        return found


def propose(survey: Survey, wishes: Wishes) -> Draft:
    """Propose a pack.

    Args:
        survey: what was seen; at least one page.
        wishes: what is not the app's to say.
    """
    pages = _unframed(_distinct(survey.pages))
    menu = menu_of(pages)
    known = {entry.page.landed for entry in menu}
    if pages[0].landed not in known:
        menu = (MenuEntry(_words(pages[0]), "", pages[0], listed=False), *menu)
        known.add(pages[0].landed)
    ids = _Ids()
    sections = [_section(entry, ids, first=entry is menu[0] and not entry.group) for entry in menu]
    for page in pages:
        if page.landed not in known:
            _file_below(page, sections, pages, ids)
    allowed = _without(wishes.code_words)
    named = tuple(_titled(section, allowed) for section in sections)
    named = tuple(replace(section, shots=shots_of(section, wishes.redact, allowed)) for section in named)
    name, locale = _app_name(pages, wishes.origin, allowed), _locale(pages)
    return Draft(name, wishes.origin, locale, wishes.role, named, wishes.demo_data, wishes.visitor)


class Allowed:
    """Says which texts may stand in a manual."""

    def __init__(self, code_words: tuple[str, ...]) -> None:
        """Keep the words that must not."""
        self._code_words = code_words

    def __call__(self, text: str) -> bool:
        """Say whether a text can be quoted as a label: short, one line, no Markdown in it, no name from code."""
        plain = 0 < len(text) <= 60 and text.isprintable() and not re.search(r"[*«»`\[\]<>|\\_]", text)
        return plain and bool(re.search(r"[^\W\d_]", text)) and not any(word in text for word in self._code_words)


def _without(code_words: tuple[str, ...]) -> Allowed:
    return Allowed(code_words)


def _distinct(pages: Iterable[SeenPage]) -> list[SeenPage]:
    """Return each page once, by where it landed."""
    found: dict[str, SeenPage] = {}
    for page in pages:
        found.setdefault(page.landed, page)
    return list(found.values())


def _unframed(pages: list[SeenPage]) -> list[SeenPage]:
    """Take what stands around most pages (a search in a sidebar, say) out of each page's own part."""
    if len(pages) < _FEW:
        return pages
    counts = Counter(pair for page in pages for pair in {(c.role, c.name) for c in page.controls})
    frame = {pair for pair, count in counts.items() if count >= FRAME * len(pages)}
    return [
        replace(
            page, controls=tuple(replace(c, inside=c.inside and (c.role, c.name) not in frame) for c in page.controls)
        )
        for page in pages
    ]


def _section(entry: MenuEntry, ids: _Ids, *, first: bool) -> DraftSection:
    page = entry.page
    section = ids.new(entry.name, page.landed, "home" if first else "")
    screen = DraftScreen(section, page.landed, entry.name, entry.way, page)
    area = slug(entry.group) or slug(page.landed.split("/")[1]) or "home"
    return DraftSection(section, area, (screen,))


def _file_below(page: SeenPage, sections: list[DraftSection], pages: Sequence[SeenPage], ids: _Ids) -> None:
    """Put a page that is not in the menu into the section it lies below, or into one of its own."""
    route = _item_route(page, pages)
    if any(screen.route == route for section in sections for screen in section.screens):
        return
    above = [s for s in sections if s.main.route != "/" and route.startswith(s.main.route.rstrip("/") + "/")]
    parent = max(above, key=lambda s: len(s.main.route), default=None)
    if parent is None or parent is sections[0]:
        if "[" not in route:
            section = ids.new(_words(page), page.landed)
            area = slug(page.landed.split("/")[1]) or "home"
            sections.append(DraftSection(section, area, (DraftScreen(section, route, _words(page), "", page),)))
        return
    words = _item_words(route, page, pages) if "[" in route else _words(page, pages)
    title = f"{parent.main.title}: {words}" if "[" in route else words
    screen = DraftScreen(ids.new(f"{parent.id}-{slug(words)}"), route, title, "", page)
    sections[sections.index(parent)] = replace(parent, screens=(*parent.screens, screen))


def _item_route(page: SeenPage, pages: Sequence[SeenPage]) -> str:
    """Return a page's route; when rows link it, the segment in which their links differ is a parameter."""
    route = route_of(page.landed)
    linking = _linking(page, pages)
    in_row = any(link.place is LinkPlace.ROW for link in linking)
    if "[" in route or not in_row or any(link.place is LinkPlace.MENU for link in linking):
        return route
    if _is_deed(page, pages):
        return route
    segments = page.landed.split("/")
    last = max((n for n, part in enumerate(segments) if part), default=0)
    rows = [link.path.split("/") for p in pages for link in p.links if link.place is LinkPlace.ROW]
    alike = [row for row in rows if len(row) == len(segments)]
    for at in range(last, 0, -1):
        others = {row[at] for row in alike if row[:at] + row[at + 1 :] == segments[:at] + segments[at + 1 :]}
        if len(others) > 1 and segments[at]:
            return "/".join([*segments[:at], "[id]", *segments[at + 1 :]])
    return "/".join([*segments[:last], "[id]", *segments[last + 1 :]])


def _is_deed(page: SeenPage, pages: Sequence[SeenPage]) -> bool:
    """Say whether a page that rows link is what can be done with each of them, and says so in its path: `/rename`."""
    words = set(slug(page.landed.rstrip("/").rpartition("/")[2]).split("-"))
    links = [c for p in pages for c in p.controls if c.role == "link" and c.path in (page.path, page.landed)]
    return any(c.repeated and not c.only and words & set(slug(c.name).split("-")) for c in links)


def _linking(page: SeenPage, pages: Sequence[SeenPage]) -> list[SeenLink]:
    return [link for p in pages for link in p.links if link.path in (page.path, page.landed)]


def _item_words(route: str, page: SeenPage, pages: Sequence[SeenPage]) -> str:
    """Name the page of one item by what follows the id, or by words of several rows: never by its own name."""
    last = re.sub(r"[-_]+", " ", route.rpartition("]")[2].strip("/"))
    names = [link.name for link in _linking(page, pages) if link.place is LinkPlace.ROW]
    counts = Counter(link.name for p in pages for link in dict.fromkeys(p.links) if link.place is LinkPlace.ROW)
    return last or clean_name(next((name for name in names if counts[name] > 1 and not is_id(name)), "details"))


def _words(page: SeenPage, pages: Sequence[SeenPage] = ()) -> str:
    """Name a page: by a link that leads to it, its heading, its title, or its path."""
    linking = _linking(page, pages)
    elsewhere = {link.name for p in pages for link in p.links if link.path not in (page.path, page.landed)}
    links = [link.name for link in sorted(linking, key=lambda link: link.name in elsewhere)]
    title = TITLE_PARTS.split(page.title)[0]
    path = " ".join(part for part in re.split(r"[/_.-]+", page.landed) if part and not is_id(part))
    return clean_name(next(filter(None, (*links[:1], page.heading, title, path)), "")) or "Home"


def _titled(section: DraftSection, allowed: Allowed) -> DraftSection:
    """Give screens whose name cannot stand in a manual one made from their path."""

    def mended(screen: DraftScreen) -> DraftScreen:
        if allowed(screen.title) and (not screen.menu or all(map(allowed, screen.menu.split(" › ")))):
            return screen
        path = re.sub(r"[^\w]+|_", " ", re.sub(r"\[\w+\]", "", screen.route)).strip()
        words = path if path and allowed(path) else "Home"
        return replace(screen, title=words[:1].upper() + words[1:], menu="")

    return replace(section, screens=tuple(map(mended, section.screens)))


def _app_name(pages: Sequence[SeenPage], origin: str, allowed: Allowed) -> str:
    """Return the part of the titles that most pages share, else the first page's title, else the host."""
    candidates = [
        *shared_title(pages),
        *reversed(TITLE_PARTS.split(pages[0].title)),
        urlsplit(origin).hostname or origin,
    ]
    return next((name for name in candidates if name and allowed(name)), candidates[-1])


def _locale(pages: Sequence[SeenPage]) -> str:
    said = [page.language for page in pages if _LANGUAGE.fullmatch(page.language)]
    return Counter(said).most_common(1)[0][0].split("-")[0] if said else "en"
