"""The demo app, photographed: the same bytes twice, nothing saved, and the checks against the running app."""

import json
import shutil
from pathlib import Path

import pytest

from overlay.app.captures import capture_pack
from overlay.app.checks import check_pack_folder
from overlay.capture.shot_files import read_shots
from overlay.core.errors import SettingsError
from overlay.core.resources import bundled_pack

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]
PACK = bundled_pack()


def copied(folder: Path) -> Path:
    for name in ("manual", "screenshots"):
        shutil.copytree(PACK / name, folder / name)
    return folder


def test_two_runs_give_the_same_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = tmp_path / "sheet.html"
    code = capture_pack(PACK, area="leave", out=tmp_path / "out", twice=True, sheet=sheet)
    said = capsys.readouterr().err
    assert code == 0, said
    count = sum(shot.area == "leave" for shot in read_shots(PACK))
    assert f"{count} pictures taken twice: no byte differs" in said
    assert f"1/{count} " in said
    entries = json.loads((tmp_path / "out" / "screenshots.json").read_text("utf-8"))
    assert len(entries) == count >= 10
    dialog = next(e for e in entries if e["id"] == "leave-request-dialog")
    assert dialog["zones"]["send-request"]["label"] == "Send request"
    assert dialog["zones"]["from"]["kind"] == "e"
    assert sheet.read_text("utf-8").count("<figure>") == count


def test_a_renamed_button_fails_its_shot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack = copied(tmp_path)
    shots = pack / "screenshots" / "shots" / "admin.toml"
    shots.write_text(
        shots.read_text("utf-8").replace('name = "Edit profile" }\n', 'name = "Change profile" }\n', 1), "utf-8"
    )
    assert capture_pack(pack, area="admin", role="employee") == 1
    said = capsys.readouterr().err
    assert "screenshots/shots/admin.toml" in said
    assert "'profile-overview' at /profile: button \"Change profile\" is not there" in said


def test_a_pack_of_real_data_is_refused(tmp_path: Path) -> None:
    pack = copied(tmp_path)
    file = pack / "manual" / "pack.toml"
    file.write_text(file.read_text("utf-8").replace("demo_data = true", "demo_data = false"), "utf-8")
    with pytest.raises(SettingsError, match="Only invented data may be photographed"):
        capture_pack(pack)


def test_an_area_that_is_not_there_is_said() -> None:
    with pytest.raises(SettingsError, match="the pack has the areas admin, attendance"):
        capture_pack(PACK, area="nothing")


@pytest.mark.timeout(600)
def test_the_manual_agrees_with_the_running_demo() -> None:
    report = check_pack_folder(PACK, live="demo")
    assert report.passes(strict=True), report.as_text()
    assert "compared with the running app" in report.summary
