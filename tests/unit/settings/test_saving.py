"""Saving one setting in a file that people write by hand."""

import tomllib
from pathlib import Path

import pytest

from overlay.core.errors import SettingsError
from overlay.settings.resolve import load_settings
from overlay.settings.writing import save_setting

OWN = """# My settings
provider = "openai"   # the fast one
text_size = 90  # was 100

[headers]
text_size = "of the header"
"""


def test_a_new_file_is_made_and_read_back(tmp_path: Path) -> None:
    file = tmp_path / "config" / "config.toml"
    save_setting(file, "text_size", "125")
    assert file.read_text() == "text_size = 125\n"
    assert load_settings(tmp_path / "config", tmp_path, tmp_path).text("text_size") == "125"


def test_only_its_own_line_changes(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(OWN)
    save_setting(file, "text_size", "150")
    assert file.read_text() == OWN.replace("text_size = 90 ", "text_size = 150 ", 1)
    save_setting(file, "model", 'a "b" \\c')
    assert tomllib.loads(file.read_text())["model"] == 'a "b" \\c'
    assert file.read_text().endswith(OWN.replace("90", "150", 1))


@pytest.mark.parametrize(
    "before", ["[prices]\na = 'x'\n", "\ufeffprovider = 'offline'\r\n", "a = '''\ntext_size = 3\n'''\n"]
)
def test_what_else_stands_there_is_kept(tmp_path: Path, before: str) -> None:
    file = tmp_path / "config.toml"
    file.write_bytes(before.encode())
    old = tomllib.loads(before.lstrip("\ufeff"))
    try:
        save_setting(file, "text_size", "150")
    except SettingsError as problem:
        assert "Write it there yourself: text_size = 150" in str(problem)  # noqa: PT017  either is right
        assert file.read_bytes() == before.encode()
    else:
        assert tomllib.loads(file.read_text("utf-8-sig")) == old | {"text_size": 150}


def test_a_file_that_is_no_toml_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("provider = \n")
    with pytest.raises(SettingsError, match="Mend the file first"):
        save_setting(file, "text_size", "150")
    assert file.read_text() == "provider = \n"


def test_a_link_stays_one_and_rights_stay(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "fescue.toml"
    real.parent.mkdir()
    real.write_text('provider = "offline"\n')
    real.chmod(0o600)
    link = tmp_path / "config.toml"
    link.symlink_to(real)
    save_setting(link, "text_size", "80")
    assert link.is_symlink()
    assert "text_size = 80" in real.read_text()
    assert real.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in real.parent.iterdir()] == ["fescue.toml"]


def test_a_folder_in_the_way_is_said(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file")
    with pytest.raises(SettingsError, match="config"):
        save_setting(tmp_path / "config" / "config.toml", "text_size", "80")


@pytest.mark.parametrize("value", ["79", "201", "-1", "1.5", "big"])
def test_a_size_that_does_not_fit_is_refused(tmp_path: Path, value: str) -> None:
    with pytest.raises(SettingsError, match="80 to 200"):
        save_setting(tmp_path / "config.toml", "text_size", value)
    assert not (tmp_path / "config.toml").exists()


def test_the_file_may_hold_a_number_or_a_text(tmp_path: Path) -> None:
    for value, size in (("110", "110"), ('"110"', "110"), ("0", "0"), ("true", "0"), ("30", "0")):
        (tmp_path / "config.toml").write_text(f"text_size = {value}\n")
        assert load_settings(tmp_path, tmp_path, tmp_path).text("text_size") == size
