"""Signing in and out: the demo's list of people, and links that open a session once."""

from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from overlay.demo.access import nav_for
from overlay.demo.database import reading
from overlay.demo.records.people import find_person
from overlay.demo.screens import check_csrf
from overlay.demo.seed.people import MAIN_PEOPLE
from overlay.demo.sessions import Session
from overlay.demo.site import COOKIE, Site

SPENT = "This link was used before, or Linden has been started again since. Sign in below instead."


def safe_target(target: str) -> str:
    """Where to go after signing in: a path of this app, never another site."""
    parts = urlsplit(target)
    odd = "\\" in target or any(ord(char) < 33 for char in target)
    if odd or parts.scheme or parts.netloc or not target.startswith("/") or target.startswith("//"):
        return "/"
    return "/" if parts.path.startswith("/sign-") else target


def _enter(session: Session, target: str) -> Response:
    response = RedirectResponse(safe_target(target), 303)
    response.set_cookie(COOKIE, session.key, httponly=True, samesite="lax", path="/")
    return response


def sign_in_routes(site: Site) -> list[Route]:
    """The routes that need nobody to be signed in."""

    async def home(request: Request) -> Response:
        person = site.person_in(site.session_of(request))
        return RedirectResponse(nav_for(person)[0].route if person else "/sign-in", 303)

    async def sign_in(request: Request) -> Response:
        if request.method == "POST":
            return await _sign_in_as(site, request)
        with reading(site.database) as db:
            people = [person for key in MAIN_PEOPLE if (person := find_person(db, key))]
        target = safe_target(request.query_params.get("next", "/"))
        context: dict[str, object] = {"people": people, "target": target, "current": "", "spent": ""}
        return site.page("sign_in.html", context)

    async def once(request: Request) -> Response:
        session = site.sessions.redeem(str(request.path_params["code"]))
        if session is None or site.person_in(session) is None:
            return site.error(request, 410, "This link has expired", SPENT)
        return _enter(session, request.query_params.get("next", "/"))

    async def sign_out(request: Request) -> Response:
        session = site.session_of(request)
        raw = {key: str(value) for key, value in (await request.form()).items()}
        check_csrf(session, raw)
        assert session is not None
        # The session stays, empty: its API token belongs to this browser, not to the person who leaves.
        site.sessions.switch(session, None)
        response = RedirectResponse("/sign-in", 303)
        response.set_cookie(COOKIE, session.key, httponly=True, samesite="lax", path="/")
        return response

    return [
        Route("/", home),
        Route("/sign-in", sign_in, methods=["GET", "POST"]),
        Route("/sign-in/once/{code}", once, methods=["GET"]),
        Route("/sign-out", sign_out, methods=["POST"]),
    ]


async def _sign_in_as(site: Site, request: Request) -> Response:
    form = await request.form()
    person_id = str(form.get("person", ""))
    # Nobody has a session yet, so there is no token to check; the browser says where the form came from.
    origin = request.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != request.url.netloc:
        raise HTTPException(403, "This form did not come from Linden.")
    if person_id not in MAIN_PEOPLE:
        raise HTTPException(400, "This person is not part of the demo.")
    session = site.session_of(request)
    if session is None:
        session = site.sessions.start(person_id)
    else:
        site.sessions.switch(session, person_id)
    if site.person_in(session) is None:
        raise HTTPException(403, "This account is inactive. Ask Nadia Petrov (People operations & IT).")
    return _enter(session, str(form.get("next", "/")))
