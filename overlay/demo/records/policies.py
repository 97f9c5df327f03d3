"""Expense policies: what the company pays for, and up to which amount."""

import sqlite3
from dataclasses import dataclass

from overlay.demo.clock import Clock
from overlay.demo.rules import InvalidEntryError


@dataclass(frozen=True, slots=True)
class Policy:
    """One policy; `highest` is in euro cents, None where only the general limit counts."""

    id: str
    category: str
    title: str
    rule: str
    highest: int | None
    receipt: int
    changed: str


def list_policies(db: sqlite3.Connection, search: str = "", category: str = "") -> list[Policy]:
    """Policies by category and title."""
    rows = db.execute(
        "SELECT * FROM policies WHERE (title LIKE ? OR rule LIKE ?) AND (? = '' OR category = ?)"
        " ORDER BY category, title",
        (*(f"%{search}%",) * 2, category, category),
    )
    return [Policy(**dict(row)) for row in rows]


def find_policy(db: sqlite3.Connection, policy_id: str) -> Policy | None:
    """One policy by id."""
    row = db.execute("SELECT * FROM policies WHERE id = ?", (policy_id,)).fetchone()
    return Policy(**dict(row)) if row else None


def change_policy(db: sqlite3.Connection, policy_id: str, rule: str, highest: int | None, clock: Clock) -> Policy:
    """Change a policy's rule and limit.

    Raises:
        InvalidEntryError: the limit is above what an expense may be.
    """
    policy = find_policy(db, policy_id)
    if policy is None:
        raise InvalidEntryError({"": "This policy does not exist."})
    if highest is not None and not 0 < highest <= 500_000:
        raise InvalidEntryError({"highest": "Enter a limit between €0.01 and €5,000.00."})
    db.execute(
        "UPDATE policies SET rule = ?, highest = ?, changed = ? WHERE id = ?",
        (rule, highest, clock.today, policy.id),
    )
    return policy
