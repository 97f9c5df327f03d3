"""Looking at a hostile little app: what it tries to send, to load from elsewhere and to have pressed stays undone."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from overlay.authoring.exploring import Limits, explore
from overlay.capture.live import PhotoSettings
from overlay.capture.visiting import SiteVisit
from overlay.core.clock import SystemClock
from overlay.core.site import LinkPlace, NotSeen, SeenPage

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]


@dataclass
class Site:
    origin: str = ""
    asked: list[str] = field(default_factory=list)


@contextmanager
def serve(pages: Mapping[str, str], moved: Mapping[str, str] | None = None) -> Iterator[Site]:
    site = Site()

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            site.asked.append(f"{self.command} {self.path}")
            to = (moved or {}).get(path)
            self.send_response(302 if to else 200 if path in pages else 404)
            if to:
                self.send_header("Location", to)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(f"<!doctype html><html lang=de><body>{pages.get(path, '')}".encode())

        do_POST = do_PUT = do_OPTIONS = do_GET  # noqa: N815  the names are the base class's

        def log_message(self, *args: object) -> None:
            """Stay silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    site.origin = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Site]:
    with serve({"/": "elsewhere", "/p.png": ""}) as site:
        yield site


@pytest.fixture
def hostile(elsewhere: Site) -> Iterator[Site]:
    away = elsewhere.origin
    menu = (
        "<nav aria-label=Main><ul><li><a href=/>Start</a><li><a href=/stock>Stock</a>"
        "<li>People<ul><li><a href=/leave>Leave</a></ul><li><a href=/sso>Wiki</a><li><a href=/logout>Log out</a></ul></nav>"
        "<nav aria-label=Breadcrumbs><a href=/trail>Trail</a></nav>"
        "<header><ul style='display:none'><li><button>Reports</button><ul><li><a href=/folded>Sales</a></ul></ul></header>"
    )
    tricks = (
        f"<img src='{away}/p.png'><iframe src='{away}/'></iframe><script>fetch('/save', {{method: 'POST'}});"
        f"navigator.sendBeacon('/beacon', 'x'); fetch('{away}/').catch(() => 0); new WebSocket('ws' + '{away}'.slice(4));"
        "alert('hello'); onbeforeunload = () => 'stay';</script>"
    )
    body = (
        "<main><h1>Stock</h1><a href=/stock/new>New item</a><a href='/stock/delete?id=1'>Delete all</a>"
        "<table><tr><td><a href=/stock/bolts>Bolts</a><tr><td><a href=/stock/nuts>Nuts</a></table>"
        "<button onclick=\"fetch('/pressed')\">Order</button></main>"
    )
    pages = dict.fromkeys(("/", "/stock", "/stock/new", "/stock/bolts", "/stock/nuts"), menu + tricks + body)
    pages |= {"/leave": menu, "/folded": menu, "/trail": menu}
    with serve(pages, {"/sso": f"{away}/"}) as site:
        yield site


def test_only_gets_of_the_app_itself_leave_the_browser(hostile: Site, elsewhere: Site) -> None:
    with SiteVisit(hostile.origin, PhotoSettings(seconds=5)) as visit:
        survey = explore(visit, "/", Limits(), SystemClock())
    assert elsewhere.asked == [], "not an image, not a frame, not a redirect"
    assert {line.split()[0] for line in hostile.asked} == {"GET"}
    asked = {line.split()[1] for line in hostile.asked}
    assert {"/stock", "/leave", "/folded", "/stock/new", "/sso"} <= asked
    assert not {path for path in asked if path.startswith(("/logout", "/stock/delete", "/pressed", "/save", "/trail"))}
    assert {link.name for link in survey.left} == {"Log out", "Delete all"}
    assert [(missed.path, missed.reason) for missed in survey.missed] == [("/sso", "it leads to another site")]


def test_a_page_is_read_with_its_menu_groups_and_language(hostile: Site) -> None:
    with SiteVisit(hostile.origin, PhotoSettings(seconds=5)) as visit:
        page = visit.open("/stock")
        assert isinstance(page, SeenPage)
        missing = visit.open("/nowhere")
    links = {link.path: link for link in page.links}
    assert (links["/leave"].place, links["/leave"].group) == (LinkPlace.MENU, "People")
    assert (links["/folded"].name, links["/folded"].group) == ("Sales", "Reports")
    assert links["/trail"].place is LinkPlace.TRAIL
    assert links["/stock/bolts"].place is LinkPlace.ROW
    assert links["/stock/new"].place is LinkPlace.CONTENT
    assert (page.heading, page.language) == ("Stock", "de")
    order = next(control for control in page.controls if control.name == "Order")
    assert order.inside
    assert order.only
    assert order.spot is not None
    assert missing == NotSeen("/nowhere", "the app answers 404")


def test_the_limit_of_pages_holds_and_says_so(hostile: Site) -> None:
    told: list[str] = []
    with SiteVisit(hostile.origin, PhotoSettings(seconds=5)) as visit:
        survey = explore(visit, "/", Limits(pages=2), SystemClock(), lambda progress: told.append(str(progress)))
    assert len(survey.pages) == 2
    assert survey.ended.startswith("the limit of 2 pages was reached")
    assert told[0].startswith("1/2 /, about ")
    assert told[1].startswith("2/2 /")
