"""Policies where Windows and macOS keep them: the same rules as for files, in each system's own form."""

import json
import plistlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from overlay.settings.managed_preferences import ManagedPreferences
from overlay.settings.policy_sources import PolicyFolder, PolicySource, policy_source
from overlay.settings.registry import Hive, MemoryRegistry, ValueKind
from overlay.settings.registry_policies import RegistryPolicies
from overlay.settings.registry_windows import WindowsRegistry
from overlay.settings.resolve import Settings, Source, load_settings

KEY = r"SOFTWARE\Policies\Fescue"
RECOMMENDED = rf"{KEY}\Recommended"


def load(folder: Path, source: PolicySource) -> Settings:
    return load_settings(folder / "config", folder / "data", source)


@pytest.fixture
def registry() -> MemoryRegistry:
    return MemoryRegistry({"ProgramData": r"C:\ProgramData"})


def test_without_a_key_nothing_is_set(registry: MemoryRegistry, tmp_path: Path) -> None:
    settings = load(tmp_path, RegistryPolicies(registry))
    assert (settings.problems, settings.restricted) == ((), False)
    assert set(settings.sources.values()) == {Source.DEFAULT}


def test_every_kind_of_value(registry: MemoryRegistry, tmp_path: Path) -> None:
    registry.set(Hive.MACHINE, KEY, "Provider", "azure")
    registry.set(Hive.MACHINE, KEY, "base_url", "https://gateway.example/v1")
    registry.set(Hive.MACHINE, KEY, "ca_file", r"%programdata%\Linden\ca.pem", ValueKind.EXPANDED_TEXT)
    registry.set(Hive.MACHINE, KEY, "hourly_limit", 25, ValueKind.NUMBER)
    registry.set(Hive.MACHINE, KEY, "spend_limit", "12.50")
    registry.set(Hive.MACHINE, KEY, "log_text", 0, ValueKind.NUMBER)
    registry.set(Hive.MACHINE, rf"{KEY}\Headers", "X-Team", "sales")
    registry.set(Hive.MACHINE, KEY, "prices", '{"azure/*": "input 1, output 2"}')
    settings = load(tmp_path, RegistryPolicies(registry))
    assert settings.problems == ()
    assert settings.text("provider") == "azure"
    assert settings.text("ca_file") == r"C:\ProgramData\Linden\ca.pem"
    assert [settings.text(n) for n in ("hourly_limit", "spend_limit", "log_text")] == ["25", "12.50", "off"]
    assert settings.pairs("headers") == {"X-Team": "sales"}
    assert settings.pairs("prices") == {"azure/*": "input 1, output 2"}
    assert all(settings.locked(n) for n in ("provider", "base_url", "headers", "prices", "log_text"))
    assert not settings.locked("model")


def test_the_machine_before_the_person_and_managed_before_recommended(registry: MemoryRegistry, tmp_path: Path) -> None:
    registry.set(Hive.USER, KEY, "provider", "openai")
    registry.set(Hive.USER, KEY, "model", "theirs")
    registry.set(Hive.MACHINE, KEY, "provider", "anthropic")
    registry.set(Hive.MACHINE, RECOMMENDED, "model", "recommended")
    registry.set(Hive.MACHINE, RECOMMENDED, "effort", "high")
    settings = load(tmp_path, RegistryPolicies(registry))
    assert [settings.text(n) for n in ("provider", "model", "effort")] == ["anthropic", "theirs", "high"]
    assert settings.sources["effort"] is Source.RECOMMENDED
    assert settings.problems == ()


@pytest.mark.parametrize(
    ("name", "data", "kind", "words"),
    [
        ("provider", "nobody", ValueKind.TEXT, "provider must be one of"),
        ("provider", 1, ValueKind.NUMBER, "provider must be one of"),
        ("hourly_limit", "many", ValueKind.TEXT, "whole number"),
        ("provider", ["openai"], ValueKind.TEXTS, "write it as REG_SZ"),
        ("provider", b"openai", ValueKind.OTHER, "write it as REG_SZ"),
        ("log_text", 7, ValueKind.NUMBER, "log_text must be one of"),
        ("headers", "X-Team=sales", ValueKind.TEXT, "headers must be a JSON object"),
        ("headers", '{"X-Team": 1}', ValueKind.TEXT, "headers must be a table"),
    ],
)
def test_a_value_that_does_not_fit_keeps_the_last_good_policy(
    registry: MemoryRegistry, tmp_path: Path, name: str, data: object, kind: ValueKind, words: str
) -> None:
    registry.set(Hive.MACHINE, KEY, "model", "m")
    load(tmp_path, RegistryPolicies(registry))
    registry.set(Hive.MACHINE, KEY, name, data, kind)
    settings = load(tmp_path, RegistryPolicies(registry))
    assert (settings.text("model"), settings.locked("model"), settings.restricted) == ("m", True, False)
    assert rf"HKEY_LOCAL_MACHINE\{KEY}" in settings.problems[0]
    assert words in settings.problems[0]
    assert "read last still holds" in settings.problems[0]


def test_a_key_that_may_not_be_read_restricts(registry: MemoryRegistry, tmp_path: Path) -> None:
    registry.deny(Hive.MACHINE, KEY)
    settings = load(tmp_path, RegistryPolicies(registry))
    assert (settings.text("provider"), settings.restricted) == ("offline", True)
    assert "Access is denied" in settings.problems[0]


def test_a_name_that_is_no_setting_costs_itself_alone(registry: MemoryRegistry, tmp_path: Path) -> None:
    registry.set(Hive.MACHINE, KEY, "colour", "red")
    registry.set(Hive.MACHINE, rf"{KEY}\Elsewhere", "a", "b")
    registry.set(Hive.MACHINE, KEY, "provider", "openai")
    settings = load(tmp_path, RegistryPolicies(registry))
    assert settings.text("provider") == "openai"
    assert len(settings.problems) == 2


@pytest.mark.parametrize(
    ("path", "name", "data", "kind"),
    [
        (KEY, "a", 1, ValueKind.TEXT),
        (KEY, "a", "1", ValueKind.NUMBER),
        (KEY, "a", True, ValueKind.NUMBER),
        (KEY, "a", -1, ValueKind.NUMBER),
        (KEY, "a", 2**32, ValueKind.NUMBER),
        (KEY, "a\0", "x", ValueKind.TEXT),
        ("SOFTWARE/Policies", "a", "x", ValueKind.TEXT),
        ("\\" + KEY, "a", "x", ValueKind.TEXT),
    ],
)
def test_the_registry_in_memory_is_as_strict_as_windows(path: str, name: str, data: object, kind: ValueKind) -> None:
    with pytest.raises(ValueError, match=r"hold|path|name"):
        MemoryRegistry().set(Hive.MACHINE, path, name, data, kind)


def test_the_registry_itself_says_where_it_is_not() -> None:
    with pytest.raises(OSError, match="no registry on this system"):
        WindowsRegistry().key(Hive.MACHINE, KEY)


class Preferences:
    """The folder of managed preferences."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, values: Any, person: str = "", form: Any = plistlib.FMT_XML) -> Path:
        file = self.folder / person / "app.fescue.plist"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(plistlib.dumps(values, fmt=form))
        return file

    def load(self) -> Settings:
        return load(self.folder.parent, ManagedPreferences(self.folder, "mara"))


@pytest.fixture
def preferences(tmp_path: Path) -> Preferences:
    return Preferences(tmp_path / "Managed Preferences")


VALUES: Mapping[str, Any] = {
    "provider": "azure",
    "hourly_limit": 25,
    "spend_limit": 12.5,
    "log_text": False,
    "headers": {"X-Team": "sales"},
    "Recommended": {"effort": "high"},
}


@pytest.mark.parametrize("form", [plistlib.FMT_XML, plistlib.FMT_BINARY])
def test_a_property_list(preferences: Preferences, form: Any) -> None:
    preferences.write(VALUES, form=form)
    settings = preferences.load()
    assert settings.problems == ()
    assert [settings.text(n) for n in ("provider", "hourly_limit", "spend_limit", "log_text")] == [
        *("azure", "25", "12.5", "off")
    ]
    assert settings.pairs("headers") == {"X-Team": "sales"}
    assert settings.locked("headers")
    assert (settings.text("effort"), settings.sources["effort"]) == ("high", Source.RECOMMENDED)


def test_the_machines_preferences_before_the_persons(preferences: Preferences) -> None:
    assert preferences.load().problems == ()
    preferences.write({"provider": "openai", "model": "theirs"}, "mara")
    preferences.write({"provider": "gemini", "model": "not hers"}, "tom")
    assert preferences.load().text("provider") == "openai"
    preferences.write({"provider": "anthropic"})
    settings = preferences.load()
    assert [settings.text(n) for n in ("provider", "model")] == ["anthropic", "theirs"]


def test_a_list_as_the_system_writes_it(preferences: Preferences) -> None:
    file = preferences.write({})
    file.write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" '
        '"http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n<dict>\n'
        "<key>log_text</key>\n<true/>\n<key>provider</key>\n<string>openai</string>\n</dict>\n</plist>\n"
    )
    settings = preferences.load()
    assert (settings.text("provider"), settings.text("log_text"), settings.problems) == ("openai", "on", ())


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not a property list"),
        (b"bplist00", "not a property list"),
        (b"bplist00" + bytes(range(64)), "not a property list"),
        (b"<plist><dict><key>provider</key>", "not a property list"),
        (b"<plist><dict><date>soon</date></dict></plist>", "not a property list"),
        (b'<!DOCTYPE x [<!ENTITY a "b">]><plist><string>&a;</string></plist>', "not a property list"),
        (json.dumps({"provider": "openai"}).encode(), "not a property list"),
        (plistlib.dumps(["openai"]), "must be one dictionary"),
        (plistlib.dumps({"provider": "nobody"}), "provider must be one of"),
        (plistlib.dumps({"provider": True}), "provider must be one of"),
        (plistlib.dumps({"headers": {"X-Team": 1}}), "headers must be a table"),
        (plistlib.dumps({"hourly_limit": 1.5}), "whole number"),
    ],
)
def test_a_broken_list_keeps_the_last_good_policy(preferences: Preferences, content: bytes, words: str) -> None:
    file = preferences.write({"provider": "openai"})
    preferences.load()
    file.write_bytes(content)
    settings = preferences.load()
    assert (settings.text("provider"), settings.locked("provider"), settings.restricted) == ("openai", True, False)
    assert words in settings.problems[0]
    assert str(file) in settings.problems[0]


def test_a_recommendation_that_is_none_costs_itself_alone(preferences: Preferences) -> None:
    preferences.write({"provider": "openai", "Recommended": "high"})
    settings = preferences.load()
    assert settings.text("provider") == "openai"
    assert "must be a dictionary" in settings.problems[0]
    assert "left out" in settings.problems[0]


@pytest.mark.parametrize(
    ("platform", "kind"), [("win32", RegistryPolicies), ("darwin", ManagedPreferences), ("linux", PolicyFolder)]
)
def test_each_system_has_its_own_place(platform: str, kind: type) -> None:
    assert type(policy_source(platform)) is kind
