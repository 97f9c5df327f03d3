"""Who can be chosen to answer: as settings and policy allow, made when chosen, closed at the end."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from overlay.app.answerers import MANAGED, UNKNOWN, Answerers
from overlay.app.desk import Desk, open_desk
from overlay.app.models import model_or_reason
from overlay.core.errors import SettingsError
from overlay.core.resources import bundled_pack
from overlay.settings.resolve import Settings, load_settings

DESK = open_desk(bundled_pack())


def settings(folder: Path, own: str = "", managed: dict[str, str] | None = None) -> Settings:
    (folder / "config.toml").write_text(own)
    if managed is not None:
        (folder / "managed").mkdir()
        (folder / "managed" / "it.json").write_text(json.dumps(managed))
    return load_settings(folder, folder, folder)


def desk_for(found: Settings) -> Desk:
    provider, _ = model_or_reason(found)
    return replace(DESK, engine=replace(DESK.engine, provider=provider)) if provider else DESK


def shown(answerers: Answerers) -> list[tuple[str, bool, str]]:
    return [(a.title, a.current, a.reason) for a in answerers.all()]


def test_without_settings_there_is_the_manual_alone() -> None:
    assert shown(Answerers(DESK.engine)) == [("The manual alone · offline", True, "")]


def test_the_one_that_is_set_and_the_choices_are_listed_and_chosen(tmp_path: Path) -> None:
    own = 'provider = "ollama"\nmodel = "a"\nprovider_choices = "ollama/a, ollama/b, lmstudio/c, nobody/x"\n'
    found = settings(tmp_path, own)
    answerers = Answerers(desk_for(found).engine, found)
    assert shown(answerers) == [
        ("The manual alone · offline", False, ""),
        ("ollama · a", True, ""),
        ("ollama · b", False, ""),
        ("lmstudio · c", False, ""),
        ("nobody · x", False, UNKNOWN),
    ]
    provider = answerers.choose("lmstudio/c")
    assert (provider.name, provider.model) == ("lmstudio", "c")
    assert [a.title for a in answerers.all() if a.current] == ["lmstudio · c"]
    assert answerers.choose("lmstudio/c") is provider, "made once"
    assert answerers.choose("offline") is DESK.engine.offline
    asyncio.run(answerers.close())


def test_another_model_of_the_same_provider_keeps_its_address(tmp_path: Path) -> None:
    own = 'provider = "ollama"\nmodel = "a"\nbase_url = "http://gpu.example:1/v1"\nprovider_choices = "ollama/b, vllm/c"\n'
    found = settings(tmp_path, own)
    answerers = Answerers(desk_for(found).engine, found)
    same = answerers._settings_for(answerers._others()[0])
    other = answerers._settings_for(answerers._others()[1])
    assert same.text("base_url") == "http://gpu.example:1/v1"
    assert other.text("base_url") == "", "a key or question never goes to another provider's address"


def test_what_the_organisation_fixed_is_shown_and_cannot_be_chosen(tmp_path: Path) -> None:
    found = settings(tmp_path, 'provider_choices = "ollama/a"\n', {"provider": "offline"})
    answerers = Answerers(DESK.engine, found)
    assert shown(answerers) == [("The manual alone · offline", True, ""), ("ollama · a", False, MANAGED)]
    with pytest.raises(SettingsError, match="managed by your organisation"):
        answerers.choose("ollama/a")
    assert answerers.all()[0].current


def test_the_manual_can_be_chosen_whatever_is_fixed(tmp_path: Path) -> None:
    found = settings(tmp_path, "", {"provider": "ollama", "model": "a"})
    answerers = Answerers(desk_for(found).engine, found)
    assert answerers.choose("offline") is DESK.engine.offline


def test_one_that_lacks_something_says_what_and_nothing_changes(tmp_path: Path) -> None:
    found = settings(tmp_path, 'provider_choices = "azure/x, openrouter"\n')
    answerers = Answerers(DESK.engine, found)
    with pytest.raises(SettingsError, match="base_url"):
        answerers.choose("azure/x")
    with pytest.raises(SettingsError, match="no model is set"):
        answerers.choose("openrouter")
    assert answerers.all()[0].current
