"""Expenses of the last three months."""

import sqlite3
from datetime import timedelta

from overlay.demo.clock import Clock
from overlay.demo.seed.pick import pick

# person, euro cents, day, category, description, project, status, reason
_TOLD = """
mara.lind|8640|2026-11-24|travel|Train to the Hamburg workshop|BIRCH-11|waiting|
mara.lind|3190|2026-11-24|meals|Lunch with the harbour team|BIRCH-11|waiting|
mara.lind|12900|2026-11-17|equipment|Colour calibration card||draft|
mara.lind|21450|2026-10-21|accommodation|Two nights in Milan|CEDAR-04|approved|
mara.lind|4720|2026-10-20|travel|Airport transfer|CEDAR-04|approved|
mara.lind|6800|2026-10-09|meals|Team dinner||declined|Team events are paid from the department budget.
mara.lind|39900|2026-09-15|training|Online course: light and perception||paid|
aino.virtanen|15480|2026-11-25|travel|Flight to the supplier audit|MAPLE-19|waiting|
bilal.haddad|8995|2026-11-23|equipment|Soldering tips and flux||waiting|
chiara.conti|27600|2026-11-20|accommodation|Three nights in Milan|CEDAR-04|waiting|
emeka.obi|4215|2026-11-19|meals|Lunch with the test laboratory|ALDER-26|waiting|
goran.kovac|5900|2026-11-18|training|Book: embedded systems||waiting|
freja.holm|11240|2026-11-05|travel|Train to the materials fair|ALDER-26|approved|
ines.ortega|18430|2026-11-12|travel|Flight to Milan|CEDAR-04|waiting|
ines.ortega|9650|2026-10-20|meals|Dinner with the fair organisers|CEDAR-04|approved|
nadia.petrov|7490|2026-11-16|equipment|Headsets for onboarding||waiting|
"""
_OTHERS = (
    ("travel", "Train to a customer"),
    ("meals", "Lunch with a customer"),
    ("accommodation", "Hotel, one night"),
    ("equipment", "Monitor stand"),
    ("travel", "Parking and fuel"),
    ("training", "Conference ticket"),
)


def add_expenses(db: sqlite3.Connection, clock: Clock) -> None:
    """Add the told expenses and some for colleagues in other teams."""
    rows: list[tuple[str, ...]] = [tuple(line.split("|")) for line in _TOLD.strip().splitlines()]
    others = [
        row["id"]
        for row in db.execute("SELECT id FROM people WHERE role = 'employee' AND department <> 'Design' ORDER BY id")
    ]
    for number, person in enumerate(others):
        category, description = _OTHERS[pick(person, 6)]
        day = clock.day - timedelta(days=3 + pick(person + "x", 60))
        status = ("waiting", "approved", "paid")[number % 3]
        cents = str(1500 + pick(person + "c", 24000))
        rows.append((person, cents, day.isoformat(), category, description, "", status, ""))
    rows.sort(key=lambda row: (row[2], row[0], row[1]))
    for number, (person, cents, spent, category, description, project, status, reason) in enumerate(rows):
        db.execute(
            "INSERT INTO expenses SELECT ?, ?, ?, ?, ?, ?, ?, ?, manager_id, ?, ? FROM people WHERE id = ?",
            (2001 + number, person, int(cents), spent, category, description, project, status, reason, spent, person),
        )
