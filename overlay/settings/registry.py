"""What of the Windows registry policies need, as a port, and a strict one in memory for tests on any system."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol


class Hive(Enum):
    """The roots that group policy writes below."""

    MACHINE = "HKEY_LOCAL_MACHINE"
    USER = "HKEY_CURRENT_USER"


class ValueKind(Enum):
    """Kinds of a value by their numbers in winnt.h; any other is of no use to a setting."""

    TEXT = 1
    EXPANDED_TEXT = 2
    NUMBER = 4
    TEXTS = 7
    LONG_NUMBER = 11
    OTHER = -1


@dataclass(frozen=True, slots=True)
class RegistryValue:
    """One value: its data as Python has it, and its kind."""

    data: object
    kind: ValueKind


@dataclass(frozen=True, slots=True)
class RegistryKey:
    """A key's values by name, and the names of the keys below it; names are matched without regard to case."""

    values: Mapping[str, RegistryValue]
    below: tuple[str, ...] = ()


class Registry(Protocol):
    """Reads keys."""

    def key(self, hive: Hive, path: str) -> RegistryKey | None:
        r"""Read a key such as `SOFTWARE\Policies\Fescue`; None when there is none.

        Raises:
            OSError: it is there and may not be read.
        """
        ...

    def expand(self, text: str) -> str:
        """Put environment variables such as `%ProgramData%` into a text."""
        ...


_FITS: Mapping[ValueKind, type | tuple[type, ...]] = {
    ValueKind.TEXT: str,
    ValueKind.EXPANDED_TEXT: str,
    ValueKind.NUMBER: int,
    ValueKind.TEXTS: list,
    ValueKind.LONG_NUMBER: int,
    ValueKind.OTHER: (bytes, type(None)),
}
_MOST = {ValueKind.NUMBER: 2**32, ValueKind.LONG_NUMBER: 2**64}
_LONGEST_KEY, _LONGEST_VALUE = 255, 16_383


class MemoryRegistry:
    """A registry in memory, as strict as Windows about names and kinds."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        """Begin without any key.

        Args:
            environment: what `expand` knows.
        """
        self._environment = {k.casefold(): v for k, v in (environment or {}).items()}
        self._keys: dict[tuple[Hive, str], dict[str, tuple[str, RegistryValue]]] = {}
        self._names: dict[tuple[Hive, str], str] = {}
        self._denied: set[tuple[Hive, str]] = set()

    def set(self, hive: Hive, path: str, name: str, data: object, kind: ValueKind = ValueKind.TEXT) -> None:
        """Write a value, and the keys that lead to it.

        Raises:
            ValueError: Windows would not take it.
        """
        if not isinstance(data, _FITS[kind]) or isinstance(data, bool):
            msg = f"{kind.name} does not hold {data!r}"
            raise ValueError(msg)
        if isinstance(data, int) and not 0 <= data < _MOST[kind]:
            msg = f"{kind.name} does not hold a number as large as {data}"
            raise ValueError(msg)
        if len(name) > _LONGEST_VALUE or "\0" in name:
            msg = "no value has such a name"
            raise ValueError(msg)
        self.create(hive, path)[name.casefold()] = (name, RegistryValue(data, kind))

    def create(self, hive: Hive, path: str) -> dict[str, tuple[str, RegistryValue]]:
        r"""Make a key and those above it, and return its values.

        Raises:
            ValueError: the path is none, such as one with `/` between its parts or a `\` around it.
        """
        parts = path.split("\\")
        if any(not part or len(part) > _LONGEST_KEY or "\0" in part for part in parts) or "/" in path:
            msg = f"{path!r} is not the path of a key"
            raise ValueError(msg)
        for end in range(1, len(parts) + 1):
            place = (hive, "\\".join(parts[:end]).casefold())
            self._keys.setdefault(place, {})
            self._names.setdefault(place, parts[end - 1])
        return self._keys[hive, path.casefold()]

    def deny(self, hive: Hive, path: str) -> None:
        """Let a key be there, but not be read."""
        self.create(hive, path)
        self._denied.add((hive, path.casefold()))

    def key(self, hive: Hive, path: str) -> RegistryKey | None:
        """Read a key; None when there is none.

        Raises:
            PermissionError: it was denied.
        """
        place = (hive, path.casefold())
        if place in self._denied:
            raise PermissionError(13, "Access is denied", path)
        if place not in self._keys:
            return None
        head = place[1] + "\\"
        below = [
            n for (h, p), n in self._names.items() if h is hive and p.startswith(head) and "\\" not in p[len(head) :]
        ]
        return RegistryKey(dict(self._keys[place].values()), tuple(below))

    def expand(self, text: str) -> str:
        """Put the variables it was given into a text; others stay as they are, as on Windows."""
        return re.sub("%([^%]+)%", lambda m: self._environment.get(m[1].casefold(), m[0]), text)
