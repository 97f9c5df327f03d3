"""Front matter by python-frontmatter, with a YAML loader of our own: every scalar is the text as typed.

YAML 1.1 would make `no` a boolean, `0123` an octal number and `12:30` a base-60 one; here they stay text. A key written
twice, an anchor or an alias is refused, because each of them silently changes what the author wrote.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from overlay.core.errors import PackError

if TYPE_CHECKING:
    from overlay.content.text_yaml import Value


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
        raise PackError(
            file, 1, "has no front matter.", "Begin the file with a line '---', its fields, and a line '---'."
        )
    try:
        raw, body = handler.split(text)
    except ValueError:
        raise PackError(file, 1, "the front matter is not closed.", "End it with a line '---'.") from None
    first = text.count("\n", 0, text.index(raw)) if raw.strip() else 1
    fields, lines = _load(raw, file, first)
    body = body.strip("\n")
    start = text.find(body, len(raw)) if body else len(text)
    return FrontMatter(fields, lines, body, text.count("\n", 0, start) + 1)


def _load(raw: str, file: str, offset: int) -> "tuple[dict[str, Value], dict[str, int]]":
    import yaml

    from overlay.content.text_yaml import TextLoader

    try:
        node, value = TextLoader(raw).load()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line = offset + mark.line + 1 if mark else offset + 1
        raise PackError(
            file, line, f"the front matter is not valid: {error.problem}.", _mend(str(error.problem))
        ) from None
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
    if "anchor" in problem or "alias" in problem:
        return "Write the value out, or put it in quotes if it begins with '&' or '*'."
    return "Put the value in quotes, or correct its indentation."
