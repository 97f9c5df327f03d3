"""Somebody else's app: signing in at a real window, and pictures in which nothing real is left."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from file_keyring import VARIABLE
from guarded_site import PACK, GuardedSite, guarded, shot, write_pack

from overlay.desktop.virtual import VirtualDesktop

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180)]
ROOT = Path(__file__).resolve().parents[3]


@dataclass
class Desk:
    """A desktop with a keyring, and the site."""

    site: GuardedSite
    env: dict[str, str]
    folder: Path

    def start(self, *words: str, **env: str | None) -> "subprocess.Popen[str]":
        full = {key: value for key, value in (self.env | env).items() if value is not None}
        return subprocess.Popen(
            [sys.executable, "-m", "overlay", "capture", *words],
            cwd=ROOT,
            env=full,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, *words: str, **env: str | None) -> tuple[int, str]:
        process = self.start(*words, **env)
        said, _ = process.communicate(timeout=120)
        return process.returncode, said

    def press(self, *what: str) -> None:
        """Press keys where the keyboard is: in the browser's window, once the site has seen that."""
        subprocess.run(["xdotool", *what], env=self.env, check=True, timeout=30, capture_output=True)

    def sign_in(self, pack: Path | None, *end: str) -> tuple[int, str]:
        """Sign in at the window, and end with Enter at the terminal, or with keys at the window."""
        for event in (self.site.ready, self.site.signed_in):
            event.clear()
        where = ("--pack", str(pack)) if pack else ("--origin", self.site.origin)
        process = self.start("login", "--role", "clerk", *where)
        assert process.stdout is not None
        first = process.stdout.readline() + process.stdout.readline()
        assert "press Enter here or close the window" in first, first + process.stdout.read()
        assert self.site.ready.wait(30), "the keyboard belongs to the page, not to the address field"
        self.press("type", "sesame")
        self.press("key", "Return")
        assert self.site.signed_in.wait(30)
        if end:
            self.press(*end)
            said, _ = process.communicate(timeout=60)
        else:
            said, _ = process.communicate("\n", timeout=60)
        return process.returncode, first + said

    @property
    def kept(self) -> dict[str, str]:
        file = self.folder / "keyring.json"
        return json.loads(file.read_text("utf-8")) if file.exists() else {}


@pytest.fixture(scope="module")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VirtualDesktop]:
    with VirtualDesktop(tmp_path_factory.mktemp("desktop"), tray=False) as running:
        yield running


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give each test a folder with a short name: Chromium keeps a socket in it, and a socket's path has 107 letters."""
    return tmp_path_factory.mktemp("s")


@pytest.fixture
def desk(desktop: VirtualDesktop, tmp_path: Path) -> Iterator[Desk]:
    keyring = {"PYTHON_KEYRING_BACKEND": "file_keyring.FileKeyring", VARIABLE: str(tmp_path / "keyring.json")}
    path = {"PYTHONPATH": str(Path(__file__).parent), "HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
    with guarded() as site:
        yield Desk(site, desktop.env | keyring | path, tmp_path)


def test_a_session_is_kept_used_over_and_forgotten(desk: Desk, tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "pack", desk.site.origin, shot("orders-list"), shot("orders-top"))
    where = ("--pack", str(pack), "--origin", desk.site.origin)
    code, said = desk.sign_in(pack)
    assert code == 0, said
    assert f"The session of 'clerk' at {desk.site.origin} is in the keyring" in said
    assert len(desk.kept) > 2, "it is split"
    desk.site.sent.clear()  # until now the person was at the app
    files = [path for path in tmp_path.rglob("*") if path.is_file() and path.name != "keyring.json"]
    (key,) = desk.site.sessions
    assert not any(key[:40].encode() in path.read_bytes() for path in files), "nothing of it is in another file"

    code, said = desk.run(*where, "--json")
    assert code == 0, said
    assert "2 screenshots taken" in said
    told = json.loads(said[said.index("{\n") :])
    assert [one["id"] for one in told["taken"]] == ["orders-list", "orders-top"]
    assert (told["kept"], told["failed"], told["stopped"]["POST /api/counts"]) == (True, [], 2)
    assert "stopped before it was sent: " in said
    for request in ("POST /api/visit", "POST /api/counts", "WebSocket /live"):
        assert request in said
    assert desk.site.sent == []

    desk.site.sessions.clear()
    desk.site.shown_sign_in = 0
    code, said = desk.run(*where)
    assert code == 1
    assert said.count("The session of 'clerk' is over: run 'fescue capture login --role clerk'") == 1, said
    assert "the app opens /sign-in instead" in said
    assert desk.site.shown_sign_in == 1, "the second picture is not even tried"
    assert "1 more picture of 'clerk' could not be taken for the same reason" in said

    code, said = desk.run("logout", "--role", "clerk", "--pack", str(pack))
    assert code == 0
    assert "is forgotten" in said
    assert desk.kept == {}
    code, said = desk.run(*where)
    assert (code, said.count("\n")) == (2, 1)
    assert f"nobody is signed in to {desk.site.origin} as 'clerk': run 'fescue capture login --role clerk'" in said


def test_an_app_without_a_pack_can_be_signed_in_to(desk: Desk) -> None:
    code, said = desk.sign_in(None)
    assert code == 0, said
    assert f"The session of 'clerk' at {desk.site.origin} is in the keyring" in said
    code, said = desk.run("logout", "--role", "clerk", "--origin", desk.site.origin)
    assert (code, desk.kept) == (0, {}), said


def test_closing_the_window_is_an_end_too(desk: Desk, tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "pack", desk.site.origin, shot("orders-list"))
    code, said = desk.sign_in(pack, "key", "ctrl+w")
    assert code == 0, said
    assert "is in the keyring" in said


@pytest.mark.parametrize(
    ("counts_visitors", "words"),
    [(False, "set no cookie, so nobody has signed in"), (True, "the app asks to sign in at /sign-in")],
)
def test_closing_it_without_signing_in_keeps_nothing(
    desk: Desk, tmp_path: Path, counts_visitors: bool, words: str
) -> None:
    desk.site.counts_visitors = counts_visitors
    pack = write_pack(tmp_path / "pack", desk.site.origin, shot("orders-list"))
    process = desk.start("login", "--role", "clerk", "--pack", str(pack))
    assert desk.site.ready.wait(60)
    desk.press("key", "ctrl+w")
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "nothing was kept" in said
    assert words in said
    assert "Traceback" not in said
    assert desk.kept == {}


@pytest.mark.parametrize(
    ("env", "words"),
    [
        ({"DISPLAY": None}, "signing in needs a window, and there is no display"),
        ({"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}, "this system has no keyring"),  # i01
    ],
)
def test_what_is_missing_is_said_before_a_window_opens(
    desk: Desk, tmp_path: Path, env: dict[str, str | None], words: str
) -> None:
    pack = write_pack(tmp_path / "pack", desk.site.origin, shot("orders-list"))
    code, said = desk.run("login", "--role", "clerk", "--pack", str(pack), **env)
    assert (code, said.count("\n")) == (3, 1), said
    assert words in said
    assert not desk.site.ready.is_set()


def test_real_data_is_refused_unless_named_and_redacted(desk: Desk, tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "pack", desk.site.origin, shot("orders-list"), shot("orders-top", ""))
    code, said = desk.run("--pack", str(pack))
    assert (code, said.count("\n")) == (2, 1)
    assert f"name the app with --origin {desk.site.origin}" in said
    code, said = desk.run("--pack", str(pack), "--origin", desk.site.origin)
    assert (code, said.count("\n")) == (2, 1)
    assert "screenshots/shots/orders.toml:13: 'orders-top' does not say what is redacted" in said
    # What a pack says of its own origins holds for no other.
    text = PACK.replace("[[screens]]", "demo_data = true\n\n[[screens]]", 1)
    write_pack(tmp_path / "pack", "https://demo.example.com", shot("orders-top", ""), pack=text)
    code, said = desk.run("--pack", str(pack), "--origin", desk.site.origin)
    assert code == 2
    assert "does not say what is redacted" in said
    assert list((tmp_path / "pack" / "screenshots").glob("*.webp")) == []
    assert shutil.which("chromium"), "or the refusals above would prove nothing"
    assert os.environ.get("FESCUE_SIGN_IN_CLERK") is None
    assert desk.site.sent == []
