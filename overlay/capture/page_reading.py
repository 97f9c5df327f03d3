"""Nodes of an accessibility tree -> the links and controls of a page."""

import re
from collections import Counter
from collections.abc import Callable, Sequence

from overlay.capture.outline import Node
from overlay.capture.shots import CLICKED, EDITED
from overlay.core.site import LinkPlace, SeenControl, SeenLink

_MENUS = frozenset({"navigation", "menu", "menubar", "tree"})
_FOOT = frozenset({"contentinfo"})
_AROUND = _MENUS | _FOOT | {"banner"}
_ROWS = frozenset({"row", "article"})
_NAMED = frozenset({"group", "list", "region", "table", "menu", "treeitem", "listitem"})
_TRAILS = re.compile(r"bread|crumb|pagina|pages|skip|brotkr|migas|ruta|seiten|páginas", re.IGNORECASE)
_ON_THE_PAGE = re.compile(r"#(?![!/])")
_TOLD = CLICKED | EDITED | {"heading", "table", "grid", "dialog", "figure"}


def links_of(nodes: Sequence[Node], path_of: Callable[[str], str]) -> list[SeenLink]:
    """Return the links inside the app, in reading order.

    Args:
        nodes: the page's tree.
        path_of: tells the path that an address leads to; empty for what leaves the app.
    """
    links: list[SeenLink] = []
    heads: dict[int, str] = {}
    for node in nodes:
        menu = node.within(_MENUS)
        if menu is not None and node.role == "heading":
            heads[id(menu)] = node.name
        if node.role not in ("link", "menuitem") or not _name(node) or not node.url or _ON_THE_PAGE.match(node.url):
            continue
        path = path_of(node.url)
        if path:
            group = _group(node, menu, nodes, heads.get(id(menu), "")) if menu else ""
            links.append(SeenLink(_name(node), path, _place(node, menu), group))
    return links


def controls_of(nodes: Sequence[Node], path_of: Callable[[str], str], width: int) -> tuple[SeenControl, ...]:
    """Return everything that has a name and that people press, fill in or read as a title.

    Args:
        nodes: the page's tree.
        path_of: tells the path that an address leads to; empty for what leaves the app.
        width: of the window, in CSS pixels; what reaches out of it has no place.
    """
    told = [node for node in nodes if node.role in _TOLD and node.name]
    counts = Counter((node.role, node.name) for node in told)
    return tuple(
        SeenControl(
            node.role,
            node.name,
            node.level,
            node.spot if node.spot and node.spot.x >= 0 and node.spot.right <= width else None,
            inside=node.within(_AROUND) is None,
            repeated=node.within(_ROWS) is not None,
            only=counts[node.role, node.name] == 1,
            path=path_of(node.url) if node.url else "",
        )
        for node in told
    )


def _name(node: Node) -> str:
    return node.name or node.text


def _place(node: Node, menu: Node | None) -> LinkPlace:
    if menu is not None:
        return LinkPlace.TRAIL if _TRAILS.search(menu.name) else LinkPlace.MENU
    if node.within(_FOOT):
        return LinkPlace.TRAIL
    return LinkPlace.ROW if node.within(_ROWS) else LinkPlace.CONTENT


def _group(node: Node, menu: Node, nodes: Sequence[Node], heading: str) -> str:
    """Return what the menu calls the group a link stands in: the name around it, or the words before its list."""
    for outer in node.above():
        if outer is menu:
            break
        if outer.role in _NAMED and outer.name and outer.name != node.name:
            return outer.name
        if outer.role == "listitem" and outer is not node.parent:
            before = _first_words(outer, nodes)
            if before and before != node.name:
                return before
    return heading


def _first_words(item: Node, nodes: Sequence[Node]) -> str:
    """Return the first words of a list's entry that has a list of its own."""
    first = next((n for n in nodes if n.parent is item), None)
    if first is None or first.role not in ("text", "button", "heading", "link", "group"):
        return ""
    return _name(first)
