"""Words on the command line that do not fit are refused at once, in a line, and nothing is made."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from overlay.app.pictures import check_picture_file, whole_picture
from overlay.cli import main
from overlay.core.errors import OutsideError

QUESTION = "How do I request leave?"


@pytest.mark.parametrize(
    ("words", "saying"),
    [
        (["demo", "--headless-shot", "a.txt"], "does not name a PNG picture"),
        (["demo", "--headless-shot", "picture"], "does not name a PNG picture"),
        (["demo", "--headless-shot", "new/a.png"], "the folder new is not there"),
        (["demo", "--headless-shot", "a.png", "--ask", ""], "the question is empty"),
        (["demo", "--headless-shot", "a.png", "--ask", " \n"], "the question is empty"),
        (["ask", QUESTION, "--png", "x.jpg"], "does not name a PNG picture"),
        (["ask", QUESTION, "--png", "new/x.png"], "the folder new is not there"),
        (["ask", ""], "the question is empty"),
        (["ask", QUESTION, "--origin", "junk"], "'junk' is not an origin"),
        (["ask", QUESTION, "--origin", ""], "'' is not an origin"),
        (["ask", QUESTION, "--origin", "https://erp.example/app"], "is not an origin"),
        (["ask", QUESTION, "--role", "boss"], "no role 'boss'; it has: employee,"),
        (["ask", QUESTION, "--role", ""], "no role ''; it has: employee,"),
        (["run", "--origin", "junk"], "'junk' is not an origin"),
        (["run", "--role", "boss"], "no role 'boss'; it has: employee,"),
        (["run", "--role", ""], "no role ''; it has: employee,"),
    ],
)
def test_words_that_do_not_fit(
    words: list[str],
    saying: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("fescue: ")
    assert saying in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_an_origin_may_end_with_a_slash(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", QUESTION, "--origin", "http://127.0.0.1:8741/"]) == 0
    assert "http://127.0.0.1:8741/leave" in capsys.readouterr().out


def test_a_folder_is_no_picture(tmp_path: Path) -> None:
    (tmp_path / "a.png").mkdir()
    with pytest.raises(OutsideError, match="cannot be written"):
        check_picture_file(tmp_path / "a.png")


def test_a_picture_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    with whole_picture(file) as part:
        Image.new("RGB", (4, 4)).save(part)
        assert not file.exists()
    before = file.read_bytes()
    with pytest.raises(OutsideError, match="ends too soon"), whole_picture(file) as part:
        part.write_bytes(before[:-1])
    with pytest.raises(OutsideError, match="No such file"), whole_picture(file):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]
    assert file.read_bytes() == before


def test_on_a_full_disk_no_part_of_a_picture_is_left(tmp_path: Path) -> None:
    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    done = subprocess.run(
        [sys.executable, "-m", "overlay", "ask", QUESTION, "--png", str(tmp_path / "a.png")],
        preexec_fn=fill,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert "cannot be written" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_signing_out_says_when_nobody_was_signed_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["sign-out"]) == 0
    assert capsys.readouterr().out == "Nobody was signed in to Linden; nothing was changed.\n"
    assert list(tmp_path.iterdir()) == []
