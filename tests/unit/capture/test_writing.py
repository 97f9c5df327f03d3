"""A run changes only the files that must change."""

import subprocess
import sys
from pathlib import Path

import pytest

from overlay.capture.images import Picture
from overlay.capture.shots import Padding, Shot, Target, ZoneSpec
from overlay.capture.taking import Taken
from overlay.capture.writing import write_run
from overlay.content.catalogue import read_catalogue
from overlay.core.manual import Box, Zone, ZoneKind


def shot(shot_id: str) -> Shot:
    zone = ZoneSpec("new", Target("button", "New"), ZoneKind.CLICK)
    words = ("area", "orders", "employee", "/orders?status=open", "The list", "Someone asks", "new", (zone,))
    return Shot(shot_id, *words, padding=Padding(0, 0, 0, 0))


def taken(shot_id: str, data: bytes = b"picture") -> Taken:
    zone = Zone("new", "button", "New", ZoneKind.CLICK, Box(0.1, 0.1, 0.2, 0.2))
    return Taken(shot(shot_id), Picture(data, 400, 200), {"new": zone})


def stamps(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}


def run(folder: Path, *pictures: Taken, build: str = "1", shots: tuple[str, ...] = ("a", "b")) -> tuple[str, ...]:
    old = read_catalogue(folder, folder)
    return write_run(folder, pictures, [shot(s) for s in shots], old, locale="en", build=build).changed


def test_a_second_run_writes_nothing(tmp_path: Path) -> None:
    assert run(tmp_path, taken("a"), taken("b")) == ("a.webp", "b.webp", "screenshots.json")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    pictures = {name: stamp for name, stamp in stamps(tmp_path).items() if name.endswith(".webp")}
    assert run(tmp_path, taken("a"), taken("b"), build="2") == (), "a new build alone changes no picture"
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert {name: stamp for name, stamp in stamps(tmp_path).items() if name.endswith(".webp")} == pictures


def test_a_run_of_one_area_keeps_the_others(tmp_path: Path) -> None:
    run(tmp_path, taken("a"), taken("b"))
    assert run(tmp_path, taken("b", b"new"), build="2") == ("b.webp", "screenshots.json")
    entries = {entry.id: entry for entry in read_catalogue(tmp_path, tmp_path)}
    assert (entries["a"].app_build, entries["b"].app_build) == ("1", "2")
    assert entries["b"].route == "/orders"


def test_what_nobody_describes_any_more_goes(tmp_path: Path) -> None:
    run(tmp_path, taken("a"), taken("b"))
    (tmp_path / "holiday.webp").write_bytes(b"mine")
    run(tmp_path, taken("a"), shots=("a",))
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == ["a.webp", "holiday.webp", "screenshots.json"], "a file that was never listed is not ours to remove"
    assert [entry.id for entry in read_catalogue(tmp_path, tmp_path)] == ["a"]


FULL = """
import resource, sys
from pathlib import Path
from overlay.core.errors import OutsideError
from test_writing import run, taken
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    run(Path(sys.argv[1]), taken("a", b"x" * 2000), taken("b"))
except OutsideError as problem:
    print(problem)
"""


@pytest.mark.parametrize(("room", "file"), [(1000, "a.webp"), (500, "screenshots.json")])
def test_a_full_disk_costs_nothing_that_was_there(tmp_path: Path, room: int, file: str) -> None:
    run(tmp_path, taken("a", b"y" * 100 if room == 1000 else b"x" * 2000), taken("b"))
    if room == 500:
        (tmp_path / "b.webp").write_bytes(b"other")  # so that the catalogue alone is too large
    before = (tmp_path / file).read_bytes()
    command = [sys.executable, "-c", FULL, str(tmp_path), str(room)]
    said = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=True).stdout
    assert "cannot be written: File too large" in said
    assert (tmp_path / file).read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".part")] == []
