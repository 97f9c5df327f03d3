"""From settings to a provider: what each needs, and where its key comes from."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest
from raw_server import DONE, Reply, Step, prompt, said, serving, sse, stop

from overlay.app.credentials import CommandKey, EnvironmentKey, FirstKey, KeyringKey, NoKey, SignInKey
from overlay.app.model_making import make
from overlay.app.models import Unready, make_model, model_or_reason
from overlay.core.errors import OutsideError, ProviderAuthError, ProviderRequestError, SettingsError
from overlay.desktop.secrets import SecretAnswer, Secrets, SecretState
from overlay.providers.anthropic_messages import AnthropicMessages
from overlay.providers.connection import check_certificates, trusted
from overlay.providers.gemini import Gemini
from overlay.providers.openai_chat import OpenAIChat
from overlay.providers.text_protocol import TextProtocol, ToolsOrText
from overlay.settings.resolve import Settings, Source
from overlay.settings.table import PROVIDERS, SETTINGS


def settings(**values: Any) -> Settings:
    return Settings({**{n: s.default for n, s in SETTINGS.items()}, **values}, dict.fromkeys(SETTINGS, Source.USER))


def sent(replies: int = 1, **values: Any) -> tuple[list[dict[str, Any]], list[str]]:
    """Ask the provider these settings make; return the bodies and heads its server saw."""

    async def body() -> tuple[list[dict[str, Any]], list[str]]:
        async with serving(*[Reply([sse(said("a"), stop()) + DONE])] * replies) as seen:
            provider, connection = make(settings(**{"base_url": seen.url, "model": "m", **values}), None)
            try:
                await Step().take(provider.stream(prompt()))
            finally:
                await connection.close()
            return seen.requests, [h.lower() for h in seen.heads]

    return asyncio.run(body())


def test_every_provider_of_the_table_can_be_made() -> None:
    for name in PROVIDERS[1:]:
        model = make_model(settings(provider=name, model="m", base_url="http://127.0.0.1:1"))
        assert model is not None
        assert (model.provider.name, model.provider.model) == (name, "m")
    assert make_model(settings()) is None


def test_text_protocol_by_setting() -> None:
    kinds = {"on": TextProtocol, "auto": ToolsOrText, "off": OpenAIChat}
    for word, kind in kinds.items():
        assert type(make(settings(provider="openai", text_protocol=word), None)[0]) is kind
    assert type(make(settings(provider="anthropic", text_protocol="off"), None)[0]) is AnthropicMessages
    assert type(make(settings(provider="gemini", text_protocol="off"), None)[0]) is Gemini


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"provider": "azure"}, "no address of its own"),
        ({"provider": "compatible", "model": "m"}, "no address of its own"),
        ({"provider": "openai", "base_url": "ftp://x"}, "base_url must be"),
        ({"provider": "ollama"}, "no model is set for Ollama"),
        ({"provider": "openai", "route": "x"}, "route pins an upstream of OpenRouter"),
        ({"provider": "openai", "headers": {"X": "a\nb"}}, "not a header"),
        ({"provider": "openai", "ca_file": "/nowhere.pem"}, "ca_file names /nowhere.pem"),
    ],
)
def test_what_does_not_fit_is_said(values: dict[str, Any], words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        make_model(settings(**values))
    provider, model = model_or_reason(settings(**values))
    assert model is None
    assert isinstance(provider, Unready)
    with pytest.raises(ProviderRequestError, match=words):
        asyncio.run(Step().take(provider.stream(prompt())))


def test_azure_asks_as_azure_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AZURE_OPENAI_API_KEY", "az-key")
    (body,), (head,) = sent(provider="azure", api_version="2025-01-01")
    assert head.startswith("post /chat/completions?api-version=2025-01-01 ")
    assert "api-key: az-key" in head
    assert "authorization" not in head
    assert body["reasoning_effort"] == "low"


def test_a_route_is_pinned_and_headers_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENROUTER_API_KEY", "or-key")
    (body,), (head,) = sent(provider="openrouter", route="deepinfra", headers={"X-Team": "sales"}, effort="high")
    assert body["provider"] == {"order": ["deepinfra"], "allow_fallbacks": False}
    assert body["reasoning_effort"] == "high"
    assert "x-team: sales" in head
    assert "authorization: bearer or-key" in head


def test_a_local_server_needs_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FESCUE_MODEL_KEY", "VLLM_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    (body,), (head,) = sent(provider="vllm")
    assert "authorization" not in head
    assert "reasoning_effort" not in body
    assert "prompt_cache_key" not in body


def test_a_key_that_was_asked_for_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FESCUE_MODEL_KEY", raising=False)
    with pytest.raises(ProviderAuthError, match="Set VLLM_KEY"):
        sent(provider="vllm", credential="environment", credential_env="VLLM_KEY")


def read(credential: Any) -> str:
    return asyncio.run(credential.read())


def test_a_key_from_the_environment() -> None:
    assert read(EnvironmentKey(["A", "B"], {"B": " b\n", "C": "c"})) == "b"
    assert read(EnvironmentKey(["A"], {})) == ""


def test_a_key_from_a_command_is_kept_until_it_is_refused(tmp_path: Path) -> None:
    script = tmp_path / "key.py"
    script.write_text(
        f"import pathlib\np = pathlib.Path({str(tmp_path / 'n')!r})\nn = len(p.read_text()) if p.exists() else 0\np.write_text('x' * (n + 1))\nprint('key', n, sep='')\n"
    )
    key = CommandKey(f"{sys.executable} {script}")

    async def body() -> list[str]:
        first = [await key.read(), await key.read()]
        assert await key.renew()
        return [*first, await key.read()]

    assert asyncio.run(body()) == ["key0", "key0", "key1"]


@pytest.mark.parametrize("command", ["/no/such/command", "false", "true", "'unclosed", "printf '\\377'"])
def test_a_command_that_fails_says_so_without_its_output(command: str) -> None:
    with pytest.raises(ProviderAuthError, match="tell IT") as caught:
        read(CommandKey(command))
    assert "377" not in str(caught.value)


class FixedSecrets(Secrets):
    """A keyring that answers one thing."""

    def __init__(self, *answers: SecretAnswer) -> None:
        super().__init__()
        self.answers = list(answers)

    def read(self, name: str) -> SecretAnswer:
        assert name == "model x"
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def test_a_key_from_the_keyring() -> None:
    found, other = SecretAnswer(SecretState.FOUND, "one"), SecretAnswer(SecretState.FOUND, "two")

    async def body() -> None:
        key = KeyringKey("model x", FixedSecrets(found, other))
        assert [await key.read(), await key.read()] == ["one", "one"]
        assert await key.renew()
        assert await key.read() == "two"
        assert not await key.renew()

    asyncio.run(body())
    assert read(KeyringKey("model x", FixedSecrets(SecretAnswer(SecretState.MISSING)))) == ""
    locked = SecretAnswer(SecretState.LOCKED, advice="Unlock it.")
    with pytest.raises(ProviderAuthError, match="Unlock it"):
        read(KeyringKey("model x", FixedSecrets(locked)))


def test_a_key_from_the_sign_in() -> None:
    assert read(SignInKey(lambda: "token")) == "token"

    def locked() -> str:
        raise OutsideError("Unlock it.")

    with pytest.raises(ProviderAuthError, match="Unlock it"):
        read(SignInKey(locked))


def test_the_first_key_there_is() -> None:
    assert read(FirstKey([NoKey(), EnvironmentKey(["A"], {"A": "a"}), CommandKey("false")])) == "a"
    assert read(FirstKey([NoKey()])) == ""


@pytest.mark.parametrize("key", ["a\nb", "schlüssel"])
def test_a_key_that_is_none_is_said_and_not_shown(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("FESCUE_MODEL_KEY", key)
    with pytest.raises(ProviderAuthError, match="characters that no key has") as caught:
        sent(provider="vllm")
    assert key not in str(caught.value)


def test_certificates_that_are_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="SSL_CERT_FILE names /nowhere"):
        check_certificates("", {"SSL_CERT_FILE": "/nowhere"})
    check_certificates("", {})
    broken = tmp_path / "ca.pem"
    broken.write_text("no certificate")
    with pytest.raises(ProviderRequestError, match="cannot be read"):
        trusted(str(broken))
    assert trusted("").verify_mode.name == "CERT_REQUIRED"
