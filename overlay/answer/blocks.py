"""Block tokens to blocks: steps with their numbers, screenshots where they belong, the source of each for copying."""

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from overlay.answer.document import Block, Bullet, Code, Heading, Picture, Prose, Rule, Run, Runs, Step, Table
from overlay.answer.half import decided_lines, half_task
from overlay.answer.inline import Inline, InlineReader, trimmed
from overlay.answer.markers import PictureMarker, half_marker, lone_markers, strip_markers
from overlay.answer.numbering import Place, Progress
from overlay.answer.policy import AnswerPolicy

if TYPE_CHECKING:
    from markdown_it.token import Token

_TASK = re.compile(r"\[([ xX])\][ \t]+(?=\S)")
_NUMBER = re.compile(r"^([ \t>]*)\d{1,9}(?=[.)])")


@dataclass(slots=True)
class _List:
    """A list that is open: what its next item is called, and whether the item waits for its first text."""

    number: int | None
    waiting: bool = False
    line: int = 0


SourcedBlock = Prose | Heading | Step | Bullet | Code | Table | Rule | Picture


@dataclass(frozen=True, slots=True)
class _Placed:
    """A block with the lines it came from."""

    block: SourcedBlock
    first: int
    after: int


class BlockWalk:
    """Turns the block tokens of one stretch of text into blocks."""

    def __init__(self, text: str, policy: AnswerPolicy, reader: InlineReader, progress: Progress) -> None:
        """Prepare to walk.

        Args:
            text: the stretch, from the beginning of a line.
            policy: what may be shown.
            reader: reads inline texts.
            progress: moves on with what is walked.
        """
        self._lines = text.split("\n")
        self._policy = policy
        self._reader = reader
        self._progress = progress
        self._growing = -1
        self._lists: list[_List] = []
        self._quotes = 0
        self._heading = 0
        self._heading_token: Token | None = None
        self._placed: list[_Placed] = []

    def walk(self, tokens: "list[Token]", *, growing: bool = False, until: int | None = None) -> tuple[Block, ...]:
        """Return the blocks of tokens.

        Args:
            tokens: as markdown-it makes them, inline content unparsed.
            growing: whether more text may follow straight after the last line.
            until: the line to stop before.
        """
        last = len(self._lines) - (1 if self._lines[-1] else 2)
        self._growing = last if growing and last >= 0 and self._lines[last].strip() else -1
        table: list[Token] | None = None
        for token in tokens:
            if until is not None and token.nesting >= 0 and token.map and token.map[0] >= until:
                break
            if token.type == "table_open":
                table = []
            if table is None:
                self._token(token)
                continue
            table.append(token)
            if token.type == "table_close":
                self._table(table)
                table = None
        return self._with_sources(len(self._lines) if until is None else until)

    def _token(self, token: "Token") -> None:
        match token.type:
            case "ordered_list_open":
                start = token.attrGet("start")
                self._open_list(1 if start is None else int(start))
            case "bullet_list_open":
                self._open_list(None)
            case "ordered_list_close" | "bullet_list_close":
                self._lists.pop()
            case "list_item_open":
                self._open_item(token)
            case "list_item_close":
                self._begin_other(self._lists[-1].line)
            case "blockquote_open":
                self._begin_other(_first(token))
                self._progress.leave(self._place)
                self._quotes += 1
            case "blockquote_close":
                self._quotes -= 1
            case _:
                self._leaf(token)

    def _leaf(self, token: "Token") -> None:
        match token.type:
            case "heading_open":
                self._heading, self._heading_token = int(token.tag[1:]), token
            case "heading_close":
                self._heading = 0
            case "inline":
                self._inline(token)
            case "fence" | "code_block":
                self._code(token)
            case "hr":
                self._begin_other(_first(token))
                self._progress.leave(self._place)
                self._place_block(Rule(*self._place), token)
            case _:
                pass

    @property
    def _place(self) -> Place:
        return len(self._lists), self._quotes

    def _open_list(self, start: int | None) -> None:
        if self._lists:
            self._begin_other(self._lists[-1].line)
        number = self._progress.begin_list(self._place, start)
        self._lists.append(_List(number))

    def _open_item(self, token: "Token") -> None:
        current = self._lists[-1]
        outside = (len(self._lists) - 1, self._quotes)
        self._progress.begin_item(outside, current.number)
        current.waiting = True
        current.line = _first(token)

    def _begin_other(self, line: int) -> None:
        """Something that is no paragraph comes first in an item: its number or bullet stands alone."""
        if self._lists and self._lists[-1].waiting:
            self._item((), None, line, line + 1)

    def _item(self, runs: Runs, done: bool | None, first: int, after: int) -> None:
        current = self._lists[-1]
        current.waiting = False
        indent = len(self._lists) - 1
        if current.number is None:
            self._placed.append(_Placed(Bullet(runs, indent, self._quotes, done), first, after))
            return
        if done is not None:
            runs = (Run("☑ " if done else "☐ "), *runs)
        step = Step(current.number, runs, indent, self._quotes)
        self._placed.append(_Placed(step, first, after))
        current.number += 1

    def _inline(self, token: "Token") -> None:
        first, after = token.map or (0, 0)
        content = token.content
        in_item = bool(self._lists) and self._lists[-1].waiting and not self._heading
        done: bool | None = None
        if in_item:
            task = _TASK.match(content)
            if task:
                done = task[1] != " "
                content = content[task.end() :]
        growing = after - 1 == self._growing
        read = self._read(content, growing=growing, in_item=in_item)
        runs = trimmed(read.runs)
        if in_item:
            if runs or read.pictures or not growing:
                self._item(runs, done, first, after)
            self._lists[-1].waiting = False
        elif runs:
            self._text(runs, token)
        self._pictures(read.pictures, token, alone=not runs)

    def _read(self, content: str, *, growing: bool, in_item: bool) -> Inline:
        if not growing:
            return self._reader.finished(content)
        if in_item and half_task(content):
            return Inline(())
        return self._reader.growing(content if self._heading else decided_lines(content))

    def _text(self, runs: Runs, token: "Token") -> None:
        self._begin_other(_first(token))
        self._progress.leave(self._place)
        if self._heading:
            # With the line that underlines it.
            self._place_block(Heading(self._heading, runs, *self._place), self._heading_token or token)
        else:
            self._place_block(Prose(runs, *self._place), token)

    def _pictures(self, wanted: tuple[PictureMarker, ...], token: "Token", *, alone: bool) -> None:
        for marker in wanted:
            indent, quote = self._place
            # A screenshot that stands between two steps belongs to the one above.
            below_list = alone and (indent, quote) in self._progress.next_number
            picture = self._progress.picture(marker, self._policy, (indent + below_list, quote))
            if picture:
                first, after = token.map or (0, 0)
                # What was written around a marker stays with its text.
                self._placed.append(_Placed(picture, first if alone else after, after))

    def _code(self, token: "Token") -> None:
        if token.type == "code_block":
            wanted = lone_markers(token.content)
            if wanted is not None:
                self._pictures(wanted, token, alone=True)
                return
            if self._growing >= 0 and half_marker(token.content.rstrip("\n")) == 0:
                return
        self._begin_other(_first(token))
        closed = token.type == "code_block" or fence_closed(token)
        text = token.content.removesuffix("\n")
        language = token.info.split(maxsplit=1)[0] if token.info.strip() else ""
        self._place_block(Code(text, language, closed, *self._place), token)

    def _table(self, tokens: "list[Token]") -> None:
        rows: list[list[Runs]] = []
        align: list[str] = []
        wanted: list[PictureMarker] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "th_open":
                align.append(str(token.attrGet("style") or "").removeprefix("text-align:"))
            elif token.type == "inline":
                read = self._cell(token)
                wanted += read.pictures
                rows[-1].append(trimmed(read.runs))
        self._begin_other(_first(tokens[0]))
        self._progress.leave(self._place)
        body = [tuple(row) for row in rows[1:] if any(row)]
        self._place_block(Table(tuple(rows[0]), tuple(body), tuple(align), *self._place), tokens[0])
        self._pictures(tuple(wanted), tokens[0], alone=False)

    def _cell(self, token: "Token") -> Inline:
        growing = self._growing >= 0 and _first(token) == self._growing
        return self._reader.growing(token.content) if growing else self._reader.finished(token.content)

    def _place_block(self, block: SourcedBlock, token: "Token") -> None:
        first, after = token.map or (0, 0)
        self._placed.append(_Placed(block, first, after))

    def _with_sources(self, end: int) -> tuple[Block, ...]:
        """Give each block its lines and what stood between it and the one before; the rest waits for the next walk."""
        done: list[Block] = []
        line, lead = 0, self._progress.lead
        for placed in self._placed:
            first, after = max(line, placed.first), max(line, placed.after)
            lead += strip_markers(self._text_of(line, first))
            done.append(replace(placed.block, source=lead + self._own_source(placed, first, after)))
            line, lead = after, ""
        self._progress.lead = lead + strip_markers(self._text_of(line, end))
        return tuple(done)

    def _own_source(self, placed: _Placed, first: int, after: int) -> str:
        source = self._text_of(first, after)
        if not isinstance(placed.block, Code):
            source = strip_markers(source)
        if isinstance(placed.block, Step):
            # The number as shown: a list written 1. 1. 1. is copied as 1. 2. 3., however it came.
            source = _NUMBER.sub(rf"\g<1>{placed.block.number}", source)
        return source

    def _text_of(self, first: int, after: int) -> str:
        return "\n".join(self._lines[first:after]) + ("\n" if first < after < len(self._lines) else "")


def fence_closed(token: "Token") -> bool:
    """Say whether a code block's closing fence has been written."""
    first, after = token.map or (0, 0)
    lines = token.content.count("\n") + (not token.content.endswith("\n") and token.content != "")
    return after - first - 2 == lines


def _first(token: "Token") -> int:
    return token.map[0] if token.map else 0
