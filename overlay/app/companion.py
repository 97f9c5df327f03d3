"""`fescue companion`: the browser's extension and its host, built, installed, removed, or described."""

import os
import sys
from pathlib import Path

from overlay.content.pack_folder import load_pack
from overlay.core.resources import bundled
from overlay.desktop.companion_build import build_companion
from overlay.desktop.companion_install import HostPaths, browser_places, host_status, install_host, uninstall_host
from overlay.desktop.paths import FescuePaths, find_paths


def companion_command(what: str, folder: Path, out: Path | None) -> int:
    """Do what was asked.

    Args:
        what: `build`, `install`, `uninstall` or `status`.
        folder: the pack, whose origins the extension may see.
        out: where the extension is written; beside Fescue's data by default.

    Returns:
        0, or 1 when `status` finds a browser without the host.

    Raises:
        FescueError: something cannot be read or written.
    """
    paths = find_paths()
    host = _host_paths(paths)
    match what:
        case "status":
            return _status(host)
        case "uninstall":
            uninstall_host(host)
            _say("The companion's host is removed. Remove the extension in the browser.")
            return 0
        case _:
            build = build_companion(
                bundled("resources"), load_pack(folder).pack.origins, out or paths.data / "companion"
            )
            if what == "install":
                install_host(host, (build.chromium_id,))
            _say(f"The extension is in {build.folder}")
            _say(
                "Chromium, Edge: open chrome://extensions, switch on Developer mode, Load unpacked, choose that folder."
            )
            _say("Firefox: open about:debugging, This Firefox, Load Temporary Add-on, choose its manifest.json.")
            return 0


def _host_paths(paths: FescuePaths) -> HostPaths:
    home = Path.home()
    config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    return HostPaths(paths.data / "companion-host", browser_places(home, config))


def _status(host: HostPaths) -> int:
    lacking = False
    for place in host_status(host):
        if not place.present:
            _say(f"{place.browser}: not used on this account")
            continue
        lacking |= not place.installed
        _say(f"{place.browser}: {'ready' if place.installed else place.advice}")
    return int(lacking)


def _say(sentence: str) -> None:
    sys.stdout.write(sentence + "\n")
