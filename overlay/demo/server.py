"""Linden as an ASGI application."""

import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from overlay.demo.api import api_routes
from overlay.demo.areas import ITEMS_LAST
from overlay.demo.clock import Clock
from overlay.demo.screens import screen_routes
from overlay.demo.security import HEADERS, LocalOnly, LockedHeaders
from overlay.demo.seed import create_database
from overlay.demo.sessions import SessionStore
from overlay.demo.signin import sign_in_routes
from overlay.demo.site import Site, load_templates

ErrorPage = Callable[[Request, Exception], Awaitable[Response]]
_TITLES = {
    400: "That did not work",
    401: "Please sign in",
    403: "You don't have access",
    404: "Page not found",
    405: "That did not work",
    500: "Something went wrong",
}
_TEXTS = {
    404: "The address may be mistyped, or the page has moved. The menu shows everything you can open.",
    500: "Linden could not finish this. Nothing was saved. Try again in a moment.",
}


def create_app(
    resources: Path, database: Path, clock: Clock | None = None, sessions: SessionStore | None = None
) -> Starlette:
    """Make the application; a database file that is not there yet is created and filled.

    Args:
        resources: The folder that has `demo/templates` and `demo/assets`.
        database: The SQLite file.
        clock: Linden's day and time; a Monday in November 2026 by default.
        sessions: Where sign-ins are kept; shared with whoever hands out one-time links.

    Raises:
        FileNotFoundError: the resources are not there.
        sqlite3.DatabaseError: the database file is not one of Linden's.
    """
    clock = clock or Clock()
    templates = load_templates(resources / "demo" / "templates")
    if not database.exists() or database.stat().st_size == 0:
        create_database(database, clock)
    site = Site(clock, database, sessions or SessionStore(), templates)
    routes: list[Route | Mount] = [
        *sign_in_routes(site),
        *(route for area in ITEMS_LAST for route in screen_routes(site, area)),
        *api_routes(site),
        Mount("/assets", StaticFiles(directory=resources / "demo" / "assets")),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(LockedHeaders), Middleware(LocalOnly)],
        exception_handlers=_error_pages(site),
    )


def _error_pages(site: Site) -> Mapping[type[Exception] | int, ErrorPage]:
    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return _answer(site, request, error.status_code, error.detail, error.headers)

    async def broken(request: Request, _error: Exception) -> Response:
        response = _answer(site, request, 500, _TEXTS[500], None)
        # This answer is made outside of the middleware that completes all others.
        response.headers.update(HEADERS)
        return response

    return {HTTPException: refused, 500: broken}


def _answer(site: Site, request: Request, status: int, detail: str, headers: Mapping[str, str] | None) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": detail}, status, headers)
    try:
        response: Response = site.error(
            request, status, _TITLES.get(status, "That did not work"), _TEXTS.get(status, detail)
        )
    except sqlite3.Error:
        response = Response("Linden cannot read its database.", status, media_type="text/plain")
    response.headers.update(headers or {})
    return response
