"""The Windows registry itself. Written against Python's documentation of winreg; it was never run on Windows."""

import sys

from overlay.settings.registry import Hive, RegistryKey, RegistryValue, ValueKind

_KINDS = {kind.value: kind for kind in ValueKind}


class WindowsRegistry:
    """Reads the registry as 64-bit programs see it, which is where group policy writes."""

    def key(self, hive: Hive, path: str) -> RegistryKey | None:
        """Read a key; None when there is none.

        Raises:
            OSError: it is there and may not be read, or this is not Windows.
        """
        if sys.platform != "win32":
            msg = "there is no registry on this system"
            raise OSError(msg)
        import winreg

        root = winreg.HKEY_LOCAL_MACHINE if hive is Hive.MACHINE else winreg.HKEY_CURRENT_USER
        try:
            opened = winreg.OpenKey(root, path, 0, winreg.KEY_READ | winreg.KEY_WOW64_64KEY)
        except FileNotFoundError:
            return None
        with opened:
            below, values, _ = winreg.QueryInfoKey(opened)
            found = [winreg.EnumValue(opened, number) for number in range(values)]
            names = tuple(winreg.EnumKey(opened, number) for number in range(below))
        return RegistryKey({n: RegistryValue(d, _KINDS.get(k, ValueKind.OTHER)) for n, d, k in found}, names)

    def expand(self, text: str) -> str:
        """Put environment variables into a text.

        Raises:
            OSError: this is not Windows.
        """
        if sys.platform != "win32":
            msg = "there is no registry on this system"
            raise OSError(msg)
        import winreg

        return winreg.ExpandEnvironmentStrings(text)
