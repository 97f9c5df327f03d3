"""The demo's own pack, broken as it may happen to whoever keeps it."""

import shutil
from pathlib import Path

import pytest

from overlay.app.checks import check_pack_folder
from overlay.core.resources import bundled_pack


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    for name in ("manual", "screenshots"):
        shutil.copytree(bundled_pack() / name, tmp_path / name)
    return tmp_path


def test_a_removed_section_leaves_its_screens_uncovered(pack: Path) -> None:
    (pack / "manual" / "sections" / "reports.md").unlink()
    text = (pack / "manual" / "pack.toml").read_text("utf-8")
    uncovered = [p for p in check_pack_folder(pack).problems if p.kind == "uncovered"]
    assert [(p.file, p.line) for p in uncovered] == [
        ("manual/pack.toml", text[: text.index(f'id = "{screen}"')].count("\n") + 1)
        for screen in ("reports", "reports-money", "reports-projects")
    ]
    assert "'reports-money'" in uncovered[1].message


def test_a_stray_picture(pack: Path) -> None:
    (pack / "screenshots" / "leave-old.png").write_bytes(b"")
    assert [(p.file, p.line, p.kind) for p in check_pack_folder(pack).problems] == [
        ("screenshots/leave-old.png", None, "stray")
    ]


def test_a_picture_of_another_shot(pack: Path) -> None:
    shots = pack / "screenshots" / "shots" / "leave.toml"
    text = shots.read_text("utf-8").replace('id = "leave-overview"', 'id = "leave-first"')
    shots.write_text(text, "utf-8")
    problems = check_pack_folder(pack).problems
    assert [(p.file, p.kind) for p in problems] == [
        ("screenshots/screenshots.json", "shot"),
        ("screenshots/shots/leave.toml", "shot"),
    ]
