"""Who may open what: on the page, in the menu, in the JSON, and when sending forms."""

import re

import pytest

from overlay.demo.access import SCREEN_BY_ID, tabs_for
from overlay.demo.areas import ACTIONS, AREAS
from overlay.demo.database import reading
from overlay.demo.records.leave import find_request
from overlay.demo.records.people import find_person

PROJECTS = {"projects", "board", "timesheets"}
GOODS = {"low_stock", "suppliers", "overdue_invoices", "customers"}
ALLOWED = {
    "mara.lind": {"home", "leave_calendar", "expense_policies", "attendance", "leave", "expenses", "profile"}
    | PROJECTS,
    "ines.ortega": {"home", "leave_calendar", "expense_policies", "attendance_team", "reports"}
    | {"attendance", "leave", "leave_approvals", "expenses", "expense_approvals", "profile"}
    | PROJECTS,
    "tom.becker": {"home", "attendance", "stock", "orders", "invoices", "profile"} | GOODS,
    "nadia.petrov": set(SCREEN_BY_ID),
}
REPORTS = {
    "/api/leave/balance": "leave",
    "/api/leave/requests": "leave",
    "/api/leave/approvals": "leave_approvals",
    "/api/attendance/today": "attendance",
    "/api/expenses": "expenses",
    "/api/projects": "projects",
    "/api/tasks": "board",
    "/api/timesheets": "timesheets",
    "/api/stock/low": "low_stock",
    "/api/suppliers": "suppliers",
    "/api/customers": "customers",
    "/api/invoices/overdue": "overdue_invoices",
    "/api/home": "home",
    "/api/attendance/team": "attendance_team",
    "/api/leave/calendar": "leave_calendar",
    "/api/expenses/policies": "expense_policies",
    "/api/reports/spending": "reports",
    "/api/settings": "settings",
    "/api/audit": "audit",
    "/api/stock": "stock",
    "/api/orders": "orders",
    "/api/invoices": "invoices",
}


@pytest.mark.parametrize("person", ALLOWED)
def test_every_route_by_role(linden, person):
    browser = linden.sign_in(person)
    before = linden.digest()
    for screen in SCREEN_BY_ID.values():
        expected = 200 if screen.id in ALLOWED[person] else 403
        assert browser.get(screen.route).status_code == expected, screen.route
    for path, module in REPORTS.items():
        assert browser.get(path).status_code == (200 if module in ALLOWED[person] else 403), path
    for action, (module, _form) in ACTIONS.items():
        answer = browser.get(f"/api/actions/{action}/state")
        assert answer.status_code == (200 if module in ALLOWED[person] else 403), action
    assert linden.digest() == before


@pytest.mark.parametrize("person", ALLOWED)
def test_no_form_is_taken_from_a_role_without_the_screen(linden, person):
    browser = linden.sign_in(person)
    before = linden.digest()
    token = re.search(r'name="csrf" value="([^"]+)"', browser.get("/profile").text)[1]
    for area in AREAS:
        for form in area.forms:
            if area.screen not in ALLOWED[person]:
                data = {"csrf": token, "form": form.id}
                assert browser.client.post(SCREEN_BY_ID[area.screen].route, data=data).status_code == 403
    assert linden.digest() == before


@pytest.mark.parametrize("person", ALLOWED)
def test_the_menu_and_the_json_are_the_same_list(linden, person):
    browser = linden.sign_in(person)
    me = browser.get("/api/me").json()
    page = browser.get("/profile").text
    menu = re.search(r'<nav aria-label="Main menu">(.*?)</nav>', page, re.DOTALL)[1]
    links = [*re.findall(r'<a href="([^"]+)"', menu), "/profile"]
    role = me["role"]
    tabs = [tab for screen in SCREEN_BY_ID.values() for tab in screen.tabs if tab.route != screen.route]
    further = [tab.route for tab in tabs]
    assert sorted(links) == sorted(s["route"] for s in me["screens"] if s["route"] not in further)
    assert set(me["modules"]) & set(SCREEN_BY_ID) == ALLOWED[person]
    assert set(me["modules"]) - set(SCREEN_BY_ID) == {tab.id for tab in tabs if tab.id and role in tab.roles}
    shown = {s["route"] for s in me["screens"]} & set(further)
    opened = {t.route for s in SCREEN_BY_ID.values() if s.id in ALLOWED[person] for t in s.tabs if role in t.roles}
    assert shown == opened & set(further)


@pytest.mark.parametrize("person", ALLOWED)
def test_tabs_are_shown_to_who_may_open_them(linden, person):
    browser = linden.sign_in(person)
    role = browser.get("/api/me").json()["role"]
    for screen in SCREEN_BY_ID.values():
        for tab in screen.tabs:
            allowed = screen.id in ALLOWED[person] and role in tab.roles
            answer = browser.get(tab.route)
            assert answer.status_code == (200 if allowed else 403), tab.route
            if allowed and len(tabs_for(find(linden, person), screen)) > 1:
                assert f'<a href="{tab.route}" aria-current="page">{tab.label}' in answer.text


def find(linden, person):
    with reading(linden.database) as db:
        return find_person(db, person)


def test_a_refused_tab_names_its_roles(mara):
    assert (
        "“Timesheets: Team” is for the roles Manager and Administrator." in mara.get("/projects/timesheets/team").text
    )


def test_me_says_who_asks(mara):
    me = mara.get("/api/me").json()
    assert (me["id"], me["name"], me["role"], me["locale"]) == ("mara.lind", "Mara Lind", "employee", "en")
    leave = next(screen for screen in me["screens"] if screen["id"] == "leave")
    assert leave == {"id": "leave", "route": "/leave", "title": "Leave", "menu": "People › Leave"}


def test_a_refused_screen_says_who_can_grant_it(mara):
    page = mara.get("/stock").text
    assert "You don&#39;t have access" in page
    assert "Ask Nadia Petrov (People operations &amp; IT)" in page
    assert '<nav aria-label="Main menu">' in page


def test_an_unknown_page_is_styled(mara):
    answer = mara.get("/nowhere")
    assert answer.status_code == 404
    assert "Page not found" in answer.text


def test_the_menu_marks_the_open_screen(mara):
    assert '<a href="/leave" aria-current="page">' in mara.get("/leave").text


def test_somebody_elses_records_stay_untouched(linden, mara, ines):
    before = linden.digest()
    with reading(linden.database) as db:
        requests = [find_request(db, str(number)) for number in range(1, 46)]
    foreign = [one for one in requests if one.manager_id != "ines.ortega" and one.status == "waiting"]
    waiting = [one.id for one in foreign]
    assert waiting
    for number in waiting:
        assert ines.send("/leave/approvals", "approve_leave", request=str(number)).status_code == 403
        assert mara.send("/leave", "cancel_leave", request=str(number)).status_code == 403
    assert linden.digest() == before


def test_an_inactive_account_is_signed_out_at_once(linden, nadia, mara):
    nadia.send("/admin/users", "deactivate_user", user="mara.lind")
    assert mara.get("/api/me").status_code == 401
    assert mara.get("/leave").url.path == "/sign-in"


def test_administrators_cannot_lock_themselves_out(linden, nadia):
    before = linden.digest()
    assert nadia.send("/admin/users", "deactivate_user", user="nadia.petrov").status_code == 403
    assert nadia.send("/admin/users", "change_role", user="nadia.petrov", role="employee").status_code == 403
    assert linden.digest() == before
