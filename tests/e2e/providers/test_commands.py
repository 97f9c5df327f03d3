"""The commands, as IT and people run them, against llmock."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from asking import MODELS, WIRES, base_url


def fescue(home: Path, *words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run the command in a home of its own, without a keyring."""
    kept = {
        k: v
        for k, v in os.environ.items()
        if not k.startswith(("OPENAI", "ANTHROPIC", "GOOGLE", "GEMINI", "FESCUE", "CO_"))
    }
    kept |= {"XDG_CONFIG_HOME": str(home / "config"), "XDG_DATA_HOME": str(home / "data"), "HOME": str(home)}
    kept |= {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring", **environment}
    return subprocess.run(
        [sys.executable, "-m", "overlay", *words], env=kept, capture_output=True, text=True, timeout=60
    )


def configure(home: Path, **values: str) -> None:
    file = home / "config" / "fescue" / "config.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(f"{k} = {json.dumps(v)}\n" for k, v in values.items()))


@pytest.mark.parametrize("provider", WIRES)
def test_ask_with_the_provider_that_is_set(llmock: Any, provider: str, tmp_path: Path) -> None:
    configure(tmp_path, provider=provider, model=MODELS[provider], base_url=base_url(llmock, provider))
    llmock.call_tool("read_manual", {"sections": ["leave"]}).reply("Open [Leave](/leave).")
    done = fescue(tmp_path, "ask", "How do I request leave?", "--json", FESCUE_MODEL_KEY="sk-e2e")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert (found["outcome"], found["provider"], found["sections"]) == ("answered", provider, ["leave"])
    assert found["usage"]["input"] > 0
    assert (
        "sk-e2e" in json.dumps(dict(llmock.last_request.headers)) if hasattr(llmock.last_request, "headers") else True
    )


def test_a_missing_key_gives_the_manuals_answer_and_says_so(tmp_path: Path) -> None:
    done = fescue(tmp_path, "ask", "How do I request leave?", "--provider", "anthropic")
    assert done.returncode == 0
    assert "this answer comes from the manual alone: there is no key for Anthropic" in done.stderr
    assert "ANTHROPIC_API_KEY" in done.stderr
    assert "Request leave" in done.stdout


def test_a_provider_that_is_none_is_said(tmp_path: Path) -> None:
    done = fescue(tmp_path, "ask", "How?", "--provider", "nobody")
    assert done.returncode == 2
    assert "must be one of" in done.stderr


@pytest.mark.parametrize("provider", WIRES)
def test_providers_test(llmock: Any, provider: str, tmp_path: Path) -> None:
    configure(tmp_path, provider=provider, model=MODELS[provider], base_url=base_url(llmock, provider))
    for _ in range(2):
        llmock.call_tool("read_manual", {"sections": ["leave"]}).reply("It is for asking for days off.")
    done = fescue(tmp_path, "providers", "test", "--json", FESCUE_MODEL_KEY="sk-e2e")
    (trial,) = json.loads(done.stdout)
    assert (done.returncode, trial["works"], trial["tools"]) == (0, True, "native")
    assert trial["pieces"] > 1
    assert trial["first_ms"] > 0


def test_providers_test_shows_a_table(llmock: Any, tmp_path: Path) -> None:
    configure(tmp_path, provider="openai", base_url=base_url(llmock, "openai"))
    for _ in range(2):
        llmock.call_tool("read_manual", {"sections": ["leave"]}).reply("It is for asking for days off.")
    llmock.reply("It is for leave, I suppose.", times=None)
    done = fescue(tmp_path, "providers", "test", "openai:gpt-5-mini", "openai:house-blend", OPENAI_API_KEY="sk-e2e")
    assert (done.returncode, done.stderr) == (0, "")
    _, _, heading, known, unknown, note = done.stdout.splitlines()
    assert known.startswith("openai gpt-5-mini ")
    assert " native " in known
    assert known.endswith(" USD")
    assert unknown.startswith("openai house-blend ")
    assert unknown.endswith(" ?")
    assert "without reading the manual" in note
    assert len(heading) == len(known) == len(unknown)


def test_providers_test_says_what_fails(llmock: Any, tmp_path: Path) -> None:
    configure(tmp_path, provider="openai", base_url=base_url(llmock, "openai"))
    llmock.fail(401, times=None)
    done = fescue(tmp_path, "providers", "test", OPENAI_API_KEY="sk-e2e")
    assert done.returncode == 1
    assert "OpenAI did not accept the key" in done.stdout
    assert "sk-e2e" not in done.stdout + done.stderr


def test_providers_test_side_by_side(tmp_path: Path) -> None:
    done = fescue(tmp_path, "providers", "test", "anthropic", "azure")
    assert done.returncode == 1
    caption, blank, heading, *lines = done.stdout.splitlines()
    assert "second time" in caption
    assert (blank, heading.split()[0]) == ("", "model")
    assert [line.split()[0] for line in lines] == ["anthropic", "azure"]
    assert len({line.index("fails:") for line in lines}) == 1
    assert "set base_url in config.toml" in lines[1]
    assert done.stderr == ""


def test_providers_test_without_any(tmp_path: Path) -> None:
    done = fescue(tmp_path, "providers", "test")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no provider is set" in done.stderr


def test_a_key_needs_a_terminal_and_a_provider(tmp_path: Path) -> None:
    assert "terminal" in fescue(tmp_path, "providers", "key", "openai").stderr
    assert "must be one of" in fescue(tmp_path, "providers", "key", "nobody").stderr
    assert fescue(tmp_path, "providers", "key").returncode == 2


def test_policy_show_names_each_value_and_its_source(tmp_path: Path) -> None:
    configure(tmp_path, provider="ollama", model="llama", effort="huge")
    done = fescue(tmp_path, "policy", "show")
    assert done.returncode == 1
    lines = {line.split()[0]: line for line in done.stdout.splitlines() if line.strip()}
    assert "ollama" in lines["provider"]
    assert lines["provider"].endswith("your own setting")
    assert lines["effort"].endswith("default")
    assert "effort must be one of" in lines["Problem:"]
    found = json.loads(fescue(tmp_path, "policy", "show", "--json").stdout)
    assert found["restricted"] is False
    assert {s["name"]: s["value"] for s in found["settings"]}["model"] == "llama"
