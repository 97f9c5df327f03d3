"""Shortcuts for what grows: more words, a paragraph that goes on in its line, a table that gets another row.

All give the same blocks as reading the whole stretch again, for a fraction of the work.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from overlay.answer.document import Block, Bullet, Prose, Run, Runs, Step, Table
from overlay.answer.inline import PLAIN
from overlay.answer.parser import block_tokens

if TYPE_CHECKING:
    from markdown_it.token import Token

_HEAD = re.compile(r"[^\n]*\|[^\n]*\n {0,3}[-|: \t]*-[-|: \t]*\n")
_MARKERS = ("[captura:", "[action:")
Walk = Callable[[str, "list[Token]"], tuple[Block, ...]]
"""Turns a text and its block tokens to blocks."""


class GrowingLine:
    """Block tokens of a text whose last line goes on: a line that has become a paragraph's stays one."""

    def __init__(self) -> None:
        """Begin with nothing known."""
        self._text = ""
        self._tokens: list[Token] = []
        self._leaf: Token | None = None

    def learn(self, text: str, tokens: "list[Token]") -> None:
        """Take note of a text, up to its last character, and its tokens."""
        self._text, self._tokens = text, tokens
        last = next((index for index in range(len(tokens) - 1, -1, -1) if tokens[index].nesting >= 0), 0)
        paragraph = last > 0 and tokens[last].type == "inline" and tokens[last - 1].type == "paragraph_open"
        ends_in_it = bool(text) and text[-1] != "\n"
        # Odd white space alone makes an empty paragraph: the words to come are the first of it.
        place = tokens[last].map if paragraph and ends_in_it and tokens[last].content else None
        self._leaf = tokens[last] if place and place[1] == text.count("\n") + 1 else None

    def forget(self) -> None:
        """Drop what was learnt."""
        self._leaf = None

    def goes_on(self, text: str) -> bool:
        """Say whether a text is the one known, and ends in a paragraph's line."""
        return self._leaf is not None and len(text) == len(self._text)

    def tokens(self, text: str) -> "list[Token] | None":
        """Return the tokens of a text that goes on where the one before ended, or None if it has to be parsed."""
        before, leaf = self._text, self._leaf
        if leaf is None or len(text) < len(before) or "\n" in text[len(before) :] or not text.startswith(before):
            return None
        space = before[len(before.rstrip()) :]
        leaf.content = (leaf.content + space + text[len(before) :]).rstrip()
        self._text = text
        return self._tokens


class GrowingWords:
    """The last run of an answer, while nothing but plain words comes: only that run gets longer."""

    def __init__(self) -> None:
        """Begin with nothing known."""
        self._block: Prose | Step | Bullet | None = None
        self._spaces = ""

    def learn(self, text: str, blocks: tuple[Block, ...], live: Run | None) -> None:
        """Take note of what still grows.

        Args:
            text: what it was read from; it ends in a paragraph's line that plain words cannot turn into anything else.
            blocks: what was read.
            live: the run that more plain words would be added to, if any.
        """
        last = blocks[-1] if blocks else None
        self._block = None
        if live is None or not isinstance(last, Prose | Step | Bullet) or not last.runs or last.runs[-1] is not live:
            return
        # A pipe may make the line a table's, and a marker is not part of its block's source.
        if (
            text.rstrip() == text.rstrip(" ")
            and "|" not in text[text.rfind("\n") + 1 :]
            and not any(m in text for m in _MARKERS)
        ):
            self._block = last
            self._spaces = text[len(text.rstrip(" ")) :]

    def forget(self) -> None:
        """Drop what was learnt."""
        self._block = None

    def take(self, added: str) -> tuple[Block, str] | None:
        """Return the last block with more words, and what is shown of them; None if the answer has to be read."""
        block = self._block
        if block is None or not PLAIN.fullmatch(added):
            return None
        come = self._spaces + added
        shown = come.rstrip(" ")
        self._spaces = come[len(shown) :]
        runs = (*block.runs[:-1], block.runs[-1].with_text(block.runs[-1].text + shown)) if shown else block.runs
        self._block = replace(block, runs=runs, source=block.source + added)
        return self._block, shown


class GrowingTable:
    """A table at the margin whose head is final: rows that are whole lines are read once."""

    def __init__(self, text: str, walk: Walk) -> None:
        """Begin with whole lines that `is_table`."""
        found = _HEAD.match(text)
        self._head = found[0] if found else ""
        self._rows: list[tuple[Runs, ...]] = []
        self._walk = walk
        self._taken = len(self._head)
        self.take(text)

    def take(self, text: str) -> bool:
        """Take the whole lines so far; False if the table is over, or holds what concerns the rest of the answer."""
        fresh = text[self._taken :]
        whole = self._head + fresh
        tokens = block_tokens(whole)
        if not is_table(whole, tokens):
            return False
        for block in self._walk(whole, tokens):
            if isinstance(block, Table):
                self._rows += block.rows
        self._taken = len(text)
        return True

    def rest(self, text: str) -> str:
        """Return the head and what has not been taken."""
        return self._head + text[self._taken :]

    def completed(self, text: str, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        """Return the blocks of `rest`, the table among them with all its rows."""
        table = blocks[0] if blocks else None
        if not isinstance(table, Table):
            return blocks
        head = table.source.find(self._head) + len(self._head)
        source = table.source[:head] + text[len(self._head) : self._taken] + table.source[head:]
        return (replace(table, rows=(*self._rows, *table.rows), source=source), *blocks[1:])


def is_table(text: str, tokens: "list[Token]") -> bool:
    """Say whether whole lines are one table and nothing else, without markers."""
    if not tokens or tokens[0].type != "table_open" or not _HEAD.match(text):
        return False
    return tokens[0].map == [0, text.count("\n")] and not any(marker in text for marker in _MARKERS)


def may_be_table(text: str) -> bool:
    """Say whether a text begins like a table."""
    return _HEAD.match(text) is not None
