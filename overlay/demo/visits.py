"""One visit to a screen: who looks at it, when, and with which query."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from overlay.demo.clock import Clock
from overlay.demo.records.people import Person


@dataclass(frozen=True, slots=True)
class Visit:
    """What a screen needs to know to show itself or to save one of its forms."""

    db: sqlite3.Connection
    person: Person
    clock: Clock
    query: Mapping[str, str]
    path: str = ""
    """The address that was opened; it says which tab of a screen."""
    item: str = ""
    """What an item page is about."""

    def wanted(self, name: str) -> str:
        """A filter from the query, without surrounding space."""
        return self.query.get(name, "").strip()

    def flag(self, name: str) -> bool:
        """Whether the query switches something on."""
        return self.wanted(name).lower() in ("1", "true", "yes", "on")
