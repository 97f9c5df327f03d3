"""Settings as they are, and the log of what was changed."""

import sqlite3

from overlay.demo.clock import Clock
from overlay.demo.seed.log import add_log

# id, part, value, allowed, changed, name, about
_SETTINGS = """
week_start|general|Monday|Monday, Sunday|2024-01-08|First day of the week|Used in the leave calendar.
currency|general|EUR|EUR|2024-01-08|Currency|All amounts are kept in it.
week_hours|general|40|20-48|2024-01-08|Planned hours a week|Shown beside the hours worked.
break_minutes|general|30|0-60|2024-01-08|Break|Minutes taken off from six hours on.
leave_days|general|25|20-40|2024-01-08|Leave days a year|For new colleagues.
carry_over|general|On|On, Off|2025-10-01|Carry leave over|Days left of last year count in this one.
invoice_days|general|30|7-90|2025-06-16|Payment terms|Days until a new invoice is due.
delivery_days|general|14|1-90|2026-06-15|Delivery time|Days until a new order is expected.
closed_after|general|62|14-120|2026-03-09|Attendance closes after|Days after which a day can't be corrected.
languages|general|On|On, Off|2026-02-02|Own language|People may choose their language.
logo|general|On|On, Off|2024-01-08|Company name in the menu|Shown under the name of the app.
leave_mail|notifications|On|On, Off|2025-01-13|Leave requests|Mail to the manager for each new request.
leave_answer|notifications|On|On, Off|2025-01-13|Leave decisions|Mail to the person once it is decided.
expense_mail|notifications|On|On, Off|2025-01-13|New expenses|Mail to the manager for each new expense.
expense_week|notifications|Off|On, Off|2025-09-22|Expense summary|Mail every Monday instead of one for each expense.
clock_mail|notifications|Off|On, Off|2026-04-20|Missing clock-out|Mail on the next morning.
low_mail|notifications|On|On, Off|2026-04-20|Low stock|Mail to the warehouse when an item falls to its level.
late_mail|notifications|3|1-30|2026-04-20|Overdue invoices|Days after which the first reminder can go out.
"""


def add_admin(db: sqlite3.Connection, clock: Clock) -> None:
    """Add settings and the log."""
    for line in _SETTINGS.strip().splitlines():
        key, part, value, allowed, changed, name, about = line.split("|")
        db.execute(
            "INSERT INTO settings VALUES (?, ?, ?, ?, ?, ?, ?)", (key, part, name, about, value, allowed, changed)
        )
    add_log(db, clock)
