"""The `[capture]` table of pack.toml: what taking screenshots needs beyond the usual."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from overlay.content.pack_file import read_pack_file
from overlay.core.errors import PackError
from overlay.core.pack import CaptureSpec

PACK = """name = "Shop"
origins = ["https://shop.example.com"]

[capture]
reads_by_post = ["/api/search"]
timezone = "Europe/Madrid"
now = 2026-03-02T08:30:00Z

[[screens]]
id = "home"
route = "/home"
title = "Home"
"""


def write(folder: Path, text: str) -> Path:
    (folder / "manual").mkdir()
    (folder / "manual" / "pack.toml").write_text(text, "utf-8")
    return folder


def test_it_is_read(tmp_path: Path) -> None:
    spec = read_pack_file(write(tmp_path, PACK)).capture
    now = datetime(2026, 3, 2, 8, 30, tzinfo=UTC)
    assert spec == CaptureSpec(frozenset({"/api/search"}), "Europe/Madrid", now)


def test_a_pack_may_do_without(tmp_path: Path) -> None:
    text = PACK.partition("[capture]")[0] + PACK[PACK.index("[[screens]]") :]
    assert read_pack_file(write(tmp_path, text)).capture == CaptureSpec()


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('["/api/search"]', '["api/search"]', 5, "'api/search' is not a path"),
        ('["/api/search"]', '["/api/search?q=1"]', 5, "is not a path"),
        ('["/api/search"]', '"/api/search"', 5, "not a list of texts"),
        ("2026-03-02T08:30:00Z", "2026-03-02T08:30:00", 7, "not a day and time with its zone"),
        ("2026-03-02T08:30:00Z", '"yesterday"', 7, "not a day and time with its zone"),
        ("timezone", "time_zone", 6, "the key 'time_zone' is not known"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path: Path, old: str, new: str, line: int, words: str) -> None:
    assert old in PACK
    with pytest.raises(PackError, match=r"\[capture\]") as caught:
        read_pack_file(write(tmp_path, PACK.replace(old, new, 1)))
    assert caught.value.line == line
    assert words in str(caught.value)
