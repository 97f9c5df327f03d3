"""An answer as plain HTML, for pasting: lists stay lists, tables paste as tables; no styles, no screenshots."""

from collections.abc import Iterable, Iterator
from html import escape
from typing import assert_never

from overlay.answer.document import (
    Block,
    Bullet,
    Code,
    Heading,
    Notice,
    Picture,
    Prose,
    Rule,
    Run,
    Runs,
    Step,
    Table,
)

_ALIGN = {"left", "right", "center"}


def blocks_html(blocks: Iterable[Block]) -> str:
    """Return some blocks as HTML. Links are there only where the person may follow them."""
    writer = _Lists()
    for block in blocks:
        if not isinstance(block, Picture):
            writer.add(block)
    return writer.end()


def lines_html(lines: Iterable[str]) -> str:
    """Return text that is no whole block: one paragraph a line."""
    return "".join(f"<p>{escape(line)}</p>" for line in lines)


def cells_html(rows: Iterable[Iterable[str]]) -> str:
    """Return some cells of a table, row by row."""
    inside = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table>{inside}</table>"


class _Lists:
    """Opens and closes lists as blocks come: each depth has one that is open, with an open item."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._open: list[tuple[str, int]] = []
        """By depth: the list's tag, and the number its next item would have."""

    def add(self, block: Block) -> None:
        if isinstance(block, Step | Bullet):
            self._item(block)
        else:
            self._close(0 if isinstance(block, Notice) or block.quote else block.indent)
            self._parts.append(_quoted(block, "".join(_block(block))))

    def end(self) -> str:
        self._close(0)
        return "".join(self._parts)

    def _item(self, block: Step | Bullet) -> None:
        depth = block.indent if not block.quote else 0
        tag, number = ("ol", block.number) if isinstance(block, Step) else ("ul", 0)
        self._close(depth + 1)
        if len(self._open) > depth and self._open[depth] != (tag, number):
            self._close(depth)
        if len(self._open) > depth:
            self._parts.append("</li><li>")
        else:
            start = f' start="{number}"' if tag == "ol" and number != 1 else ""
            self._parts.append(f"<{tag}{start}><li>")
            self._open.append((tag, number))
        self._open[-1] = (tag, number + 1 if tag == "ol" else 0)
        self._parts.append(_box(block) + _runs(block.runs))

    def _close(self, depth: int) -> None:
        while len(self._open) > depth:
            tag, _ = self._open.pop()
            self._parts.append(f"</li></{tag}>")


def _box(block: Step | Bullet) -> str:
    if isinstance(block, Step) or block.done is None:
        return ""
    return "☑ " if block.done else "☐ "


def _quoted(block: Block, html: str) -> str:
    depth = 0 if isinstance(block, Notice) else block.quote
    return "<blockquote>" * depth + html + "</blockquote>" * depth


def _block(block: Block) -> Iterator[str]:
    match block:
        case Prose() | Step() | Bullet():
            yield f"<p>{_runs(block.runs)}</p>"
        case Heading():
            yield f"<h{block.level}>{_runs(block.runs)}</h{block.level}>"
        case Code():
            yield f"<pre><code>{escape(block.text)}</code></pre>"
        case Table():
            yield from _table(block)
        case Rule():
            yield "<hr>"
        case Notice():
            yield f"<p>{escape(block.text)}</p>"
        case Picture():
            return
        case _:
            assert_never(block)


def _table(table: Table) -> Iterator[str]:
    yield "<table>"
    for number, row in enumerate((table.header, *table.rows)):
        tag = "th" if number == 0 else "td"
        yield "<tr>"
        for cell, side in zip(row, table.align, strict=False):
            align = f' align="{side}"' if side in _ALIGN else ""
            yield f"<{tag}{align}>{_runs(cell)}</{tag}>"
        yield "</tr>"
    yield "</table>"


def _runs(runs: Runs) -> str:
    return "".join(_run(run) for run in runs)


def _run(run: Run) -> str:
    html = escape(run.text)
    for on, tag in ((run.code, "code"), (run.strike, "s"), (run.italic, "em"), (run.bold, "strong")):
        if on and html:
            html = f"<{tag}>{html}</{tag}>"
    if run.link is not None and run.link.open:
        html = f'<a href="{escape(run.link.url)}">{html}</a>'
    return html + ("<br>" if run.line_break else "")
