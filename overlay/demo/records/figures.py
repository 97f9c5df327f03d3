"""Figures for the reports: by department, by category, by project."""

import sqlite3
from dataclasses import dataclass

from overlay.demo.records.people import Person


@dataclass(frozen=True, slots=True)
class DepartmentFigures:
    """A department: its people, their leave and attendance."""

    department: str
    people: int
    leave_days: float
    days_present: int
    corrections: int


@dataclass(frozen=True, slots=True)
class SpendingFigures:
    """What was spent in a category; amounts are in euro cents."""

    category: str
    expenses: int
    amount: int
    waiting: int


def by_department(db: sqlite3.Connection, reader: Person, month: str) -> list[DepartmentFigures]:
    """Departments by name, of a manager's own team or of everybody; `month` is like `2026-11`, or a year."""
    rows = db.execute(
        "SELECT department, COUNT(*) AS people,"
        " SUM(COALESCE((SELECT SUM(r.days) FROM leave_requests r WHERE r.person_id = p.id AND r.status = 'approved'"
        " AND r.first LIKE :month), 0)) AS leave_days,"
        " SUM((SELECT COUNT(*) FROM attendance a WHERE a.person_id = p.id AND a.day LIKE :month)) AS days_present,"
        " SUM((SELECT COUNT(*) FROM attendance a WHERE a.person_id = p.id AND a.corrected AND a.day LIKE :month))"
        " AS corrections FROM people p WHERE status = 'active' AND (:all OR p.manager_id = :me)"
        " GROUP BY department ORDER BY department",
        {"month": f"{month}%", "all": reader.role == "admin", "me": reader.id},
    )
    return [DepartmentFigures(**dict(row)) for row in rows]


def by_category(db: sqlite3.Connection, reader: Person, month: str) -> list[SpendingFigures]:
    """Expenses by category, the largest sum first; drafts and declined ones do not count."""
    rows = db.execute(
        "SELECT category, COUNT(*) AS expenses, SUM(amount) AS amount,"
        " SUM(CASE e.status WHEN 'waiting' THEN amount ELSE 0 END) AS waiting FROM expenses e"
        " JOIN people p ON p.id = e.person_id WHERE e.status IN ('waiting', 'approved', 'paid') AND e.day LIKE :month"
        " AND (:all OR p.manager_id = :me) GROUP BY category ORDER BY SUM(amount) DESC",
        {"month": f"{month}%", "all": reader.role == "admin", "me": reader.id},
    )
    return [SpendingFigures(**dict(row)) for row in rows]


def expense_months(db: sqlite3.Connection) -> list[str]:
    """Months with expenses, the latest first."""
    rows = db.execute("SELECT DISTINCT substr(day, 1, 7) AS month FROM expenses ORDER BY month DESC")
    return [row["month"] for row in rows]
