"""The `[[titles]]` tables of pack.toml."""

from pathlib import Path

import pytest

from overlay.content.pack_file import read_pack_file
from overlay.core.errors import PackError
from overlay.core.pack import TitleRule

HEAD = 'name = "Shop"\norigins = ["https://shop.example"]\n[[screens]]\nid = "home"\nroute = "/home"\ntitle = "Home"\n'


def read(folder: Path, tables: str) -> tuple[TitleRule, ...]:
    (folder / "manual").mkdir()
    (folder / "manual" / "pack.toml").write_text(HEAD + tables, "utf-8")
    return read_pack_file(folder).titles


def test_they_are_read_in_their_order(tmp_path: Path) -> None:
    tables = '[[titles]]\ntitle = "Shop - *"\nscreen = "home"\nprogram = "crx_*"\n[[titles]]\ntitle = "Shop"\nscreen = "home"\n'
    assert read(tmp_path, tables) == (TitleRule("Shop - *", "home", "crx_*"), TitleRule("Shop", "home"))


def test_a_pack_may_do_without(tmp_path: Path) -> None:
    assert read(tmp_path, "") == ()


@pytest.mark.parametrize(
    ("table", "line", "words"),
    [
        ('[[titles]]\nscreen = "home"\n', 7, "'title' is missing"),
        ('[[titles]]\ntitle = "Shop"\n', 7, "'screen' is missing"),
        ('[[titles]]\ntitle = "Shop"\nscreen = "stock"\n', 9, "the screen 'stock' is not listed"),
        ('[[titles]]\nscreen = "home"\ntitle = " * *"\n', 9, "fits every window"),
        ('[[titles]]\ntitle = "Shop"\nscreen = "home"\napp = "crx"\n', 10, "the key 'app' is not known"),
    ],
)
def test_what_does_not_fit_is_said_with_its_line(tmp_path: Path, table: str, line: int, words: str) -> None:
    with pytest.raises(PackError, match=words) as raised:
        read(tmp_path, table)
    assert (raised.value.file, raised.value.line) == ("manual/pack.toml", line)
