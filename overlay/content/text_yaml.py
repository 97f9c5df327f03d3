"""A YAML loader in which every scalar is text, no key may be repeated, and anchors are refused."""

import re
from collections.abc import Iterator
from typing import cast

import yaml

Value = str | list["Value"] | dict[str, "Value"]
"""What a front matter holds: text, lists and mappings of it."""


# libyaml reads ten times as fast; both give every scalar as text.
_LOADER = yaml.CBaseLoader if yaml.__with_libyaml__ else yaml.BaseLoader
_COMMENT = re.compile(r"[ \t]+#")
COMMENTED = "a '#' after a space begins a comment, and the rest of the line is lost"


class TextLoader:
    """Loads one YAML document as text, lists and mappings."""

    def __init__(self, raw: str) -> None:
        """Prepare to load.

        Args:
            raw: YAML without the `---` lines.
        """
        self._raw = raw

    def load(self) -> tuple[dict[str, int], Value]:
        """Load the document.

        Returns:
            The 0-based line of each top-level key, and the value (an empty document is an empty mapping).

        Raises:
            yaml.YAMLError: with a mark where the document is at fault.
        """
        for event in cast("Iterator[yaml.Event]", yaml.parse(self._raw, Loader=_LOADER)):  # pyright: ignore[reportUnknownMemberType] the stubs leave the stream untyped
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
                raise yaml.MarkedYAMLError(problem="an anchor or alias", problem_mark=event.start_mark)
            if getattr(event, "tag", None):
                raise yaml.MarkedYAMLError(problem="a tag such as '!x'", problem_mark=event.start_mark)
            if isinstance(event, yaml.ScalarEvent) and not event.style:
                self._check_whole(event)
        root = cast("yaml.Node | None", yaml.compose(self._raw, Loader=_LOADER))  # pyright: ignore[reportUnknownMemberType]
        if root is None:
            return {}, {}
        return _top_lines(root), _value(root)

    def _check_whole(self, event: yaml.ScalarEvent) -> None:
        """Refuse a bare value that a comment follows: 'Order #12' would silently become 'Order'."""
        mark = cast("yaml.Mark", event.end_mark)
        if _COMMENT.match(self._raw, mark.index):
            raise yaml.MarkedYAMLError(problem=COMMENTED, problem_mark=mark)


def _top_lines(root: yaml.Node) -> dict[str, int]:
    if not isinstance(root, yaml.MappingNode):
        return {}
    return {str(cast("yaml.Node", key).value): cast("yaml.Node", key).start_mark.line for key, _ in root.value}


def _value(node: yaml.Node) -> Value:
    match node:
        case yaml.ScalarNode():
            return str(node.value)
        case yaml.SequenceNode():
            return [_value(child) for child in cast("list[yaml.Node]", node.value)]
        case yaml.MappingNode():
            return _mapping(node)
        case _:
            raise yaml.MarkedYAMLError(problem="an unknown kind of value", problem_mark=node.start_mark)


def _mapping(node: yaml.MappingNode) -> dict[str, Value]:
    result: dict[str, Value] = {}
    lines: dict[str, int] = {}
    for key_node, value_node in cast("list[tuple[yaml.Node, yaml.Node]]", node.value):
        if not isinstance(key_node, yaml.ScalarNode):
            raise yaml.MarkedYAMLError(problem="a key that is not text", problem_mark=key_node.start_mark)
        key = str(key_node.value)
        if key in result:
            first = lines[key] - key_node.start_mark.line
            problem = f"the key '{key}' is written twice (first {-first} lines above)"
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=key_node.start_mark)
        result[key] = _value(value_node)
        lines[key] = key_node.start_mark.line
    return result
