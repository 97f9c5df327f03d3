"""Forms as tables: one description makes the dialog, its deep link, and the check of what comes back."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum

from overlay.demo.rules import InvalidEntryError
from overlay.demo.visits import Visit


class Kind(Enum):
    """What can be entered into a field."""

    TEXT = "text"
    LONG = "long"
    DATE = "date"
    TIME = "time"
    MONEY = "money"
    HOURS = "hours"
    WHOLE = "whole"
    CHOICE = "choice"
    SWITCH = "switch"
    EMAIL = "email"
    PHONE = "tel"


Choices = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form; its name is also its key in a deep link."""

    name: str
    label: str
    kind: Kind = Kind.TEXT
    required: bool = True
    hint: str = ""
    choices: Choices | Callable[[Visit], Choices] | None = None
    limit: int = 120
    half: bool = False

    def options(self, visit: Visit) -> Choices:
        """The allowed values and what they are called."""
        if callable(self.choices):
            return self.choices(visit)
        return self.choices or {}


@dataclass(frozen=True, slots=True)
class Entries:
    """Checked entries in their plain form: ISO dates, euro cents, minutes, whole numbers."""

    texts: Mapping[str, str]
    subject: str = ""

    def text(self, name: str) -> str:
        """An entry as text; empty when nothing was entered."""
        return self.texts.get(name, "")

    def date(self, name: str) -> date:
        """An entry of kind DATE."""
        return date.fromisoformat(self.texts[name])

    def whole(self, name: str) -> int:
        """An entry of kind WHOLE, of kind MONEY in cents, or of kind HOURS in minutes."""
        return int(self.texts[name])

    def on(self, name: str) -> bool:
        """Whether a switch is on."""
        return self.texts.get(name) == "yes"


def _nobody(_visit: Visit) -> None:
    return None


def _nothing(_visit: Visit) -> dict[str, str]:
    return {}


def _no_subject(_visit: Visit, _subject: str) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Form:
    """A form in a dialog, opened by its button or by the query `parameter=value`.

    With a `subject_key` it is about one row of the screen; `describe` names that row, or gives None
    where the person may not use the form on it. A form without fields that is `direct` is a single button.
    """

    id: str
    parameter: str
    value: str
    title: str
    submit: str
    save: Callable[[Visit, Entries], str]
    fields: tuple[Field, ...] = ()
    intro: str | Callable[[Visit], str] = ""
    button: str = ""
    cancel: str = "Cancel"
    danger: bool = False
    direct: bool = False
    listed: bool = False
    subject_key: str = ""
    describe: Callable[[Visit, str], str | None] = _no_subject
    starts: Callable[[Visit], Mapping[str, str]] = _nothing
    unavailable: Callable[[Visit], str | None] = _nobody

    def introduce(self, visit: Visit) -> str:
        """What the dialog says before its fields."""
        return self.intro(visit) if callable(self.intro) else self.intro

    @property
    def keys(self) -> tuple[str, ...]:
        """Every query key that belongs to the open dialog."""
        subject = (self.subject_key,) if self.subject_key else ()
        return (self.parameter, *subject, *(field.name for field in self.fields))


def check(form: Form, visit: Visit, raw: Mapping[str, str]) -> Entries:
    """Check what came back from the dialog, field by field.

    Raises:
        InvalidEntryError: with one message for each field that cannot be used.
    """
    texts: dict[str, str] = {}
    problems: dict[str, str] = {}
    for field in form.fields:
        try:
            texts[field.name] = read(field, field.options(visit), raw.get(field.name, ""))
        except ValueError as problem:
            problems[field.name] = str(problem)
    if problems:
        raise InvalidEntryError(problems)
    return Entries(texts, raw.get(form.subject_key, "") if form.subject_key else "")


def prefill(form: Form, visit: Visit) -> dict[str, str]:
    """Values for the dialog from the query; a value that cannot be used leaves its field as it starts."""
    values = dict(form.starts(visit))
    for field in form.fields:
        raw = visit.query.get(field.name, "")
        options = field.options(visit)
        try:
            clean = read(field, options, raw) if raw.strip() else None
        except ValueError:
            continue
        if clean is not None:
            values[field.name] = _shown(field, clean)
    return values


def _shown(field: Field, clean: str) -> str:
    if field.kind is Kind.MONEY:
        return f"{int(clean) // 100}.{int(clean) % 100:02d}"
    if field.kind is Kind.HOURS:
        return f"{int(clean) // 60}:{int(clean) % 60:02d}"
    return clean


def read(field: Field, options: Choices, raw: str) -> str:
    """Bring one entry into its plain form.

    Raises:
        ValueError: with the message to show beside the field.
    """
    text = raw.replace("\r\n", "\n").strip()
    if field.kind is Kind.SWITCH:
        return "yes" if text.lower() in ("yes", "true", "on", "1") else ""
    if not text:
        if field.required:
            raise ValueError(_missing(field))
        return ""
    if field.kind is Kind.CHOICE:
        return _choice(field, options, text)
    if len(text) > field.limit:
        msg = f"Keep it to {field.limit} characters."
        raise ValueError(msg)
    reader = _READERS.get(field.kind)
    return reader(text) if reader else text


def _missing(field: Field) -> str:
    verb = "Choose" if field.kind in (Kind.CHOICE, Kind.DATE) else "Enter"
    return f"{verb} a value for {field.label}."


def _choice(field: Field, options: Choices, text: str) -> str:
    for value, label in options.items():
        if text == value or text.casefold() == label.casefold():
            return value
    msg = f"Choose one of the options for {field.label}."
    raise ValueError(msg)


def _read_date(text: str) -> str:
    msg = "Enter a date such as 2026-12-14."
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        raise ValueError(msg)
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise ValueError(msg) from None
    if not 2015 <= day.year <= 2035:
        msg = "Enter a date between 2015 and 2035."
        raise ValueError(msg)
    return text


def _read_time(text: str) -> str:
    found = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)", text, re.ASCII)
    if not found:
        msg = "Enter a time such as 08:30."
        raise ValueError(msg)
    return f"{int(found[1]):02d}:{found[2]}"


def _read_money(text: str) -> str:
    plain = text.removeprefix("€").replace(" ", "").replace("'", "")
    grouped = re.fullmatch(r"(\d{1,3}(?:([,.])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d{1,2}))?", plain, re.ASCII)
    if grouped:
        plain = re.sub(r"\D", "", grouped[1]) + (f".{grouped[3]}" if grouped[3] else "")
    found = re.fullmatch(r"(\d{1,7})(?:[.,](\d{1,2}))?", plain, re.ASCII)
    if not found:
        msg = "Enter an amount such as 84.50."
        raise ValueError(msg)
    return str(int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0")))


def _read_hours(text: str) -> str:
    found = re.fullmatch(r"(\d{1,2})(?::([0-5]\d)|[.,](\d{1,2}))?", text, re.ASCII)
    minutes = int(found[1]) * 60 + int(found[2] or 0) if found else 0
    if found and found[3]:
        minutes += round(int(found[3].ljust(2, "0")) * 60 / 100)
    if not 0 < minutes <= 24 * 60:
        msg = "Enter hours such as 1.5 or 1:30."
        raise ValueError(msg)
    return str(minutes)


def _read_whole(text: str) -> str:
    if not re.fullmatch(r"[+-]?\d{1,6}", text.replace("−", "-"), re.ASCII):
        msg = "Enter a whole number."
        raise ValueError(msg)
    return str(int(text.replace("−", "-")))


def _read_email(text: str) -> str:
    if not re.fullmatch(r"[\w.+-]+@[\w-]+(\.[\w-]+)+", text, re.ASCII):
        msg = "Enter an e-mail address such as name@norrby.example."
        raise ValueError(msg)
    return text


def _read_phone(text: str) -> str:
    if not re.fullmatch(r"\+?[\d ()/-]{5,24}", text, re.ASCII):
        msg = "Enter a phone number such as +49 30 555 0100."
        raise ValueError(msg)
    return text


_READERS: Mapping[Kind, Callable[[str], str]] = {
    Kind.DATE: _read_date,
    Kind.TIME: _read_time,
    Kind.MONEY: _read_money,
    Kind.HOURS: _read_hours,
    Kind.WHOLE: _read_whole,
    Kind.EMAIL: _read_email,
    Kind.PHONE: _read_phone,
}
