"""Runs the golden answers: cases a01 to a11, and whatever support staff add."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from answer_samples import policy

from overlay.answer.copies import blocks_text, markdown, plain_text
from overlay.answer.document import Block, Bullet, Code, Heading, Notice, Picture, Prose, Rule, Step, Table
from overlay.answer.gather import texts_of
from overlay.answer.stream import AnswerStream, read_answer

FOLDER = Path(__file__).parents[2] / "golden" / "answer"
FILES = sorted(FOLDER.glob("[!R]*.md"))
NAMES = {
    Prose: "prose",
    Heading: "heading",
    Bullet: "bullet",
    Code: "code",
    Table: "table",
    Rule: "rule",
    Picture: "screenshot",
    Notice: "notice",
}


@dataclass(frozen=True)
class Case:
    chunks: list[str]
    shown: str
    blocks: list[str]
    links: list[str]
    never: list[str]
    code: str | None


def read_case(path: Path) -> Case:
    parts = re.split(r"^## (\w+)\n", path.read_text("utf-8"), flags=re.MULTILINE)
    found = dict(zip(parts[1::2], parts[2::2], strict=True))
    return Case(
        fenced(found["Input"]),
        "".join(fenced(found["Shown"])),
        items(found["Blocks"]),
        [item for item in items(found["Links"]) if item != "none"],
        [re.sub(r"^(`+) ?(.*?) ?\1$", r"\2", item) for item in items(found.get("Never", ""))],
        fenced(found["Code"])[0] if "Code" in found else None,
    )


def fenced(text: str) -> list[str]:
    found = re.findall(r"^````([^\n]*)\n(.*?)\n````$", text, flags=re.MULTILINE | re.DOTALL)
    return [body + ("\n" if info == "text+newline" else "") for info, body in found]


def items(text: str) -> list[str]:
    return re.findall(r"^- (.*)$", text, flags=re.MULTILINE)


def name(block: Block) -> str:
    return f"step {block.number}" if isinstance(block, Step) else NAMES[type(block)]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_the_finished_answer(path: Path) -> None:
    case = read_case(path)
    text = "".join(case.chunks)
    document = read_answer(text, policy())
    assert plain_text(document) == case.shown
    assert [name(block) for block in document.blocks] == case.blocks
    assert [link.url for link in document.links if link.open] == case.links
    assert "captura" not in markdown(document)
    if case.code is not None:
        assert next(b.text for b in document.blocks if isinstance(b, Code)) == case.code
    if "[captura" not in text:
        assert markdown(document) == text


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_every_frame(path: Path) -> None:
    case = read_case(path)
    for chunks in (case.chunks, list("".join(case.chunks))):
        stream = AnswerStream(policy())
        closed: list[Block] = []
        for chunk in chunks:
            update = stream.feed(chunk)
            closed += update.closed
            blocks = (*closed, *update.open)
            for forbidden in case.never:
                assert forbidden not in blocks_text(blocks), chunk
            urls = {run.link.url for b in blocks for runs in texts_of(b) for run in runs if run.link and run.link.open}
            assert urls <= set(case.links)
        stream.finish()
        assert stream.document == read_answer("".join(case.chunks), policy())


def test_every_case_of_the_area_is_there() -> None:
    assert {p.stem[:3] for p in FILES} >= {"a01", "a02", "a04", "a05", "a06", "a09", "a10", "a11"}
