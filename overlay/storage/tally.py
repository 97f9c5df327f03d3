"""What counts towards the limits, by a clock that may be wrong.

A turn counts for an hour from its moment. When the clock is set back, moments that are suddenly in the future become
now: they were asked before, so they are at least that old. Nobody gets free questions, and nobody waits for more than
an hour. What the file knows and what this process remembers are put together, so that a file that cannot be read, or
was set aside, does not open the tap.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from overlay.core.log_rules import LogRules
from overlay.core.ports import Clock

if TYPE_CHECKING:
    import sqlite3

HOUR = 3600.0
ALERT = 0.9
"""The share of the spend limit at which IT is told."""


class Tally:
    """The hour's questions and the month's spending."""

    def __init__(self, rules: LogRules, clock: Clock) -> None:
        """Begin with nothing counted."""
        self._rules = rules
        self._clock = clock
        self._asks: dict[str, tuple[str, float]] = {}
        self._month: str = ""
        self._spent = 0.0

    def count(self, uid: str, person: str, moment: float) -> None:
        """Count a question that is put to the model."""
        self._asks[uid] = (person, moment)

    def spend(self, cost: float | None) -> None:
        """Count what a turn cost."""
        self._turn_month()
        self._spent += cost or 0.0

    def learn(self, db: "sqlite3.Connection", person: str) -> None:
        """Take in what the file knows, and mend moments that the clock has put into the future."""
        now = self._clock.now().timestamp()
        db.execute("UPDATE turns SET counted = ? WHERE counted > ?", (now, now))
        rows = db.execute(
            "SELECT uid, counted FROM turns WHERE person = ? AND asked != '' AND counted > ? ORDER BY id",
            (person, now - HOUR),
        )
        for number, row in enumerate(rows):
            self.count(str(row["uid"] or f"row {number}"), person, float(row["counted"]))
        self.learn_spent(db)

    def learn_spent(self, db: "sqlite3.Connection") -> float:
        """Take in the month's spending from the file, and return it."""
        self._turn_month()
        currency = self._rules.prices.currency
        self._spent = max(self._spent, spent_since(db, month_start(self._clock.now()), currency))
        return self._spent

    def refusal(self, person: str) -> str:
        """Return why the model may not be asked, as a sentence for the person; an empty text when it may."""
        self._turn_month()
        if self._rules.spend and self._spent >= self._rules.spend:
            return f"This month's budget for the model ({self._rules.money}) is used up; IT can raise it."
        moments = sorted(self._moments(person))
        if not self._rules.hourly or len(moments) < self._rules.hourly:
            return ""
        free = _here(moments[-self._rules.hourly] + HOUR, self._clock.now())
        many = "one question" if self._rules.hourly == 1 else f"{self._rules.hourly} questions"
        return f"The model takes {many} an hour from you; the next one at {free:%H:%M}."

    def alerts(self, asked: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Return what IT is to be told of the spending: sentences, each with a key that stays the same.

        Args:
            asked: what was asked last, each as `provider/model`.
        """
        if not self._rules.spend:
            return
        self._turn_month()
        for model in asked:
            if self._rules.prices.find(model) is None:
                unknown = f"What {model} costs is not known, so spend_limit ({self._rules.money}) does not count it."
                yield self._key(model), f"{unknown} Set its price: prices, in the policy."
        share = self._spent / self._rules.spend
        budget, used = f"The model's budget for {self._month} is", f"{self._spent:.2f} of {self._rules.money}"
        if share >= 1:
            meaning = "Answers come from the manual alone until the month ends or IT raises spend_limit."
            yield self._key("1"), f"{budget} used up: {used}. {meaning}"
        elif share >= ALERT:
            meaning = "Beyond it, answers come from the manual alone. IT can raise spend_limit."
            yield self._key("0.9"), f"{budget} nearly used up: {used} ({share:.0%}). {meaning}"

    def _key(self, what: str) -> str:
        return f"spend {self._month} {self._rules.spend:g} {what}"

    def _moments(self, person: str) -> Iterable[float]:
        now = self._clock.now().timestamp()
        # An entry whose hour is over is forgotten; one in the future begins its hour now.
        self._asks = {k: (who, min(t, now)) for k, (who, t) in self._asks.items() if t > now - HOUR}
        return (t for who, t in self._asks.values() if who == person)

    def _turn_month(self) -> None:
        month = self._clock.now().strftime("%B %Y")
        if month != self._month:
            self._month, self._spent = month, 0.0


def month_start(now: datetime) -> float:
    """Return the first moment of a month where the person is, in seconds since 1970."""
    first = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    # A moment carries the offset of its own day; on the first of the month it may have been another.
    return (first.replace(tzinfo=None) if _is_machines(now) else first).timestamp()


def _here(moment: float, now: datetime) -> datetime:
    """Return a moment as the person's clock will show it, where summer time may begin or end in between."""
    return datetime.fromtimestamp(moment, None if _is_machines(now) else now.tzinfo)


def _is_machines(now: datetime) -> bool:
    return now.utcoffset() == now.astimezone().utcoffset()


def spent_since(db: "sqlite3.Connection", since: float, currency: str) -> float:
    """Return what was spent from a moment on, as far as it is known."""
    query = "SELECT coalesce(sum(cost), 0) FROM turns WHERE counted >= ? AND currency = ?"
    return float(db.execute(query, (since, currency)).fetchone()[0])
