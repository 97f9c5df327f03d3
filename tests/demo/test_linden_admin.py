"""Reports, roles, settings and the audit log."""

import re

import pytest

from overlay.demo.access import SCREENS


def test_there_are_25_screens():
    assert len(SCREENS) == 25


def test_a_manager_reports_on_the_team_and_an_administrator_on_all(ines, nadia):
    assert ines.get("/reports").text.count('scope="row"') == 1
    assert nadia.get("/reports").text.count('scope="row"') == 6
    team = sum(row["amount"] for row in ines.get("/api/reports/spending").json()["rows"])
    everything = sum(row["amount"] for row in nadia.get("/api/reports/spending").json()["rows"])
    assert 0 < team < everything
    assert "Nothing to report" in nadia.get("/reports/money?search=zzz").text
    assert "Page 1 of 2" in nadia.get("/reports/projects").text
    assert nadia.get("/reports?month=2026-11").status_code == 200


def test_roles_and_their_screens(nadia):
    assert "Goods, suppliers, invoices and customers" in nadia.get("/admin/roles").text
    assert "No roles found" in nadia.get("/admin/roles?search=zzz").text
    assert "Page 1 of 3" in nadia.get("/admin/roles/screens").text
    mine = nadia.get("/admin/roles/screens?role=warehouse").text
    assert "Suppliers" in mine
    assert ">Reports</th>" not in mine


@pytest.mark.parametrize(
    ("setting", "value", "message"),
    [
        ("week_hours", "99", "Enter a number from 20 to 48."),
        ("week_hours", "x", "Enter a number from 20 to 48."),
        ("week_hours", "40", "Planned hours a week is 40 already."),
        ("carry_over", "maybe", "Enter one of these: On, Off."),
        ("nothing", "1", "Choose one of the options for Setting."),
    ],
)
def test_settings_take_what_is_allowed(linden, nadia, setting, value, message):
    before = linden.digest()
    answer = nadia.send("/admin/settings", "change_setting", setting=setting, value=value)
    assert answer.status_code == 422
    assert message in answer.text
    assert linden.digest() == before


def test_a_setting_is_changed_on_its_tab_and_logged(linden, nadia):
    page = nadia.get("/admin/settings/notifications?action=change_setting&setting=clock_mail&value=on").text
    assert re.search(r'<dialog id="dialog-change_setting"[^>]* open', page)
    assert 'value="On"' in page or 'value="on"' in page
    answer = nadia.send("/admin/settings/notifications", "change_setting", setting="clock_mail", value="on")
    assert answer.url.path == "/admin/settings/notifications"
    assert "Missing clock-out is On now." in answer.text
    assert "No settings found" in nadia.get("/admin/settings?search=zzz").text
    assert "Page 1 of" not in nadia.get("/admin/settings").text
    first = nadia.get("/api/audit").json()["rows"][0]
    assert first == {
        "date": "2026-11-30",
        "time": "09:00",
        "person": "Nadia Petrov",
        "screen": "Settings",
        "change": "Missing clock-out is On now.",
    }


def test_the_log_is_filled_filtered_and_paged(mara, nadia):
    assert "Page 1 of 4" in nadia.get("/admin/audit").text
    assert "No changes found" in nadia.get("/admin/audit?search=zzz").text
    mara.send("/attendance", "clock_in")
    assert "You are clocked in since 09:00." in nadia.get("/admin/audit?area=Attendance").text
