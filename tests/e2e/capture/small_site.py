"""A site of a few pages on a free port, as capture sees an app."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class SmallSite:
    """A running app without sign-in; it counts what was sent to it."""

    build = "1"

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.sent: list[str] = []
        self.saved = 0
        self.save_on_get = False

    def sign_in(self, role: str) -> str:
        return f"{self.origin}/?role={role}"

    def digest(self) -> str | None:
        return str(self.saved)


@contextmanager
def serve(pages: Mapping[str, str]) -> Iterator[SmallSite]:
    """Serve HTML by path; unknown paths answer 404."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if site.save_on_get and path != "/":
                site.saved += 1
            body = "<title>Home</title>" if path == "/" else pages.get(path)
            if path.startswith("/moved"):
                self.send_response(303)
                self.send_header("Location", "/sign-in")
                self.end_headers()
                return
            self.send_response(404 if body is None else 200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(f"<!doctype html><html><body>{body or 'nothing'}</body></html>".encode())

        def do_POST(self) -> None:
            site.sent.append(self.path)
            self.send_response(204)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Stay silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    site = SmallSite(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
