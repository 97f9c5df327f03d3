"""From streamed text to blocks: what is final is said once, only what still grows is read again.

The text is cut into units at top-level blocks and list items, as CommonMark bounds them. Any chunking of a text gives
the same blocks, and the same as reading it in one go.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from overlay.answer.blocks import BlockWalk, fence_closed
from overlay.answer.document import AnswerDocument, Block, Code
from overlay.answer.gather import gather
from overlay.answer.growing import GrowingLine, GrowingTable, GrowingText, is_table, may_be_table
from overlay.answer.half import may_close_fence, undecided_line
from overlay.answer.inline import InlineReader
from overlay.answer.markers import without_cut_off_marker
from overlay.answer.numbering import Progress
from overlay.answer.parser import block_tokens
from overlay.answer.policy import AnswerPolicy

if TYPE_CHECKING:
    from markdown_it.token import Token

_ENDED_BY_BLANK = {"paragraph_close", "heading_close", "table_close", "blockquote_close", "hr", "fence"}
_ENDED_BY_LINE = {"heading_close", "hr", "fence"}


@dataclass(frozen=True, slots=True)
class Update:
    """What changed: blocks that are final from now on, and the blocks of what still grows.

    `open` replaces the open blocks of the update before; they stand below everything that is closed.
    """

    closed: tuple[Block, ...] = ()
    open: tuple[Block, ...] = ()
    more: str | None = None
    """Set when all that changed is that the last open block's last run, or its code, has got this text more."""


@dataclass(frozen=True, slots=True)
class _Fence:
    """A code block at the margin that is open: its text is taken as it comes, without parsing."""

    body: int
    """Where its text begins."""
    language: str
    end: re.Pattern[str]


class AnswerStream:
    """Reads one answer as it comes."""

    def __init__(self, policy: AnswerPolicy) -> None:
        """Begin an answer under a policy."""
        self._policy = policy
        self._reader = InlineReader(policy)
        self._progress = Progress()
        self._closed: list[Block] = []
        self._open: tuple[Block, ...] = ()
        self._tail = ""
        self._held = ""
        """A carriage return or half a character pair at the end: what it is shows with the next text."""
        self._whole = 0
        """Characters of the tail, all whole lines, that were looked at for units that are final."""
        self._fence: _Fence | None = None
        self._table: GrowingTable | None = None
        self._line = GrowingLine()
        self._text = GrowingText(self._reader)

    @property
    def document(self) -> AnswerDocument:
        """Everything so far."""
        return gather((*self._closed, *self._open))

    def feed(self, text: str) -> Update:
        """Take more text.

        Returns:
            What may be shown now; nothing in it is half written.
        """
        before = len(self._closed)
        added = self._normal(text)
        self._tail += added
        lengthened = self._text.take(added)
        if lengthened:
            self._open = (*self._open[:-1], lengthened[0])
            return Update((), self._open, lengthened[1])
        fence, was = self._fence, self._open
        if self._tail.rfind("\n") >= self._whole:
            self._close_whole_lines()
        self._open = self._growing_blocks()
        if fence and fence is self._fence:
            more = _more_code(was, self._open)
            if more is not None:
                return Update((), self._open, more)
        if self._line.goes_on(self._tail):
            self._text.learn(self._tail, self._open)
        else:
            self._text.forget()
        return Update(tuple(self._closed[before:]), self._open)

    def finish(self, *, cut_off: bool = False) -> Update:
        """End the answer: everything is final now.

        Args:
            cut_off: whether it was stopped or broke off: what was half written then stays as it was shown.
        """
        before = len(self._closed)
        if cut_off:
            self._closed += self._open
        else:
            self._close_all()
        self._tail, self._held, self._open, self._fence, self._table, self._whole = "", "", (), None, None, 0
        self._line.forget()
        self._text.forget()
        return Update(tuple(self._closed[before:]), ())

    def _close_all(self) -> None:
        self._tail += self._held.replace("\r", "\n")
        tokens = block_tokens(self._tail)
        ended = without_cut_off_marker(self._tail)
        if ended != self._tail and not _in_open_fence(tokens):
            self._tail, tokens = ended, block_tokens(ended)
        self._closed += BlockWalk(self._tail, self._policy, self._reader, self._progress).walk(tokens)

    def _normal(self, text: str) -> str:
        text = self._held + text
        self._held = "\r" if text.endswith("\r") else ""
        if "\r" in text:
            text = text[: len(text) - len(self._held)].replace("\r\n", "\n").replace("\r", "\n")
        return text.replace("\0", "\ufffd")

    def _close_whole_lines(self) -> None:
        whole = self._tail.rfind("\n") + 1
        fence = self._fence
        if fence and not fence.end.search(self._tail, max(fence.body, self._whole), whole):
            self._whole = whole
            return
        lines = self._tail[:whole]
        if self._table and self._table.take(lines):
            self._whole = whole
            return
        self._fence, self._table = None, None
        self._line.forget()
        tokens = block_tokens(lines)
        until = _final_lines(tokens, lines.count("\n"))
        if until:
            self._close(lines, tokens, until)
        else:
            self._whole = whole
        self._fence = _open_fence(self._tail)
        self._table = self._open_table(self._tail[: self._whole])

    def _close(self, lines: str, tokens: "list[Token]", until: int) -> None:
        cut = _offset(lines, until)
        text = lines[:cut]
        walk = BlockWalk(text, self._policy, self._reader, self._progress)
        self._closed += walk.walk(tokens, until=until)
        self._progress.inside_list = _within_list(tokens, until)
        self._tail = self._tail[cut:]
        self._whole = len(lines) - cut

    def _growing_blocks(self) -> tuple[Block, ...]:
        if self._fence:
            return self._growing_code(self._fence)
        if self._table:
            grown = self._table.grown(self._tail)
            if grown:
                return (grown,)
            return self._table.completed(self._tail, self._growing_text(self._table.rest(self._tail)))
        tokens = self._line.tokens(self._tail)
        if tokens is not None:
            return self._grown(self._tail, tokens)
        return self._growing_text(self._tail)

    def _growing_text(self, text: str) -> tuple[Block, ...]:
        cut = undecided_line(text)
        tokens = block_tokens(text[:cut])
        if cut < len(text) and _in_open_fence(tokens) and not may_close_fence(text[cut:]):
            cut = len(text)
            tokens = block_tokens(text)
        if cut == len(text) and text is self._tail:
            self._line.learn(text, tokens)
        return self._grown(text[:cut], tokens)

    def _grown(self, text: str, tokens: "list[Token]") -> tuple[Block, ...]:
        return BlockWalk(text, self._policy, self._reader, self._progress.copy()).walk(tokens, growing=True)

    def _open_table(self, lines: str) -> GrowingTable | None:
        if not may_be_table(lines) or not is_table(lines, block_tokens(lines)):
            return None

        def walk(text: str, tokens: "list[Token]") -> tuple[Block, ...]:
            return BlockWalk(text, self._policy, self._reader, self._progress.copy()).walk(tokens)

        return GrowingTable(lines, walk, self._reader)

    def _growing_code(self, fence: _Fence) -> tuple[Block, ...]:
        begin = max(fence.body, self._tail.rfind("\n") + 1)
        end = begin if may_close_fence(self._tail[begin:]) else len(self._tail)
        text = self._tail[fence.body : end].removesuffix("\n")
        return (Code(text, fence.language, closed=False, source=self._tail[:end]),)


def read_answer(text: str, policy: AnswerPolicy) -> AnswerDocument:
    """Read a whole answer at once."""
    stream = AnswerStream(policy)
    stream.feed(text)
    stream.finish()
    return stream.document


def _final_lines(tokens: "list[Token]", count: int) -> int:
    """Return how many of whole lines hold only units that nothing written later can change."""
    top = [t for t in tokens if t.level == 0 and (t.nesting >= 0)]
    if not top:
        return 0
    last = top[-1]
    first, after = last.map or [0, 0]
    closing = tokens[-1]
    if last.type in {"ordered_list_open", "bullet_list_open"}:
        items = [t.map[0] for t in tokens if t.type == "list_item_open" and t.level == 1 and t.map]
        return items[-1]
    if closing.type == "fence" and not fence_closed(closing):
        return first
    if closing.type in (_ENDED_BY_BLANK if after < count else _ENDED_BY_LINE):
        return count
    return first


def _more_code(before: tuple[Block, ...], now: tuple[Block, ...]) -> str | None:
    """Return what code has got at its end, or None if more than that has changed."""
    one, other = before[0], now[0]
    if not isinstance(one, Code) or not isinstance(other, Code) or not other.text.startswith(one.text):
        return None
    return other.text[len(one.text) :]


def _within_list(tokens: "list[Token]", until: int) -> bool:
    return any(
        t.type in {"ordered_list_open", "bullet_list_open"} and t.level == 0 and t.map and t.map[0] < until < t.map[1]
        for t in tokens
    )


def _in_open_fence(tokens: "list[Token]") -> bool:
    leaves = [t for t in tokens if t.nesting == 0]
    return bool(leaves) and leaves[-1].type == "fence" and not fence_closed(leaves[-1])


def _open_fence(text: str) -> _Fence | None:
    found = re.match(r"(`{3,}|~{3,})([^\n]*)\n", text)
    if found is None or (found[1][0] == "`" and "`" in found[2]):
        return None
    end = re.compile(rf"^ {{0,3}}{found[1][0]}{{{len(found[1])},}}[ \t]*$", re.MULTILINE)
    if end.search(text, found.end()):
        return None
    words = found[2].split(maxsplit=1)
    return _Fence(found.end(), words[0] if words else "", end)


def _offset(text: str, lines: int) -> int:
    position = 0
    for _ in range(lines):
        position = text.find("\n", position) + 1
    return position
