"""`fescue companion`: what it makes, what it says, and that it leaves nothing."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from overlay.cli import main
from overlay.desktop.paths import find_paths
from overlay.desktop.single_instance import claim_instance


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    for name, value in {"CONFIG": ".config", "DATA": ".local/share", "CACHE": ".cache"}.items():
        monkeypatch.setenv(f"XDG_{name}_HOME", str(folder / value))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
    return folder


@contextmanager
def running_fescue(*browsers: str) -> Iterator[None]:
    first = claim_instance(find_paths().private_runtime())
    assert first
    first.start(print, lambda: browsers)
    over = threading.Event()

    def serve() -> None:
        while not over.is_set():
            first.drain()
            over.wait(0.02)

    serving = threading.Thread(target=serve)
    serving.start()
    try:
        yield
    finally:
        over.set()
        serving.join()
        first.close()


def said(capsys: pytest.CaptureFixture[str], what: str) -> tuple[int, str]:
    code = main(["companion", what])
    return code, capsys.readouterr().out


def test_install_makes_nothing_for_browsers_that_are_not_there(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = said(capsys, "install")
    assert (code, list(home.iterdir())) == (1, [])
    assert "nothing was installed. Start one of these once: Chromium, Chrome, Edge, Firefox." in out
    assert said(capsys, "status")[0] == 1
    profile = home / ".config/chromium"
    profile.mkdir(parents=True)
    code, out = said(capsys, "install")
    assert code == 0
    assert "The host is in place for Chromium." in out
    assert list((home / ".config").iterdir()) == [profile]
    assert not (home / ".mozilla").exists()
    assert said(capsys, "uninstall")[0] == 0
    assert [path for path in home.rglob("*") if path.is_file()] == []
    assert list(profile.iterdir()) == []
    assert not (home / ".local/share/fescue").exists()


def test_status_tells_the_host_from_the_extension(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / ".config/chromium").mkdir(parents=True)
    code, out = said(capsys, "status")
    assert code == 1
    assert "Chromium: Run `fescue companion install`" in out
    said(capsys, "install")
    code, out = said(capsys, "status")
    assert code == 0
    assert "ready" not in out
    assert "Chromium: the host is in place\n" in out
    assert f"load it from {home}/.local/share/fescue/companion; then: fescue run" in out
    with running_fescue():
        code, out = said(capsys, "status")
    assert code == 1
    assert "No browser is connected to the running Fescue" in out
    with running_fescue("chromium"):
        code, out = said(capsys, "status")
    assert code == 0
    assert "The extension is connected: chromium." in out


def test_a_new_account_with_firefox_alone_gets_its_host(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / ".config/mozilla/firefox").mkdir(parents=True)
    (home / ".var/app/com.google.Chrome").mkdir(parents=True)
    code, out = said(capsys, "install")
    assert code == 0
    assert "The host is in place for Firefox." in out
    assert "Chrome (Flatpak): this package cannot start the host. Use the browser" in out
    assert f"installed by policy, from {home}/.local/share/fescue/companion.xpi: see the README" in out
    assert "Chrome (Flatpak)" in said(capsys, "status")[1]
    assert said(capsys, "uninstall")[0] == 0
    assert [path for path in home.rglob("*") if path.is_file()] == []
