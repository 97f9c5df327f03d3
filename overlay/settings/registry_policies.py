r"""Policies in the Windows registry: `SOFTWARE\Policies\Fescue`, and below it `Recommended`.

Values are named as the settings. A text or a choice is REG_SZ (REG_EXPAND_SZ may hold `%variables%`), a number is
REG_DWORD or REG_SZ, and what is on or off may be REG_DWORD 1 or 0. A table is REG_SZ with a JSON object, or a key of
that name with a value for each pair. The machine's policy weighs more than the person's.

The conventions are those of Chromium's and Firefox's policies, as they are documented. It is tried against a registry
in memory, not on Windows.
"""

from collections.abc import Mapping
from typing import assert_never

from overlay.core.errors import SettingsError
from overlay.settings.policy_values import as_table, on_or_off
from overlay.settings.readers import Layer, Level, fitting
from overlay.settings.registry import Hive, Registry, RegistryKey, RegistryValue, ValueKind

POLICIES = r"SOFTWARE\Policies\Fescue"
RECOMMENDED = "Recommended"


class RegistryPolicies:
    """What group policy set for this machine and this person."""

    def __init__(self, registry: Registry, path: str = POLICIES) -> None:
        """Name the registry, and the key in it."""
        self._registry = registry
        self._path = path

    def read(self, level: Level) -> Layer:
        """Return what is set at a level.

        Raises:
            SettingsError: a key may not be read, or a value does not fit its setting.
        """
        path = self._path if level is Level.MANAGED else f"{self._path}\\{RECOMMENDED}"
        person, machine = self._hive(Hive.USER, path), self._hive(Hive.MACHINE, path)
        return Layer({**person.values, **machine.values}, (*machine.problems, *person.problems))

    def _hive(self, hive: Hive, path: str) -> Layer:
        key = self._key(hive, path)
        if key is None:
            return Layer({})
        place = f"{hive.value}\\{path}"
        values = {name.casefold(): self._data(v, name, place) for name, v in key.values.items()}
        for name in key.below:
            if name.casefold() != RECOMMENDED.casefold():
                values[name.casefold()] = self._pairs(hive, f"{path}\\{name}")
        return fitting(values, place, only_lockable=True)

    def _pairs(self, hive: Hive, path: str) -> Mapping[str, object]:
        key = self._key(hive, path)
        return {name: value.data for name, value in key.values.items()} if key else {}

    def _key(self, hive: Hive, path: str) -> RegistryKey | None:
        try:
            return self._registry.key(hive, path)
        except OSError as problem:
            msg = f"the policy {hive.value}\\{path} cannot be read: {problem.strerror or problem}."
            raise SettingsError(msg) from problem

    def _data(self, value: RegistryValue, name: str, place: str) -> object:
        match value.kind:
            case ValueKind.TEXT:
                return as_table(name, str(value.data), place)
            case ValueKind.EXPANDED_TEXT:
                return as_table(name, self._registry.expand(str(value.data)), place)
            case ValueKind.NUMBER | ValueKind.LONG_NUMBER:
                return on_or_off(name, value.data)
            case ValueKind.TEXTS | ValueKind.OTHER:
                msg = f"{place}: {name} is of a kind that no setting has; write it as REG_SZ."
                raise SettingsError(msg)
            case _:
                assert_never(value.kind)
