"""Shots are checked before a browser starts, with the file and line of what is wrong."""

from pathlib import Path

import pytest

from overlay.capture.shot_files import read_shot_files, read_shots
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


def test_all_that_is_wrong_in_all_files_is_told_at_once(tmp_path: Path) -> None:
    first = SHOT.replace('section = "leave"\n', "").replace('click = { role = "button"', 'click = { role = "knob"')
    write(tmp_path, first.replace('principal = "new"', 'principal = "news"') + "padding = 999\n", "first.toml")
    write(tmp_path, "[[shots]]\nid = \n", "second.toml")
    fine, wrong = SHOT.replace("leave-overview", "fine"), SHOT.replace('"leave-overview"', '"Wrong Id"')
    write(tmp_path, fine + "\n" + wrong + "\nshows_what = 1\n", "third.toml")
    found = read_shot_files(tmp_path)
    assert [shot.id for shot in found.shots] == ["fine"]
    told = [(Path(p.file).stem, p.line, str(p).partition("': ")[2]) for p in found.problems]
    assert [(file, line) for file, line, _ in told] == [
        ("first", 1),
        ("first", 7),
        ("first", 8),
        ("first", 11),
        ("second", 2),
        ("third", 14),
        ("third", 25),
    ], told
    for (_, _, said), words in zip(
        told, ("'section' is missing", "'news' is not among", "'knob' is not known", "999 does not fit"), strict=False
    ):
        assert words in said


@pytest.mark.parametrize(
    ("redact", "expected"),
    [
        ("", None),
        ("redact = []", ()),
        ('redact = { role = "cell", name = "Vera" }', (Target("cell", "Vera"),)),
        ("redact = [{ pattern = '[a-z]+@' }]", (Target(pattern="[a-z]+@"),)),
        (
            'redact = [{ pattern = \'V\', nth = 1, within = { role = "row", begins = "A" } }]',
            (Target(pattern="V", nth=1, within=Target("row", begins="A")),),
        ),
    ],
)
def test_what_is_redacted_is_read(tmp_path: Path, redact: str, expected: tuple[Target, ...] | None) -> None:
    (shot,) = read_shots(write(tmp_path, f"{SHOT}{redact}\n"))
    assert shot.redact == expected


@pytest.mark.parametrize(
    ("redact", "words"),
    [
        ("[{ pattern = '[' }]", "cannot be read"),
        ("[{ pattern = 'a*' }]", "matches nothing at all as well"),
        ("[{ pattern = 'a', name = 'b' }]", "the key 'name' is not known"),
        ("[{ pattern = 4 }]", "is not text"),
        ("[{ rolle = 'cell' }]", "the key 'rolle' is not known"),
        ("'Vera'", "is not a table"),
    ],
)
def test_what_is_wrong_about_redaction_is_named(tmp_path: Path, redact: str, words: str) -> None:
    (problem,) = read_shot_files(write(tmp_path, f"{SHOT}redact = {redact}\n")).problems
    assert words in str(problem)
    assert problem.line == 12


def test_a_pattern_is_for_redaction_alone(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="the key 'pattern' is not known"):
        read_shots(write(tmp_path, SHOT + "crop = { pattern = 'a' }\n"))


def test_more_than_three_pictures_of_one_state_are_refused(tmp_path: Path) -> None:
    def named(number: int, old: str = "", new: str = "") -> str:
        return SHOT.replace("leave-overview", f"shot-{number}").replace(old or "\0", new)

    different = named(4, "?year=2026", "?year=2027"), named(5, '"employee"', '"manager"'), named(6, "click", "wait")
    found = read_shot_files(write(tmp_path, "\n".join([named(1), named(2), named(3), *different])))
    assert found.problems == ()
    found = read_shot_files(write(tmp_path, "\n".join([named(1), named(2), named(3), *different, named(7)])))
    (problem,) = found.problems
    assert "'shot-7' is picture number 4 of one state of /leave?year=2026" in str(problem)
    assert problem.line == 6 * 12 + 1


def test_the_demo_packs_shots_are_fine() -> None:
    shots = read_shots(bundled_pack())
    assert len(shots) >= 24
    assert {shot.role for shot in shots} == {"employee", "manager", "warehouse", "admin"}
    assert len({shot.path for shot in shots}) >= 25
