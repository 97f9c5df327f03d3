"""How a business rule says no: a message for each field it concerns."""

from collections.abc import Mapping


class InvalidEntryError(Exception):
    """What was entered breaks a rule; the messages are written for the person who entered it."""

    def __init__(self, problems: Mapping[str, str]) -> None:
        super().__init__("; ".join(problems.values()))
        self.problems = dict(problems)


class NotPermittedError(Exception):
    """The person may open the screen but not do this to that record."""
