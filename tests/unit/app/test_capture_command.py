"""`fescue capture` on the command line: what does not fit is refused in a line, or every line that is wrong is told."""

import shutil
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring

from overlay.cli import main
from overlay.core.resources import bundled_pack

LOGIN = ["capture", "login"]


@pytest.fixture(autouse=True)
def _no_keyring():
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeyring())
    yield
    keyring.set_keyring(before)


@pytest.mark.parametrize(
    ("words", "code", "saying"),
    [
        (LOGIN, 2, "say whose session it is: fescue capture login --role employee"),
        (["capture", "logout"], 2, "fescue capture logout --role employee"),
        ([*LOGIN, "--role", "boss"], 2, "the pack has no role 'boss'; it has: employee,"),
        ([*LOGIN, "--role", "employee", "--origin", "junk"], 2, "'junk' is not an origin"),
        ([*LOGIN, "--role", "employee"], 3, "this system has no keyring"),
        (["capture", "logout", "--role", "employee"], 3, "this system has no keyring"),
        (["capture", "--origin", "https://erp.example.com/app"], 2, "is not an origin"),
        (["capture", "--area", "nothing"], 2, "the pack has the areas admin,"),
        (["capture", "--sheet", "a.txt"], 2, "names neither a page nor a picture"),
        (["capture", "--sheet", "new/a.html"], 2, "the folder new is not there"),
        (["capture", "--sheet", "new/a.png"], 2, "the folder new is not there"),
        (["capture", "--origin", "https://erp.example.com"], 2, "does not say what is redacted"),
        (["capture", "--origin", "http://127.0.0.1:8765", "--area", "home"], 3, "this system has no keyring"),
    ],
)
def test_words_that_do_not_fit(
    words: list[str],
    code: int,
    saying: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("fescue: ")
    assert saying in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_all_that_is_wrong_with_shots_is_told_before_anything_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("manual", "screenshots"):
        shutil.copytree(bundled_pack() / name, tmp_path / name)
    shots = tmp_path / "screenshots" / "shots"
    for file, old, new in (
        ("home.toml", 'role = "employee"', 'role = "boss"'),
        ("leave.toml", 'route = "/leave"', 'route = "/nowhere"'),
        ("reports.toml", "principal = ", "principle = "),
    ):
        text = (shots / file).read_text("utf-8")
        assert old in text
        (shots / file).write_text(text.replace(old, new, 1), "utf-8")
    assert main(["capture", "--pack", str(tmp_path), "--area", "goods"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines[-1] == f"{len(lines) - 1} problems in the shots; nothing was photographed."
    for words in ("no role 'boss'", "no screen at '/nowhere'", "'principal' is missing", "'principle' is not known"):
        assert sum(words in line for line in lines) == 1, lines
    assert all(line.startswith("fescue: screenshots/shots/") for line in lines[:-1])


def test_a_time_zone_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(bundled_pack() / "manual", tmp_path / "manual")
    with (tmp_path / "manual" / "pack.toml").open("a", encoding="utf-8") as file:
        file.write('\n[capture]\ntimezone = "Europe/Atlantis"\n')
    assert main(["capture", "login", "--role", "employee", "--pack", str(tmp_path)]) == 2
    assert "there is no time zone 'Europe/Atlantis'" in capsys.readouterr().err


def test_a_pack_without_shots_says_where_to_begin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(bundled_pack() / "manual", tmp_path / "manual")
    assert main(["capture", "--pack", str(tmp_path)]) == 2
    assert "Write the first in screenshots/shots/<area>.toml" in capsys.readouterr().err
