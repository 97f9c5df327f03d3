"""What a question already says about an action's fields: dates, times, numbers, codes and words of an enum."""

import re
from collections.abc import Mapping
from datetime import date
from typing import cast

from overlay.core.pack import ActionSpec
from overlay.providers.offline_dates import dates_in

Schema = Mapping[str, object]
_WORD = re.compile(r"[+-]?[\w.,:@-]*\w")
_MONEY = re.compile(
    r"(?<![\w.-])(\d{1,7}[.,]\d{2}|\d{1,7}(?:[.,]\d{1,2})?(?=\s?(?:€|eur\b|euros?\b)))(?![\w-])", re.IGNORECASE
)


def fields_from(question: str, action: ActionSpec | None, today: date | None = None) -> dict[str, str]:
    """Return the fields that a question names outright; nothing is guessed.

    Dates go to the date fields in the order of the calendar, an amount of money to the first amount, codes and numbers
    to the fields whose pattern they fit, and a field with fixed values takes the one whose name stands in the question.

    Args:
        question: as the person wrote it.
        action: whose schema says which fields there are.
        today: what `tomorrow` and `14 December` are counted from; None leaves such words alone.
    """
    if action is None:
        return {}
    properties = cast("Mapping[str, Schema]", action.schema.get("properties", {}))
    rest, dates = dates_in(question, today)
    money = [m[1].replace(",", ".") for m in _MONEY.finditer(rest)]
    words = [w for w in _WORD.findall(_MONEY.sub(" ", rest)) if any(c.isdigit() for c in w)]
    days = sorted(d.isoformat() for d in dates)
    found: dict[str, str] = {}
    for name, schema in properties.items():
        value = _value(schema, question, days, money, words)
        if value:
            found[name] = value
    return found


def _value(schema: Schema, question: str, days: list[str], money: list[str], words: list[str]) -> str | None:
    """Take what fits a field, so that the next field does not get it too."""
    if schema.get("format") == "date":
        return days.pop(0) if days else None
    if schema.get("x-amount"):
        return money.pop(0) if money else None
    values = schema.get("enum")
    if isinstance(values, list):
        return _named(question, cast("list[str]", values))
    pattern = schema.get("pattern")
    return _fitting(pattern, words) if isinstance(pattern, str) else None


def _fitting(pattern: str, words: list[str]) -> str | None:
    for word in words:
        for form in (word, word.upper()):
            if re.search(pattern, form):
                words.remove(word)
                return form
    return None


def _named(question: str, values: list[str]) -> str | None:
    folded = question.casefold()
    # Two letters are a word of some language before they are a value: "de", "en", "es".
    named = [v for v in values if len(v) > 2 and re.search(rf"\b{re.escape(v.replace('_', ' ').casefold())}\b", folded)]
    return named[0] if len(named) == 1 else None
