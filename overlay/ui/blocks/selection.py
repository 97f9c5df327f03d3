"""What is copied of an answer: the sources of whole blocks, the shown words of parts, nothing that only lays out."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextCursor, QTextTable

from overlay.answer.copies import blocks_markdown, blocks_text
from overlay.answer.document import Block, Bullet, Code, Picture, Step
from overlay.answer.html import blocks_html, cells_html, lines_html
from overlay.ui.blocks.built import Built
from overlay.ui.blocks.formats import GAP
from overlay.ui.blocks.laid_table import LaidTable

_BOXES = {None: "- ", True: "- [x] ", False: "- [ ] "}
"""How Markdown begins an item, by whether it is done."""


@dataclass(frozen=True, slots=True)
class Copy:
    """The same piece of an answer in its three forms."""

    text: str
    markdown: str
    html: str


def copy_of_all(blocks: Iterable[Block]) -> Copy:
    """Return a whole answer."""
    kept = tuple(blocks)
    return Copy(blocks_text(kept), blocks_markdown(kept), blocks_html(kept))


def copy_of(built: list[Built], cursor: QTextCursor) -> Copy:
    """Return what a selection holds."""
    start, stop = cursor.selectionStart(), cursor.selectionEnd()
    touched = [b for b in built if b.end > start and b.start < stop and not isinstance(b.block, Picture)]
    parts: list[_Part] = []
    whole: list[Block] = []
    for one in touched:
        if start <= one.text_at and stop >= one.end:
            whole.append(one.block)
            continue
        _flush(whole, parts)
        part = _part(one, cursor, max(start, one.start), min(stop, one.end))
        if part.text:
            parts.append(_Part(one.block, one.block, part))
    _flush(whole, parts)
    return _joined(parts)


def mime_of(copied: Copy) -> QMimeData:
    """Return the clipboard's form of a copy."""
    data = QMimeData()
    data.setText(copied.text)
    data.setData("text/markdown", copied.markdown.encode())
    data.setHtml(f'<meta charset="utf-8">{copied.html}')
    return data


class _Part(NamedTuple):
    """A stretch of a selection: whole blocks, or a part of one."""

    first: Block
    last: Block
    copied: Copy


def _flush(whole: list[Block], parts: list[_Part]) -> None:
    if whole:
        parts.append(_Part(whole[0], whole[-1], copy_of_all(whole)))
        whole.clear()


def _joined(parts: list[_Part]) -> Copy:
    """Put stretches below each other, apart as blocks are: without an empty line, Markdown would make them one."""
    text = markdown = ""
    for number, part in enumerate(parts):
        close = number and _is_item(parts[number - 1].last) and _is_item(part.first)
        apart = ("\n" if close else "\n\n") if number else ""
        text += apart + part.copied.text
        markdown += apart + part.copied.markdown.strip("\n")
    return Copy(text, markdown, "".join(part.copied.html for part in parts))


def _is_item(block: Block) -> bool:
    return isinstance(block, Step | Bullet)


def _part(built: Built, cursor: QTextCursor, start: int, stop: int) -> Copy:
    if built.table:
        return _part_of_table(built.table, start, stop)
    text = _text(built, cursor, start, stop)
    if isinstance(built.block, Code):
        return Copy(text, text, f"<pre><code>{escape(text)}</code></pre>")
    markdown = text
    if isinstance(built.block, Bullet) and start <= built.start and stop > built.text_at:
        markdown = _BOXES[built.block.done] + _between(cursor, built.text_at, stop)
    return Copy(text, markdown, lines_html(text.split("\n")))


def _part_of_table(table: LaidTable, start: int, stop: int) -> Copy:
    rows = [cells for row in table.rows if (cells := _cells(row, start, stop))]
    if table.rtl:
        # They stand mirrored.
        rows = [cells[::-1] for cells in rows]
    text = "\n".join("\t".join(cells) for cells in rows)
    headed = not table.stacked and stop > table.rows[0].firstPosition() and start <= table.rows[0].lastPosition()
    return Copy(text, _cells_markdown(rows, headed=headed), cells_html(rows))


def _cells_markdown(rows: list[list[str]], *, headed: bool) -> str:
    """Return some rows as a Markdown table, or the lines of cells that stand alone."""
    count = max((len(cells) for cells in rows), default=0)
    if count < 2:
        return "\n\n".join(cells[0].replace("\n", "  \n") for cells in rows)
    head, body = (rows[0], rows[1:]) if headed else ([""] * count, rows)
    lines = [[cell.replace("|", "\\|") for cell in cells] for cells in (head, *body)]
    lines.insert(1, ["---"] * count)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _text(built: Built, cursor: QTextCursor, start: int, stop: int) -> str:
    mark = _between(cursor, start, min(stop, built.text_at)).replace(GAP, " ")
    if isinstance(built.block, Step) and start <= built.start and stop >= built.text_at:
        mark = f"{built.block.number}. "
    text = mark + _between(cursor, max(start, built.text_at), stop)
    # A long paragraph that still grows is divided where lines end.
    return text.replace("\u2029", "\n" if isinstance(built.block, Code) else "")


def _between(cursor: QTextCursor, start: int, stop: int) -> str:
    if start >= stop:
        return ""
    piece = QTextCursor(cursor)
    piece.setPosition(start)
    piece.setPosition(stop, QTextCursor.MoveMode.KeepAnchor)
    return piece.selectedText().replace("\u2028", "\n")


def _cells(row: QTextTable, start: int, stop: int) -> list[str]:
    cells: list[str] = []
    for column in range(row.columns()):
        cell = row.cellAt(0, column)
        cursor = cell.firstCursorPosition()
        if cell.lastPosition() < start or cell.firstPosition() >= stop:
            continue
        cursor.setPosition(max(start, cell.firstPosition()))
        cursor.setPosition(min(stop, cell.lastPosition()), QTextCursor.MoveMode.KeepAnchor)
        end = " " if row.columns() > 1 else "\n"
        cells.append(cursor.selectedText().replace("\u2029", " ").replace("\u2028", end))
    return cells
