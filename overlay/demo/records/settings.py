"""Settings of the company, each with the values it may have."""

import sqlite3
from dataclasses import dataclass

from overlay.demo.clock import Clock
from overlay.demo.rules import InvalidEntryError


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting; `allowed` is a list such as `On, Off`, or a range such as `1-60`."""

    id: str
    part: str
    name: str
    about: str
    value: str
    allowed: str
    changed: str

    def clean(self, text: str) -> str | None:
        """The value in its proper spelling, or None when it is not allowed."""
        if "-" in self.allowed:
            low, high = (int(part) for part in self.allowed.split("-"))
            number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else -1
            return str(number) if low <= number <= high else None
        options = {option.casefold(): option for option in self.allowed.split(", ")}
        return options.get(text.casefold())

    @property
    def rule(self) -> str:
        """What may be entered."""
        if "-" in self.allowed:
            return f"Enter a number from {self.allowed.replace('-', ' to ')}."
        return f"Enter one of these: {self.allowed}."


def list_settings(db: sqlite3.Connection, part: str = "", search: str = "") -> list[Setting]:
    """Settings by name."""
    rows = db.execute(
        "SELECT * FROM settings WHERE (? = '' OR part = ?) AND (name LIKE ? OR about LIKE ?) ORDER BY name",
        (part, part, *(f"%{search}%",) * 2),
    )
    return [Setting(**dict(row)) for row in rows]


def find_setting(db: sqlite3.Connection, setting_id: str) -> Setting | None:
    """One setting by id."""
    row = db.execute("SELECT * FROM settings WHERE id = ?", (setting_id,)).fetchone()
    return Setting(**dict(row)) if row else None


def value_of(db: sqlite3.Connection, setting_id: str) -> str:
    """What a setting is now.

    Raises:
        KeyError: there is no such setting.
    """
    row = db.execute("SELECT value FROM settings WHERE id = ?", (setting_id,)).fetchone()
    if row is None:
        raise KeyError(setting_id)
    return str(row["value"])


def number_of(db: sqlite3.Connection, setting_id: str) -> int:
    """What a setting is now, of those that are numbers."""
    return int(value_of(db, setting_id))


def is_on(db: sqlite3.Connection, setting_id: str) -> bool:
    """Whether a setting is on, of those that can be."""
    return value_of(db, setting_id) == "On"


def change_setting(db: sqlite3.Connection, setting_id: str, text: str, clock: Clock) -> Setting:
    """Give a setting another value; returns it as it is afterwards.

    Raises:
        InvalidEntryError: the value is not allowed, or it is the one it has.
    """
    setting = find_setting(db, setting_id)
    if setting is None:
        raise InvalidEntryError({"setting": "Choose a setting."})
    value = setting.clean(text)
    if value is None:
        raise InvalidEntryError({"value": setting.rule})
    if value == setting.value:
        raise InvalidEntryError({"value": f"{setting.name} is {value} already."})
    db.execute("UPDATE settings SET value = ?, changed = ? WHERE id = ?", (value, clock.today, setting.id))
    changed = find_setting(db, setting_id)
    assert changed is not None
    return changed
