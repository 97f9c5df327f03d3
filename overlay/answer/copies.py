"""An answer as plain text, Markdown and JSON: the words on screen, without markers or layout characters."""

import unicodedata
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import assert_never

from overlay.answer.document import (
    AnswerDocument,
    Block,
    Bullet,
    Code,
    Heading,
    Notice,
    Picture,
    Prose,
    Rule,
    Runs,
    Step,
    Table,
)
from overlay.answer.inline import plain
from overlay.answer.policy import bare_label
from overlay.core.manual import Box

_ROWS = ("top", "", "bottom")
_COLUMNS = ("left", "", "right")
_STEP_INDENT = "   "


def plain_text(document: AnswerDocument) -> str:
    """Return an answer as it is shown: steps with their numbers, tables in columns, no pictures."""
    return blocks_text(document.blocks)


def blocks_text(blocks: Iterable[Block]) -> str:
    """Return some blocks as plain text; items of a list follow each other without an empty line."""
    shown = [(block, block_text(block)) for block in blocks if not isinstance(block, Picture)]
    parts = [text for _, text in shown[:1]]
    for (before, _), (block, text) in pairwise(shown):
        close = isinstance(before, Step | Bullet) and isinstance(block, Step | Bullet)
        parts += ["\n" if close else "\n\n", text]
    return "".join(parts)


def block_text(block: Block) -> str:  # noqa: C901 - one case a kind of block
    """Return one block as plain text, empty for a picture."""
    match block:
        case Prose() | Heading():
            return _inside(plain(block.runs), block.indent, block.quote)
        case Step():
            return _item(f"{block.number}. ", block)
        case Bullet():
            return _item({None: "• ", True: "☑ ", False: "☐ "}[block.done], block)
        case Code():
            return block.text
        case Table():
            return _inside(_columns(block), block.indent, block.quote)
        case Rule():
            return _inside("———", block.indent, block.quote)
        case Notice():
            return block.text
        case Picture():
            return ""
        case _:
            assert_never(block)


def markdown(document: AnswerDocument) -> str:
    """Return an answer's Markdown as the model wrote it, without the markers."""
    return blocks_markdown(document.blocks)


def blocks_markdown(blocks: Iterable[Block]) -> str:
    """Return the Markdown some blocks came from."""
    return "".join(block.source for block in blocks if not isinstance(block, Picture | Notice))


def to_json(document: AnswerDocument) -> dict[str, list[dict[str, object]]]:
    """Return the parts of `fescue ask --json` that describe the answer: `blocks`, `links`, `labels`, `screenshots`."""
    return {
        "blocks": [dict(_block_json(block)) for block in document.blocks],
        "links": [{"label": link.label, "route": link.route, "open": link.open} for link in document.links],
        "labels": [{"text": bare_label(label.text), "verified": label.verified} for label in document.labels],
        "screenshots": [_picture_json(picture) for picture in document.pictures],
    }


def pointing_text(picture: Picture) -> str:
    """Say in words what a picture points at and where: «Request leave», top right. Without a zone: what it shows."""
    zone = picture.zone
    if zone is None:
        return picture.screenshot.shows
    return f"«{zone.label}», {place_text(zone.box)}"


def place_text(box: Box) -> str:
    """Say in which ninth of a picture the middle of a box lies."""
    row = _ROWS[_third(box.y + box.h / 2)]
    column = _COLUMNS[_third(box.x + box.w / 2)]
    return f"{row} {column}".strip() or "centre"


def _third(fraction: float) -> int:
    return min(2, max(0, int(fraction * 3)))


def _item(mark: str, block: Step | Bullet) -> str:
    text = plain(block.runs).replace("\n", "\n" + " " * len(mark))
    return _inside(mark + text, block.indent, block.quote).rstrip()


def _inside(text: str, indent: int, quote: int) -> str:
    before = "> " * quote + _STEP_INDENT * indent
    return "\n".join(before + line for line in text.split("\n")) if before else text


def _columns(table: Table) -> str:
    rows = [[plain(cell).replace("\n", " ") for cell in row] for row in (table.header, *table.rows)]
    count = len(table.align)
    rows = [(row + [""] * count)[:count] for row in rows]
    widths = [max(_width(row[column]) for row in rows) for column in range(count)]
    rows.insert(1, ["─" * width for width in widths])
    return "\n".join(
        "  ".join(_pad(cell, width, side) for cell, width, side in zip(row, widths, table.align, strict=True)).rstrip()
        for row in rows
    )


def _pad(text: str, width: int, side: str) -> str:
    missing = width - _width(text)
    if side == "right":
        return " " * missing + text
    if side == "center":
        return " " * (missing // 2) + text + " " * (missing - missing // 2)
    return text + " " * missing


def _width(text: str) -> int:
    """Columns a text takes in a fixed-width face."""
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in {"W", "F"}) for c in text)


def _picture_json(picture: Picture) -> dict[str, object]:
    zone = picture.zone
    return {
        "id": picture.screenshot.id,
        "zone": zone.key if zone else None,
        "box": [zone.box.x, zone.box.y, zone.box.w, zone.box.h] if zone else None,
        "alt": picture.screenshot.shows,
    }


def _block_json(block: Block) -> Mapping[str, object]:  # noqa: C901 - one case a kind of block
    match block:
        case Prose():
            return {"kind": "prose", "text": plain(block.runs), "indent": block.indent}
        case Heading():
            return {"kind": "heading", "level": block.level, "text": plain(block.runs)}
        case Step():
            return {"kind": "step", "number": block.number, "text": plain(block.runs), "indent": block.indent}
        case Bullet():
            return {"kind": "bullet", "text": plain(block.runs), "indent": block.indent, "done": block.done}
        case Code():
            return {"kind": "code", "text": block.text, "language": block.language}
        case Table():
            return {"kind": "table", "header": _cells(block.header), "rows": [_cells(row) for row in block.rows]}
        case Rule():
            return {"kind": "rule"}
        case Picture():
            return {"kind": "screenshot", **_picture_json(block), "text": pointing_text(block)}
        case Notice():
            return {"kind": "notice", "text": block.text, "tone": block.tone}
        case _:
            assert_never(block)


def _cells(row: tuple[Runs, ...]) -> list[str]:
    return [plain(cell) for cell in row]
