"""Projects, their board and timesheets: rules, dialogs, and time that is parked."""

import re

import pytest

LOG = {"project": "BIRCH-11", "date": "2026-11-30", "hours": "1,5", "note": "Layout"}
PLAN = {"lead": "mara.lind", "ends": "2027-03-01", "budget": "120"}
START = {"code": "rowan-27", "name": "Bus stops", "customer": "hafen", "starts": "2026-12-07", **PLAN}
CARD = {"title": "Measure the poles", "project": "ALDER-26", "assignee": "mara.lind", "due": "2026-12-14"}
SAVES = [
    ("ines.ortega", "/projects", "new_project", START, "ROWAN-27 Bus stops is planned."),
    (
        *("mara.lind", "/projects", "edit_project"),
        {"project": "BIRCH-11", "status": "active", "lead": "mara.lind", "ends": "2026-12-31", "budget": "500"},
        "BIRCH-11 Harbour promenade is saved.",
    ),
    ("mara.lind", "/projects/board", "new_card", CARD, "“Measure the poles” is in To do."),
    ("mara.lind", "/projects/board", "move_card", {"card": "1", "lane": "review"}, "is in Review now."),
    ("mara.lind", "/projects/timesheets", "log_time", LOG, "1 h 30 min on BIRCH-11 are logged."),
    (
        "mara.lind",
        "/projects/timesheets",
        "log_time",
        LOG | {"project": "CEDAR-04"},
        "1 h 30 min on CEDAR-04 are parked.",
    ),
    ("mara.lind", "/projects/timesheets", "log_time", LOG | {"project": "HAZEL-02"}, "are parked."),
]
REFUSALS = [
    ("ines.ortega", "/projects", "new_project", START | {"code": "ALDER-26"}, "ALDER-26 is taken already."),
    ("ines.ortega", "/projects", "new_project", START | {"code": "X1"}, "Enter a code such as ROWAN-27"),
    (
        "ines.ortega",
        "/projects",
        "new_project",
        START | {"ends": "2026-12-07"},
        "The project must end after it starts.",
    ),
    ("ines.ortega", "/projects", "new_project", START | {"budget": "0"}, "between 1 and 10,000 hours."),
    (
        *("ines.ortega", "/projects", "edit_project"),
        {"project": "BIRCH-11", "status": "closed", **PLAN},
        "5 of its cards are not done. Finish them on the board first.",
    ),
    ("mara.lind", "/projects/board", "new_card", CARD | {"due": "2026-11-29"}, "This day is in the past."),
    ("mara.lind", "/projects/board", "move_card", {"card": "1", "lane": "doing"}, "in In progress already."),
    ("mara.lind", "/projects/board", "move_card", {"card": "1", "lane": "done"}, "Move it to Review first."),
    ("mara.lind", "/projects/timesheets", "log_time", LOG | {"hours": "13"}, "The most is 12 h a day."),
    ("mara.lind", "/projects/timesheets", "log_time", LOG | {"hours": "x"}, "Enter hours such as 1.5 or 1:30."),
    ("mara.lind", "/projects/timesheets", "log_time", LOG | {"date": "2026-12-01"}, "This day is still to come."),
    ("mara.lind", "/projects/timesheets", "log_time", LOG | {"date": "2026-10-01"}, "up to 31 days back."),
]
LINKS = [
    ("ines.ortega", "/projects?new=project&code=ROWAN-27&name=Bus stops&budget=120", "new_project"),
    ("mara.lind", "/projects/board?new=card&title=Hello&project=ALDER-26", "new_card"),
    ("mara.lind", "/projects/board?action=move_card&card=1&lane=review", "move_card"),
    ("mara.lind", "/projects/timesheets?new=time&project=BIRCH-11&hours=1.5&note=Layout", "log_time"),
    ("mara.lind", "/projects/timesheets?action=submit_week", "submit_week"),
]


@pytest.mark.parametrize(("person", "route", "form", "fields", "message"), SAVES, ids=lambda value: str(value)[:24])
def test_forms_save_and_say_so(linden, person, route, form, fields, message):
    browser = linden.sign_in(person)
    before = linden.digest()
    answer = browser.send(route, form, **fields)
    assert answer.status_code == 200
    assert message in answer.text
    assert linden.digest() != before


@pytest.mark.parametrize(("person", "route", "form", "fields", "message"), REFUSALS, ids=lambda value: str(value)[:24])
def test_rules_say_no_and_nothing_changes(linden, person, route, form, fields, message):
    browser = linden.sign_in(person)
    before = linden.digest()
    answer = browser.send(route, form, **fields)
    assert answer.status_code == 422
    assert message in answer.text
    assert linden.digest() == before


@pytest.mark.parametrize(("person", "link", "form"), LINKS, ids=lambda value: str(value)[:24])
def test_deep_links_open_the_dialog_and_save_nothing(linden, person, link, form):
    browser = linden.sign_in(person)
    before = linden.digest()
    assert re.search(rf'<dialog id="dialog-{form}"[^>]* open data-keys', browser.get(link).text)
    assert linden.digest() == before


def test_an_item_page_answers_and_an_unknown_one_does_not(mara, tom):
    page = mara.get("/projects/BIRCH-11").text
    assert "<h1>Harbour promenade</h1>" in page
    assert "Time on this project" in page
    assert mara.get("/projects/NOPE-00").status_code == 404
    assert tom.get("/projects/BIRCH-11").status_code == 403


def test_employees_edit_what_they_lead_and_start_nothing(linden, mara):
    before = linden.digest()
    assert mara.send("/projects", "new_project", **START).status_code == 403
    assert mara.send("/projects", "edit_project", project="ALDER-26", status="closed", **PLAN).status_code == 403
    assert mara.send("/projects/board", "move_card", card="10", lane="done").status_code == 422
    state = mara.get("/api/actions/new_project/state").json()
    assert state == {
        "available": False,
        "reason": "Only managers and administrators can start a project. Ask your manager.",
    }
    assert linden.digest() == before


def test_a_larger_budget_lets_parked_time_count(mara, ines):
    assert mara.get("/api/timesheets?status=parked").json()["total"] == 1
    plan = {"status": "active", "lead": "ines.ortega", "ends": "2026-12-18", "budget": "200"}
    answer = ines.send("/projects", "edit_project", project="CEDAR-04", **plan)
    assert "CEDAR-04 Trade fair Milan is saved. 2 parked entries count now." in answer.text
    assert mara.get("/api/timesheets?status=parked").json()["total"] == 0


def test_a_week_is_submitted_sent_back_and_deleted(mara, ines):
    mara.send("/projects/timesheets", "log_time", **LOG)
    answer = mara.send("/projects/timesheets", "submit_week", week="2026-11-30")
    assert "1 entry went to your manager." in answer.text
    team = ines.get("/projects/timesheets/team?search=Mara").text
    key = re.search(r'name="entry" value="(\d+)"', team)[1]
    back = ines.send("/projects/timesheets/team", "send_back_time", entry=key, reason="Which quay?")
    assert back.url.path == "/projects/timesheets/team"
    assert "Sent back: Mara Lind" in back.text
    assert "Which quay?" in mara.get("/projects/timesheets").text
    assert ines.send("/projects/timesheets", "delete_time", entry=key).status_code == 403
    assert "are deleted." in mara.send("/projects/timesheets", "delete_time", entry=key).text


def test_lists_fill_filter_and_page(mara):
    assert "Page 1 of 2" in mara.get("/projects").text
    assert "No projects found" in mara.get("/projects?search=zzz").text
    assert "No cards found" in mara.get("/projects/board?search=zzz").text
    assert "Page 2 of 3" in mara.get("/projects/board?page=2").text
    assert "No time logged" in mara.get("/projects/timesheets?search=zzz").text
    assert mara.get("/api/tasks?mine=true&lane=doing").json()["total"] == 2
