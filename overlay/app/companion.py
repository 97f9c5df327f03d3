"""`fescue companion`: the browser's extension and its host, built, installed, removed, or described."""

import os
import sys
from dataclasses import replace
from pathlib import Path

from overlay.content.pack_folder import load_pack
from overlay.core.resources import bundled
from overlay.desktop.companion_build import CompanionBuild, build_companion, pack_xpi, remove_companion
from overlay.desktop.companion_install import (
    HostPaths,
    browser_places,
    host_status,
    install_host,
    sealed_browsers,
    uninstall_host,
)
from overlay.desktop.paths import FescuePaths, find_paths
from overlay.desktop.single_instance import connected_browsers


def companion_command(what: str, folder: Path, out: Path | None) -> int:
    """Do what was asked.

    Args:
        what: `build`, `install`, `uninstall` or `status`.
        folder: the pack, whose origins the extension may see.
        out: where the extension is written; beside Fescue's data by default.

    Returns:
        0, or 1 when `install` finds no browser, or `status` one that lacks the host or the extension.

    Raises:
        FescueError: something cannot be read or written.
    """
    paths = find_paths()
    match what:
        case "status":
            return _status(paths)
        case "uninstall":
            return _uninstall(paths)
        case "install":
            return _install(paths, folder, out or _built(paths))
        case _:
            _say_where(build_companion(bundled("resources"), load_pack(folder).pack.origins, out or _built(paths)))
            return 0


def _install(paths: FescuePaths, folder: Path, target: Path) -> int:
    """Put the host in place for the browsers that are there; nothing is made for others."""
    host = _host_paths(paths)
    present = tuple(place for place in host.places if place.present)
    if not present:
        names = ", ".join(place.browser for place in host.places) or "a browser that Fescue knows"
        _say(f"No browser is used on this account, so nothing was installed. Start one of these once: {names}.")
        _say_sealed()
        return 1
    build = build_companion(bundled("resources"), load_pack(folder).pack.origins, target)
    install_host(replace(host, places=present), (build.chromium_id,))
    _say(f"The host is in place for {', '.join(place.browser for place in present)}.")
    _say_sealed()
    _say_where(build)
    return 0


def _uninstall(paths: FescuePaths) -> int:
    remove_companion(bundled("resources"), _built(paths))
    uninstall_host(_host_paths(paths))
    _say("The companion's host and its extension's folder are removed. Remove the extension in the browser too.")
    return 0


def _status(paths: FescuePaths) -> int:
    lacking, ready = False, False
    for place in host_status(_host_paths(paths)):
        if not place.present:
            _say(f"{place.browser}: not used on this account")
            continue
        lacking |= not place.installed
        ready |= place.installed
        _say(f"{place.browser}: {place.advice or 'the host is in place'}")
    _say_sealed()
    return _say_extension(paths) if ready and not lacking else int(lacking or not ready)


def _say_extension(paths: FescuePaths) -> int:
    """Say what the running Fescue knows of the extension: the browsers themselves tell nobody else."""
    connected = connected_browsers(paths.runtime)
    if connected:
        _say(f"The extension is connected: {', '.join(connected)}.")
        return 0
    folder = _built(paths)
    load = f"load it from {folder}" if folder.is_dir() else "build it with fescue companion build and load it"
    if connected is None:
        _say(f"Only a running Fescue knows whether the extension is loaded. If it is not, {load}; then: fescue run")
        return 0
    _say(
        f"No browser is connected to the running Fescue: start the browser, and if the extension is not there, {load}."
    )
    return 1


def _built(paths: FescuePaths) -> Path:
    return paths.data / "companion"


def _host_paths(paths: FescuePaths) -> HostPaths:
    home = Path.home()
    config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    return HostPaths(paths.data / "companion-host", browser_places(home, config))


def _say_sealed() -> None:
    for name in sealed_browsers(Path.home()):
        _say(f"{name}: this package cannot start the host. Use the browser that your system's own packages install.")


def _say_where(build: CompanionBuild) -> None:
    _say(f"The extension is in {build.folder}")
    _say("Chromium, Edge: open chrome://extensions, switch on Developer mode, Load unpacked, choose that folder.")
    _say("Firefox: open about:debugging, This Firefox, Load Temporary Add-on, choose its manifest.json.")
    _say(f"  It is gone when Firefox ends. To stay it is installed by policy, from {pack_xpi(build)}: see the README.")


def _say(sentence: str) -> None:
    sys.stdout.write(sentence + "\n")
