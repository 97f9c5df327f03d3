"""An app that is not the demo, photographed under a session: what it reads, what is stopped, what is told."""

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from guarded_site import READS_BY_POST, REDACT, GuardedSite, guarded, shot, write_pack
from PIL import Image

from overlay.app.capture_sheets import write_sheet
from overlay.app.photo_settings import photo_settings
from overlay.capture.browser import Sessions
from overlay.capture.problems import Trouble
from overlay.capture.runner import Run, run_shots
from overlay.capture.sessions import Session
from overlay.capture.sheet_drawing import A_PAGE
from overlay.capture.shot_files import read_shots
from overlay.capture.taking import Taken, first_picture
from overlay.content.pack_file import read_pack_file

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]
FIND = """steps = [{ click = { role = "button", name = "Find" } }, { wait = { text = "three orders found" } }]"""
SAVE = """steps = [{ click = { role = "button", name = "New order" } }]"""


class Kept:
    """The site, for somebody whose session was kept."""

    build = ""

    def __init__(self, site: GuardedSite) -> None:
        self.origin = site.origin
        site.sessions.add("kept")

    def sign_in(self, role: str) -> Session:
        cookie = {"name": "sid", "value": "kept", "domain": "127.0.0.1", "path": "/", "expires": -1}
        more = {"httpOnly": True, "secure": False, "sameSite": "Lax"}
        return Session(self.origin, role, {"cookies": [cookie | more], "origins": []})

    def digest(self) -> str | None:
        return None


@pytest.fixture
def site() -> Iterator[GuardedSite]:
    with guarded() as running:
        yield running


def photograph(site: GuardedSite, folder: Path, *shots: str, pack: str = READS_BY_POST) -> Run:
    root = write_pack(folder, site.origin, *shots, pack=pack)
    return run_shots(Kept(site), read_shots(root), replace(photo_settings(read_pack_file(root)), seconds=3))


def test_a_step_that_reads_by_post_works_when_the_pack_says_so(site: GuardedSite, tmp_path: Path) -> None:
    run = photograph(site, tmp_path, shot("orders-found", FIND + "\n" + REDACT))
    assert run.problems == ()
    assert site.sent == ["/api/search"]
    assert set(run.stopped) == {"POST /api/visit", "POST /api/counts", "WebSocket /live"}
    assert set(run.seconds) == {"orders-found"}


def test_without_that_it_is_stopped_and_told(site: GuardedSite, tmp_path: Path) -> None:
    pack = READS_BY_POST.replace("/api/search", "/api/other")
    shots = shot("orders-found", FIND + "\n" + REDACT), shot("orders-saved", SAVE + "\n" + REDACT)
    run = photograph(site, tmp_path, *shots, pack=pack)
    assert site.sent == []
    assert run.taken == ()
    by_shot = {problem.shot.id: problem for problem in run.problems}
    assert "POST /api/search" in by_shot["orders-found"].words
    assert by_shot["orders-saved"].trouble is Trouble.SENDING
    assert "POST /api/save" in by_shot["orders-saved"].words
    assert "'reads_by_post' in [capture] of manual/pack.toml" in by_shot["orders-saved"].words
    assert run.stopped["POST /api/search"] == 1


def test_a_route_that_leads_elsewhere_is_not_taken_for_a_session_that_is_over(
    site: GuardedSite, tmp_path: Path
) -> None:
    pack = READS_BY_POST.replace("[[roles]]", '[[screens]]\nid = "top"\nroute = "/"\ntitle = "Top"\n\n[[roles]]')
    run = photograph(site, tmp_path, shot("a-top", route="/"), shot("orders-list"), pack=pack)
    (problem,) = run.problems
    assert problem.trouble is Trouble.ELSEWHERE
    assert "the app opens /orders instead. May 'clerk' open it? If the session is over, run" in problem.words
    assert [taken.shot.id for taken in run.taken] == ["orders-list"]


def test_a_first_picture_needs_no_shot(site: GuardedSite, tmp_path: Path) -> None:
    settings = photo_settings(read_pack_file(write_pack(tmp_path, site.origin)))
    with Sessions(Kept(site), settings) as sessions:
        picture = first_picture(sessions.page("clerk"), site.origin, "/orders", settings)
    assert (picture.width, picture.height) == (settings.width, settings.height)
    assert site.sent == []


def test_many_pictures_make_several_png_pages(site: GuardedSite, tmp_path: Path) -> None:
    (one,) = photograph(site, tmp_path, shot("orders-list")).taken
    many = [Taken(one.shot, one.picture, one.zones)] * (A_PAGE + 1)
    files = write_sheet(tmp_path / "sheet.png", many, "Screenshots of Orders")
    assert [file.name for file in files] == ["sheet-1.png", "sheet-2.png"]
    sizes = []
    for file in files:
        with Image.open(io.BytesIO(file.read_bytes())) as image:
            sizes.append(image.size)
    assert sizes[0][0] == sizes[1][0]
    assert sizes[1][1] < sizes[0][1] < 16_384
    (single,) = write_sheet(tmp_path / "sheet.html", many, "Screenshots of Orders")
    assert single.read_text("utf-8").count("<figure>") == A_PAGE + 1
