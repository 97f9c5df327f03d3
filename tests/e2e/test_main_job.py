"""The main job on real parts: ask, point, confirm, with a real browser, window manager, tray and app."""

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

from overlay.app.demo_server import DemoServer
from overlay.core.ports import Rect
from overlay.core.resources import bundled
from overlay.demo.database import database_digest
from overlay.desktop.companion_build import build_companion
from overlay.desktop.companion_install import HostPaths, install_host, profile_place
from overlay.desktop.paths import FescuePaths
from overlay.desktop.runtime import COMPANION_SOCKET
from overlay.desktop.x11_display import XDisplay
from overlay.storage.turn_log import SqliteTurnLog
from tests.e2e.rig import Desktop

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240)]
FRAME = Rect(60, 60, 1000, 800)
DEADLINE = 45.0


class PanelDriver:
    """The tray app in its own process, told what to do."""

    def __init__(self, desktop: Desktop, origin: str, token: str, paths: Path) -> None:
        script = Path(__file__).with_name("panel_driver.py")
        root = str(script.parents[2])
        self.process = subprocess.Popen(
            [sys.executable, str(script), origin, token, str(paths)],
            env=desktop.env | {"PYTHONPATH": root},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        assert self._next() == {"ready": True}

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put("")

    def _next(self) -> dict:
        line = self.lines.get(timeout=DEADLINE)
        assert line, f"the app ended: {self.process.stderr.read() if self.process.stderr else ''}"
        return json.loads(line)

    def tell(self, line: str) -> dict:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self._next()

    def until(self, holds, seconds: float = 20.0) -> dict:
        """Ask for facts until something holds of them; the app itself works on its events in between."""
        deadline = time.monotonic() + seconds
        while True:
            facts = self.tell("facts")
            if holds(facts):
                return facts
            assert time.monotonic() < deadline, facts

    def quit(self) -> tuple[int, str]:
        assert self.process.stdin
        self.process.stdin.write("quit\n")
        self.process.stdin.close()
        code = self.process.wait(20)
        said = self.process.stderr.read() if self.process.stderr else ""
        self.end()
        return code, said

    def end(self) -> None:
        """End the app, however the tests went, and give its pipes back."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(10)
        self.reader.join(10)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe:
                pipe.close()


class Job:
    """Everything the main job needs, running."""

    def __init__(self, folder: Path, desktop: Desktop, server: DemoServer) -> None:
        self.folder = folder
        self.desktop = desktop
        self.address = server.address
        self.paths = FescuePaths.under(folder / "fescue")
        profile = folder / "profile"
        build = build_companion(bundled("resources"), [self.address.origin], folder / "companion")
        socket = self.paths.runtime / COMPANION_SOCKET
        install_host(HostPaths(folder / "companion-host", (profile_place(profile),), socket), (build.chromium_id,))
        url = f"{self.address.sign_in['mara.lind']}?next=/leave"
        self.driver = PanelDriver(desktop, self.address.origin, self.address.tokens["mara.lind"], folder / "fescue")
        self.browser = desktop.chromium(profile, url, build.folder, FRAME, flags=("--remote-debugging-port=0",))
        self.port_file = profile / "DevToolsActivePort"

    def digest(self) -> str:
        return database_digest(self.address.database)

    def log(self) -> SqliteTurnLog:
        return SqliteTurnLog(self.paths.data / "turns.db", print)


@pytest.fixture(scope="module")
def job(tmp_path_factory: pytest.TempPathFactory, window_manager: str) -> Iterator[Job]:
    folder = tmp_path_factory.mktemp("job")
    with Desktop(folder, window_manager=window_manager) as desktop, DemoServer(database=folder / "linden.db") as server:
        job = Job(folder, desktop, server)
        try:
            yield job
        finally:
            job.driver.end()


@pytest.fixture(scope="module")
def page(job: Job) -> Iterator[Page]:
    deadline = time.monotonic() + DEADLINE
    while not job.port_file.exists() or not job.port_file.read_text():
        assert time.monotonic() < deadline, "Chromium did not start"
        os.sched_yield()
    port = job.port_file.read_text().split()[0]
    with sync_playwright() as playwright:
        browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        yield browser.contexts[0].pages[0]


def browser_frame(job: Job) -> Rect:
    display = XDisplay(job.desktop.display)
    try:
        window = next(w for w in display.windows() if "hromium" in w.title)
        frame = display.frame(window.id)
        assert frame
        return frame
    finally:
        display.close()


def test_1_the_panel_docks_beside_the_browser(job: Job) -> None:
    job.driver.tell("screen")
    facts = job.driver.until(lambda f: f["docked"])
    frame = browser_frame(job)
    assert facts["frame"][0] == frame.x + frame.width
    assert (facts["frame"][1], facts["frame"][3]) == (frame.y, frame.height)
    assert facts["tray"]
    assert not facts["focus"], "docking must not take the keyboard away"


def test_2_a_question_is_answered_with_steps_and_screenshots(job: Job) -> None:
    before = job.digest()
    facts = job.driver.tell("ask request leave from 2026-12-14 to 2026-12-18")
    assert facts["text"][0] == "1. Open Leave (People › Leave)."
    assert facts["text"][1] == "2. Press «Request leave»."
    assert "leave-overview" in facts["pictures"]
    assert "Review in Linden ↗" in facts["buttons"]
    assert job.digest() == before
    picture = job.folder / "docked.png"
    job.desktop.screenshot(picture)
    assert picture.stat().st_size > 50_000


def test_3_the_action_opens_the_dialog_prefilled_and_saves_nothing(job: Job, page: Page) -> None:
    before = job.digest()
    job.driver.tell("press Review in Linden ↗")
    dialog = page.get_by_role("dialog", name="Request leave")
    dialog.wait_for()
    assert dialog.get_by_label("From").input_value() == "2026-12-14"
    assert dialog.get_by_label("To", exact=True).input_value() == "2026-12-18"
    assert job.digest() == before


def test_4_only_the_person_saves(job: Job, page: Page) -> None:
    before = job.digest()
    page.get_by_role("dialog").get_by_role("button", name="Send request").click()
    page.get_by_role("status").filter(has_text="is waiting for approval").wait_for()
    assert job.digest() != before


def test_5_a_link_navigates_the_tab_and_the_panel_stays(job: Job, page: Page) -> None:
    page.goto(f"{job.address.origin}/expenses")
    job.driver.tell("link Leave")
    page.wait_for_url("**/leave")
    facts = job.driver.tell("facts")
    assert facts["visible"]
    assert facts["turns"] == 1


def test_6_the_panel_follows_the_window(job: Job) -> None:
    window = next(w for w in _windows(job) if "hromium" in w.title)
    _xdotool(job, "windowmove", str(window.id), "200", "120")
    facts = job.driver.until(lambda f: f["frame"][1] == browser_frame(job).y and f["frame"][1] > 100)
    frame = browser_frame(job)
    assert facts["frame"][0] == frame.x + frame.width
    _xdotool(job, "windowminimize", str(window.id))
    job.driver.until(lambda f: _hidden(job))
    _xdotool(job, "windowactivate", str(window.id))
    job.driver.until(lambda f: not _hidden(job))


# The browser is minimised, and the panel with it: whoever asks for the panel at the tray gets it all the same.
def test_6_the_tray_brings_it_back_from_behind_a_minimised_browser(job: Job) -> None:
    window = next(w for w in _windows(job) if "hromium" in w.title)
    _xdotool(job, "windowminimize", str(window.id))
    job.driver.until(lambda f: _hidden(job))
    job.driver.tell("open")
    job.driver.until(lambda f: not _hidden(job) and not f["minimised"])
    _xdotool(job, "windowactivate", str(window.id))
    job.driver.until(lambda f: browser_frame(job).x + browser_frame(job).width == f["frame"][0])


def test_7_closing_keeps_the_conversation_in_the_history(job: Job) -> None:
    job.driver.tell("begin clock in")
    job.driver.tell("close")
    facts = job.driver.until(lambda f: not f["visible"] and not f["busy"] and f["turns"] == 0)
    assert not facts["visible"]
    job.driver.until(lambda f: [t.turns for t in job.log().threads("mara.lind")] == [2])
    titles = [r.request.question.text for r in job.log().turns("mara.lind", job.log().threads("mara.lind")[0].id)]
    assert titles == ["request leave from 2026-12-14 to 2026-12-18", "clock in"]
    assert job.driver.tell("open")["visible"]


def test_8_quitting_is_clean(job: Job) -> None:
    code, said = job.driver.quit()
    assert (code, said) == (0, "")


def _windows(job: Job):
    display = XDisplay(job.desktop.display)
    try:
        return display.windows()
    finally:
        display.close()


def _hidden(job: Job) -> bool:
    """Whether the panel's window is minimised or unmapped along with the browser's."""
    display = XDisplay(job.desktop.display)
    try:
        panel = [w for w in display.windows() if w.title == "Fescue"]
        return not panel or display.minimised(panel[0].id)
    finally:
        display.close()


def _xdotool(job: Job, *words: str) -> None:
    subprocess.run(["xdotool", *words], env=job.desktop.env, check=True, timeout=20)
