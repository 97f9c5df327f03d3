"""The extension as it is built for a pack, and the host as browsers find it."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from overlay.core.errors import OutsideError
from overlay.desktop.companion_build import build_companion, chromium_id, pack_xpi, remove_companion
from overlay.desktop.companion_install import (
    BrowserPlace,
    HostPaths,
    browser_places,
    host_status,
    install_host,
    profile_place,
    sealed_browsers,
    uninstall_host,
)

RESOURCES = Path(__file__).parents[3] / "resources"


def test_the_manifest_asks_for_the_packs_origins_and_nothing_else(tmp_path: Path) -> None:
    origins = ("https://erp.example", "http://127.0.0.1:8741", "http://127.0.0.1:9000", "https://ERP.example:443/")
    build = build_companion(RESOURCES, origins, tmp_path / "extension")
    manifest = json.loads((build.folder / "manifest.json").read_text())
    assert manifest["host_permissions"] == ["http://127.0.0.1/*", "https://erp.example/*"]
    assert manifest["permissions"] == ["nativeMessaging"]
    assert manifest["incognito"] == "not_allowed"
    assert set(manifest) & {"optional_permissions", "optional_host_permissions", "content_scripts"} == set()
    assert manifest["background"] == {"service_worker": "worker.js", "scripts": ["worker.js"]}
    pack = json.loads((build.folder / "pack.json").read_text())
    assert pack["origins"] == ["http://127.0.0.1:8741", "http://127.0.0.1:9000", "https://erp.example"]
    assert build.chromium_id == chromium_id(manifest["key"]) == "occkojobaendpdoeccecocgadbembcdk"
    assert build.gecko_id == manifest["browser_specific_settings"]["gecko"]["id"]
    # Building anew for another pack leaves nothing of the first.
    build_companion(RESOURCES, ("https://other.example",), tmp_path / "extension")
    assert "erp.example" not in "".join(f.read_text() for f in build.folder.glob("*.json"))


@pytest.mark.parametrize("origins", [(), ("erp.example",), ("javascript:alert(1)",), ("https://*/",), ("<all_urls>",)])
def test_what_is_no_origin_is_never_permitted(tmp_path: Path, origins: tuple[str, ...]) -> None:
    with pytest.raises(OutsideError, match=r"pack\.toml"):
        build_companion(RESOURCES, origins, tmp_path / "extension")
    assert not (tmp_path / "extension").exists()


def test_a_company_may_sign_with_its_own_key(tmp_path: Path) -> None:
    build = build_companion(RESOURCES, ("https://erp.example",), tmp_path, public_key="AAAA")
    assert build.chromium_id == chromium_id("AAAA") != "occkojobaendpdoeccecocgadbembcdk"


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutsideError, match="could not be built in"):
        build_companion(RESOURCES, ("https://erp.example",), tmp_path / "file")


def test_install_status_uninstall(tmp_path: Path) -> None:
    places = (*browser_places(tmp_path, tmp_path / "config", "linux"), profile_place(tmp_path / "demo profile"))
    paths = HostPaths(tmp_path / "bin dir" / "fescue-companion-host", places, tmp_path / "sock et")
    (tmp_path / "config/chromium").mkdir(parents=True)
    before = host_status(paths)
    assert [p.browser for p in before] == ["Chromium", "Chrome", "Edge", "Firefox", "Chromium"]
    assert [p.present for p in before] == [True, False, False, False, False]
    assert all(not p.installed and "fescue companion install" in p.advice for p in before)
    install_host(paths, ("abc", "def"), "companion@fescue")
    assert all(p.installed and not p.advice for p in host_status(paths))
    chromium = json.loads((tmp_path / "config/chromium/NativeMessagingHosts/app.fescue.companion.json").read_text())
    assert chromium["allowed_origins"] == ["chrome-extension://abc/", "chrome-extension://def/"]
    assert chromium["path"] == str(paths.launcher)
    assert Path(chromium["path"]).is_absolute()
    firefox = json.loads((tmp_path / ".mozilla/native-messaging-hosts/app.fescue.companion.json").read_text())
    assert firefox["allowed_extensions"] == ["companion@fescue"]
    assert "allowed_origins" not in firefox
    foreign = tmp_path / "config/google-chrome/NativeMessagingHosts/app.fescue.companion.json"
    foreign.write_text('{"path": "/opt/other/host"}')
    uninstall_host(paths)
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == [foreign]
    assert not list(tmp_path.rglob("native-messaging-hosts"))
    assert list(tmp_path.rglob("NativeMessagingHosts")) == [foreign.parent]
    assert not paths.launcher.parent.exists()


def test_a_built_extension_is_removed_but_not_what_lies_beside_it(tmp_path: Path) -> None:
    build = build_companion(RESOURCES, ("https://erp.example",), tmp_path / "extension")
    (build.folder / "mine.txt").write_text("")
    remove_companion(RESOURCES, build.folder)
    assert [file.name for file in build.folder.iterdir()] == ["mine.txt"]
    (build.folder / "mine.txt").unlink()
    remove_companion(RESOURCES, build.folder)
    assert not build.folder.exists()
    remove_companion(RESOURCES, build.folder)


# A profile of Firefox 147 and later is not in ~/.mozilla (firenvim #1735), a snap's is its own (ff2mpv #80); the host's
# manifest is looked for there all the same (keepassxc #12779).
@pytest.mark.parametrize(
    "profile", [".mozilla/firefox", ".config/mozilla/firefox", "snap/firefox/common/.mozilla/firefox"]
)
def test_firefox_is_seen_wherever_it_keeps_its_profiles(tmp_path: Path, profile: str) -> None:
    def firefox() -> BrowserPlace:
        places = browser_places(tmp_path, tmp_path / ".config", "linux")
        return next(place for place in places if place.browser == "Firefox")

    assert not firefox().present
    (tmp_path / profile).mkdir(parents=True)
    assert firefox().present
    assert firefox().folder == tmp_path / ".mozilla/native-messaging-hosts"


# keepassxc-browser #804, gopass-jsonapi #82: the host is in place, and the browser's sandbox never starts it.
def test_a_browser_that_can_start_no_host_is_named(tmp_path: Path) -> None:
    assert sealed_browsers(tmp_path) == ()
    (tmp_path / ".var/app/org.mozilla.firefox").mkdir(parents=True)
    (tmp_path / "snap/chromium").mkdir(parents=True)
    assert sealed_browsers(tmp_path) == ("Firefox (Flatpak)", "Chromium (Snap)")


# mdn/content #34094: an older Firefox installs the extension, but grants it no site and says nothing.
def test_only_a_firefox_that_grants_the_origins_at_install_takes_it(tmp_path: Path) -> None:
    build = build_companion(RESOURCES, ("https://erp.example",), tmp_path / "extension")
    gecko = json.loads((build.folder / "manifest.json").read_text())["browser_specific_settings"]["gecko"]
    assert int(gecko["strict_min_version"].split(".")[0]) >= 127


def test_the_packed_extension_holds_what_was_built_and_is_the_same_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "made").mkdir()
    monkeypatch.chdir(tmp_path / "made")
    build = build_companion(RESOURCES, ("https://erp.example",), Path())
    Path("mine.txt").write_text("")
    first = pack_xpi(build)
    assert first == tmp_path / "made.xpi"
    with zipfile.ZipFile(first) as archive:
        assert archive.namelist() == ["manifest.json", "pack.json", "worker.js"]
        assert archive.read("worker.js") == (RESOURCES / "browser-extension/worker.js").read_bytes()
    before = first.read_bytes()
    Path("worker.js").touch()
    assert pack_xpi(build_companion(RESOURCES, ("https://erp.example",), Path())).read_bytes() == before
    remove_companion(RESOURCES, Path())
    assert not first.exists()


def test_the_launcher_starts_the_host(tmp_path: Path) -> None:
    paths = HostPaths(tmp_path / "host", (), tmp_path / "with space'and quote")
    install_host(paths, ("abc",))
    answer = subprocess.run(
        [paths.launcher, "chrome-extension://abc/"], stdin=subprocess.DEVNULL, capture_output=True, timeout=20
    )
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, b"", b"")


def test_places_on_other_systems(tmp_path: Path) -> None:
    mac = browser_places(tmp_path, tmp_path, "darwin")
    assert mac[0].folder == tmp_path / "Library/Application Support/Chromium/NativeMessagingHosts"
    assert browser_places(tmp_path, tmp_path, "win32") == ()


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "chromium").write_text("")
    paths = HostPaths(tmp_path / "bin/host", (profile_place(tmp_path / "chromium"),))
    with pytest.raises(OutsideError, match="could not be installed"):
        install_host(paths, ("abc",))
    assert sys.executable in paths.command
