"""What a question already says about an action's fields: dates, numbers and words of an enum, nothing guessed."""

import re
from collections.abc import Mapping
from datetime import date
from typing import cast

from overlay.core.pack import ActionSpec

_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_AMOUNT = re.compile(r"(?<![\d-])(\d{1,6}(?:[.,]\d{1,2})?)\s?(?:€|eur\b|euros?\b)", re.IGNORECASE)


def fields_from(question: str, action: ActionSpec | None) -> dict[str, str]:
    """Return the fields a question names outright.

    Dates (as 2026-12-14) go to the date fields in order, an amount in euros to the first number, and a field with fixed
    values takes the one whose name stands in the question.
    """
    if action is None:
        return {}
    properties = cast("Mapping[str, Mapping[str, object]]", action.schema.get("properties", {}))
    dates = [d.isoformat() for d in _dates(question)]
    amounts = [m[1].replace(",", ".") for m in _AMOUNT.finditer(question)]
    found: dict[str, str] = {}
    for name, schema in properties.items():
        if schema.get("format") == "date" and dates:
            found[name] = dates.pop(0)
        elif schema.get("x-amount") and amounts:
            found[name] = amounts.pop(0)
        elif isinstance(schema.get("enum"), list):
            value = _named(question, cast("list[str]", schema["enum"]))
            if value:
                found[name] = value
    return found


def _dates(question: str) -> list[date]:
    found: list[date] = []
    for year, month, day in _ISO.findall(question):
        try:
            found.append(date(int(year), int(month), int(day)))
        except ValueError:
            continue
    return found


def _named(question: str, values: list[str]) -> str | None:
    folded = question.casefold()
    # Two letters are a word of some language before they are a value: "de", "en", "es".
    named = [v for v in values if len(v) > 2 and re.search(rf"\b{re.escape(v.replace('_', ' ').casefold())}\b", folded)]
    return named[0] if len(named) == 1 else None
