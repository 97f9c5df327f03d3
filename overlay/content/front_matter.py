"""Front matter by python-frontmatter, with a YAML loader of our own: every scalar is the text as typed.

YAML 1.1 would make `no` a boolean, `0123` an octal number and `12:30` a base-60 one; here they stay text. A key written
twice, an anchor, an alias or a comment behind a bare value is refused, because each of them silently changes what the
author wrote.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from overlay.core.errors import PackError

if TYPE_CHECKING:
    from overlay.content.text_yaml import Value

# Line ends to YAML and to nobody's editor, and what is left of a text in a Windows code page: YAML would count other
# lines than the author sees, or name none.
_INVISIBLE = re.compile("[\x0b\x0c\x80-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """A file's fields, the line each top-level key stands on, and its body."""

    fields: "Mapping[str, Value]"
    lines: Mapping[str, int]
    body: str
    body_line: int
    """1-based line where the body begins."""


def split_front_matter(text: str, file: str) -> FrontMatter:
    """Split a file (line endings are LF) into its fields and its body.

    Raises:
        PackError: no front matter, or YAML that does not parse, repeats a key, or uses anchors.
    """
    from frontmatter.default_handlers import YAMLHandler

    handler = YAMLHandler()
    if not handler.detect(text):
        raise _missing(text, file)
    try:
        raw, body = handler.split(text)
    except ValueError:
        raise PackError(file, 1, "the front matter is not closed.", "End it with a line '---'.") from None
    place = text.index(raw) if raw.strip() else 0
    first = text.count("\n", 0, place) if place else 1
    _check_visible(raw, file, first)
    fields, lines = _load(raw, file, first)
    body = body.strip("\n")
    # From behind the fields on: they may hold the same words.
    start = text.find(body, place + len(raw)) if body else len(text)
    return FrontMatter(fields, lines, body, text.count("\n", 0, start) + 1)


def _missing(text: str, file: str) -> PackError:
    """Say what stands before the fields, where there are some: it is often invisible."""
    found = re.search(r"^[^\S\n]*\ufeff*-{3,}[^\S\n]*$", text, re.MULTILINE)
    before = text[: found.end()].rstrip("-").strip(" \t\n\ufeff") if found else text
    if found and (not before or before.startswith("<!--")):
        line = text.count("\n", 0, found.start()) + 1
        problem = "something stands before the line '---' that begins the front matter."
        return PackError(file, line, problem, "Make it the file's first line, without spaces before it.")
    return PackError(file, 1, "has no front matter.", "Begin the file with a line '---', its fields, and a line '---'.")


def _check_visible(raw: str, file: str, offset: int) -> None:
    found = _INVISIBLE.search(raw)
    if found:
        line = offset + raw.count("\n", 0, found.start()) + 1
        problem = f"the front matter holds the invisible character U+{ord(found[0]):04X}."
        raise PackError(file, line, problem, "Remove it, or type the value anew.")


def _load(raw: str, file: str, offset: int) -> "tuple[dict[str, Value], dict[str, int]]":
    import yaml

    from overlay.content.text_yaml import TextLoader

    try:
        node, value = TextLoader(raw).load()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line = offset + mark.line + 1 if mark else offset + 1
        tab = mark is not None and raw[mark.index : mark.index + 1] == "\t"
        problem = "a tab indents this line" if tab else str(error.problem)
        raise PackError(file, line, f"the front matter is not valid: {problem}.", _mend(problem)) from None
    except yaml.YAMLError:
        raise PackError(
            file, offset + 1, "the front matter holds a character YAML does not allow.", "Remove it."
        ) from None
    if not isinstance(value, dict):
        raise PackError(
            file, offset + 1, "the front matter is not a list of 'key: value' lines.", "Write one field a line."
        )
    return value, {key: offset + line + 1 for key, line in node.items()}


def _mend(problem: str) -> str:
    if "mapping values are not allowed" in problem:
        return "Put the value in quotes: it holds a colon followed by a space."
    if "written twice" in problem:
        return "Remove one of them."
    if "comment" in problem:
        return "Put the value in quotes, or the comment on a line of its own."
    if "tab indents" in problem:
        return "Indent with spaces."
    if "anchor" in problem or "alias" in problem:
        return "Write the value out, or put it in quotes if it begins with '&' or '*'."
    return "Put the value in quotes, or correct its indentation."
