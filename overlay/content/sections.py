"""A section's file <-> a `Section`."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from overlay.content.front_matter import FrontMatter, split_front_matter
from overlay.content.text_files import read_text, shown
from overlay.core.errors import PackError
from overlay.core.manual import Alias, PartKind, Passage, Section
from overlay.core.routes import compile_route

if TYPE_CHECKING:
    from overlay.content.text_yaml import Value

KEYS = {
    "id": "id",
    "title": "title",
    "titulo": "title",
    "título": "title",
    "routes": "routes",
    "rutas": "routes",
    "module": "module",
    "modulo": "module",
    "módulo": "module",
    "summary": "summary",
    "resumen": "summary",
    "actions": "actions",
    "acciones": "actions",
    "aliases": "aliases",
}
"""Front matter keys as they may be written -> the field they mean."""

HEADINGS: dict[PartKind, tuple[str, ...]] = {
    PartKind.PURPOSE: ("what it is for", "wofür", "wofür es da ist", "zweck", "para qué sirve", "para que serve"),
    PartKind.WAY: ("how to get there", "so kommen sie hin", "so kommst du hin", "cómo llegar", "como chegar"),
    PartKind.PEOPLE: ("who can use it", "wer es benutzen kann", "wer darf", "quién puede usarlo", "quem pode usar"),
    PartKind.SCREEN: (
        "what is on the screen",
        "what's on the screen",
        "was auf der seite steht",
        "was zu sehen ist",
        "qué hay en la pantalla",
        "o que há na tela",
    ),
    PartKind.HOW_TO: ("how to", "so geht es", "so geht's", "anleitung", "cómo se hace", "cómo hacerlo", "como fazer"),
    PartKind.PROBLEMS: ("common problems", "häufige probleme", "problemas frecuentes", "problemas comuns"),
}

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_UNSEEN = re.compile("[\u00a0\u00ad\u200b-\u200f\u202a-\u202f\u2060\ufeff]")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")


def read_section(path: Path, root: Path) -> Section:
    """Read one section.

    Args:
        path: the Markdown file.
        root: the pack's folder, which messages leave out.

    Raises:
        PackError: naming file, line and what to do.
    """
    file = shown(path, root)
    front = split_front_matter(read_text(path, root), file)
    fields = _Fields(front, file)
    section_id = fields.text("id")
    if not _ID.fullmatch(section_id):
        fields.fail("id", f"the id {section_id!r} is not lower-case letters, digits and hyphens.", "Rename it.")
    routes = fields.texts("routes")
    for route in routes:
        try:
            compile_route(route)
        except ValueError as error:
            fields.fail("routes", str(error), "Correct the route.")
    return Section(
        id=section_id,
        title=fields.text("title"),
        routes=routes,
        module=fields.text("module", required=False),
        summary=fields.text("summary"),
        body=front.body,
        passages=tuple(passages(front.body, front.body_line)),
        actions=fields.texts("actions", required=False),
        aliases=fields.aliases(),
        file=file,
        body_line=front.body_line,
    )


def passages(body: str, first_line: int = 1) -> list[Passage]:
    """Cut a section's body at its `##` and `###` headings.

    A `##` heading begins a part; under "how to" and "common problems" each `###` is a passage of its own.
    """
    found: list[Passage] = []
    kind, heading, line, text = PartKind.OTHER, "", first_line, list[str]()
    fence = ""

    def close() -> None:
        content = "\n".join(text).strip("\n")
        if heading or content:
            found.append(Passage(kind, heading, content, line))

    for number, row in enumerate(body.split("\n"), first_line):
        fence = _fence_after(row, fence)
        depth = 0 if fence else _depth(row)
        splits = depth == 2 or (depth == 3 and kind in (PartKind.HOW_TO, PartKind.PROBLEMS))
        if not splits:
            text.append(row)
            continue
        close()
        heading, line, text = row.lstrip("#").strip(), number, []
        kind = _kind(heading) if depth == 2 else kind
    close()
    return found


def _depth(row: str) -> int:
    marks = len(row) - len(row.lstrip("#"))
    return marks if row[marks : marks + 1] == " " else 0


def _fence_after(row: str, fence: str) -> str:
    found = _FENCE.match(row)
    if not found:
        return fence
    marks = found[1]
    if not fence:
        return marks
    return "" if marks[0] == fence[0] and len(marks) >= len(fence) else fence


def _kind(heading: str) -> PartKind:
    folded = heading.casefold().rstrip(":?")
    for kind, names in HEADINGS.items():
        if folded in names:
            return kind
    return PartKind.OTHER


class _Fields:
    """Reads a section's front matter field by field, naming file and line when one does not fit."""

    def __init__(self, front: FrontMatter, file: str) -> None:
        self._file = file
        self._values: dict[str, Value] = {}
        self._lines: dict[str, int] = {}
        for key, value in front.fields.items():
            name = KEYS.get(key)
            line = front.lines[key]
            if name is None:
                known = ", ".join(sorted(set(KEYS.values())))
                # Escaped, an invisible character shows: it was pasted along, and nobody would see it otherwise.
                said = ascii(key) if _UNSEEN.search(key) else f"'{key}'"
                raise PackError(file, line, f"the key {said} is not known.", f"Use one of: {known}.")
            if name in self._values:
                raise PackError(file, line, f"the key '{key}' says '{name}' a second time.", "Remove one of them.")
            self._values[name] = value
            self._lines[name] = line

    def fail(self, name: str, problem: str, fix: str) -> None:
        """Raise a PackError at a field's line."""
        raise PackError(self._file, self._lines.get(name, 1), problem, fix)

    def text(self, name: str, *, required: bool = True) -> str:
        """Return a one-line text."""
        value = self._values.get(name, "")
        if not isinstance(value, str):
            self.fail(name, f"'{name}' is not one line of text.", "Write it as one value.")
            return ""
        if required and not value.strip():
            self.fail(name, f"'{name}' is missing.", f"Add a line '{name}: ...' to the front matter.")
        return " ".join(value.split())

    def texts(self, name: str, *, required: bool = True) -> tuple[str, ...]:
        """Return a list of texts; a single value counts as a list of one."""
        value = self._values.get(name, [])
        items = [value] if isinstance(value, str) and value else value
        texts = tuple(item for item in items if isinstance(item, str))
        if len(texts) != len(items) or isinstance(items, dict):
            self.fail(name, f"'{name}' is not a list of texts.", "Write one '- value' a line.")
        if required and not texts:
            self.fail(name, f"'{name}' is missing.", f"Add '{name}:' with one '- value' a line.")
        return texts

    def aliases(self) -> dict[str, tuple[Alias, ...]]:
        """Return the aliases by language; `words -> Heading` names the passage meant."""
        value = self._values.get("aliases", {})
        if not isinstance(value, dict):
            self.fail("aliases", "'aliases' has no languages.", "Write 'en:', 'de:' or 'es:' below it, then '- words'.")
            return {}
        result: dict[str, tuple[Alias, ...]] = {}
        for language, items in value.items():
            if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
                self.fail(
                    "aliases", f"the aliases of '{language}' are not a list of texts.", "Write one '- words' a line."
                )
            result[language] = tuple(_alias(str(item)) for item in items)
        return result


def _alias(text: str) -> Alias:
    words, _, heading = text.partition(" -> ")
    return Alias(words.strip(), heading.strip())
