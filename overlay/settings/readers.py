"""How settings are read: policy folders of JSON files, and the person's own TOML file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Protocol, cast

from overlay.core.errors import SettingsError
from overlay.settings.table import SETTINGS, Value


@dataclass(frozen=True, slots=True)
class Layer:
    """What one place sets, and what is wrong there."""

    values: Mapping[str, Value]
    problems: tuple[str, ...] = ()


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


def read_policies(folder: Path) -> Layer:
    """Read a folder's `*.json` files in the order of their names; a later one wins. No folder sets nothing.

    Raises:
        SettingsError: one of them cannot be read, so that what they say together is not known.
    """
    layer = Layer({})
    try:
        files = sorted(p for p in folder.iterdir() if p.suffix == ".json") if folder.exists() else []
        for file in files:
            found = fitting(_json_object(file), str(file), only_lockable=True)
            layer = Layer({**layer.values, **found.values}, (*layer.problems, *found.problems))
    except OSError as problem:
        msg = f"the policy {problem.filename or folder} cannot be read: {problem.strerror}."
        raise SettingsError(msg) from problem
    return layer


def read_user_file(file: Path) -> Layer:
    """Read the person's own file; one that cannot be read sets nothing and is a problem."""
    try:
        text = file.read_text("utf-8-sig")
        import tomllib

        return fitting(tomllib.loads(text), str(file))
    except FileNotFoundError:
        return Layer({})
    except (OSError, ValueError) as problem:
        return Layer({}, (f"{file} cannot be read and is left out: {problem}",))


def _json_object(file: Path) -> Mapping[str, object]:
    try:
        value: object = json.loads(file.read_text("utf-8-sig"))
    except ValueError as problem:
        msg = f"the policy {file} is not JSON: {problem}"
        raise SettingsError(msg) from problem
    if not isinstance(value, dict):
        msg = f"the policy {file} must be one JSON object."
        raise SettingsError(msg)
    return cast("Mapping[str, object]", value)


def fitting(values: Mapping[str, object], place: str, *, only_lockable: bool = False) -> Layer:
    """Keep what is a setting and fits; one wrong line costs itself alone.

    A policy's value that does not fit is an error: what IT meant to lock must not stay open.

    Args:
        values: as they were read.
        place: where, for the words about a problem.
        only_lockable: whether this is a policy.

    Raises:
        SettingsError: it is a policy, and a value does not fit.
    """
    kept: dict[str, Value] = {}
    problems: list[str] = []
    for key, value in values.items():
        setting = SETTINGS.get(key.replace("-", "_"))
        if setting is None or (only_lockable and not setting.lockable):
            problems.append(f"{place}: there is no setting {key!r}{' for a policy' if only_lockable else ''}.")
            continue
        try:
            kept[setting.name] = setting.read(value)
        except SettingsError as problem:
            if only_lockable:
                msg = f"{place}: {problem}"
                raise SettingsError(msg) from None
            problems.append(f"{place}: {problem}")
    return Layer(kept, tuple(problems))
