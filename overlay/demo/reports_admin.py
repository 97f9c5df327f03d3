"""Read-only data for managers and administrators, as flat rows; amounts are in euro."""

from collections.abc import Mapping

from overlay.demo.records.audit import list_changes
from overlay.demo.records.expenses import CATEGORIES
from overlay.demo.records.figures import by_category
from overlay.demo.records.settings import list_settings
from overlay.demo.reports_work import Rows, Value
from overlay.demo.visits import Visit


def _spending(visit: Visit) -> list[dict[str, Value]]:
    found = by_category(visit.db, visit.person, visit.wanted("month") or str(visit.clock.day.year))
    return [
        {
            "category": CATEGORIES[one.category],
            "expenses": one.expenses,
            "amount": one.amount / 100,
            "waiting": one.waiting / 100,
        }
        for one in found
    ]


def _settings(visit: Visit) -> list[dict[str, Value]]:
    return [
        {
            "setting": setting.name,
            "about": setting.about,
            "value": setting.value,
            "allowed": setting.allowed,
            "changed": setting.changed,
        }
        for setting in list_settings(visit.db, "", visit.wanted("search"))
    ]


def _changes(visit: Visit) -> list[dict[str, Value]]:
    return [
        {
            "date": entry.day,
            "time": entry.time,
            "person": entry.person,
            "screen": entry.screen,
            "change": entry.what,
        }
        for entry in list_changes(visit.db, visit.wanted("search"))
    ]


ADMIN_REPORTS: Mapping[str, tuple[str, Rows]] = {
    "/api/reports/spending": ("reports", _spending),
    "/api/settings": ("settings", _settings),
    "/api/audit": ("audit", _changes),
}
