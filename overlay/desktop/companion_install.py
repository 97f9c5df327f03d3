"""Tells the browsers where the companion's host is, in each person's own folders."""

import contextlib
import json
import shlex
import sys
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import cast

from overlay.core.errors import OutsideError
from overlay.desktop.companion_build import GECKO_ID, HOST_NAME

LAUNCHER = "fescue-companion-host"
_SEALED = {
    "Firefox (Flatpak)": ".var/app/org.mozilla.firefox",
    "Chromium (Flatpak)": ".var/app/org.chromium.Chromium",
    "Chrome (Flatpak)": ".var/app/com.google.Chrome",
    "Edge (Flatpak)": ".var/app/com.microsoft.Edge",
    "Chromium (Snap)": "snap/chromium",
}
"""Browser -> what its package makes in the person's home."""


class Family(Enum):
    """How a browser wants its host manifest written."""

    CHROMIUM = "allowed_origins"
    GECKO = "allowed_extensions"


@dataclass(frozen=True, slots=True)
class BrowserPlace:
    """A browser, and the folder where it looks for host manifests."""

    browser: str
    family: Family
    folder: Path
    profile: Path
    """What exists once the browser has run for this person."""
    other_profiles: tuple[Path, ...] = ()
    """Where its other releases and packages keep that; they look for manifests in the same folder."""

    @property
    def present(self) -> bool:
        """Whether the browser has run for this person."""
        return any(profile.is_dir() for profile in (self.profile, *self.other_profiles))


@dataclass(frozen=True, slots=True)
class HostPaths:
    """Where the host is installed."""

    launcher: Path
    """The tiny script that browsers start."""
    places: tuple[BrowserPlace, ...]
    socket: Path | None = None
    """The app's socket, when it is not the one in this person's runtime folder."""
    command: tuple[str, ...] = (sys.executable, "-I", "-m", "overlay.desktop.companion_host")
    """What the launcher starts; a frozen build names itself here."""


@dataclass(frozen=True, slots=True)
class PlaceStatus:
    """Whether one browser would find the host; whether it has loaded the extension is not seen from here."""

    browser: str
    installed: bool
    present: bool
    """Whether the browser has a profile here."""
    advice: str
    """What to do; empty when it would."""


def browser_places(home: Path, config: Path, platform: str = sys.platform) -> tuple[BrowserPlace, ...]:
    """List the per-user folders of the browsers Fescue knows.

    macOS folders are read, not tried. Windows keeps host manifests in the registry, which is not built.

    Args:
        home: the person's home.
        config: the configuration home (`$XDG_CONFIG_HOME` or `~/.config`).
        platform: as `sys.platform` says it.
    """
    if platform == "win32":
        return ()
    if platform == "darwin":
        base, mozilla = home / "Library/Application Support", "Mozilla/NativeMessagingHosts"
        folders = {"Chromium": "Chromium", "Chrome": "Google/Chrome", "Edge": "Microsoft Edge"}
        firefox = BrowserPlace("Firefox", Family.GECKO, base / mozilla, base / "Firefox")
    else:
        base = config
        folders = {"Chromium": "chromium", "Chrome": "google-chrome", "Edge": "microsoft-edge"}
        legacy = home / ".mozilla"
        # From 147 on a new account's profiles are below the configuration home, and a snap keeps its own: the manifests
        # of both are still looked for in the old place. The snap was read about, not tried.
        others = (base / "mozilla/firefox", home / "snap/firefox/common/.mozilla/firefox")
        firefox = BrowserPlace("Firefox", Family.GECKO, legacy / "native-messaging-hosts", legacy / "firefox", others)
    chromiums = (profile_place(base / folder, browser) for browser, folder in folders.items())
    return (*chromiums, firefox)


def sealed_browsers(home: Path) -> tuple[str, ...]:
    """List the browsers on this account whose package lets them start no program outside it: no host can serve them.

    Read about, not tried.

    Args:
        home: the person's home.
    """
    return tuple(name for name, folder in _SEALED.items() if (home / folder).is_dir())


def profile_place(user_data: Path, browser: str = "Chromium") -> BrowserPlace:
    """Return the place for a Chromium with a `--user-data-dir` of its own: it looks inside that folder."""
    return BrowserPlace(browser, Family.CHROMIUM, user_data / "NativeMessagingHosts", user_data)


def install_host(paths: HostPaths, chromium_ids: tuple[str, ...], gecko_id: str = GECKO_ID) -> None:
    """Write the launcher and one host manifest a browser.

    Args:
        paths: where.
        chromium_ids: the extension ids that may start the host.
        gecko_id: the Firefox add-on that may.

    Raises:
        OutsideError: a folder cannot be written.
    """
    try:
        _write_launcher(paths)
        for place in paths.places:
            place.folder.mkdir(parents=True, exist_ok=True)
            text = json.dumps(_manifest(place.family, paths.launcher, chromium_ids, gecko_id), indent=2)
            _manifest_file(place).write_text(text + "\n", encoding="utf-8")
    except OSError as problem:
        msg = f"The companion's host could not be installed: {problem.filename}: {problem.strerror}."
        raise OutsideError(msg) from problem


def uninstall_host(paths: HostPaths) -> None:
    """Remove what `install_host` wrote, with the folders it made for it, and nothing else.

    Raises:
        OutsideError: a file cannot be removed.
    """
    try:
        for place in paths.places:
            if _names_launcher(place, paths.launcher):
                _manifest_file(place).unlink()
                _remove_empty(place.folder)
        paths.launcher.unlink(missing_ok=True)
        _remove_empty(paths.launcher.parent)
    except OSError as problem:
        msg = f"The companion's host could not be removed: {problem.filename}: {problem.strerror}."
        raise OutsideError(msg) from problem


def host_status(paths: HostPaths) -> tuple[PlaceStatus, ...]:
    """Say for each browser whether it would find the host, and what to do if not."""
    return tuple(_status(place, paths.launcher) for place in paths.places)


def _remove_empty(folder: Path) -> None:
    with contextlib.suppress(OSError):
        folder.rmdir()


def _status(place: BrowserPlace, launcher: Path) -> PlaceStatus:
    installed = _names_launcher(place, launcher) and launcher.is_file()
    advice = "" if installed else "Run `fescue companion install`, then load the extension in this browser."
    return PlaceStatus(place.browser, installed, place.present, advice)


def _write_launcher(paths: HostPaths) -> None:
    command = [*paths.command, *(("--socket", str(paths.socket)) if paths.socket else ())]
    paths.launcher.parent.mkdir(parents=True, exist_ok=True)
    # `exec` keeps the browser our parent. A manifest can name a program, but no arguments.
    paths.launcher.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n', encoding="utf-8")
    paths.launcher.chmod(0o755)


def _manifest(
    family: Family, launcher: Path, chromium_ids: tuple[str, ...], gecko_id: str
) -> dict[str, str | list[str]]:
    allowed = [gecko_id] if family is Family.GECKO else [f"chrome-extension://{one}/" for one in chromium_ids]
    return {
        "name": HOST_NAME,
        "description": "Carries the active screen of one web app to Fescue.",
        "path": str(launcher),
        "type": "stdio",
        family.value: allowed,
    }


def _manifest_file(place: BrowserPlace) -> Path:
    return place.folder / f"{HOST_NAME}.json"


def _names_launcher(place: BrowserPlace, launcher: Path) -> bool:
    try:
        found: object = json.loads(_manifest_file(place).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(found, dict) and cast("dict[str, object]", found).get("path") == str(launcher)
