"""The one door: which addresses become screens, and which are ever opened."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlay.core.pack import Pack, ScreenSpec
from overlay.core.screens import Screen, ScreenSource
from overlay.core.urls import MAX_LINK, parse_typed_address, parse_web_address

ROUTES = ("/", "/ventas", "/ventas/[id]", "/stock", "/reset/[token]", "/clientes", "/clientes/[id]/edit", "/web")
SCREENS = tuple(ScreenSpec(route, route, route.title()) for route in ROUTES)
ERP = Pack("ERP", ("https://erp.example",), SCREENS, queries=frozenset({"page", "tab"}))
HASH = Pack("ERP", ("https://erp.example",), SCREENS, hash_routes=True, queries=frozenset({"tab"}))


def route(screen: Screen | None) -> str | None:
    assert screen is not None
    return screen.route


# g02: browsers hide the scheme, and while somebody types the field holds anything.
@pytest.mark.parametrize(
    ("typed", "origin", "expected"),
    [
        ("erp.example/ventas/12", "https://erp.example", "/ventas/[id]"),
        ("erp.example/ventas/12", "https://www.erp.example", "/ventas/[id]"),
        ("localhost:3000/ventas", "http://localhost:3000", "/ventas"),
        ("192.168.1.5:8069/web", "http://192.168.1.5:8069", "/web"),
        ("[::1]:3000/ventas", "http://[::1]:3000", "/ventas"),
        ("https://erp.example/ventas", "https://erp.example", "/ventas"),
        ("  erp.example/ventas  ", "https://erp.example", "/ventas"),
    ],
)
def test_typed_addresses_are_read_as_with_a_scheme(typed: str, origin: str, expected: str) -> None:
    screen = ERP.at(origin).admit_typed(typed, "", ScreenSource.ACCESSIBILITY)
    assert route(screen) == expected
    assert screen
    assert not screen.exact


@pytest.mark.parametrize(
    "typed",
    [
        *("pedido 12", "erp.exa", "", " ", "erp", "http://", "erp.example:99999/ventas", "erp.example:3000/ventas"),
        *("localhost:3000/ventas", "ana@erp.example/ventas", "erp.example.evil.test/ventas"),
        "ftp://erp.example/ventas",
        "http://erp.example/ventas",  # an explicit scheme is the only reading
    ],
)
def test_typed_texts_that_are_no_address_of_the_app(typed: str) -> None:
    assert ERP.admit_typed(typed, "", ScreenSource.ACCESSIBILITY) is None


# g03: other hosts never become a value anybody could store.
@pytest.mark.parametrize(
    "url",
    [
        "https://bank.example/cuenta?id=9",
        "https://erp.example.evil.test/ventas",
        "https://erp.example@evil.test/ventas",
        "https://evil.test/https://erp.example/ventas",
        "https://evil.test/#https://erp.example/ventas",
        "http://erp.example/ventas",
        "https://erp.example:8443/ventas",
        "https://xerp.example/ventas",
        "https://erp.example./ventas",
    ],
)
def test_other_sites_are_nothing(url: str) -> None:
    assert ERP.admit(url, "Banco") is None
    assert ERP.inside(url) is None


# g04: internal pages and special schemes.
@pytest.mark.parametrize(
    "url",
    [
        "about:blank",
        "chrome://newtab/",
        "brave://settings",
        "edge://newtab/",
        "view-source:https://erp.example/ventas",
        "blob:https://erp.example/6f1",
        "file:///C:/erp.example/ventas",
        "data:text/html,erp.example/ventas",
        "moz-extension://id/ventas",
        "chrome-extension://erp.example/ventas",
        "devtools://devtools/x",
        "filesystem:https://erp.example/ventas",
        "ws://erp.example/ventas",
    ],
)
def test_special_schemes_are_no_screens(url: str) -> None:
    assert ERP.admit(url) is None
    assert ERP.admit_typed(url, "", ScreenSource.ACCESSIBILITY) is None
    assert ERP.inside(url) is None


# g06: hash routers, and plain anchors.
@pytest.mark.parametrize(
    ("url", "hashed", "plain"),
    [
        ("https://erp.example/#/ventas/12?tab=lineas", "/ventas/[id]", "/"),
        ("https://erp.example/web#action=91&model=sale.order&id=7", "/web", "/web"),
        ("https://erp.example/#!/stock", "/stock", "/"),
        ("https://erp.example/ventas#seccion-2", "/ventas", "/ventas"),
        ("https://erp.example/#", "/", "/"),
    ],
)
def test_hash_routes(url: str, hashed: str, plain: str) -> None:
    assert route(HASH.admit(url)) == hashed
    assert route(ERP.admit(url)) == plain


def test_an_empty_hash_under_a_base_path_is_the_root() -> None:
    pack = Pack("ERP", ("https://erp.example",), SCREENS, hash_routes=True, base_path="/app")
    assert route(pack.admit("https://erp.example/app/#")) == "/"
    assert pack.admit("https://erp.example/application/#/ventas") is None


def test_a_query_inside_the_hash_passes_the_same_list() -> None:
    screen = HASH.admit("https://erp.example/#/ventas/12?tab=lineas&nif=12345678Z")
    assert screen
    assert screen.query == (("tab", "lineas"),)


# g06: what a hash router is sent to, and what its server is asked.
def test_an_action_of_a_hash_router_stands_behind_the_hash() -> None:
    pack = Pack("ERP", ("https://erp.example",), SCREENS, hash_routes=True, base_path="/app")
    link = pack.link("/ventas", {"action": "new", "note": "a&b=c #1 ñ"})
    assert link == "https://erp.example/app/#/ventas?action=new&note=a%26b%3Dc%20%231%20%C3%B1"
    assert pack.inside(link) == link
    assert pack.data_address("/api/me") == "https://erp.example/app/api/me"
    assert ERP.data_address("/api/me") == ERP.link("/api/me")


@pytest.mark.parametrize("behind", ["/a%2Fb?x=1%262", "!/stock?tab=a%20b", "section?2", "a%25b", "/#/deep?x=%23"])
def test_what_stands_behind_the_hash_is_written_again_as_it_was_meant(behind: str) -> None:
    once = ERP.inside("https://erp.example/ventas#" + behind)
    assert once
    assert ERP.inside(once) == once
    before, after = parse_web_address("https://erp.example/ventas#" + behind), parse_web_address(once)
    assert before == after


# dataverse #3254, zap-extensions #1642: a Java server writes the session into the path, other routers write filters there.
@pytest.mark.parametrize(
    ("pack", "url", "expected"),
    [
        (ERP, "https://erp.example/ventas;jsessionid=1A2B", "/ventas"),
        (ERP, "https://erp.example/ventas;jsessionid=1A2B.node-3?page=2", "/ventas"),
        (ERP, "https://erp.example/ventas;estado=abierto;orden=fecha", "/ventas"),
        (ERP, "https://erp.example/ventas;v=2/12;jsessionid=1A2B", "/ventas/[id]"),
        (ERP, "https://erp.example/;jsessionid=1A2B", "/"),
        (HASH, "https://erp.example/app;jsessionid=1A2B#/ventas;estado=abierto", "/ventas"),
        (replace(ERP, base_path="/erp"), "https://erp.example/erp;jsessionid=1A2B", "/"),
        (replace(ERP, base_path="/erp"), "https://erp.example/erp/ventas;jsessionid=1A2B", "/ventas"),
        (replace(ERP, base_path="/erp"), "https://erp.example/erp2;jsessionid=1A2B", None),
    ],
)
def test_parameters_within_the_path_hide_no_screen(pack: Pack, url: str, expected: str | None) -> None:
    screen = pack.admit(url)
    assert (screen.route if screen else None) == expected
    assert "1A2B" not in repr(screen)


# g07: tokens and personal data.
@pytest.mark.parametrize(
    ("url", "expected", "query"),
    [
        ("https://erp.example/reset/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "/reset/[token]", ()),
        (
            "https://erp.example/clientes?nif=12345678Z&q=ana%40correo.example&page=2#access_token=abc",
            "/clientes",
            (("page", "2"),),
        ),
        ("https://user:clave@erp.example/ventas", "/ventas", ()),
        ("https://erp.example/clientes/ana%40correo.example/edit", "/clientes/[id]/edit", ()),
        ("https://erp.example/clientes/a%2Fcorreo/edit", "/clientes/[id]/edit", ()),
        ("https://erp.example/unlisted/eyJ/12345678Z?page=2", None, ()),
    ],
)
def test_secrets_stay_outside(url: str, expected: str | None, query: tuple[tuple[str, str], ...]) -> None:
    screen = ERP.admit(url)
    assert screen
    assert (screen.route, screen.query) == (expected, query)
    for secret in ("eyJ", "12345678Z", "correo", "abc", "clave"):
        assert secret not in repr(screen)


# h03: nothing longer than the limit, and nothing cut.
def test_the_longest_link() -> None:
    room = MAX_LINK - len("https://erp.example/ventas?note=")
    longest = ERP.link("/ventas", {"note": "x" * room})
    assert len(longest) == 1900
    assert ERP.inside(longest) == longest
    with pytest.raises(ValueError, match="1901"):
        ERP.link("/ventas", {"note": "x" * (room + 1)})
    assert ERP.inside(longest + "x") is None
    with pytest.raises(ValueError, match="1900 is the most"):
        ERP.link("/ventas", {"note": "ñ" * 3000})


# h04: the scheme is read once, from the parsed address.
@pytest.mark.parametrize(
    "url",
    [
        "java\tscript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "\u0001javascript:alert(1)",
        "data:text/html,x",
        "http:evil.test",
        "https:/evil.test",
        "https:evil.test",
        "vbscript:x",
        "file:///etc/passwd",
        "ms-settings:",
        "\\\\evil.test\\share",
        "javascript&colon;alert(1)",
        "",
        "//evil.test",
        "//erp.example/ventas",
        "https:///erp.example/ventas",
        "https://erp.example\\@evil.test/",
        "https://evil.test\\.erp.example/",
        "https://erp.example:443@evil.test/",
        "https://erp.example%2f@evil.test/",
        "https://erp.example%00.evil.test/",
        "https://user@erp.example/ventas",
        "https://user:pw@erp.example/ventas",
        "https://@erp.example/ventas",
        "https://erp.example:0/",
        "https://erp.example:x/",
        "https://erp.example:８０/",
        "https://erp.example:99999/",
        "https://erp。example/",
        "https://ｅrp.example/",
        "https://erp.example /ventas",
        "https://erp.example\n/ventas",
        "https://erp.example/ventas\r\nHost: evil.test",
        " https://erp.example/ventas",
        "https://[::1/",
        "https://[erp.example]/",
        "javascript://erp.example/%0aalert(1)",
        "https://erp.example/%ff",
        "intent://erp.example/#Intent;scheme=https;end",
        "feed:https://erp.example/",
        "htt\u200bps://erp.example/",
        "https://erp.example/\ud800",
    ],
)
def test_disguised_addresses_are_never_opened(url: str) -> None:
    assert ERP.inside(url) is None


@pytest.mark.parametrize(
    ("url", "written"),
    [
        ("HTTPS://ERP.EXAMPLE/Ventas", "https://erp.example/Ventas"),
        ("https://erp.example:443", "https://erp.example/"),
        ("https://erp.example:0443/x", "https://erp.example/x"),
        ("https://erp.example:/x", "https://erp.example/x"),
        ("https://erp.example/app/../admin", "https://erp.example/admin"),
        ("https://erp.example/app/%2e%2E/admin/.", "https://erp.example/admin/"),
        ("https://erp.example/../../x", "https://erp.example/x"),
        ("https://erp.example/a%2Fb%252Fc", "https://erp.example/a%2Fb%252Fc"),
        ("https://erp.example/a%3Fb%23c", "https://erp.example/a%3Fb%23c"),
        ("https://erp.example/año", "https://erp.example/a%C3%B1o"),
        ("https://erp.example/x?a=<script>&b=%26#<i>", "https://erp.example/x?a=%3Cscript%3E&b=%26#%3Ci%3E"),
        # h02: what a shell would cut or run is data.
        (
            "https://erp.example/pedidos?action=%7B%22a%22%3A1%7D&vista=mes&x=^%25PATH%25^|calc",
            "https://erp.example/pedidos?action=%7B%22a%22%3A1%7D&vista=mes&x=%5E%25PATH%25%5E%7Ccalc",
        ),
    ],
)
def test_what_is_opened_is_written_anew(url: str, written: str) -> None:
    assert ERP.inside(url) == written
    assert ERP.inside(written) == written


def test_dots_do_not_leave_the_base_path() -> None:
    pack = Pack("ERP", ("https://erp.example",), SCREENS, base_path="/app")
    assert pack.admit("https://erp.example/app/../ventas") is None
    assert pack.admit("https://erp.example/app/%2e%2e/ventas") is None
    assert route(pack.admit("https://erp.example/app/x/../ventas")) == "/ventas"


def test_a_screen_with_odd_bytes_is_still_that_screen() -> None:
    screen = ERP.admit("https://erp.example/ventas?q=Espa%F1a&page=2")
    assert route(screen) == "/ventas"
    assert ERP.inside("https://erp.example/ventas?q=Espa%F1a&page=2") is None


@given(st.text(max_size=80))
def test_any_text_is_read_without_an_error(text: str) -> None:
    for url in (text, "https://" + text, "https://erp.example/" + text, "https://erp.example:" + text):
        parse_typed_address(url)
        ERP.admit(url, text)
        inside = ERP.inside(url)
        if inside is not None:
            assert inside.startswith("https://erp.example/")
            assert inside.isascii()
            assert ERP.inside(inside) == inside


@given(st.text(max_size=40), st.dictionaries(st.text(min_size=1, max_size=8), st.text(max_size=20), max_size=4))
def test_links_survive_being_written_and_read(segment: str, query: dict[str, str]) -> None:
    try:
        link = ERP.link("/ventas/" + segment.replace("%", ""), query)
    except (ValueError, UnicodeEncodeError):
        return
    again = parse_web_address(link)
    assert again
    assert dict(again.query) == query
    assert str(again) == str(parse_web_address(str(again)))
