"""Linden in this process, with its pages changed on their way out: what another version of the app would show."""

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from overlay.core.resources import bundled
from overlay.demo.launch import QuietServer
from overlay.demo.server import create_app
from overlay.demo.sessions import SessionStore

PEOPLE = {"employee": "mara.lind", "manager": "ines.ortega", "warehouse": "tom.becker", "admin": "nadia.petrov"}


class Rewritten:
    """Gives every HTML page to a function before it goes out."""

    def __init__(self, app: ASGIApp, change: Callable[[str], str]) -> None:
        self._app = app
        self._change = change

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        start: list[Message] = []
        body = b""

        async def keep(message: Message) -> None:
            nonlocal body
            if message["type"] == "http.response.start":
                start.append(message)
                return
            body += message.get("body", b"")
            if not message.get("more_body", False):
                await self._send(start[0], body, send)

        await self._app(scope, receive, keep)

    async def _send(self, start: Message, body: bytes, send: Send) -> None:
        headers = dict(start["headers"])
        if headers.get(b"content-type", b"").startswith(b"text/html"):
            body = self._change(body.decode()).encode()
            headers[b"content-length"] = str(len(body)).encode()
            pairs = [(k, v) for k, v in start["headers"] if k != b"content-length"]
            start = {**start, "headers": [*pairs, (b"content-length", headers[b"content-length"])]}
        await send(start)
        await send({"type": "http.response.body", "body": body})


@contextmanager
def serve_changed(folder: Path, change: Callable[[str], str]) -> Generator[tuple[str, dict[str, str]]]:
    """Run a changed Linden while the block lasts; gives its origin, and a link for each role that signs in once."""
    sessions = SessionStore()
    app = create_app(bundled("resources"), folder / "linden.db", sessions=sessions)
    config = uvicorn.Config(Rewritten(app, change), host="127.0.0.1", port=0, log_level="error", lifespan="off")
    listener = config.bind_socket()
    server = QuietServer(config)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    origin = f"http://127.0.0.1:{listener.getsockname()[1]}"
    try:
        codes = {role: sessions.issue_code(sessions.start(person)) for role, person in PEOPLE.items()}
        yield origin, {role: f"{origin}/sign-in/once/{code}" for role, code in codes.items()}
    finally:
        server.should_exit = True
        thread.join()
        listener.close()
