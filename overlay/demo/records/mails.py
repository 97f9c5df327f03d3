"""Mails that Linden sends of itself: the settings say which, and the audit log keeps each of them."""

import sqlite3

from overlay.demo.clock import Clock
from overlay.demo.records.audit import record_change
from overlay.demo.records.people import Person, name_of
from overlay.demo.records.settings import is_on

SCREEN = "Mail"
"""How the audit log files them."""


def mail(db: sqlite3.Connection, clock: Clock, setting_id: str, cause: Person, to: str | None, text: str) -> None:
    """Send a mail, unless its setting is off or nobody is there to get it.

    Args:
        db: the database, in the transaction of what the mail is about.
        clock: when.
        setting_id: the setting that switches this kind of mail.
        cause: whose change it is about.
        to: the person's id, or a name that is nobody's id, such as `Warehouse`.
        text: what it says, as the end of a sentence.
    """
    if to and is_on(db, setting_id):
        name = name_of(db, to)
        record_change(db, cause.id, SCREEN, f"Mail to {to if name == '–' else name}: {text}", clock)
