"""Names that are used once, and short ids made from them."""

import re
from collections.abc import Collection, Iterable

from overlay.demo.rules import InvalidEntryError


def check_new_name(name: str, taken: Iterable[str], what: str) -> None:
    """Make sure that a name is not used yet, whatever its capitals.

    Raises:
        InvalidEntryError: it is; `what` says of what.
    """
    if any(name.casefold() == other.casefold() for other in taken):
        raise InvalidEntryError({"name": f"{name} is {what} already."})


def free_key(name: str, taken: Collection[str]) -> str:
    """The first word of a name in small letters, with a number when that is taken."""
    stem = re.sub(r"[^a-z0-9]+", " ", name.lower()).split()
    key, number = (stem[0] if stem else "new"), 1
    first = key
    while key in taken:
        number += 1
        key = f"{first}{number}"
    return key
