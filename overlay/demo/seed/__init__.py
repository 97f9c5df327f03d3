"""The company as it is on Linden's frozen day; the same clock always gives the same rows."""

from pathlib import Path

from overlay.demo.clock import Clock
from overlay.demo.database import SCHEMA, writing
from overlay.demo.seed.admin import add_admin
from overlay.demo.seed.expenses import add_expenses
from overlay.demo.seed.goods import add_goods
from overlay.demo.seed.people import add_people
from overlay.demo.seed.policies import add_policies
from overlay.demo.seed.presence import add_presence
from overlay.demo.seed.work import add_work


def create_database(path: Path, clock: Clock) -> None:
    """Fill a new database file.

    Raises:
        sqlite3.OperationalError: the file exists with tables in it, or cannot be written.
    """
    with writing(path) as db:
        for statement in SCHEMA.split(";"):
            if statement.strip():
                db.execute(statement)
        add_people(db)
        add_presence(db, clock)
        add_expenses(db, clock)
        add_goods(db, clock)
        add_work(db, clock)
        add_policies(db)
        add_admin(db, clock)
