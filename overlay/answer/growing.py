"""Shortcuts for what grows: a text, a paragraph that goes on in its line, a table that gets another row.

All give the same blocks as reading the whole stretch again, for a fraction of the work.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from overlay.answer.document import Block, Bullet, Prose, Runs, Step, Table
from overlay.answer.half import undecided_line
from overlay.answer.inline import PLAIN, InlineReader, trimmed
from overlay.answer.parser import block_tokens

if TYPE_CHECKING:
    from markdown_it.token import Token

_HEAD = re.compile(r"[^\n]*\|[^\n]*\n {0,3}[-|: \t]*-[-|: \t]*\n")
_ROW = re.compile(r" {0,3}\|[^\n]*")
_BETWEEN_CELLS = re.compile(r"(?<!\\)\|")
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


class GrowingText:
    """The text of an answer's last block, while its line goes on: nothing but its runs changes."""

    def __init__(self, reader: InlineReader) -> None:
        """Begin with nothing known; texts are read by `reader`."""
        self._reader = reader
        self._block: Prose | Step | Bullet | None = None
        self._before: Runs = ()
        self._content = ""

    def learn(self, text: str, blocks: tuple[Block, ...]) -> None:
        """Take note of what still grows.

        Args:
            text: what it was read from; it ends in a line that goes on.
            blocks: what was read.
        """
        last = blocks[-1] if blocks else None
        self._block = None
        content, read = self._reader.grown
        if not isinstance(last, Prose | Step | Bullet) or not last.runs or not read.runs or read.pictures:
            return
        # Only the very run that was read last tells that the block is made of that text.
        if last.runs[-1] is not read.runs[-1] or text.rstrip() != text.rstrip(" ") or _may_be_more(text):
            return
        self._block = last
        self._before = last.runs[: len(last.runs) - len(trimmed(read.runs))]
        self._content = content + text[len(text.rstrip(" ")) :]

    def forget(self) -> None:
        """Drop what was learnt."""
        self._block = None

    def take(self, added: str) -> tuple[Block, str | None] | None:
        """Return the last block with more text, and that text if it was only added; None to read the answer again."""
        if self._block is None or "\n" in added:
            return None
        block, more = self._block, self._words(added)
        content = self._content + added
        if more is None:
            if _may_be_more(content):
                return None
            read = self._reader.growing(content.rstrip())
            runs = trimmed(read.runs)
            if not runs or read.pictures:
                return None
            runs = (*self._before, *runs)
        else:
            last = block.runs[-1]
            runs = (*block.runs[:-1], last.with_text(last.text + more)) if more else block.runs
        self._content = content
        self._block = block.grown(runs, block.source + added)
        return self._block, more

    def _words(self, added: str) -> str | None:
        """Return what is shown of plain words that just make the last run longer."""
        if not self._reader.lives or not PLAIN.fullmatch(added):
            return None
        shown = self._content.rstrip()
        return (self._content + added).rstrip()[len(shown) :]


def _may_be_more(text: str) -> bool:
    """Say whether a line may be a table's, or holds a marker: that is not part of its block's source."""
    return "|" in text[text.rfind("\n") + 1 :] or any(marker in text for marker in _MARKERS)


class GrowingTable:
    """A table at the margin whose head is final: rows that are whole lines are read once."""

    def __init__(self, text: str, walk: Walk, reader: InlineReader) -> None:
        """Begin with whole lines that `is_table`."""
        self._reader = reader
        self._begun: Table | None = None
        self._width = 0
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
                self._begun = self._begun or block
                self._width = len(block.header)
                self._rows += block.rows
        self._taken = len(text)
        return True

    def grown(self, text: str) -> Table | None:
        """Return the table with a row that is being written; None if the line may be something else."""
        line = text[self._taken :]
        if self._begun is None or not _ROW.fullmatch(line) or any(marker in line for marker in _MARKERS):
            return None
        shown = self._row(line.strip()[1:]) if undecided_line(line) == len(line) else ()
        rows = (*self._rows, shown) if any(shown) else tuple(self._rows)
        source = self._begun.source[: self._begun.source.find(self._head)] + text
        return replace(self._begun, rows=rows, source=source)

    def _row(self, line: str) -> tuple[Runs, ...]:
        """Read a row behind its first pipe; only what stands behind the last one still grows."""
        cells = [cell.strip().replace("\\|", "|") for cell in _BETWEEN_CELLS.split(line)]
        last = len(cells) - 1
        cells += [""] * (self._width - len(cells))
        read = self._reader
        return tuple(
            trimmed((read.growing(cell) if at == last else read.finished(cell)).runs)
            for at, cell in enumerate(cells[: self._width])
        )

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
