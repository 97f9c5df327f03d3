"""The expense policies as they are in force."""

import sqlite3

# id, category, title, limit in cents, receipt, changed, rule
_POLICIES = """
taxi|travel|Taxi|6000|1|2026-03-01|When no train or bus runs, or with heavy luggage.
train|travel|Train|35000|1|2026-03-01|Second class. First class from four hours on.
flight|travel|Flight|80000|1|2026-01-15|Economy, and only when the train takes more than six hours.
car|travel|Own car|20000|0|2025-11-03|€0.30 a kilometre. Say where you went and why.
parking|travel|Parking|3000|1|2025-11-03|At customers, stations and airports.
lunch|meals|Lunch with a customer|5000|1|2026-03-01|For each person. Name who was there.
trip|meals|Meals on a trip|4500|1|2026-03-01|A day away from home, all meals together.
team|meals|Team events||0|2026-06-10|Paid from the department budget, not as an expense.
hotel|accommodation|Hotel|16000|1|2026-03-01|A night, breakfast included. Milan and London up to €220.
guest|accommodation|Staying with friends|2500|0|2025-05-19|A night, for a present. No receipt needed.
desk|equipment|Small equipment|15000|1|2026-01-15|What you need at your desk. Larger things are ordered by IT.
book|training|Books|8000|1|2025-05-19|They stay in the company when you have read them.
course|training|Courses|150000|1|2026-01-15|Talk to your manager before you book.
phone|other|Phone abroad|4000|1|2025-11-03|Calls and data on business trips outside the EU.
"""


def add_policies(db: sqlite3.Connection) -> None:
    """Add every policy."""
    for line in _POLICIES.strip().splitlines():
        key, category, title, highest, receipt, changed, rule = line.split("|")
        row = (key, category, title, rule, int(highest) if highest else None, int(receipt), changed)
        db.execute("INSERT INTO policies VALUES (?, ?, ?, ?, ?, ?, ?)", row)
