"""What is copied of an answer: the sources of whole blocks, the shown words of parts, nothing that only lays out."""

from dataclasses import dataclass

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextCursor, QTextTable

from overlay.answer.copies import blocks_markdown, blocks_text
from overlay.answer.document import Block, Code, Picture
from overlay.ui.blocks.built import Built
from overlay.ui.blocks.formats import GAP


@dataclass(frozen=True, slots=True)
class Copy:
    """The same piece of an answer in both forms."""

    text: str
    markdown: str


def copy_of(built: list[Built], cursor: QTextCursor) -> Copy:
    """Return what a selection holds."""
    start, stop = cursor.selectionStart(), cursor.selectionEnd()
    touched = [b for b in built if b.end > start and b.start < stop and not isinstance(b.block, Picture)]
    texts: list[str] = []
    sources: list[str] = []
    whole: list[Block] = []
    for one in touched:
        if start <= one.text_at and stop >= one.end:
            whole.append(one.block)
            continue
        _flush(whole, texts, sources)
        part = _part(one, cursor, max(start, one.start), min(stop, one.end))
        if part:
            texts.append(part)
            sources.append(part + "\n")
    _flush(whole, texts, sources)
    return Copy("\n".join(texts), "".join(sources).strip("\n"))


def mime_of(copied: Copy) -> QMimeData:
    """Return the clipboard's form of a copy."""
    data = QMimeData()
    data.setText(copied.text)
    data.setData("text/markdown", copied.markdown.encode())
    return data


def _flush(whole: list[Block], texts: list[str], sources: list[str]) -> None:
    if whole:
        texts.append(blocks_text(whole))
        sources.append(blocks_markdown(whole).lstrip("\n"))
        whole.clear()


def _part(built: Built, cursor: QTextCursor, start: int, stop: int) -> str:
    if built.rows:
        return "\n".join(line for row in built.rows if (line := _cells(row, start, stop)))
    mark = _between(cursor, start, min(stop, built.text_at)).replace(GAP, " ")
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


def _cells(row: QTextTable, start: int, stop: int) -> str:
    cells: list[str] = []
    for column in range(row.columns()):
        cell = row.cellAt(0, column)
        cursor = cell.firstCursorPosition()
        if cell.lastPosition() < start or cell.firstPosition() >= stop:
            continue
        cursor.setPosition(max(start, cell.firstPosition()))
        cursor.setPosition(min(stop, cell.lastPosition()), QTextCursor.MoveMode.KeepAnchor)
        cells.append(cursor.selectedText().replace("\u2029", " "))
    return "\t".join(cells)
