"""Finds the links and labels in an answer's blocks."""

from collections.abc import Iterable, Iterator

from overlay.answer.document import (
    AnswerDocument,
    Block,
    Bullet,
    Code,
    Heading,
    Label,
    Link,
    Notice,
    Picture,
    Prose,
    Rule,
    Run,
    Runs,
    Step,
    Table,
)


def gather(blocks: Iterable[Block]) -> AnswerDocument:
    """Make a document of blocks: its links and labels are those of the blocks, in reading order."""
    kept = tuple(blocks)
    runs = tuple(run for block in kept for cell in texts_of(block) for run in cell)
    return AnswerDocument(kept, tuple(_links(runs)), tuple(_labels(runs)))


def texts_of(block: Block) -> tuple[Runs, ...]:
    """Return the texts of a block: one for most, one a cell for a table, none for what has no runs."""
    match block:
        case Prose() | Heading() | Step() | Bullet():
            return (block.runs,)
        case Table():
            return (*block.header, *(cell for row in block.rows for cell in row))
        case Code() | Rule() | Picture() | Notice():
            return ()


def _links(runs: Runs) -> Iterator[Link]:
    before: Link | None = None
    for run in runs:
        if run.link is not None and run.link is not before:
            yield run.link
        before = run.link


def _labels(runs: Runs) -> Iterator[Label]:
    begun: list[Run] = []
    for run in (*runs, Run("")):
        if begun and not (run.label and not _complete(begun)):
            yield Label("".join(r.text for r in begun).strip(), begun[0].verified)
            begun = []
        if run.label:
            begun.append(run)


def _complete(runs: list[Run]) -> bool:
    text = "".join(r.text for r in runs).strip()
    return len(text) > 2 and text[-1] in "\"'”’»›」』“‟‹«"
