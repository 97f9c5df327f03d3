"""The log as the settings want it, and its word before each turn."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

from overlay.core.log_rules import LogRules
from overlay.core.ports import Clock
from overlay.core.prices import PriceTable, read_price
from overlay.core.resources import bundled
from overlay.core.turn import TurnStart
from overlay.desktop.paths import find_paths
from overlay.settings.resolve import Settings
from overlay.storage.turn_log import QUICK_MS, SqliteTurnLog

LOG_FILE = "turns.db"


class LogAdmission:
    """Notes each turn in the log before it begins, and asks the log whether the model may be asked."""

    def __init__(self, log: SqliteTurnLog) -> None:
        """Take the log."""
        self._log = log
        self._writing: set[asyncio.Future[bool]] = set()

    async def admit(self, start: TurnStart) -> str:
        """Return why the model may not be asked now; the manual's own answers do not even wait for the disk."""
        if start.asked:
            return await asyncio.to_thread(self._log.begin, start)
        self._log.enter(start)
        writing = asyncio.get_running_loop().run_in_executor(None, self._log.flush, QUICK_MS)
        self._writing.add(writing)
        writing.add_done_callback(self._writing.discard)
        return ""


def log_rules(settings: Settings) -> LogRules:
    """Return what the settings say of the log."""
    return LogRules(
        keep_text=settings.text("log_text") == "on",
        hourly=int(settings.text("hourly_limit")),
        spend=float(settings.text("spend_limit")),
        prices=price_table(settings),
    )


def price_table(settings: Settings) -> PriceTable:
    """Return the prices that were set, before the built-in ones where those are in the same currency."""
    own = {pattern: read_price(pattern, text) for pattern, text in settings.pairs("prices").items()}
    return PriceTable(settings.text("currency"), own).over(_built_in())


def open_log(
    settings: Settings, *, warn: Callable[[str], None], data: Path | None = None, clock: Clock | None = None
) -> SqliteTurnLog:
    """Return the log of this person's Fescue; its file is made with the first turn.

    Args:
        settings: what is kept and counted.
        warn: tells the person, in one sentence; called in whichever thread writes.
        data: the folder of the file; Fescue's own by default.
        clock: the clock; the machine's by default.
    """
    file = (data or find_paths().data) / LOG_FILE
    return SqliteTurnLog(file, warn, rules=log_rules(settings), clock=clock, alert=tell_it)


def tell_it(sentence: str) -> None:
    """Say something for IT, where a log collector finds it; `fescue log` shows it too."""
    sys.stderr.write(f"fescue: notice: {sentence}\n")


def _built_in() -> PriceTable:
    import tomllib

    with (bundled("resources") / "prices.toml").open("rb") as file:
        table = tomllib.load(file)
    prices = {pattern: read_price(pattern, text) for pattern, text in table["prices"].items()}
    return PriceTable(table["currency"], prices)
