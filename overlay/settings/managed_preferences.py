"""Policies on macOS: the property lists into which the system writes what a configuration profile forces.

`/Library/Managed Preferences/app.fescue.plist` is this machine's, the one in the folder with the person's name theirs;
the machine's weighs more. Keys are named as the settings; a table is a dictionary, and what is on or off may be true or
false. What is only recommended stands in a dictionary `Recommended`.

Written against Apple's documentation of managed preferences, and tried with real property lists of both forms on Linux;
it was never run on macOS.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from overlay.core.errors import SettingsError
from overlay.settings.policy_values import on_or_off
from overlay.settings.readers import Layer, Level, fitting

FOLDER = Path("/Library/Managed Preferences")
DOMAIN = "app.fescue"
RECOMMENDED = "Recommended"


class ManagedPreferences:
    """What configuration profiles set for this machine and this person."""

    def __init__(self, folder: Path = FOLDER, person: str | None = None) -> None:
        """Name the folder, and the person whose own preferences count; whoever runs this by default."""
        self._folder = folder
        self._person = _account() if person is None else person

    def read(self, level: Level) -> Layer:
        """Return what is set at a level.

        Raises:
            SettingsError: a file cannot be read, or a value does not fit its setting.
        """
        person = self._file(self._folder / self._person / f"{DOMAIN}.plist", level) if self._person else Layer({})
        machine = self._file(self._folder / f"{DOMAIN}.plist", level)
        return Layer({**person.values, **machine.values}, (*machine.problems, *person.problems))

    def _file(self, file: Path, level: Level) -> Layer:
        values = dict(_property_list(file))
        recommended = values.pop(RECOMMENDED, {})
        if level is Level.RECOMMENDED:
            if not isinstance(recommended, dict):
                msg = f"the policy {file}: {RECOMMENDED} must be a dictionary."
                raise SettingsError(msg)
            values = cast("dict[str, object]", recommended)
        return fitting({n: on_or_off(n, v) for n, v in values.items()}, str(file), only_lockable=True)


def _property_list(file: Path) -> Mapping[str, object]:
    """Read a property list, XML or binary; no file is an empty one."""
    try:
        content = file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as problem:
        msg = f"the policy {file} cannot be read: {problem.strerror}."
        raise SettingsError(msg) from problem
    import plistlib
    from xml.parsers.expat import ExpatError

    try:
        value: object = plistlib.loads(content)
    except (ValueError, ExpatError, AttributeError, LookupError, RecursionError) as problem:
        msg = f"the policy {file} is not a property list: {problem or type(problem).__name__}"
        raise SettingsError(msg) from problem
    if not isinstance(value, dict):
        msg = f"the policy {file} must be one dictionary."
        raise SettingsError(msg)
    return cast("dict[str, object]", value)


def _account() -> str:
    """Return the account's name as the system has it: an environment variable could be changed."""
    if sys.platform == "win32":
        return ""
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return ""
