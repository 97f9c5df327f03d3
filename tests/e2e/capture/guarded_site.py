"""An app of somebody else: people sign in with a form, and it shows real names, searches by POST and counts visits."""

import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SIGN_IN = """<title>Sign in</title><form method=post action=/enter><label>Password <input type=password name=word
autofocus onfocus="fetch('/ready')"></label><button>Sign in</button></form>"""
ORDERS = """<title>Orders</title><main style='width:600px;height:320px;background:#fff'><h1>Orders</h1>
<button onclick="fetch('/api/save', {method: 'POST'})">New order</button> <button id=find>Find</button>
<p>Contact: <a href='mailto:vera.quist@erp.example.com'>vera.quist@erp.example.com</a></p>
<table><tr><th scope=row>Buyer</th><td id=buyer>Vera Quist</td></tr></table>
<label>Ordered for <input value='Vera Quist'></label><p id=found>nothing found</p></main>
<script>navigator.sendBeacon('/api/visit', '1'); fetch('/api/counts', {method: 'POST'});
new WebSocket(location.origin.replace('http', 'ws') + '/live');
document.getElementById('find').onclick = () => fetch('/api/search', {method: 'POST', body: '{}'})
  .then((r) => r.text()).then((text) => { document.getElementById('found').textContent = text; });</script>"""


class GuardedSite:
    """What the site knows: who is signed in, and what was sent to it."""

    def __init__(self) -> None:
        self.origin = ""
        self.sessions: set[str] = set()
        self.sent: list[str] = []
        self.ready = threading.Event()
        """The password field has the keyboard."""
        self.signed_in = threading.Event()
        self.shown_sign_in = 0
        self.counts_visitors = False
        """Whether everybody gets a cookie, signed in or not."""


@contextmanager
def guarded() -> Iterator[GuardedSite]:
    """Run the site on a free port."""
    site = GuardedSite()

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if path == "/sign-in":
                site.shown_sign_in += 1
                cookie = {"Set-Cookie": "visitor=1; Path=/"} if site.counts_visitors else {}
                self.answer(200, SIGN_IN, **cookie)
            elif path == "/ready":
                self.answer(200, "")
                site.ready.set()
            elif not any(f"sid={key}" in self.headers.get("Cookie", "") for key in site.sessions):
                self.answer(303, "", Location="/sign-in")
            elif path == "/":
                self.answer(303, "", Location="/orders")
            else:
                self.answer(200 if path == "/orders" else 404, ORDERS)

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            body = self.rfile.read(length).decode()
            if self.path == "/enter" and body == "word=sesame":
                key = secrets.token_hex(2_000)
                site.sessions.add(key)
                self.answer(303, "", Location="/orders", **{"Set-Cookie": f"sid={key}; Path=/; HttpOnly"})
                site.signed_in.set()
                return
            site.sent.append(self.path)
            self.answer(200, "three orders found", whole=False)

        def answer(self, status: int, body: str, *, whole: bool = True, **headers: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            page = f"<!doctype html><html lang=en><body>{body}</body></html>" if whole and body else body
            self.wfile.write(page.encode())

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


PACK = """name = "Orders"
origins = ["{origin}"]

[[screens]]
id = "orders"
route = "/orders"
title = "Orders"

[[roles]]
id = "clerk"
title = "Clerk"
modules = []
"""
READS_BY_POST = PACK.replace("[[screens]]", '[capture]\nreads_by_post = ["/api/search"]\n\n[[screens]]', 1)
"""The same pack, which says that searching only reads."""
SHOT = """[[shots]]
id = "{id}"
section = "orders"
role = "clerk"
route = "/orders"
shows = "The orders of a colleague."
when = "Someone looks for an order."
crop = [{{ role = "main" }}]
principal = "new-order"
zones.new-order = {{ role = "button", name = "New order" }}
{more}
"""
REDACT = """redact = [{ pattern = "Vera Q" }, { pattern = "[a-z.]+@[a-z.]+" }]"""


def write_pack(folder: Path, origin: str, *shots: str, pack: str = PACK) -> Path:
    """Write a pack of the site with the given shots."""
    (folder / "manual").mkdir(parents=True, exist_ok=True)
    (folder / "manual" / "pack.toml").write_text(pack.format(origin=origin), "utf-8")
    (folder / "screenshots" / "shots").mkdir(parents=True, exist_ok=True)
    (folder / "screenshots" / "shots" / "orders.toml").write_text("\n".join(shots), "utf-8")
    return folder


def shot(shot_id: str, more: str = REDACT, **words: str) -> str:
    """Write a shot."""
    text = SHOT.format(id=shot_id, more=more)
    for key, value in words.items():
        start = text.index(f"{key} = ")
        text = text[:start] + f'{key} = "{value}"' + text[text.index("\n", start) :]
    return text
