"""The app moved on: `fescue check --live` names the new page for each role, and the label that is no longer there."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from changed_linden import serve_changed

from overlay.core.resources import bundled_pack

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]
PACK = bundled_pack()
MENU_LEAVE = re.compile(r'<a href="/leave"')
WITH_LEAVE = ("employee", "manager", "admin")


def another_version(page: str) -> str:
    """Whoever has Leave in the menu gets a page of surveys, and a button has another name."""
    page = MENU_LEAVE.sub('<a href="/surveys">Surveys</a><a href="/leave"', page)
    return page.replace("Add correction", "Correct a day")


def lines_with(label: str) -> list[tuple[str, int]]:
    files = sorted((PACK / "manual" / "sections").glob("*.md"))
    rows = ((f, n, row) for f in files for n, row in enumerate(f.read_text("utf-8").split("\n"), 1))
    return [(f"manual/sections/{f.name}", n) for f, n, row in rows if f"**«{label}»**" in row]


def role_line(role: str) -> int:
    text = (PACK / "manual" / "pack.toml").read_text("utf-8")
    return text[: text.index(f'[[roles]]\nid = "{role}"')].count("\n") + 2


def test_a_new_page_and_a_renamed_button(tmp_path: Path) -> None:
    with serve_changed(tmp_path, another_version) as (origin, links):
        keys = {f"FESCUE_SIGN_IN_{role.upper()}": link for role, link in links.items()}
        done = subprocess.run(
            [sys.executable, "-m", "overlay", "check", "--pack", str(PACK), "--live", origin, "--json"],
            env=os.environ | keys,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert "reading the app: 1/" in done.stderr
    found = json.loads(done.stdout)["problems"]
    menus = [(p["file"], p["line"], p["kind"]) for p in found if "/surveys" in p["message"]]
    assert menus == [("manual/pack.toml", role_line(role), "menu") for role in WITH_LEAVE]
    assert [f"'{role}'" in p["message"] for role, p in zip(WITH_LEAVE, found, strict=False)] == [True] * 3
    labels = [(p["file"], p["line"]) for p in found if p["kind"] == "label" and "'Add correction'" in p["message"]]
    assert labels == lines_with("Add correction") != []
    assert len(found) == len(menus) + len(labels), found
