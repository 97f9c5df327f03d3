"""The demo's folder: gone in the end, also after a demo that was killed."""

import signal
import subprocess
import sys
from pathlib import Path

from overlay.app.demo_folder import PREFIX, clear_abandoned, demo_folder

SCRIPT = """
import sys
from pathlib import Path
from overlay.app.demo_folder import demo_folder
with demo_folder(Path(sys.argv[1])) as folder:
    (folder / "linden.db").write_text("x")
    print(folder, flush=True)
    sys.stdin.read()
"""


def demos(place: Path) -> list[Path]:
    return sorted(place.glob("*"))


def test_it_is_gone_in_the_end(tmp_path: Path) -> None:
    with demo_folder(tmp_path) as folder:
        (folder / "profile").mkdir()
        assert demos(tmp_path) == [folder]
    assert demos(tmp_path) == []


def test_what_a_killed_demo_left_is_cleared_and_what_a_living_one_has_is_not(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout
        left = Path(running.stdout.readline().strip())
        clear_abandoned(tmp_path)
        assert (left / "linden.db").exists()
        running.send_signal(signal.SIGKILL)
        running.wait()
        assert left.exists()
        with demo_folder(tmp_path) as folder:
            assert demos(tmp_path) == [folder]


def test_what_is_not_a_demos_stays(tmp_path: Path) -> None:
    other = tmp_path / f"{PREFIX}without-a-lock"
    other.mkdir()
    elsewhere = tmp_path / "precious"
    elsewhere.mkdir()
    (elsewhere / "owner.lock").touch()
    (tmp_path / f"{PREFIX}link").symlink_to(elsewhere)
    clear_abandoned(tmp_path)
    assert other.exists()
    assert elsewhere.exists()
