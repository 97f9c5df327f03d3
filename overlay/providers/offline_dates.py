"""Dates as people write them in English, German and Spanish."""

import re
from datetime import date, timedelta

_MONTHS = (
    ("january", "januar", "enero", "jan", "ene"),
    ("february", "februar", "febrero", "feb"),
    ("march", "marz", "marzo", "mar"),
    ("april", "abril", "apr", "abr"),
    ("may", "mai", "mayo"),
    ("june", "juni", "junio", "jun"),
    ("july", "juli", "julio", "jul"),
    ("august", "agosto", "aug", "ago"),
    ("september", "septiembre", "sept", "sep"),
    ("october", "oktober", "octubre", "oct", "okt"),
    ("november", "noviembre", "nov"),
    ("december", "dezember", "diciembre", "dec", "dez", "dic"),
)
_MONTH = {name: number for number, names in enumerate(_MONTHS, 1) for name in names}
_RELATIVE = {"today": 0, "heute": 0, "hoy": 0, "tomorrow": 1, "morgen": 1, "manana": 1}
_NAMES = "|".join(sorted(_MONTH, key=len, reverse=True))
_ISO = r"(?P<iy>\d{4})-(?P<im>\d{1,2})-(?P<id>\d{1,2})"
_DOTTED = r"(?P<dd>\d{1,2})\.\s?(?P<dm>\d{1,2})\.(?:(?P<dy>\d{4}))?"
_NAMED = rf"(?P<nd>\d{{1,2}})(?:\.|st|nd|rd|th)?\s(?:de\s|of\s)?(?P<nm>{_NAMES})\b\.?(?:\s(?:de\s)?(?P<ny>\d{{4}}))?"
_AMERICAN = rf"(?P<am>{_NAMES})\.?\s(?P<ad>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s(?P<ay>\d{{4}}))?"
_WORDS = rf"(?P<word>{'|'.join(_RELATIVE)})"
_ANY = re.compile(rf"(?<![\w-])(?:{_ISO}|{_DOTTED}|{_NAMED}|{_AMERICAN}|{_WORDS})(?![\w-])", re.IGNORECASE)


def dates_in(text: str, today: date | None) -> tuple[str, list[date]]:
    """Find the dates in a text.

    Args:
        text: what a person wrote.
        today: the day they wrote it; without it only dates with a year are found.

    Returns:
        The text without its dates, and the dates in the order they stand. A date without a year is the next one.
    """
    found: list[date] = []

    def take(match: re.Match[str]) -> str:
        day = _day(match, today)
        if day is None:
            return match[0]
        found.append(day)
        return " "

    # "mañana" is "tomorrow" in Spanish; folding it letter by letter keeps every position.
    plain = text.translate(str.maketrans("ñäáéíóú", "naaeiou"))
    return _ANY.sub(take, plain), found


def _day(match: re.Match[str], today: date | None) -> date | None:
    parts = match.groupdict()
    if parts["word"]:
        return today + timedelta(days=_RELATIVE[parts["word"].casefold()]) if today else None
    if parts["iy"]:
        return _date(parts["iy"], int(parts["im"]), int(parts["id"]), today)
    if parts["dd"]:
        return _date(parts["dy"], int(parts["dm"]), int(parts["dd"]), today)
    name, day, year = (
        (parts["nm"], parts["nd"], parts["ny"]) if parts["nd"] else (parts["am"], parts["ad"], parts["ay"])
    )
    return _date(year, _MONTH[name.casefold()], int(day), today)


def _date(year: str | None, month: int, day: int, today: date | None) -> date | None:
    try:
        if year:
            return date(int(year), month, day)
        if today is None:
            return None
        this = date(today.year, month, day)
        return this if this >= today else date(today.year + 1, month, day)
    except ValueError:
        return None
