"""A Firefox as IT rolls it out: the installed one, with a policy that brings the companion along."""

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from overlay.desktop.companion_build import CompanionBuild, pack_xpi
from overlay.desktop.companion_install import BrowserPlace, browser_places
from tests.e2e.rig import Desktop

_PROGRAMS = ("firefox-esr", "firefox-bin")
_QUIET = {
    "OverrideFirstRunPage": "",
    "OverridePostUpdatePage": "",
    "DontCheckDefaultBrowser": True,
    "DisableTelemetry": True,
    "SkipTermsOfUse": True,
}


def firefox_place(home: Path) -> BrowserPlace:
    """Return where a Firefox of this account looks for the host."""
    return next(p for p in browser_places(home, home / ".config") if p.browser == "Firefox")


def managed_firefox(folder: Path, build: CompanionBuild) -> Path:
    """Make a Firefox with the companion, by policy, and return the program."""
    policies = {
        # What the README tells IT.
        "ExtensionSettings": {
            build.gecko_id: {"installation_mode": "force_installed", "install_url": pack_xpi(build).as_uri()}
        },
        "Preferences": {
            "xpinstall.signatures.required": {"Value": False, "Status": "locked"},
            # A background page that could be put to sleep would be, at once.
            "extensions.background.idle.timeout": {"Value": 1, "Status": "locked"},
            "browser.warnOnQuitShortcut": {"Value": False, "Status": "locked"},
        },
    }
    return _firefox(folder, policies)


def plain_firefox(folder: Path) -> Path:
    """Make a Firefox without the companion, and return the program."""
    return _firefox(folder, {})


def _firefox(folder: Path, policies: Mapping[str, object]) -> Path:
    """Make the installed Firefox anew in a folder, with policies of its own, and return the program.

    The machine's own policies would hold for everybody here, so its folder is copied: programs as they are, since they
    look beside themselves, all else as links.
    """
    program = shutil.which("firefox-esr")
    assert program, "firefox-esr is not installed: packaging/prepare test"
    target = folder / "firefox"
    target.mkdir()
    for file in Path(program).resolve().parent.iterdir():
        if file.name in _PROGRAMS:
            shutil.copy2(file, target / file.name)
        elif file.name != "distribution":
            (target / file.name).symlink_to(file)
    (target / "distribution").mkdir()
    (target / "distribution/policies.json").write_text(json.dumps({"policies": {**policies, **_QUIET}}))
    return target / Path(program).resolve().name


def browse(desktop: Desktop, program: Path, profile: Path, *words: str) -> "subprocess.Popen[bytes]":
    """Start Firefox; with the profile of one that runs, that one is told."""
    profile.mkdir(exist_ok=True)
    env = desktop.env | {"MOZ_CRASHREPORTER_DISABLE": "1"}
    return desktop.run([os.fspath(program), "--profile", os.fspath(profile), *words], env=env)
