"""Sections: parts, passages, aliases, and errors that name the line."""

from pathlib import Path

import pytest

from overlay.content.sections import passages, read_section
from overlay.core.errors import PackError
from overlay.core.manual import Alias, PartKind

FRONT = "---\nid: leave\ntitle: Leave\nroutes: [/leave]\nsummary: Request days off and see how many are left.\n"


def section(tmp_path: Path, front: str, body: str = "x"):
    path = tmp_path / "leave.md"
    path.write_text(f"{front}---\n{body}", "utf-8")
    return read_section(path, tmp_path)


def test_parts_and_procedures() -> None:
    body = "## What it is for\n\nDays off.\n\n## How to\n\n### Request leave\n\n1. Open.\n\n### Cancel\n\n1. Press.\n"
    found = passages(body, first_line=10)
    assert [(p.kind, p.heading, p.text, p.line) for p in found] == [
        (PartKind.PURPOSE, "What it is for", "Days off.", 10),
        (PartKind.HOW_TO, "How to", "", 14),
        (PartKind.HOW_TO, "Request leave", "1. Open.", 16),
        (PartKind.HOW_TO, "Cancel", "1. Press.", 20),
    ]


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Cómo llegar", PartKind.WAY),
        ("Quién puede usarlo", PartKind.PEOPLE),
        ("Häufige Probleme", PartKind.PROBLEMS),
        ("Como fazer", PartKind.HOW_TO),
        ("WHAT IS ON THE SCREEN", PartKind.SCREEN),
        ("Something else", PartKind.OTHER),
    ],
)
def test_headings_in_other_languages(heading: str, kind: PartKind) -> None:
    assert passages(f"## {heading}\n\ntext")[0].kind is kind


@pytest.mark.parametrize("fence", ["```", "~~~", "````"])
def test_a_heading_inside_code_is_text(fence: str) -> None:
    found = passages(f"## How to\n\n### One\n\n{fence}\n## not a heading\n{fence}\n\n### Two\n\nx")
    assert [p.heading for p in found] == ["How to", "One", "Two"]
    assert "## not a heading" in found[1].text


def test_aliases_point_at_passages(tmp_path: Path) -> None:
    found = section(tmp_path, FRONT + "aliases:\n  en:\n    - day off -> Request leave\n  de: [Urlaub]\n")
    assert found.aliases == {"en": (Alias("day off", "Request leave"),), "de": (Alias("Urlaub"),)}


@pytest.mark.parametrize(
    ("front", "line", "words"),
    [
        (FRONT.replace("id: leave", "id: Leave now"), 2, "lower-case"),
        (FRONT.replace("title: Leave\n", ""), 1, "'title' is missing"),
        (FRONT.replace("[/leave]", "[leave]"), 4, "starts with '/'"),
        (FRONT.replace("[/leave]", "['/a/[b']"), 4, "is not"),
        (FRONT + "colour: red\n", 6, "'colour' is not known"),
        (FRONT + "aliases: [a]\n", 6, "no languages"),
        (FRONT + "aliases:\n  en: a\n", 6, "not a list"),
        (FRONT.replace("title: Leave", "title: [a]"), 3, "not one line"),
    ],
)
def test_errors_name_the_line(tmp_path: Path, front: str, line: int, words: str) -> None:
    with pytest.raises(PackError) as error:
        section(tmp_path, front)
    assert error.value.line == line
    assert words in str(error.value)
    assert error.value.fix
