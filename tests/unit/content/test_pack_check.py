"""The `[check]` table of pack.toml: how problems are weighed, and which words no section may hold."""

from pathlib import Path

import pytest

from overlay.content.pack_file import read_pack_file
from overlay.core.errors import PackError
from overlay.core.pack import CheckSpec

SCREENS = '\n[[screens]]\nid = "home"\nroute = "/home"\ntitle = "Home"\n'


def read(folder: Path, table: str) -> CheckSpec:
    (folder / "manual").mkdir()
    text = f'name = "Shop"\norigins = ["https://shop.example"]\n{table}{SCREENS}'
    (folder / "manual" / "pack.toml").write_text(text, "utf-8")
    return read_pack_file(folder).check


@pytest.mark.parametrize(
    "table",
    [
        '[check]\nlevels = { size = "ignore" }\ncode_words = ["ord_"]\n',
        '[check]\ncode_words = ["ord_"]\n[check.levels]\nsize = "ignore"\n',
    ],
)
def test_it_is_read(tmp_path: Path, table: str) -> None:
    assert read(tmp_path, table) == CheckSpec({"size": "ignore"}, ("ord_",))


def test_a_pack_may_do_without(tmp_path: Path) -> None:
    assert read(tmp_path, "") == CheckSpec()


@pytest.mark.parametrize(
    ("table", "line", "words"),
    [
        ("[check]\n\nlevels = 3\n", 5, "'levels' is not a table"),
        ("[check]\nlevels = { size = 3 }\n", 4, "the level of 'size' is not text"),
        ('[check]\ncode_words = "ord_"\n', 4, "'code_words' is not a list of texts"),
        ('[check]\ncode_words = ["ord_", " "]\n', 4, "holds an empty word"),
        ("[check]\nstrict = true\n", 4, "the key 'strict' is not known"),
    ],
)
def test_what_does_not_fit_is_said_with_its_line(tmp_path: Path, table: str, line: int, words: str) -> None:
    with pytest.raises(PackError, match=words) as raised:
        read(tmp_path, table)
    assert (raised.value.file, raised.value.line) == ("manual/pack.toml", line)
    assert raised.value.kind == "unreadable"
