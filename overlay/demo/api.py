"""The JSON interface: who asks, what they may open, and their data, read-only."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from overlay.demo.access import SCREEN_BY_ID, Screen, may_open, nav_for, refusal, tabs_for
from overlay.demo.areas import ACTIONS
from overlay.demo.database import reading
from overlay.demo.records.people import Person
from overlay.demo.reports import REPORTS
from overlay.demo.reports_work import Rows
from overlay.demo.sessions import Session
from overlay.demo.site import Site
from overlay.demo.visits import Visit

DEFAULT_LIMIT, TOP_LIMIT = 10, 50


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, and in which session."""

    session: Session
    person: Person


def caller_of(site: Site, request: Request) -> Caller:
    """Find out who asks, by API token or by session cookie.

    Raises:
        HTTPException: 401 when neither answers for anybody.
    """
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme:
        session = site.sessions.by_token(token.strip()) if scheme.lower() == "bearer" else None
    else:
        session = site.session_of(request)
    person = site.person_in(session)
    if session is None or person is None:
        raise HTTPException(401, "Sign in to Linden first.", {"WWW-Authenticate": "Bearer"})
    return Caller(session, person)


def describe_person(person: Person) -> dict[str, Any]:
    """What `/api/me` says; the screens are those of the menu."""
    screens = nav_for(person)
    tabs = [tab.id for screen in screens for tab in tabs_for(person, screen) if tab.id]
    return {
        "id": person.id,
        "name": person.name,
        "role": person.role,
        "locale": person.language,
        "modules": [*(screen.id for screen in screens), *tabs],
        "screens": [place for screen in screens for place in _places(person, screen)],
    }


def _places(person: Person, screen: Screen) -> list[dict[str, str]]:
    """A screen, and its further tabs that the person may open."""
    first = {"id": screen.id, "route": screen.route, "title": screen.title, "menu": screen.menu}
    return [
        first,
        *(
            {
                "id": tab.id or screen.id,
                "route": tab.route,
                "title": f"{screen.title}: {tab.label}",
                "menu": f"{screen.menu} › {tab.label}",
            }
            for tab in tabs_for(person, screen)
            if tab.route != screen.route
        ),
    ]


def api_routes(site: Site) -> list[Route]:
    """The routes of the JSON interface."""

    async def me(request: Request) -> Response:
        return JSONResponse(describe_person(caller_of(site, request).person))

    async def state(request: Request) -> Response:
        caller = caller_of(site, request)
        entry = ACTIONS.get(str(request.path_params["action"]))
        if entry is None:
            raise HTTPException(404, "There is no such action.")
        screen = SCREEN_BY_ID[entry[0]]
        if not may_open(caller.person, screen):
            raise HTTPException(403, refusal(screen))
        with reading(site.database) as db:
            reason = entry[1].unavailable(Visit(db, caller.person, site.clock, {}))
        return JSONResponse({"available": reason is None, "reason": reason})

    async def once(request: Request) -> Response:
        # A cookie is not enough: only who holds the token may open this session elsewhere.
        if "authorization" not in request.headers:
            raise HTTPException(401, "This needs an API token.", {"WWW-Authenticate": "Bearer"})
        caller = caller_of(site, request)
        code = site.sessions.issue_code(caller.session)
        return JSONResponse({"url": f"{request.url.scheme}://{request.url.netloc}/sign-in/once/{code}"})

    return [
        Route("/api/me", me),
        Route("/api/actions/{action}/state", state),
        Route("/api/once", once, methods=["POST"]),
        *(_report_route(site, path, module, rows) for path, (module, rows) in REPORTS.items()),
    ]


def _report_route(site: Site, path: str, module: str, rows: Rows) -> Route:
    screen = SCREEN_BY_ID[module]

    async def report(request: Request) -> Response:
        caller = caller_of(site, request)
        if not may_open(caller.person, screen):
            raise HTTPException(403, refusal(screen))
        limit = _limit(request.query_params.get("limit", ""))
        with reading(site.database) as db:
            everything = rows(Visit(db, caller.person, site.clock, dict(request.query_params)))
        return JSONResponse({"total": len(everything), "rows": everything[:limit]})

    handler: Callable[[Request], Awaitable[Response]] = report
    return Route(path, handler)


def _limit(text: str) -> int:
    usable = text.isascii() and text.isdigit() and len(text) < 6
    return min(max(int(text), 1), TOP_LIMIT) if usable else DEFAULT_LIMIT
