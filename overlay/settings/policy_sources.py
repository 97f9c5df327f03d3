"""Where an organisation's policies are: files on Linux, the registry on Windows, managed preferences on macOS."""

import sys
from enum import Enum
from pathlib import Path
from typing import Protocol

from overlay.settings.readers import Layer, read_policies

POLICIES = Path("/etc/fescue/policies")


class Level(Enum):
    """How much a policy weighs."""

    MANAGED = "managed"
    """Locked."""
    RECOMMENDED = "recommended"
    """A default that a person may change."""


class PolicySource(Protocol):
    """One system's place of policies."""

    def read(self, level: Level) -> Layer:
        """Return what is set at a level; nothing where there is no policy.

        Raises:
            SettingsError: a policy is there and cannot be read, so that what it says is not known.
        """
        ...


class PolicyFolder:
    """Folders of JSON files: `managed/` and `recommended/`."""

    def __init__(self, folder: Path = POLICIES) -> None:
        """Name the folder that holds both."""
        self._folder = folder

    def read(self, level: Level) -> Layer:
        """Return what is set at a level.

        Raises:
            SettingsError: a file cannot be read.
        """
        return read_policies(self._folder / level.value)


def policy_source(platform: str = sys.platform) -> PolicySource:
    """Return a system's own place of policies.

    Args:
        platform: as `sys.platform` names it.
    """
    # Each is loaded where it is used: a tray app starts with every session.
    if platform == "win32":
        from overlay.settings.registry_policies import RegistryPolicies
        from overlay.settings.registry_windows import WindowsRegistry

        return RegistryPolicies(WindowsRegistry())
    if platform == "darwin":
        from overlay.settings.managed_preferences import ManagedPreferences

        return ManagedPreferences()
    return PolicyFolder()
