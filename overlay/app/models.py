"""The model that the settings name, made ready to be asked."""

from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, replace
from typing import assert_never
from urllib.parse import quote, urlsplit

from overlay.app.credentials import (
    CommandKey,
    EnvironmentKey,
    FirstKey,
    KeyringKey,
    NoKey,
    SignInKey,
    keyring_name,
    readable_file,
)
from overlay.app.presets import PRESETS, Preset, Wire
from overlay.core.errors import ProviderRequestError, SettingsError
from overlay.core.model import ModelEvent, Prompt
from overlay.core.ports import Credential, Provider
from overlay.desktop.paths import find_paths
from overlay.desktop.secrets import Secrets
from overlay.providers.anthropic_messages import AnthropicMessages
from overlay.providers.connection import Connection, Endpoint, check_certificates
from overlay.providers.gemini import Gemini
from overlay.providers.openai_chat import OpenAIChat
from overlay.providers.text_protocol import TextProtocol, ToolsOrText
from overlay.settings.resolve import Settings, load_settings

OFFLINE = "offline"
ANY_KEY = "FESCUE_MODEL_KEY"
"""The variable that holds the key of whichever provider is set."""


@dataclass(frozen=True, slots=True)
class Model:
    """A provider over the network, and the connection that is to be closed when it is no longer asked."""

    provider: Provider
    connection: Connection

    async def close(self) -> None:
        """Give the connection back."""
        await self.connection.close()


class Unready:
    """Stands in for a model whose settings do not fit: every question is told why, and answered from the manual."""

    def __init__(self, name: str, reason: str) -> None:
        """Keep the reason."""
        self.name = name
        self.model = ""
        self._reason = reason

    async def stream(self, prompt: Prompt) -> AsyncGenerator[ModelEvent, None]:  # noqa: ARG002  nothing is asked
        """Say why.

        Raises:
            ProviderRequestError: at once.
        """
        raise ProviderRequestError(self._reason)
        yield  # pragma: no cover  makes this a generator


def read_settings(flags: Mapping[str, str | None] | None = None) -> Settings:
    """Read this machine's settings, with what the command line says on top.

    Raises:
        SettingsError: a flag does not fit, or policy forbids it.
    """
    paths = find_paths()
    settings = load_settings(paths.config, paths.data)
    given = {k: v for k, v in (flags or {}).items() if v is not None}
    if "provider" in given and given["provider"] != settings.text("provider"):
        # A model, an address or a key of another provider would be sent to the wrong one.
        settings = settings.without("model", "base_url", "api_version", "credential_env", "credential_command", "route")
    return settings.given(given)


def make_model(settings: Settings, *, token: Callable[[], str] | None = None) -> Model | None:
    """Make the model the settings name; None when that is the manual alone.

    Args:
        settings: where, which, and how.
        token: reads the token of the app's sign-in, for a gateway that takes it.

    Raises:
        SettingsError: something is missing or does not fit together; the words say what to set.
    """
    name = settings.text("provider")
    if name == OFFLINE:
        return None
    preset = PRESETS[name]
    model = settings.text("model") or preset.model
    if not model and name != "azure":
        msg = f"no model is set for {preset.who}. Set model in config.toml, or give --model."
        raise SettingsError(msg)
    endpoint = _endpoint(settings, preset)
    connection = Connection(endpoint, _credential(settings, name, preset, token))
    return Model(_wrapped(_adapter(settings, name, preset, model, connection), settings), connection)


def model_or_reason(
    settings: Settings, *, token: Callable[[], str] | None = None
) -> tuple[Provider | None, Model | None]:
    """Return who answers, for an app that must start whatever the settings say, and the model to close at the end."""
    try:
        model = make_model(settings, token=token)
    except SettingsError as problem:
        return Unready(settings.text("provider"), str(problem)), None
    return (model.provider if model else None), model


def _endpoint(settings: Settings, preset: Preset) -> Endpoint:
    base_url = settings.text("base_url") or preset.base_url
    if urlsplit(base_url).scheme not in ("http", "https") or not urlsplit(base_url).netloc:
        msg = f"base_url must be the http(s) address of {preset.who}, not {base_url!r}. Set it in config.toml."
        raise SettingsError(msg)
    ca_file = readable_file(settings.text("ca_file"))
    check_certificates(ca_file)
    variable = (settings.text("credential_env") or next(iter(preset.variables), ANY_KEY)).strip()
    own = not settings.text("base_url")
    return Endpoint(
        preset.who,
        base_url,
        preset.key_header,
        preset.key_prefix,
        # A gateway or local server at an address of one's own may want no key at all.
        key_required=(preset.key_required and (own or not preset.base_url)) or _names_a_key(settings),
        key_advice=f"Set {variable}, or keep one: fescue providers key {settings.text('provider')}",
        headers=_headers(settings),
        ca_file=ca_file,
    )


def _names_a_key(settings: Settings) -> bool:
    return settings.text("credential") in ("keyring", "environment", "command", "sign-in")


def _headers(settings: Settings) -> Mapping[str, str]:
    headers = settings.pairs("headers")
    for name, value in headers.items():
        if not name or not (name + value).isascii() or any(c in name + value for c in "\r\n\0") or ":" in name:
            msg = f"headers: {name!r} is not a header that can be sent."
            raise SettingsError(msg)
    return headers


def _credential(settings: Settings, name: str, preset: Preset, token: Callable[[], str] | None) -> Credential:
    variables = [v for v in (settings.text("credential_env"), *preset.variables, ANY_KEY) if v]
    environment = EnvironmentKey(variables)
    command = CommandKey(settings.text("credential_command")) if settings.text("credential_command") else NoKey()
    keyring = KeyringKey(keyring_name(name), Secrets())
    match settings.text("credential"):
        case "environment":
            return environment
        case "command":
            return command
        case "keyring":
            return keyring
        case "sign-in":
            return SignInKey(token) if token else NoKey()
        case "none":
            return NoKey()
        case _:
            # Asking a keyring may open a prompt: nobody whose server wants no key should meet one.
            return FirstKey([environment, command, *([keyring] if preset.key_required else [])])


def _adapter(settings: Settings, name: str, preset: Preset, model: str, connection: Connection) -> Provider:
    effort = settings.text("effort").replace("model", "")
    version = settings.text("api_version")
    if settings.text("route") and name != "openrouter":
        msg = "route pins an upstream of OpenRouter; other gateways take a header: see headers."
        raise SettingsError(msg)
    match preset.wire:
        case Wire.MESSAGES:
            return AnthropicMessages(name, model, connection, version=version, effort=effort)
        case Wire.CONTENT:
            return Gemini(name, model, connection, version=version, effort=effort)
        case Wire.CHAT:
            route = settings.text("route")
            options = replace(
                preset.chat,
                effort=effort if preset.effort else "",
                path=preset.chat.path + (f"?api-version={quote(version)}" if version else ""),
                extra={"provider": {"order": [route], "allow_fallbacks": False}} if route else {},
            )
            return OpenAIChat(name, model, connection, options)
        case _:
            assert_never(preset.wire)


def _wrapped(provider: Provider, settings: Settings) -> Provider:
    match settings.text("text_protocol"):
        case "on":
            return TextProtocol(provider)
        case "off":
            return provider
        case _:
            return ToolsOrText(provider)
