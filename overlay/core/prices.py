"""What models cost: prices for a million tokens, by pattern. A model that no pattern names has no known price."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from overlay.core.errors import SettingsError
from overlay.core.model import Usage

MILLION = 1_000_000
KINDS = ("input", "cached", "written", "output")
_PART = re.compile(r"(\w+)\s*[= ]\s*(\d+(?:\.\d+)?)")


@dataclass(frozen=True, slots=True)
class Price:
    """One model's prices for a million tokens. Tokens read from or written to the cache count as input when not set."""

    input: float
    output: float
    cached: float | None = None
    written: float | None = None

    def of(self, usage: Usage) -> float:
        """Return what a turn's tokens cost. `Usage.input` counts cached and written ones too."""
        fresh = max(usage.input - usage.cached - usage.written, 0)
        cached = self.input if self.cached is None else self.cached
        written = self.input if self.written is None else self.written
        total = fresh * self.input + usage.cached * cached + usage.written * written + usage.output * self.output
        return total / MILLION


@dataclass(frozen=True, slots=True)
class PriceTable:
    """Prices by pattern (`provider/model`, with `*`), in one currency; the first pattern that fits counts."""

    currency: str = "USD"
    prices: Mapping[str, Price] = field(default_factory=dict[str, Price])

    def find(self, asked: str) -> Price | None:
        """Return the price of `provider/model`, or None when it is not known."""
        return next((p for pattern, p in self.prices.items() if fnmatchcase(asked, pattern)), None)

    def cost(self, asked: str, usage: Usage) -> float | None:
        """Return what a turn cost, in this table's currency.

        Args:
            asked: the `provider/model` that was asked; empty when none was, which costs nothing.
            usage: its tokens.

        Returns:
            None when the price is not known, or an answer that broke off told no tokens though they cost something.
        """
        if not asked:
            return 0.0
        price = self.find(asked)
        if price is None:
            return None
        if usage == Usage() and price.input + price.output > 0:
            return None
        return price.of(usage)

    def over(self, other: "PriceTable") -> "PriceTable":
        """Return this table with another's patterns after its own, where they are in the same currency."""
        none: Mapping[str, Price] = {}
        below = other.prices if other.currency == self.currency else none
        return PriceTable(self.currency, {**self.prices, **{k: v for k, v in below.items() if k not in self.prices}})


def read_price(pattern: str, text: str) -> Price:
    """Read a price such as `input 0.25, cached 0.025, output 2`.

    Raises:
        SettingsError: it is not one; the words say what would be.
    """
    parts = [part.strip() for part in text.split(",")]
    found = {m[1]: float(m[2]) for part in parts if (m := _PART.fullmatch(part))}
    if len(found) != len(parts) or not {"input", "output"} <= found.keys() or not found.keys() <= set(KINDS):
        msg = (
            f"the price of {pattern!r} must be written as 'input 0.25, cached 0.025, output 2' "
            f"(for a million tokens; cached and written may be left out), not {text!r}."
        )
        raise SettingsError(msg)
    return Price(found["input"], found["output"], found.get("cached"), found.get("written"))
