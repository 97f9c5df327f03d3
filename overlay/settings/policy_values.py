"""Values as registries and property lists have them, brought to what the table of settings reads."""

import json
from typing import cast

from overlay.core.errors import SettingsError
from overlay.settings.table import SETTINGS, Choice, Pairs, Prices, Setting


def setting_of(name: str) -> Setting | None:
    """Return the setting of a name, however it is cased; None when there is none."""
    return SETTINGS.get(name.casefold().replace("-", "_"))


def on_or_off(name: str, value: object) -> object:
    """Return `on` or `off` for 1, 0, true or false where a setting knows these words; any other value as it is."""
    setting = setting_of(name)
    switch = setting is not None and isinstance(setting.kind, Choice) and {"on", "off"} <= set(setting.kind.words)
    return ("on" if value else "off") if switch and value in (0, 1) else value


def as_table(name: str, text: str, place: str) -> object:
    """Return the JSON object that a text holds where a setting is a table; any other text as it is.

    Raises:
        SettingsError: the text is no JSON object.
    """
    setting = setting_of(name)
    if setting is None or not isinstance(setting.kind, Pairs | Prices):
        return text
    try:
        value: object = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        msg = f'{place}: {name} must be a JSON object of texts, such as {{"X-Team": "sales"}}.'
        raise SettingsError(msg)
    return cast("dict[str, object]", value)
