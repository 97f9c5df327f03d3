"""`fescue policy show`: every setting, its value and where that comes from."""

import json
import sys
from dataclasses import asdict, dataclass
from datetime import datetime

from overlay.app.logs import LOG_FILE, log_rules
from overlay.app.models import read_settings
from overlay.desktop.paths import find_paths
from overlay.settings.resolve import Settings
from overlay.settings.table import SETTINGS
from overlay.storage.log_reader import read_spent
from overlay.storage.tally import ALERT, month_start


@dataclass(frozen=True, slots=True)
class Spending:
    """What the model cost this month, and what it may cost."""

    spent: float
    limit: float
    """0: no limit."""
    currency: str

    @property
    def sentence(self) -> str:
        """Say it in words, and what it means when the limit is near."""
        spent = f"Spent on the model this month, as far as prices are known: {self.spent:.2f}"
        if not self.limit:
            return f"{spent} {self.currency}, without a limit."
        share = self.spent / self.limit
        said = f"{spent} of {self.limit:.2f} {self.currency} ({share:.0%})."
        if share >= 1:
            return f"{said} Answers come from the manual alone until the month ends or spend_limit is raised."
        return f"{said} It is nearly used up: raise spend_limit in time." if share >= ALERT else said


def month_spending(settings: Settings) -> Spending:
    """Return this month's spending.

    Raises:
        StorageError: the log cannot be read.
    """
    rules = log_rules(settings)
    since, currency = month_start(datetime.now().astimezone()), rules.prices.currency
    return Spending(read_spent(find_paths().data / LOG_FILE, since=since, currency=currency), rules.spend, currency)


def show_policy(*, as_json: bool) -> int:
    """Print the settings of this machine and person.

    Args:
        as_json: print one JSON object instead of lines.

    Returns:
        0; 1 when something could not be read.

    Raises:
        StorageError: the log cannot be read.
    """
    settings = read_settings()
    spending = month_spending(settings)
    rows = [
        {
            "name": name,
            "value": settings.values[name],
            "source": settings.sources[name].value,
            "locked": settings.locked(name),
            "description": setting.description,
        }
        for name, setting in SETTINGS.items()
    ]
    if as_json:
        found: dict[str, object] = {"settings": rows, "spending": asdict(spending)}
        found |= {"problems": list(settings.problems), "restricted": settings.restricted}
        sys.stdout.write(json.dumps(found, ensure_ascii=False, indent=1) + "\n")
    else:
        sys.stdout.writelines(f"{r['name']:20} {r['value'] or '-'!s:28} {r['source']}\n" for r in rows)
        sys.stdout.write(f"\n{spending.sentence}\n")
        sys.stdout.writelines(f"\nProblem: {problem}\n" for problem in settings.problems)
    return 1 if settings.problems else 0
