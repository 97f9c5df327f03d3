"""What every request and every response must have: a local host name, and headers that lock the page down."""

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOCAL_HOSTS = ("127.0.0.1", "localhost")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self';"
        " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class LocalOnly:
    """Answers only to this machine's own names, so that no site can rebind its name to us."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a foreign host name, pass everything else on."""
        if scope["type"] == "http":
            hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
            if len(hosts) != 1 or hosts[0].rsplit(":", 1)[0] not in LOCAL_HOSTS:
                await PlainTextResponse("Linden only answers on this computer.", 400)(scope, receive, send)
                return
        await self._app(scope, receive, send)


class LockedHeaders:
    """Adds the security headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and complete the response's headers."""

        async def complete(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if not str(scope.get("path", "")).startswith("/assets/"):
                    headers["Cache-Control"] = "no-store"
            await send(message)

        await self._app(scope, receive, complete)
