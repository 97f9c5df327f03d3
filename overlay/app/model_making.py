"""Makes a provider, its connection and its key from the settings."""

from collections.abc import Callable, Mapping
from dataclasses import replace
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
from overlay.core.errors import SettingsError
from overlay.core.ports import Credential, Provider
from overlay.desktop.secrets import Secrets
from overlay.providers.anthropic_messages import AnthropicMessages
from overlay.providers.connection import Connection, Endpoint, check_certificates
from overlay.providers.gemini import Gemini
from overlay.providers.openai_chat import OpenAIChat
from overlay.providers.text_protocol import TextProtocol, ToolsOrText
from overlay.settings.resolve import Settings

ANY_KEY = "FESCUE_MODEL_KEY"
"""The variable that holds the key of whichever provider is set."""


def make(settings: Settings, token: Callable[[], str] | None) -> tuple[Provider, Connection]:
    """Make the provider the settings name, which is not the manual alone; see `make_model`.

    Raises:
        SettingsError: something is missing or does not fit together.
    """
    name = settings.text("provider")
    preset = PRESETS[name]
    model = settings.text("model") or preset.model
    if not model and name != "azure":
        msg = f"no model is set for {preset.who}. Set model in config.toml, or give --model."
        raise SettingsError(msg)
    endpoint = _endpoint(settings, preset)
    connection = Connection(endpoint, _credential(settings, name, preset, token))
    return _wrapped(_adapter(settings, name, preset, model, connection), settings), connection


def _endpoint(settings: Settings, preset: Preset) -> Endpoint:
    base_url = settings.text("base_url") or preset.base_url
    if not base_url:
        msg = f"{preset.who} has no address of its own: set base_url in config.toml."
        raise SettingsError(msg)
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
