"""What a question says about an action's fields is prefilled; nothing is guessed."""

from datetime import date

import pytest

from overlay.content.pack_folder import load_pack
from overlay.core.pack import ActionSpec
from overlay.core.resources import bundled_pack
from overlay.providers.offline_dates import dates_in
from overlay.providers.offline_fields import fields_from

TODAY = date(2026, 11, 30)
PACK = load_pack(bundled_pack()).pack


def action(name: str) -> ActionSpec:
    found = PACK.action(name)
    assert found
    return found


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("from 2026-12-14 to 2026-12-18", ["2026-12-14", "2026-12-18"]),
        ("vom 14.12. bis 18.12.2027", ["2026-12-14", "2027-12-18"]),
        ("from 14 December to the 18th of December", ["2026-12-14", "2026-12-18"]),
        ("December 14, 2027", ["2027-12-14"]),
        ("del 3 de enero al 5 de enero", ["2027-01-03", "2027-01-05"]),
        ("am 3. März 2027", ["2027-03-03"]),
        ("tomorrow", ["2026-12-01"]),
        ("mañana", ["2026-12-01"]),
        ("heute", ["2026-11-30"]),
        ("on 31 February", []),
        ("2026-13-01", []),
        ("may I ask", []),
        ("order 14 of 18", []),
        ("version 1.2.3", []),
    ],
)
def test_dates_in_three_languages(text: str, days: list[str]) -> None:
    assert [d.isoformat() for d in dates_in(text, TODAY)[1]] == days


def test_without_a_today_only_whole_dates_count() -> None:
    assert dates_in("tomorrow, 14 December, 2026-12-14", None)[1] == [date(2026, 12, 14)]


@pytest.mark.parametrize(
    ("name", "question", "fields"),
    [
        ("request_leave", "from 2026-12-18 to 2026-12-14", {"from": "2026-12-14", "to": "2026-12-18"}),
        ("request_leave", "unpaid leave tomorrow", {"from": "2026-12-01", "type": "unpaid"}),
        ("request_leave", "annual or unpaid leave?", {}),
        ("new_expense", "taxi 84.50", {"amount": "84.50"}),
        (
            "new_expense",
            "45,50 for meals on 14.11.2026",
            {"amount": "45.50", "date": "2026-11-14", "category": "meals"},
        ),
        ("new_expense", "12 euros travel", {"amount": "12", "category": "travel"}),
        ("adjust_stock", "LMP-001 by -2 damaged", {"item": "LMP-001", "change": "-2", "reason": "damaged"}),
        ("new_order", "40 lmp-001 at lumatek", {"item": "LMP-001", "quantity": "40", "supplier": "lumatek"}),
        ("correct_attendance", "14.11.2026 08:30 17:00", {"date": "2026-11-14", "in": "08:30", "out": "17:00"}),
        ("edit_profile", "cambiar mi contacto de emergencia", {}),
    ],
)
def test_what_is_said_is_prefilled(name: str, question: str, fields: dict[str, str]) -> None:
    assert fields_from(question, action(name), TODAY) == fields
