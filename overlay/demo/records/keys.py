"""Short ids made from names."""

import re
from collections.abc import Collection


def free_key(name: str, taken: Collection[str]) -> str:
    """The first word of a name in small letters, with a number when that is taken."""
    stem = re.sub(r"[^a-z0-9]+", " ", name.lower()).split()
    key, number = (stem[0] if stem else "new"), 1
    first = key
    while key in taken:
        number += 1
        key = f"{first}{number}"
    return key
