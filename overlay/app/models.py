"""The model that the settings name, made ready to be asked."""

from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from overlay.core.errors import ProviderRequestError, SettingsError
from overlay.core.model import ModelEvent, Prompt
from overlay.core.ports import Provider
from overlay.desktop.paths import find_paths
from overlay.settings.resolve import Settings, load_settings

if TYPE_CHECKING:
    from overlay.providers.connection import Connection

OFFLINE = "offline"


@dataclass(frozen=True, slots=True)
class Model:
    """A provider over the network, and the connection that is to be closed when it is no longer asked."""

    provider: Provider
    connection: "Connection"

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
    return with_flags(load_settings(paths.config, paths.data), flags or {})


def with_flags(settings: Settings, flags: Mapping[str, str | None]) -> Settings:
    """Return settings with other ones on top.

    Raises:
        SettingsError: one does not fit, or policy forbids it.
    """
    given = {k: v for k, v in flags.items() if v is not None}
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
    if settings.text("provider") == OFFLINE:
        return None
    # The formats are loaded by those who use one: everybody waits for the tray.
    from overlay.app.model_making import make

    return Model(*make(settings, token))


def model_or_reason(
    settings: Settings, *, token: Callable[[], str] | None = None
) -> tuple[Provider | None, Model | None]:
    """Return who answers, for an app that must start whatever the settings say, and the model to close at the end."""
    try:
        model = make_model(settings, token=token)
    except SettingsError as problem:
        return Unready(settings.text("provider"), str(problem)), None
    return (model.provider if model else None), model
