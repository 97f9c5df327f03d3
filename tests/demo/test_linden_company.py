"""Home, the team, the leave calendar and the policies."""

import re


def test_the_start_page_is_home_and_says_what_waits(mara, ines, tom, nadia):
    for browser, person in ((mara, "Mara"), (ines, "Ines"), (tom, "Tom"), (nadia, "Nadia")):
        page = browser.get("/")
        assert page.url.path == "/home"
        assert f"Good morning, {person}. It is Mon 30 Nov." in page.text
        assert "Net position" in page.text
    assert "€380.00" in mara.get("/home").text
    assert "Nothing is waiting for you" in mara.get("/home?search=zzz").text
    assert "Page 1 of" in nadia.get("/home").text


def test_what_waits_leads_to_screens_that_open(mara, ines, tom, nadia):
    for browser in (mara, ines, tom, nadia):
        links = set(re.findall(r'class="row-link" href="([^"]+)"', browser.get("/home").text))
        assert links
        assert {browser.get(link.replace("&amp;", "&")).status_code for link in links} == {200}


def test_the_team_of_a_manager_and_of_an_administrator(ines, nadia):
    assert ines.get("/api/attendance/team").json()["total"] == 8
    assert nadia.get("/api/attendance/team").json()["total"] == 37
    page = ines.get("/attendance/team?status=on_leave").text
    assert "Emeka Obi" in page
    assert "Freja Holm" not in page
    assert "Nobody found" in ines.get("/attendance/team?search=zzz").text
    week = ines.get("/attendance/team/week").text
    assert "Thu 19 Nov" in week
    assert "Page 1 of 4" in nadia.get("/attendance/team/week").text


def test_colleagues_see_that_somebody_is_away_but_not_why(mara, ines):
    page = mara.get("/leave/calendar?month=2026-12").text
    assert "Chiara Conti" in page
    assert "Bilal Haddad" not in page, "it is still waiting"
    mine = ines.get("/leave/calendar?month=2026-12").text
    assert "Bilal Haddad" in mine
    assert "Julia Wagner" in mine
    row = next(row for row in mara.get("/api/leave/calendar").json()["rows"] if row["person"] == "Emeka Obi")
    assert row["type"] is None


def test_the_calendar_turns_and_survives_nonsense(mara, ines):
    page = mara.get("/leave/calendar").text
    assert "November 2026" in page
    assert 'value="2026-12">Next month' in page
    assert "Christmas Day" in mara.get("/leave/calendar?month=2026-12").text
    for month in ("2026-13", "x", "1900-01", "9999-12"):
        assert "November 2026" in mara.get(f"/leave/calendar?month={month}").text
    assert "Nobody is away" in mara.get("/leave/calendar?search=zzz").text
    assert "Julia Wagner" not in ines.get("/leave/calendar?month=2026-12&department=Design").text


def test_policies_are_read_by_all_and_changed_by_administrators(linden, mara, nadia):
    assert ">Edit<" not in mara.get("/expenses/policies").text
    assert "No policies found" in mara.get("/expenses/policies?search=zzz").text
    assert "Page 1 of 2" in mara.get("/expenses/policies").text
    before = linden.digest()
    change = {"policy": "taxi", "rule": "Only at night.", "highest": "75"}
    assert mara.send("/expenses/policies", "edit_policy", **change).status_code == 403
    refused = nadia.send("/expenses/policies", "edit_policy", **change | {"highest": "6,000"})
    assert "Enter a limit between" in refused.text
    assert linden.digest() == before
    assert "The policy Taxi is saved." in nadia.send("/expenses/policies", "edit_policy", **change).text
    assert "€75.00" in mara.get("/expenses/policies?search=taxi").text
