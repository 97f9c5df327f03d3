"""Linden's calendar: the day and the time that the app believes it is."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Clock:
    """A frozen moment; screenshots and tests must not depend on the day they are made."""

    day: date = date(2026, 11, 30)
    time: str = "09:00"

    @property
    def today(self) -> str:
        """The day as an ISO date, the form in which the database keeps days."""
        return self.day.isoformat()
