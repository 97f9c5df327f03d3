"""Linden changes in a copied tree, and `fescue capture --verify` says of each change what it is, and where."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from overlay.core.resources import bundled

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]
ROOT = Path(__file__).resolve().parents[3]
BUTTON = '<button type="submit" class="button small">Filter</button>'
PARTS, STYLE, HOME = (
    "resources/demo/templates/parts.html",
    "resources/demo/assets/linden.css",
    "overlay/demo/areas/home.py",
)
SHOTS = ("home-list", "home-projects", "home-search")
"""The pictures of an employee's Home that show the filter; `home-figures` does not."""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "overlay", tmp_path / "overlay", ignore=ignored)
    for name in ("resources", "manual", "screenshots"):
        shutil.copytree(bundled(name), tmp_path / name)
    return tmp_path


def change(tree: Path, file: str, old: str, new: str) -> None:
    path = tree / file
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    path.write_text(text.replace(old, new), "utf-8")


def verify(tree: Path, *words: str) -> tuple[int, list[str], str]:
    """Run the copied Fescue against the Linden it brings along."""
    before = {path: path.read_bytes() for path in (tree / "screenshots").rglob("*") if path.is_file()}
    done = subprocess.run(
        [sys.executable, "-m", "overlay", "capture", "--verify", "--area", "home", "--role", "employee", *words],
        cwd=tree,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert {path: path.read_bytes() for path in (tree / "screenshots").rglob("*") if path.is_file()} == before
    assert "\r" not in done.stderr + done.stdout, "a log has no carriage returns"
    assert "Traceback" not in done.stderr
    assert "1/4 " in done.stderr
    assert " left\n" in done.stderr, "it says how long it still takes"
    return done.returncode, done.stdout.splitlines(), done.stderr


def test_untouched_every_picture_is_true(tree: Path) -> None:
    code, lines, said = verify(tree)
    assert (code, lines) == (0, []), said
    assert "4 of 4 pictures are true, 0 are stale." in said


def test_a_renamed_button(tree: Path) -> None:
    change(tree, PARTS, BUTTON, BUTTON.replace("Filter", "Apply filter"))
    code, lines, said = verify(tree)
    assert code == 1
    words = "label renamed: 'Filter' is probably 'Apply filter' now."
    assert [line.startswith(f"{shot}#filter: {words}") for shot, line in zip(SHOTS, lines, strict=True)] == [True] * 3
    assert "1 of 4 pictures are true, 3 are stale." in said


def test_a_machine_reads_it_as_json(tree: Path) -> None:
    change(tree, PARTS, BUTTON, "")
    code, lines, _ = verify(tree, "--json")
    assert code == 1
    found = json.loads("\n".join(lines))
    assert found["looked_at"] == 4
    assert [(s["id"], s["zone"], s["kind"]) for s in found["stale"]] == [(shot, "filter", "gone") for shot in SHOTS]


def test_a_moved_button(tree: Path) -> None:
    change(tree, STYLE, ".filters .button { min-height", ".filters .button { order: -1; min-height")
    code, lines, _ = verify(tree)
    assert code == 1
    for shot in SHOTS:
        assert any(line.startswith(f"{shot}#filter: zone moved: 'Filter' lies ") for line in lines), lines
        assert any(line.startswith(f"{shot}: picture differs: ") for line in lines), lines
    assert not any("label renamed" in line or "gone" in line or "home-figures" in line for line in lines)


def test_a_removed_button(tree: Path) -> None:
    change(tree, PARTS, BUTTON, "")
    code, lines, _ = verify(tree)
    assert code == 1
    assert [line.partition(": button")[0] for line in lines] == [f"{shot}#filter: gone" for shot in SHOTS]


def test_another_text_beside_the_zones(tree: Path) -> None:
    change(tree, HOME, 'Card("Net position"', 'Card("Money that is yours"')
    code, lines, _ = verify(tree)
    assert code == 1
    assert [line.partition(": ")[0] for line in lines] == ["home-figures"]
    assert "picture differs: " in lines[0]
