"""Form tokens, host names, headers, one-time links and API tokens."""

import re

import pytest

ORIGIN = "http://127.0.0.1:8000"


@pytest.mark.parametrize("token", ["", "wrong", "ä"])
def test_a_form_without_its_token_is_refused(linden, mara, token):
    before = linden.digest()
    data = {"csrf": token, "form": "clock_in"}
    answer = mara.client.post("/attendance", data=data)
    assert answer.status_code == 403
    assert "did not come from Linden" in answer.text
    assert linden.digest() == before


def test_the_token_of_another_session_is_refused(linden, mara, ines):
    token = re.search(r'name="csrf" value="([^"]+)"', ines.get("/attendance").text)[1]
    answer = mara.client.post("/attendance", data={"csrf": token, "form": "clock_in"})
    assert answer.status_code == 403


def test_sign_out_needs_the_token_and_ends_the_session(mara):
    assert mara.client.post("/sign-out").status_code == 403
    assert mara.get("/sign-out").status_code == 405
    token = re.search(r'name="csrf" value="([^"]+)"', mara.get("/leave").text)[1]
    assert mara.client.post("/sign-out", data={"csrf": token}).url.path == "/sign-in"
    assert mara.get("/api/me").status_code == 401


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:8000", "", "localhost.evil:80", "10.0.0.1"])
def test_foreign_host_names_are_refused(mara, host):
    assert mara.get("/api/me", headers={"host": host}).status_code == 400


@pytest.mark.parametrize("host", ["127.0.0.1:9", "localhost", "localhost:8080"])
def test_local_host_names_are_served(mara, host):
    assert mara.get("/sign-in", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("path", ["/leave", "/nowhere", "/stock", "/api/me", "/assets/linden.css", "/sign-in"])
def test_every_answer_is_locked_down(mara, path):
    headers = mara.get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(linden):
    client = linden.browse()
    answer = client.post("/sign-in", data={"person": "mara.lind"}, follow_redirects=False)
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


@pytest.mark.parametrize(
    "target",
    ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", "leave", "/\t/evil", "///x"],
)
def test_signing_in_never_leads_to_another_site(linden, target):
    session = linden.sessions.start("mara.lind")
    client = linden.browse()
    code = linden.sessions.issue_code(session)
    answer = client.get(f"/sign-in/once/{code}", params={"next": target}, follow_redirects=False)
    assert answer.headers["location"] == "/"
    data = {"person": "mara.lind", "next": target}
    answer = client.post("/sign-in", data=data, follow_redirects=False)
    assert answer.headers["location"] == "/"


def test_a_foreign_page_cannot_sign_anybody_in(linden):
    client = linden.browse()
    data = {"person": "nadia.petrov"}
    assert client.post("/sign-in", data=data, headers={"origin": "https://evil.example"}).status_code == 403
    assert client.get("/api/me").status_code == 401


def test_only_the_demo_people_can_be_chosen(linden):
    assert linden.browse().post("/sign-in", data={"person": "kofi.mensah"}).status_code == 400


def test_a_link_works_once_and_keeps_the_way(linden):
    session = linden.sessions.start("mara.lind")
    code = linden.sessions.issue_code(session)
    target = "/leave?new=leave&from=2026-12-14"
    first = linden.browse().get(f"/sign-in/once/{code}", params={"next": target}, follow_redirects=False)
    assert first.headers["location"] == target
    second = linden.browse().get(f"/sign-in/once/{code}")
    assert second.status_code == 410
    assert "This link has expired" in second.text


def test_signing_in_comes_back_to_the_screen_that_was_asked_for(linden):
    client = linden.browse()
    page = client.get("/leave?new=leave&from=2026-12-14")
    assert page.url.path == "/sign-in"
    assert 'name="next" value="/leave?new=leave&amp;from=2026-12-14"' in page.text


def bearer(token):
    return {"authorization": f"Bearer {token}"}


def test_a_token_answers_before_its_link_is_used_and_follows_its_browser(linden):
    session = linden.sessions.start("mara.lind")
    outside = linden.browse()
    assert outside.get("/api/me", headers=bearer(session.token)).json()["id"] == "mara.lind"
    browser = linden.browse()
    browser.get(f"/sign-in/once/{linden.sessions.issue_code(session)}")
    browser.post("/sign-in", data={"person": "tom.becker"})
    assert browser.get("/api/me").json()["id"] == "tom.becker"
    assert outside.get("/api/me", headers=bearer(session.token)).json()["id"] == "tom.becker"


def test_a_token_answers_for_nobody_after_sign_out(linden):
    session = linden.sessions.start("mara.lind")
    browser = linden.browse()
    page = browser.get(f"/sign-in/once/{linden.sessions.issue_code(session)}").text
    browser.post("/sign-out", data={"csrf": re.search(r'name="csrf" value="([^"]+)"', page)[1]})
    assert browser.get("/api/me", headers=bearer(session.token)).status_code == 401
    browser.post("/sign-in", data={"person": "ines.ortega"})
    assert linden.browse().get("/api/me", headers=bearer(session.token)).json()["id"] == "ines.ortega"


def test_a_wrong_token_is_not_covered_by_a_cookie(mara):
    answer = mara.get("/api/me", headers=bearer("wrong"))
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert mara.get("/api/me", headers={"authorization": "Basic eDp5"}).status_code == 401


def test_a_token_buys_a_new_link_to_its_own_session(linden, mara):
    session = linden.sessions.start("tom.becker")
    answer = linden.browse().post("/api/once", headers=bearer(session.token))
    url = answer.json()["url"]
    assert url.startswith(f"{ORIGIN}/sign-in/once/")
    browser = linden.browse()
    assert browser.get(url).url.path == "/home"
    assert browser.get("/api/me").json()["id"] == "tom.becker"
    assert mara.client.post("/api/once").status_code == 401


def test_markup_in_entries_is_only_text(mara):
    note = '<script>alert("x")</script>'
    mara.send("/leave", "request_leave", **{"from": "2026-12-14", "to": "2026-12-14", "type": "unpaid", "note": note})
    page = mara.get("/leave").text
    assert note not in page
    assert "&lt;script&gt;" in page


def test_a_failure_shows_no_traceback(linden, mara):
    client = linden.browse(raises=False, cookies=mara.client.cookies)
    linden.database.write_bytes(b"not a database at all")
    answer = client.get("/leave")
    assert answer.status_code == 500
    assert "Traceback" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
