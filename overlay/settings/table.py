"""The table of settings: everything that can be set, once."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never, cast

from overlay.core.errors import SettingsError
from overlay.core.prices import read_price


@dataclass(frozen=True, slots=True)
class Text:
    """Any text of one line."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Names with texts."""


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number; 0 for no limit."""


@dataclass(frozen=True, slots=True)
class Percent:
    """A whole percentage between two; 0 for the system's own."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of money; 0 for no limit."""


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices by `provider/model`."""


Kind = Text | Choice | Pairs | Count | Percent | Amount | Prices
Value = str | Mapping[str, str]

PROVIDERS = (
    *("offline", "openai", "azure", "anthropic", "gemini"),
    *("openrouter", "litellm", "ollama", "vllm", "lmstudio", "compatible"),
)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting."""

    name: str
    kind: Kind
    default: Value
    description: str
    lockable: bool = True
    """Whether a policy may fix it."""

    def read(self, value: object) -> Value:
        """Return a value as this setting has it.

        Raises:
            SettingsError: it does not fit; the words say what would.
        """
        match self.kind:
            case Text():
                if isinstance(value, str) and "\n" not in value:
                    return value.strip()
                wanted = "a text of one line"
            case Choice(words=words):
                if value in words:
                    return str(value)
                wanted = "one of " + ", ".join(words)
            case Count() | Amount() | Percent():
                return self._number(value)
            case Pairs() | Prices():
                pairs = cast("Mapping[object, object]", value) if isinstance(value, dict) else {0: 0}
                if all(isinstance(part, str) for pair in pairs.items() for part in pair):
                    return self._pairs({str(k): str(v) for k, v in pairs.items()})
                wanted = 'a table of texts, such as {"X-Team" = "sales"}'
            case _:
                assert_never(self.kind)
        msg = f"{self.name} must be {wanted}, not {value!r}."
        raise SettingsError(msg)

    def _number(self, value: object) -> str:
        if isinstance(self.kind, Percent):
            return self._percent(value, self.kind)
        text = str(value) if isinstance(value, int | float | str) and not isinstance(value, bool) else ""
        whole = isinstance(self.kind, Count)
        if re.fullmatch(r"\d{1,9}" if whole else r"\d{1,9}(\.\d{1,4})?", text):
            return text
        wanted = "a whole number" if whole else "an amount such as 25 or 12.50"
        msg = f"{self.name} must be {wanted} (0: no limit), not {value!r}."
        raise SettingsError(msg)

    def _percent(self, value: object, kind: Percent) -> str:
        text = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
        if text.isdecimal() and (int(text) == 0 or kind.least <= int(text) <= kind.most):
            return str(int(text))
        msg = f"{self.name} must be {kind.least} to {kind.most}, or 0 for the system's, not {value!r}."
        raise SettingsError(msg)

    def _pairs(self, pairs: Mapping[str, str]) -> Mapping[str, str]:
        if isinstance(self.kind, Prices):
            for pattern, text in pairs.items():
                read_price(pattern, text)
        return pairs


SETTINGS: Mapping[str, Setting] = {
    s.name: s
    for s in (
        Setting("provider", Choice(PROVIDERS), "offline", "Who answers; offline needs no key and no network."),
        Setting("model", Text(), "", "The provider's model; empty for a small one of its own."),
        Setting(
            "base_url", Text(), "", "Where the provider is, when not at its own address: a gateway, a local server."
        ),
        Setting("api_version", Text(), "", "The version of the provider's interface; Azure needs one."),
        Setting(
            "credential",
            Choice(("auto", "keyring", "environment", "command", "sign-in", "none")),
            "auto",
            "Where the key is: auto looks into the environment, then the command, then the keyring.",
        ),
        Setting(
            "credential_env",
            Text(),
            "",
            "The environment variable that holds the key, when not the provider's usual one.",
        ),
        Setting("credential_command", Text(), "", "A command that prints the key; it is run without a shell."),
        Setting(
            "text_protocol",
            Choice(("auto", "on", "off")),
            "auto",
            "Whether tools are written as text: on, off, or when the server takes no tools.",
        ),
        Setting(
            "effort",
            Choice(("low", "medium", "high", "model")),
            "low",
            "How long a model may think; model: as it likes.",
        ),
        Setting("headers", Pairs(), {}, "Headers sent with every request to the provider."),
        Setting("ca_file", Text(), "", "A certificate authority of your own (PEM), besides the system's."),
        Setting("route", Text(), "", "The one upstream a gateway must use, so that caching works (OpenRouter)."),
        Setting(
            "provider_choices",
            Text(),
            "",
            "Who else may be chosen in the panel: provider or provider/model, with commas; the manual always.",
        ),
        Setting(
            "text_size",
            Percent(80, 200),
            "0",
            "Size of the panel's text, 80 to 200 percent; 0: as the system's.",
            lockable=False,
        ),
        Setting(
            "accessibility",
            Choice(("off", "on")),
            "off",
            "Whether browsers without the companion are read over the accessibility bus (Linux with X11).",
        ),
        Setting(
            "title_rules",
            Pairs(),
            {},
            'Which screen a window\'s title means, before the pack\'s own rules: {"Shop - Orders*" = "orders"}.',
        ),
        Setting("log_text", Choice(("on", "off")), "on", "Whether questions and answers are kept; off: no history."),
        Setting("hourly_limit", Count(), "60", "Questions a person may put to the model within an hour; 0: no limit."),
        Setting("spend_limit", Amount(), "0", "What the model may cost in a calendar month; 0: no limit."),
        Setting("currency", Text(), "USD", "The currency of spend_limit and prices; the built-in prices are in USD."),
        Setting(
            "prices", Prices(), {}, "Prices for a million tokens, by provider/model, before the ones that are built in."
        ),
    )
}
