"""Who can answer in the panel: the manual always, the model that is set, and those that may be chosen besides."""

from collections.abc import Callable
from dataclasses import dataclass

from overlay.app.models import OFFLINE, Model, make_model, with_flags
from overlay.core.errors import SettingsError
from overlay.core.ports import Provider
from overlay.engine.turn import TurnEngine
from overlay.settings.resolve import Settings
from overlay.settings.table import PROVIDERS
from overlay.ui.presenters.answering import OFFLINE as MANUAL
from overlay.ui.presenters.answering import Answerer, answerer_title

MANAGED = "your organisation has set who answers"
UNKNOWN = "there is no such provider; see provider_choices in your settings"


@dataclass(frozen=True, slots=True)
class _Other:
    """One of the choices in the settings."""

    provider: str
    model: str

    @property
    def key(self) -> str:
        return f"{self.provider}/{self.model}" if self.model else self.provider


class Answerers:
    """Those who can answer, made when they are chosen."""

    def __init__(
        self, engine: TurnEngine, settings: Settings | None = None, token: Callable[[], str] | None = None
    ) -> None:
        """Begin with the engine's own.

        Args:
            engine: who answers now, and the manual.
            settings: names the others; without them there are none.
            token: reads the token of the app's sign-in, for a gateway that takes it.
        """
        self._offline = engine.offline
        self._first = engine.provider
        self._current = OFFLINE if engine.provider is engine.offline else _key(engine.provider)
        self._settings = settings
        self._token = token
        self._made: dict[str, Model] = {}

    def all(self) -> tuple[Answerer, ...]:
        """Return everybody, the manual first, and why some cannot be chosen."""
        found = [Answerer(OFFLINE, f"{MANUAL[0].upper()}{MANUAL[1:]} alone · offline", self._current == OFFLINE)]
        if self._first is not self._offline:
            key = _key(self._first)
            found.append(Answerer(key, answerer_title(key), self._current == key))
        for other in self._others():
            if other.key not in {one.key for one in found}:
                title = answerer_title(other.key)
                found.append(Answerer(other.key, title, self._current == other.key, self._reason(other)))
        return tuple(found)

    def choose(self, key: str) -> Provider:
        """Return who answers from now on.

        Raises:
            SettingsError: they cannot; the words say what to set. Whoever answered until now goes on.
        """
        provider = self._provider(key)
        self._current = key
        return provider

    async def close(self) -> None:
        """Give the connections back."""
        for model in self._made.values():
            await model.close()

    def _provider(self, key: str) -> Provider:
        if key == OFFLINE:
            return self._offline
        if self._first is not self._offline and key == _key(self._first):
            return self._first
        if key not in self._made:
            other = next(o for o in self._others() if o.key == key)
            model = make_model(self._settings_for(other), token=self._token)
            if model is None:
                return self._offline
            self._made[key] = model
        return self._made[key].provider

    def _others(self) -> tuple[_Other, ...]:
        text = self._settings.text("provider_choices") if self._settings else ""
        pairs = (entry.strip().partition("/") for entry in text.split(",") if entry.strip())
        return tuple(_Other(provider.strip(), model.strip()) for provider, _, model in pairs if provider != OFFLINE)

    def _reason(self, other: _Other) -> str:
        if other.provider not in PROVIDERS:
            return UNKNOWN
        try:
            self._settings_for(other)
        except SettingsError:
            return MANAGED
        return ""

    def _settings_for(self, other: _Other) -> Settings:
        assert self._settings is not None
        return with_flags(self._settings, {"provider": other.provider, "model": other.model or None})


def _key(provider: Provider) -> str:
    return f"{provider.name}/{provider.model}" if provider.model else provider.name
