"""Shots are checked before a browser starts, with the file and line of what is wrong."""

from pathlib import Path

import pytest

from overlay.capture.shot_files import read_shots
from overlay.capture.shots import Choose, Click, Fill, Padding, Press, Target, Wait
from overlay.core.errors import PackError
from overlay.core.manual import ZoneKind
from overlay.core.resources import bundled_pack

SHOT = """[[shots]]
id = "leave-overview"
section = "leave"
role = "employee"
route = "/leave?year=2026"
shows = "The list"
when = "Someone asks"
principal = "new"
steps = [{ click = { role = "button", name = "New" } }, { press = "Escape" }]
zones.new = { role = "button", name = "New" }
zones.note = { role = "textbox", name = "Note", within = { role = "dialog", name = "Ask" } }
"""


def write(folder: Path, text: str, name: str = "leave.toml") -> Path:
    shots = folder / "screenshots" / "shots"
    shots.mkdir(parents=True, exist_ok=True)
    (shots / name).write_text(text, "utf-8")
    return folder


def test_a_shot_is_read(tmp_path: Path) -> None:
    (shot,) = read_shots(write(tmp_path, SHOT))
    assert (shot.area, shot.path, shot.line) == ("leave", "/leave", 1)
    assert shot.steps == (Click(Target("button", "New")), Press())
    assert [zone.kind for zone in shot.zones] == [ZoneKind.CLICK, ZoneKind.EDIT]
    assert shot.zones[1].target.within == Target("dialog", "Ask")
    assert shot.crop == tuple(zone.target for zone in shot.zones), "without a crop, the picture is cut around its zones"


def test_every_step_of_the_vocabulary_is_read(tmp_path: Path) -> None:
    steps = """[{ fill = { role = "textbox", name = "Note", text = "Hi" } },
  { choose = { role = "combobox", name = "Type", option = "Annual" } }, { wait = { text = "Done", nth = 0 } }]"""
    (shot,) = read_shots(
        write(tmp_path, SHOT.replace('[{ click = { role = "button", name = "New" } }, { press = "Escape" }]', steps))
    )
    assert shot.steps == (
        Fill(Target("textbox", "Note"), "Hi"),
        Choose(Target("combobox", "Type"), "Annual"),
        Wait(Target(text="Done", nth=0)),
    )


def test_a_dialog_is_cut_without_what_it_hides(tmp_path: Path) -> None:
    text = SHOT + 'within = { role = "dialog", name = "Ask" }\n'
    (shot,) = read_shots(write(tmp_path, text))
    assert shot.crop == (Target("dialog", "Ask"),)
    assert shot.padding == Padding(0, 0, 0, 0)
    assert shot.zones[0].target.within == Target("dialog", "Ask")
    (four,) = read_shots(write(tmp_path, text + "padding = [1, 2, 3, 4]\n"))
    assert four.padding == Padding(1, 2, 3, 4)


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('id = "leave-overview"', 'id = "Leave Overview"', 2, "not lower-case"),
        ('section = "leave"\n', "", 1, "'section' is missing"),
        ('role = "employee"', "role = 4", 4, "'role' is not text"),
        ("/leave?year", "leave?year", 5, "does not start with '/'"),
        ('when = "Someone asks"', 'whan = "Someone asks"', 1, "'when' is missing"),
        ('when = "Someone asks"', 'when = "Someone asks"\nwhan = 1', 8, "the key 'whan' is not known"),
        ('principal = "new"', 'principal = "news"', 8, "not among its zones"),
        ("click", "press_hard", 9, "step 1 is press_hard"),
        ('press = "Escape"', 'press = "Enter"', 9, "step 2 presses 'Enter'"),
        ('{ press = "Escape" }', '{ fill = { role = "textbox", name = "Note" } }', 9, "no 'text'"),
        ('{ press = "Escape" }', '{ wait = { role = "buton", name = "New" } }', 9, "the role 'buton' is not known"),
        ('{ press = "Escape" }', '{ wait = { name = "New" } }', 9, "has not one of 'role' and 'text'"),
        ('zones.new = { role = "button"', 'zones.new = { rolle = "button"', 10, "the key 'rolle' is not known"),
        ('zones.new = { role = "button", name = "New" }', 'zones.new = { role = "button" }', 10, "has no name"),
        ('name = "New" }\nzones.note', 'name = "New", kind = "x" }\nzones.note', 10, "has the kind 'x'"),
        ('name = "New" }\nzones.note', 'name = "New", nth = -1 }\nzones.note', 10, "not a whole number"),
        ("zones.note", "padding = 999\nzones.note", 11, "the padding 999 does not fit"),
        ("zones.note", "padding = [1, 2]\nzones.note", 11, "does not fit"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path: Path, old: str, new: str, line: int, words: str) -> None:
    assert old in SHOT
    with pytest.raises(PackError) as caught:
        read_shots(write(tmp_path, SHOT.replace(old, new, 1)))
    assert caught.value.file == "screenshots/shots/leave.toml"
    assert words in str(caught.value)
    assert caught.value.line == line


def test_an_id_is_used_once_in_all_files(tmp_path: Path) -> None:
    write(tmp_path, SHOT)
    with pytest.raises(PackError, match=r"also used in screenshots/shots/leave.toml:1"):
        read_shots(write(tmp_path, "\n" + SHOT, "second.toml"))


def test_the_demo_packs_shots_are_fine() -> None:
    shots = read_shots(bundled_pack())
    assert len(shots) >= 24
    assert {shot.role for shot in shots} == {"employee", "manager", "warehouse", "admin"}
    assert len({shot.path for shot in shots}) >= 25
