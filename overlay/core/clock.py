"""The clocks: the machine's, and one for tests that moves only when told."""

import time
from datetime import UTC, date, datetime, timedelta


class SystemClock:
    """The machine's clock."""

    def steady(self) -> float:
        """Return seconds that never go back."""
        return time.monotonic()

    def now(self) -> datetime:
        """Return the time here, with its zone."""
        return datetime.now().astimezone()

    def today(self) -> date:
        """Return the day here."""
        return self.now().date()


class SteppedClock:
    """A clock that moves when it is told to."""

    def __init__(self, now: datetime = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)) -> None:
        """Set the calendar."""
        self._now = now
        self._steady = 0.0

    def steady(self) -> float:
        """Return the seconds advanced so far."""
        return self._steady

    def now(self) -> datetime:
        """Return the calendar's time."""
        return self._now

    def today(self) -> date:
        """Return the calendar's day."""
        return self._now.date()

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._steady += seconds
        self._now += timedelta(seconds=seconds)

    def set_back(self, seconds: float) -> None:
        """Set the calendar back; the steady time does not follow."""
        self._now -= timedelta(seconds=seconds)
