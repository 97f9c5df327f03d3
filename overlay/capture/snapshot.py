"""Accessibility snapshots as Playwright writes them: YAML lines such as `- role "name" [state]: text`."""

import re

_NODE = re.compile(r'^(?P<role>[\w-]+)(?: "(?P<name>(?:[^"\\]|\\.)*)")?(?: \[[^\]]*\])*(?::(?: (?P<text>.*))?)?$')


def names_in(snapshot: str) -> set[str]:
    """Return every name and text of an accessibility snapshot as Playwright writes it (YAML lines `- role "name"`)."""
    names: set[str] = set()
    for row in snapshot.splitlines():
        found = _NODE.match(_bare(row))
        if found:
            names.update(_plain(part) for part in (found["name"], found["text"]) if part)
    return names


def _bare(row: str) -> str:
    """Take the list's dash and YAML's single quotes (used when the name holds a colon) from a line."""
    text = row.strip().removeprefix("- ")
    if not text.startswith("'"):
        return text
    quoted, _, rest = text[1:].rpartition("'")
    return quoted.replace("''", "'") + rest


def _plain(text: str) -> str:
    stripped = text.strip()
    if len(stripped) > 1 and stripped.startswith('"') and stripped.endswith('"'):
        stripped = stripped[1:-1]
    return " ".join(stripped.replace('\\"', '"').replace("\u00a0", " ").split())


def names_of_role(snapshot: str, role: str) -> tuple[str, ...]:
    """Return the names of everything that has a role, in order."""
    found = (_NODE.match(_bare(row)) for row in snapshot.splitlines())
    return tuple(_plain(f["name"]) for f in found if f and f["role"] == role and f["name"])
