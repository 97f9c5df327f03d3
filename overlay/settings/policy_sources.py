"""Where an organisation's policies are: files on Linux, the registry on Windows, managed preferences on macOS."""

import sys
from pathlib import Path

from overlay.settings.readers import Layer, Level, PolicySource, read_policies

POLICIES = Path("/etc/fescue/policies")


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
