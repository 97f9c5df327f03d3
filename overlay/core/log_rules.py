"""What the log keeps and counts, as the settings say."""

from dataclasses import dataclass, field

from overlay.core.prices import PriceTable


@dataclass(frozen=True, slots=True)
class LogRules:
    """The rules of one log."""

    keep_text: bool = True
    """Whether questions and answers are kept; without them there is no history."""
    hourly: int = 0
    """Questions a person may put to the model within an hour; 0 for as many as they like."""
    spend: float = 0.0
    """What the model may cost in a calendar month, in the prices' currency; 0 for no limit."""
    prices: PriceTable = field(default_factory=PriceTable)

    @property
    def money(self) -> str:
        """The spend limit as a text."""
        return f"{self.spend:.2f} {self.prices.currency}"
