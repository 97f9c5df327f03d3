"""Settings: who wins, what is left out, and what happens when a policy cannot be read."""

import json
from pathlib import Path

import pytest

from overlay.core.errors import SettingsError
from overlay.settings.resolve import Settings, Source, load_settings
from overlay.settings.table import SETTINGS


class Places:
    """The folders settings come from."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def load(self) -> Settings:
        return load_settings(self.root / "config", self.root / "data", self.root / "policies")

    def user(self, text: str) -> None:
        self._write("config/config.toml", text)

    def managed(self, name: str = "10.json", **values: object) -> Path:
        return self._write(f"policies/managed/{name}", json.dumps(values))

    def recommended(self, **values: object) -> Path:
        return self._write("policies/recommended/10.json", json.dumps(values))

    def _write(self, name: str, text: str) -> Path:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        return file


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path)


def test_without_any_file_the_defaults_hold(places: Places) -> None:
    settings = places.load()
    assert {n: settings.values[n] for n in SETTINGS} == {n: s.default for n, s in SETTINGS.items()}
    assert (settings.problems, settings.restricted) == ((), False)
    assert settings.text("provider") == "offline"
    assert settings.text("effort") == "low"


def test_managed_before_own_before_recommended_before_default(places: Places) -> None:
    places.recommended(provider="gemini", model="r", effort="high")
    places.user('provider = "openai"\nmodel = "u"\n[headers]\nX-Team = "sales"\n')
    places.managed(provider="anthropic")
    settings = places.load()
    assert [settings.text(n) for n in ("provider", "model", "effort")] == ["anthropic", "u", "high"]
    assert [settings.sources[n] for n in ("provider", "model", "effort", "route")] == [
        Source.MANAGED,
        Source.USER,
        Source.RECOMMENDED,
        Source.DEFAULT,
    ]
    assert settings.pairs("headers") == {"X-Team": "sales"}
    assert settings.locked("provider")
    assert not settings.locked("model")


def test_a_later_policy_file_wins(places: Places) -> None:
    places.managed("20.json", model="late")
    places.managed("10.json", model="early", provider="openai")
    settings = places.load()
    assert [settings.text(n) for n in ("provider", "model")] == ["openai", "late"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('provider = "openai"\nmodel = 7\n', "model must be a text of one line, not 7"),
        ('provider = "openai"\neffort = "huge"\n', "effort must be one of low, medium, high, model"),
        ('provider = "openai"\nheaders = "x"\n', "headers must be a table"),
        ('provider = "openai"\ncolour = "red"\n', "there is no setting 'colour'"),
    ],
)
def test_one_wrong_line_costs_itself_alone(places: Places, text: str, words: str) -> None:
    places.user(text)
    settings = places.load()
    assert settings.text("provider") == "openai"
    assert len(settings.problems) == 1
    assert words in settings.problems[0]


@pytest.mark.parametrize("text", ["provider = ", "\x00", "provider = 'a'\nprovider = 'b'"])
def test_a_broken_own_file_is_left_out_and_said(places: Places, text: str) -> None:
    places.user(text)
    settings = places.load()
    assert settings.text("provider") == "offline"
    assert "config.toml cannot be read" in settings.problems[0]


@pytest.mark.parametrize("text", ["{", "[]", '{"provider": "nobody"}', '{"headers": {"a": 1}}', "\x00"])
def test_a_broken_policy_keeps_the_last_good_one(places: Places, text: str) -> None:
    file = places.managed(provider="openai", model="m")
    places.load()
    places.user('provider = "gemini"')
    file.write_text(text)
    settings = places.load()
    assert (settings.text("provider"), settings.text("model"), settings.locked("provider")) == ("openai", "m", True)
    assert not settings.restricted
    assert "read last still holds" in settings.problems[0]


def test_a_policy_that_never_could_be_read_restricts(places: Places) -> None:
    places.user('provider = "openai"\naccessibility = "on"')
    places.managed().write_text("{")
    settings = places.load()
    assert settings.text("accessibility") == "off"
    assert (settings.text("provider"), settings.locked("provider"), settings.restricted) == ("offline", True, True)
    assert "restricted to offline answers" in settings.problems[0]
    # A last good one that somebody broke is none.
    (places.root / "data").mkdir()
    (places.root / "data" / "policy-last-good.json").write_text('{"provider": 7}')
    assert places.load().restricted


def test_a_policy_folder_that_is_none_restricts(places: Places) -> None:
    (places.root / "policies").mkdir()
    (places.root / "policies" / "managed").write_text("not a folder")
    assert places.load().restricted


def test_a_policy_that_was_removed_no_longer_holds(places: Places) -> None:
    file = places.managed(provider="openai")
    places.load()
    file.unlink()
    assert places.load().text("provider") == "offline"
    places.managed().write_text("{")
    assert places.load().restricted


def test_a_broken_recommendation_costs_nothing_else(places: Places) -> None:
    places.user('provider = "openai"')
    places.recommended().write_text("{")
    settings = places.load()
    assert (settings.text("provider"), settings.restricted) == ("openai", False)
    assert "left out" in settings.problems[0]


def test_a_flag_beats_the_own_file_but_no_policy(places: Places) -> None:
    places.user('provider = "openai"\nmodel = "u"')
    assert places.load().given({"provider": "gemini", "model": None}).text("provider") == "gemini"
    places.managed(provider="anthropic")
    settings = places.load()
    with pytest.raises(SettingsError, match="managed by your organisation"):
        settings.given({"provider": "gemini"})
    assert settings.given({"provider": "anthropic", "model": "x"}).text("model") == "x"
    with pytest.raises(SettingsError, match="must be one of"):
        settings.given({"provider": "nobody"})
