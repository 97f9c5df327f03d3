"""What is copied of an answer: the sources of whole blocks, the shown words of parts, nothing that only lays out."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextCursor, QTextTable

from overlay.answer.copies import blocks_markdown, blocks_text
from overlay.answer.document import Block, Code, Picture, Step
from overlay.answer.html import blocks_html, cells_html, lines_html
from overlay.ui.blocks.built import Built
from overlay.ui.blocks.formats import GAP


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
    parts: list[Copy] = []
    whole: list[Block] = []
    for one in touched:
        if start <= one.text_at and stop >= one.end:
            whole.append(one.block)
            continue
        _flush(whole, parts)
        part = _part(one, cursor, max(start, one.start), min(stop, one.end))
        if part.text:
            parts.append(part)
    _flush(whole, parts)
    return Copy(
        "\n".join(part.text for part in parts),
        "".join(part.markdown for part in parts).strip("\n"),
        "".join(part.html for part in parts),
    )


def mime_of(copied: Copy) -> QMimeData:
    """Return the clipboard's form of a copy."""
    data = QMimeData()
    data.setText(copied.text)
    data.setData("text/markdown", copied.markdown.encode())
    data.setHtml(f'<meta charset="utf-8">{copied.html}')
    return data


def _flush(whole: list[Block], parts: list[Copy]) -> None:
    if whole:
        copied = copy_of_all(whole)
        parts.append(Copy(copied.text, copied.markdown.lstrip("\n"), copied.html))
        whole.clear()


def _part(built: Built, cursor: QTextCursor, start: int, stop: int) -> Copy:
    if built.table:
        rows = [cells for row in built.table.rows if (cells := _cells(row, start, stop))]
        if built.table.rtl:
            # They stand mirrored.
            rows = [cells[::-1] for cells in rows]
        text = "\n".join("\t".join(cells) for cells in rows)
        return Copy(text, text + "\n", cells_html(rows))
    text = _text(built, cursor, start, stop)
    if isinstance(built.block, Code):
        return Copy(text, text + "\n", f"<pre><code>{escape(text)}</code></pre>")
    return Copy(text, text + "\n", lines_html(text.split("\n")))


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
