"""`fescue pack init` on an app it has never seen: Django's admin, started as a process of its own."""

import re
import socket
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail
from office import Office, open_office

from overlay.app.authoring_init import InitOptions, init_pack
from overlay.app.captures import verify_pack
from overlay.app.checks import check_pack_folder
from overlay.capture.sessions import Session, SessionStore
from overlay.content.pack_folder import load_pack
from overlay.core.errors import OutsideError, SettingsError

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180)]


class Drawer(KeyringBackend):
    """A keyring of this test's own."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get(username)

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[username]


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    before = keyring.get_keyring()
    keyring.set_keyring(Drawer())
    with open_office(tmp_path_factory.mktemp("office")) as running:
        SessionStore().save(Session(running.origin, "clerk", running.state))
        yield running
    keyring.set_keyring(before)


@pytest.fixture(scope="module")
def drafted(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack with pictures, drafted in the clerk's session."""
    out = tmp_path_factory.mktemp("drafts") / "pack"
    options = InitOptions(
        out, role="clerk", session="clerk", pictures=True, redact=("rowheader", "textbox"), seconds=120
    )
    assert init_pack(f"{office.origin}/admin/", options) == 0
    return out


class NotesPage(BaseHTTPRequestHandler):
    """An app that asks nobody to sign in."""

    def do_GET(self) -> None:
        name = {"/": "Notes", "/tags": "Tags"}.get(self.path)
        body = f"""<!doctype html><html lang=en><title>{name}</title><nav><a href=/>Notes</a> <a href=/tags>Tags</a></nav>
            <h1>{name}</h1><button type=button>New {name}</button>"""
        self.send_response(200 if name else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the library's own name
        """Say nothing."""


@pytest.fixture
def notes() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), NotesPage) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def no_keyring() -> Iterator[None]:
    before = keyring.get_keyring()
    keyring.set_keyring(fail.Keyring())
    yield
    keyring.set_keyring(before)


def kinds(root: Path) -> set[str]:
    return {problem.kind for problem in check_pack_folder(root).problems}


def test_only_the_summaries_are_left_to_write_and_then_the_check_accepts(drafted: Path) -> None:
    problems = check_pack_folder(drafted).problems
    sections = sorted((drafted / "manual" / "sections").glob("*.md"))
    assert len(sections) >= 4
    assert [(p.kind, p.file) for p in problems] == [("summary", f"manual/sections/{s.name}") for s in sections]
    for section in sections:
        text = section.read_text("utf-8")
        section.write_text(text.replace("summary: To write", f"summary: What clerks do on {section.stem}, in short."))
    try:
        done = [sys.executable, "-m", "overlay", "check", "--strict", "--pack", str(drafted)]
        result = subprocess.run(done, capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stdout
    finally:
        for section in sections:
            text = section.read_text("utf-8")
            section.write_text(re.sub(r"^summary: .*$", "summary: To write", text, flags=re.MULTILINE))


def test_screens_come_from_the_menu_and_items_become_parameters(drafted: Path) -> None:
    pack = tomllib.loads((drafted / "manual" / "pack.toml").read_text("utf-8"))
    screens = {screen["route"]: screen for screen in pack["screens"]}
    assert screens["/admin/auth/user/"]["menu"] == "Authentication and Authorization › Users"
    assert screens["/admin/auth/user/add/"]["title"] == "Add user"
    assert "/admin/auth/user/[id]/change/" in screens
    assert not [route for route in screens if re.search(r"/\d+/", route)], "no item stands there by its own id"
    section = (drafted / "manual" / "sections" / "users.md").read_text("utf-8")
    assert "2. Press **«Add user»**.\n\n[captura:users-overview#add-user]" in section
    assert "3. Fill in **«Username:»**" in section
    assert "4. Press **«Save»**." in section


def test_no_persons_data_stands_in_the_texts(drafted: Path) -> None:
    texts = [path.read_text("utf-8") for path in drafted.rglob("*") if path.suffix in (".md", ".toml", ".json")]
    for words in ("Lindqvist", "ada@office", "Bookkeepers"):
        assert not [text for text in texts if words in text], words


def test_the_pictures_fit_the_catalogue_and_what_was_named_is_painted_over(drafted: Path) -> None:
    pictures = {picture.id: picture for picture in load_pack(drafted).manual.screenshots}
    assert "users-overview" in pictures
    assert pictures["users-overview"].principal == "add-user"
    assert pictures["users-overview"].zones["add-user"].label == "Add user"
    shots = "".join(path.read_text("utf-8") for path in (drafted / "screenshots" / "shots").glob("*.toml"))
    assert 'redact = [{ role = "textbox" }]' in shots
    assert "redact = []" in shots, "where nothing of it is in the picture, that is said too"


def test_the_app_was_asked_by_get_alone_and_nobody_signed_out(drafted: Path, office: Office) -> None:
    assert drafted.is_dir()
    assert [line for line in office.asked if "/auth/user/" in line], "it was really looked at"
    for line in office.asked:
        method, _, path = line.partition(" ")
        assert method in ("GET", "HEAD"), line
        assert not re.search(r"logout|delete|/password/$", path), line


def test_a_folder_that_holds_something_is_left_as_it_is(office: Office, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    asked = len(office.asked)
    with pytest.raises(SettingsError, match="is not empty"):
        init_pack(office.origin, InitOptions(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
    assert len(office.asked) == asked, "it was refused before the app was asked"


def test_pictures_of_peoples_data_need_a_word_about_it(office: Office, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="may show real people's data"):
        init_pack(office.origin, InitOptions(tmp_path / "pack", pictures=True))
    with pytest.raises(SettingsError, match="'rows' is not known"):
        init_pack(office.origin, InitOptions(tmp_path / "pack", pictures=True, redact=("rows",)))
    assert list(tmp_path.iterdir()) == []


def test_an_app_that_asks_to_sign_in_says_what_to_run(office: Office, tmp_path: Path) -> None:
    with pytest.raises(OutsideError, match="fescue capture login --role user"):
        init_pack(f"{office.origin}/admin/", InitOptions(tmp_path / "pack"))
    with pytest.raises(SettingsError, match="no session of 'boss' is kept"):
        init_pack(f"{office.origin}/admin/", InitOptions(tmp_path / "pack", session="boss"))
    assert list(tmp_path.iterdir()) == []


def test_an_app_that_does_not_answer_is_one_clear_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
    command = [sys.executable, "-m", "overlay", "pack", "init", address, "--out", str(tmp_path / "pack")]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 3
    assert "Traceback" not in result.stderr
    assert f"does not answer at {address}" in result.stderr.splitlines()[-1]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("no_keyring")
def test_an_app_that_asks_nobody_to_sign_in_is_kept_up_without_a_keyring(notes: str, tmp_path: Path) -> None:
    out = tmp_path / "pack"
    assert init_pack(notes, InitOptions(out, pictures=True, demo_data=True, seconds=60)) == 0
    assert verify_pack(out) == 0
    assert [str(p) for p in check_pack_folder(out, notes).problems if p.kind != "summary"] == []
