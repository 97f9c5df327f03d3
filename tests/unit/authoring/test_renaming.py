"""A label is followed as a whole label, in every file that names it, and no other byte changes."""

import shutil
from pathlib import Path

import pytest

from overlay.app.authoring_rename import rename_label
from overlay.app.checks import check_pack_folder
from overlay.authoring.label_places import places_in
from overlay.authoring.renaming import rename
from overlay.authoring.replacing import replace_files
from overlay.core.errors import OutsideError, SettingsError

ROOT = Path(__file__).resolve().parents[3]
SECTION = (
    "---\r\nid: orders\r\ntitle: Save\r\nroutes: [/orders]\r\nsummary: Save and \xabSave\xbb orders.\r\naliases:\r\n  en:\r\n"
    "    - save an order -> Save\r\n---\r\n## How to\r\n\r\n### Save\r\n\r\n1. Press **\xabSave\xbb**, not **\xabSave as\xbb**.\r\n"
    "2. **Save** is no label here; `**\xabSave\xbb**` is code.\r\n\r\n```\r\n**\xabSave\xbb**\r\n```\r\n"
)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the demo's pack: its texts, and pictures as links."""
    root = tmp_path / "pack"
    shutil.copytree(ROOT / "manual", root / "manual")
    (root / "screenshots").mkdir()
    shutil.copytree(ROOT / "screenshots" / "shots", root / "screenshots" / "shots")
    shutil.copy(ROOT / "screenshots" / "screenshots.json", root / "screenshots")
    for picture in (ROOT / "screenshots").glob("*.webp"):
        (root / "screenshots" / picture.name).symlink_to(picture)
    return root


def contents(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*.*") if path.is_file()}


def test_only_whole_quoted_labels_of_a_section_change() -> None:
    file = "manual/sections/orders.md"
    renaming = rename({file: SECTION}, "Save", "Keep")
    changed = SECTION.replace("Press **\xabSave\xbb**", "Press **\xabKeep\xbb**").replace(
        "and \xabSave\xbb", "and \xabKeep\xbb"
    )
    assert renaming.texts == {file: changed}, "alias, heading, title, code and 'Save as' stay; so do line endings"
    assert [str(change) for change in renaming.changes] == [
        f"{file}:5: summary: Save and \xabKeep\xbb orders.",
        f"{file}:14: 1. Press **\xabKeep\xbb**, not **\xabSave as\xbb**.",
    ]


def test_the_heading_of_an_action_and_the_aliases_that_lead_there_follow_it() -> None:
    file = "manual/sections/orders.md"
    (text,) = rename({file: SECTION}, "Save", "Keep", {file}).texts.values()
    assert "### Keep\r\n" in text
    assert "- save an order -> Keep\r\n" in text
    assert "title: Save\r\n" in text


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        (
            "screenshots/shots/a.toml",
            (
                '# Save\nshows = "The button Save."\nzones.save = { role = "button", name = "Save" } # name = "Save"\n'
                'crop = [{ text = "Save" }, { role = "row", begins = "Save" }]\n'
                'steps = [{ fill = { role = "textbox", name = "Note", text = "Save" } }, '
                "{ choose = { role = 'combobox', name = 'Kind', option = 'Save' } }]\n"
            ),
            (
                '# Save\nshows = "The button Save."\nzones.save = { role = "button", name = "Keep" } # name = "Save"\n'
                'crop = [{ text = "Keep" }, { role = "row", begins = "Save" }]\n'
                'steps = [{ fill = { role = "textbox", name = "Note", text = "Save" } }, '
                "{ choose = { role = 'combobox', name = 'Kind', option = \"Keep\" } }]\n"
            ),
        ),
        (
            "manual/pack.toml",
            (
                'name = "Save"\n[[screens]]\ntitle = "Save"\n[[actions]]\nid = "save"\ntitle = "Save"\n'
                '[actions.fields]\nname = { type = "string", title = "Save" }\n'
            ),
            (
                'name = "Save"\n[[screens]]\ntitle = "Save"\n[[actions]]\nid = "save"\ntitle = "Keep"\n'
                '[actions.fields]\nname = { type = "string", title = "Keep" }\n'
            ),
        ),
        (
            "manual/entry-points.toml",
            '[save]\nlabel = "Save"\nprompt = "What does \xabSave\xbb do? Save"\n',
            '[save]\nlabel = "Keep"\nprompt = "What does \xabKeep\xbb do? Save"\n',
        ),
        (
            "manual/evals/clerk.toml",
            '[[cases]]\nquestion = "Save"\nlabels = ["Open", "Save"]\nno_labels = [\n  "Save", # Save\n]\n',
            '[[cases]]\nquestion = "Save"\nlabels = ["Open", "Keep"]\nno_labels = [\n  "Keep", # Save\n]\n',
        ),
        (
            "screenshots/screenshots.json",
            '[{"id": "a", "shows": "Save and \xabSave\xbb", "zones": {"save": {"label": "Save"}, "x": {"label": "Save as"}}}]',
            '[{"id": "a", "shows": "Save and \xabKeep\xbb", "zones": {"save": {"label": "Keep"}, "x": {"label": "Save as"}}}]',
        ),
    ],
)
def test_each_kind_of_file_names_labels_in_its_own_way(file: str, before: str, after: str) -> None:
    assert rename({file: before}, "Save", "Keep").texts == {file: after}


def test_a_label_with_quotation_marks_of_toml_is_read() -> None:
    text = 'zones.a = { role = "button", name = "Say \\"hi\\"" }\n'
    (place,) = [p for p in places_in("screenshots/shots/a.toml", text) if p.label.startswith("Say")]
    assert place.label == 'Say "hi"'


def test_the_demos_pack_still_passes_its_check(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(pack)
    assert rename_label(pack, "Request leave", "Ask for leave") == 0
    after = contents(pack)
    assert check_pack_folder(pack).problems == ()
    assert sorted(name for name in before if before[name] != after[name]) == [
        "manual/pack.toml",
        "manual/sections/leave.md",
        "screenshots/screenshots.json",
        "screenshots/shots/leave.toml",
    ]
    said = capsys.readouterr()
    assert "manual/sections/leave.md:93: 2. Press **\xabAsk for leave\xbb**." in said.out
    assert "take them anew" in said.err
    assert rename_label(pack, "Ask for leave", "Request leave") == 0
    assert contents(pack) == before, "back again, byte for byte"


def test_what_names_the_label_without_quotation_marks_is_told(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rename_label(pack, "Withdraw", "Take back") == 0
    told = capsys.readouterr().err
    listed = [line.strip() for line in told.splitlines() if line.startswith("  ")]
    assert "without quotation marks" in told
    assert listed
    for line in listed:
        file, number, words = line.split(":", 2)
        assert words.strip() == (pack / file).read_text("utf-8").splitlines()[int(number) - 1].strip()
        assert "Withdraw" in words
        assert "«Withdraw»" not in words


def test_a_dry_run_writes_nothing(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(pack)
    assert rename_label(pack, "Request leave", "Ask for leave", dry_run=True) == 0
    assert contents(pack) == before
    assert "nothing was written" in capsys.readouterr().err


def test_a_label_that_is_nowhere_names_the_nearest(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rename_label(pack, "Reqest leave", "Ask for leave") == 1
    assert "The nearest: \xabRequest leave\xbb" in capsys.readouterr().err


def test_two_labels_of_one_screen_never_become_one(pack: Path) -> None:
    before = contents(pack)
    with pytest.raises(SettingsError, match="has a label \xabCancel request\xbb already"):
        rename_label(pack, "Request leave", "Cancel request")
    assert contents(pack) == before
    for new in ("", " ", "a \xab b", "a*b", "Request leave"):
        with pytest.raises(SettingsError):
            rename_label(pack, "Request leave", new)


def test_nothing_is_written_unless_all_files_can_be(pack: Path) -> None:
    # A folder in the way of the last file's new text: whoever may write everywhere cannot write there either.
    (pack / "screenshots" / "shots" / ".leave.toml.fescue-part").mkdir()
    before = contents(pack)
    with pytest.raises(OutsideError, match="cannot be written"):
        rename_label(pack, "Request leave", "Ask for leave")
    assert contents(pack) == before
    assert not list(pack.rglob("*.md.fescue-part"))


def test_files_that_were_exchanged_already_are_put_back(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("old")
    (tmp_path / "b.txt").mkdir()
    with pytest.raises(OutsideError, match=r"b\.txt cannot be written"):
        replace_files(tmp_path, {"a.txt": "new", "b.txt": "new"})
    assert (tmp_path / "a.txt").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "b.txt"]


def test_a_new_name_that_breaks_the_check_is_refused(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(pack)
    assert rename_label(pack, "Request leave", "Open src/leave") == 1
    assert "is a name from code" in capsys.readouterr().err
    assert contents(pack) == before
