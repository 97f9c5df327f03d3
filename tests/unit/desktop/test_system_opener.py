"""The system's browser, started with one argument."""

import os
import threading
from pathlib import Path

import pytest

from overlay.core.errors import OutsideError
from overlay.core.pack import Pack
from overlay.desktop.system_opener import SystemOpener

PACK = Pack("ERP", ("https://erp.example",), ())


def browser_that_notes(folder: Path, *, desktop_file: bool = False) -> tuple[dict[str, str], Path]:
    """A browser for the real xdg-open that writes its arguments into a pipe."""
    notes = folder / "notes"
    os.mkfifo(notes)
    browser = folder / "browser"
    browser.write_text(f'#!/bin/sh\nprintf "%s\\n" "$#" "$@" > {notes}\n')
    browser.chmod(0o755)
    environ = {"PATH": os.environ["PATH"], "HOME": str(folder)}
    if not desktop_file:
        return environ | {"BROWSER": str(browser)}, notes
    applications = folder / ".local/share/applications"
    applications.mkdir(parents=True)
    entry = f"[Desktop Entry]\nType=Application\nName=Notes\nExec={browser} %U\nMimeType=x-scheme-handler/https;\n"
    (applications / "notes.desktop").write_text(entry)
    (folder / ".config").mkdir()
    (folder / ".config/mimeapps.list").write_text("[Default Applications]\nx-scheme-handler/https=notes.desktop\n")
    return environ | {"DISPLAY": ":none"}, notes


# h02: the browser receives the whole address, byte for byte.
@pytest.mark.parametrize(
    "url",
    [
        "https://erp.example/pedidos?action=%7B%22a%22%3A1%7D&vista=mes&x=%5E%25PATH%25%5E%7Ccalc",
        "https://erp.example/x?a=1&b=$(touch%20/tmp/never)&c=;reboot",
        "https://erp.example/x?a='b'&c=%22d%22&e=%60f%60",
        "https://erp.example/x?a=%25s&b=%25U",
    ],
)
@pytest.mark.parametrize("desktop_file", [False, True])
def test_the_address_arrives_whole(tmp_path: Path, url: str, desktop_file: bool) -> None:
    environ, notes = browser_that_notes(tmp_path, desktop_file=desktop_file)
    safe = PACK.inside(url)
    assert safe
    SystemOpener(PACK, environ).open(url)
    assert notes.read_text().splitlines() == ["1", safe]
    _join()


def test_only_addresses_of_the_pack(tmp_path: Path) -> None:
    environ, _ = browser_that_notes(tmp_path)
    with pytest.raises(OutsideError, match="not an address of ERP"):
        SystemOpener(PACK, environ).open("https://evil.test/")


def test_nothing_that_opens_addresses(tmp_path: Path) -> None:
    with pytest.raises(OutsideError, match="install xdg-utils"):
        SystemOpener(PACK, {"PATH": str(tmp_path)}).open("https://erp.example/x")


def test_a_launcher_that_cannot_start(tmp_path: Path) -> None:
    broken = tmp_path / "xdg-open"
    broken.write_text("#!/nowhere/interpreter\n")
    broken.chmod(0o755)
    with pytest.raises(OutsideError, match=r"open this address yourself: https://erp\.example/x"):
        SystemOpener(PACK, {"PATH": str(tmp_path)}).open("https://erp.example/x")


@pytest.mark.parametrize("browser", ["/nowhere/browser", "false"])
def test_a_launcher_that_finds_no_browser_is_told(tmp_path: Path, browser: str) -> None:
    told: list[str] = []
    environ = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "BROWSER": browser}
    SystemOpener(PACK, environ, failed=lambda problem: told.append(str(problem))).open("https://erp.example/x?a=1")
    _join()
    assert told == [
        "xdg-open found no browser (3). Set a default browser, or open this address yourself: https://erp.example/x?a=1"
    ]


def test_a_browser_that_opened_is_no_failure(tmp_path: Path) -> None:
    environ, notes = browser_that_notes(tmp_path)
    told: list[OutsideError] = []
    SystemOpener(PACK, environ, failed=told.append).open("https://erp.example/x")
    assert notes.read_text()
    _join()
    assert told == []


def _join() -> None:
    for thread in threading.enumerate():
        if thread.name == "opened-browser":
            thread.join(10)
            assert not thread.is_alive()
