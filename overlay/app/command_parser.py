"""The parser of a command's words: options may stand before, between and after them."""

import argparse
from collections.abc import Iterable
from typing import Any


class CommandParser(argparse.ArgumentParser):
    """Takes `providers test --json openai` for what it is.

    Python's own parser gives words that may be left out their turn once, before the first option, and calls those that
    follow it unknown.
    """

    _mixing = False

    # The stubs describe the method by overloads that no single override satisfies.
    def parse_known_args(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, args: Iterable[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Parse; see `argparse.ArgumentParser.parse_known_args`."""
        optional = any(action.nargs in ("?", "*") and not action.option_strings for action in self._actions)
        if self._mixing or not optional:
            return super().parse_known_args(None if args is None else list(args), namespace)
        self._mixing = True
        try:
            return self.parse_known_intermixed_args(None if args is None else list(args), namespace)
        finally:
            self._mixing = False
