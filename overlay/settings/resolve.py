"""Which setting holds: managed before the person's own, before recommended, before the default."""

import contextlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import cast

from overlay.core.errors import SettingsError
from overlay.settings.policy_sources import PolicyFolder, policy_source
from overlay.settings.readers import Layer, Level, PolicySource, read_user_file
from overlay.settings.table import SETTINGS, Value

LAST_GOOD = "policy-last-good.json"
RESTRICTED: Mapping[str, Value] = {"provider": "offline", "accessibility": "off"}
"""What holds when a policy is there, cannot be read and never could."""


class Source(Enum):
    """Where a value comes from, the weightiest first."""

    MANAGED = "managed by your organisation"
    FLAG = "given on the command line"
    USER = "your own setting"
    RECOMMENDED = "recommended by your organisation"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting's value, and where it comes from."""

    values: Mapping[str, Value]
    sources: Mapping[str, Source]
    problems: tuple[str, ...] = ()
    """For the person or IT: lines that were left out, a policy that cannot be read."""
    restricted: bool = False

    def text(self, name: str) -> str:
        """Return a setting that is a text or a choice."""
        return str(self.values[name])

    def pairs(self, name: str) -> Mapping[str, str]:
        """Return a setting that is a table."""
        return cast("Mapping[str, str]", self.values[name])

    def locked(self, name: str) -> bool:
        """Say whether the organisation fixed a setting."""
        return self.sources[name] is Source.MANAGED

    def without(self, *names: str) -> "Settings":
        """Return the settings with some at their defaults again, but for those the organisation fixed."""
        back = [n for n in names if not self.locked(n)]
        values = {**self.values, **{n: SETTINGS[n].default for n in back}}
        return Settings(values, {**self.sources, **dict.fromkeys(back, Source.DEFAULT)}, self.problems, self.restricted)

    def given(self, flags: Mapping[str, str | None]) -> "Settings":
        """Return the settings with what the command line says on top.

        Raises:
            SettingsError: a value does not fit, or the organisation fixed the setting to another.
        """
        values, sources = dict(self.values), dict(self.sources)
        for name, value in flags.items():
            if value is None:
                continue
            read = SETTINGS[name].read(value)
            if self.locked(name) and read != self.values[name]:
                msg = f"{name} is {self.values[name]!r}, managed by your organisation; leave the flag out."
                raise SettingsError(msg)
            if not self.locked(name):
                values[name], sources[name] = read, Source.FLAG
        return Settings(values, sources, self.problems, self.restricted)


def load_settings(config: Path, data: Path, policies: Path | PolicySource | None = None) -> Settings:
    """Read everything. Nothing in any file makes this fail.

    Args:
        config: the folder of the person's `config.toml`.
        data: the folder that keeps the last policy that could be read.
        policies: where the organisation's policies are, or the folder of `managed/` and `recommended/`; this
            system's own place by default.
    """
    place = PolicyFolder(policies) if isinstance(policies, Path) else policies or policy_source()
    managed, restricted = _managed(place, data / LAST_GOOD)
    recommended = _recommended(place)
    user = read_user_file(config / "config.toml")
    values: dict[str, Value] = {name: s.default for name, s in SETTINGS.items()}
    sources = dict.fromkeys(SETTINGS, Source.DEFAULT)
    for layer, source in ((recommended, Source.RECOMMENDED), (user, Source.USER), (managed, Source.MANAGED)):
        values |= layer.values
        sources |= dict.fromkeys(layer.values, source)
    problems = (*managed.problems, *user.problems, *recommended.problems)
    return Settings(values, sources, problems, restricted)


def _managed(policies: PolicySource, last_good: Path) -> tuple[Layer, bool]:
    try:
        layer = policies.read(Level.MANAGED)
    except SettingsError as problem:
        return _fallback(str(problem), last_good)
    _keep(layer, last_good)
    return layer, False


def _fallback(problem: str, last_good: Path) -> tuple[Layer, bool]:
    try:
        stored = cast("Mapping[str, object]", json.loads(last_good.read_text("utf-8")))
        values = {name: SETTINGS[name].read(value) for name, value in stored.items()}
    except (OSError, ValueError, AttributeError, KeyError, SettingsError):
        said = f"{problem} Fescue is restricted to offline answers until it can be read; tell IT."
        return Layer(RESTRICTED, (said,)), True
    return Layer(values, (f"{problem} The policy that was read last still holds; tell IT.",)), False


def _recommended(policies: PolicySource) -> Layer:
    try:
        return policies.read(Level.RECOMMENDED)
    except SettingsError as problem:
        return Layer({}, (f"{problem} What it recommends is left out.",))


def _keep(layer: Layer, last_good: Path) -> None:
    """Keep a policy for the day its file cannot be read; that it cannot be kept costs nothing today."""
    with contextlib.suppress(OSError):
        if not layer.values:
            last_good.unlink(missing_ok=True)
            return
        text = json.dumps(dict(layer.values), sort_keys=True)
        if last_good.exists() and last_good.read_text("utf-8") == text:
            return
        last_good.parent.mkdir(parents=True, exist_ok=True)
        whole = last_good.with_suffix(f".{os.getpid()}")
        whole.write_text(text, "utf-8")
        whole.replace(last_good)
