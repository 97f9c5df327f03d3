"""A page's accessibility tree with boxes and addresses, read from what Playwright writes as YAML lines."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from overlay.core.site import Spot

_ROW = re.compile(
    r'^(?P<role>/?[\w-]+)(?: (?P<name>"(?:[^"\\]|\\.)*"))?(?P<states>(?: \[[^\]]*\])*)(?::(?: (?P<text>.*))?)?$'
)
_LEVEL = re.compile(r"\[level=(\d)\]")
_BOX = re.compile(r"\[box=(-?[\d.]+),(-?[\d.]+),([\d.]+),([\d.]+)\]")


@dataclass(slots=True)
class Node:
    """One node of the tree."""

    role: str
    name: str
    text: str
    level: int | None
    spot: Spot | None
    parent: "Node | None"
    url: str = ""
    """For links: the address as the page writes it."""

    def above(self) -> Iterator["Node"]:
        """Return what it stands in, the nearest first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def within(self, roles: frozenset[str]) -> "Node | None":
        """Return the nearest of what it stands in that has one of some roles."""
        return next((node for node in self.above() if node.role in roles), None)


def read_outline(snapshot: str) -> list[Node]:
    """Read a snapshot (taken with boxes) into nodes in reading order."""
    nodes: list[Node] = []
    stack: list[tuple[int, Node]] = []
    for row in snapshot.splitlines():
        depth = len(row) - len(row.lstrip(" "))
        stack = [(d, n) for d, n in stack if d < depth]
        parent = stack[-1][1] if stack else None
        found = _ROW.match(_bare(row.strip()))
        if not found:
            continue
        if found["role"] == "/url":
            if parent:
                parent.url = plain(found["text"] or "")
            continue
        node = _node(found, parent)
        nodes.append(node)
        stack.append((depth, node))
    return nodes


def plain(text: str) -> str:
    """Return a name or text without YAML's quotation marks, its spaces made plain."""
    stripped = text.strip()
    if len(stripped) > 1 and stripped.startswith('"') and stripped.endswith('"'):
        try:
            stripped = str(json.loads(stripped))
        except ValueError:
            stripped = stripped[1:-1]
    return one_line(stripped)


def one_line(text: str) -> str:
    """Return a text with its spaces and line breaks made single spaces."""
    return " ".join(text.split())


def _node(found: re.Match[str], parent: Node | None) -> Node:
    level, box = _LEVEL.search(found["states"]), _BOX.search(found["states"])
    spot = Spot(*(float(part) for part in box.groups())) if box else None
    empty = spot is None or spot.width <= 0 or spot.height <= 0
    return Node(
        found["role"],
        plain(found["name"] or ""),
        plain(found["text"] or ""),
        int(level[1]) if level else None,
        None if empty else spot,
        parent,
    )


def _bare(row: str) -> str:
    """Take the list's dash, and the single quotes that YAML needs around a key with a colon, from a line."""
    text = row.removeprefix("- ")
    if not text.startswith("'"):
        return text
    quoted, _, rest = text[1:].rpartition("'")
    return quoted.replace("''", "'") + rest
