"""One endpoint for every screen: show it, open its dialogs from the query, save its forms."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from secrets import compare_digest
from urllib.parse import parse_qsl, urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from overlay.demo.access import SCREEN_BY_ID, Screen, may_open, refusal
from overlay.demo.database import reading, writing
from overlay.demo.forms import Form, check, prefill
from overlay.demo.records.people import Person
from overlay.demo.rules import InvalidEntryError, NotPermittedError
from overlay.demo.sessions import Session
from overlay.demo.site import Site
from overlay.demo.views import Area
from overlay.demo.visits import Visit

PLACE_KEYS = ("page", "search", "status", "role", "year", "month", "category")
CSRF_MESSAGE = "This page was open for too long, or the form did not come from Linden. Open the screen again."


@dataclass(frozen=True, slots=True)
class Dialog:
    """A form as it stands on the page: closed, or open with values and messages."""

    form: Form
    values: Mapping[str, str]
    options: Mapping[str, Mapping[str, str]]
    subject: str = ""
    about: str = ""
    problems: Mapping[str, str] = field(default_factory=dict[str, str])
    open: bool = False


def screen_route(site: Site, area: Area) -> Route:
    """The route of a screen."""
    screen = SCREEN_BY_ID[area.screen]

    async def endpoint(request: Request) -> Response:
        session = site.session_of(request)
        person = site.person_in(session)
        if session is None or person is None:
            return _to_sign_in(request)
        if not may_open(person, screen):
            raise HTTPException(403, refusal(screen))
        if request.method == "POST":
            raw = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
            return _save(site, area, session, person, raw)
        return _show(site, area, session, person, dict(request.query_params))

    handler: Callable[[Request], Awaitable[Response]] = endpoint
    return Route(screen.route, handler, methods=["GET", "POST"], name=screen.id)


def _to_sign_in(request: Request) -> Response:
    target = request.url.path
    if request.method != "POST" and request.url.query:
        target += f"?{request.url.query}"
    return RedirectResponse(f"/sign-in?{urlencode({'next': target})}", 303)


def check_csrf(session: Session | None, raw: Mapping[str, str]) -> None:
    """Refuse a form that was not made for this session.

    Raises:
        HTTPException: 403.
    """
    if session is None or not compare_digest(session.csrf.encode(), raw.get("csrf", "").encode()):
        raise HTTPException(403, CSRF_MESSAGE)


def _show(
    site: Site, area: Area, session: Session, person: Person, query: dict[str, str], failed: Dialog | None = None
) -> Response:
    kept = _kept(area, query)
    with reading(site.database) as db:
        visit = Visit(db, person, site.clock, query)
        view = area.view(Visit(db, person, site.clock, kept))
        dialogs = [_dialog(form, visit, failed) for form in area.forms if not form.direct]
        notice = _rejected(failed) or next((text for form in area.forms if (text := _notice(form, visit))), "")
    context: dict[str, object] = {
        "screen": SCREEN_BY_ID[area.screen],
        "current": area.screen,
        "view": view,
        "dialogs": dialogs,
        "kept": kept,
        "flash": session.take_flash(),
        "notice": notice,
    }
    return site.page("screen.html", context, 422 if failed else 200, session)


def _rejected(failed: Dialog | None) -> str:
    """What is wrong with a form that has no dialog to say it in."""
    return " ".join(failed.problems.values()) if failed and not failed.open else ""


def _notice(form: Form, visit: Visit) -> str:
    """Why the dialog that the query asks for stays closed."""
    asked = visit.query.get(form.parameter) == form.value
    return (form.unavailable(visit) or "") if asked else ""


def _dialog(form: Form, visit: Visit, failed: Dialog | None) -> Dialog:
    if failed is not None and failed.form.id == form.id:
        return failed
    options = {entry.name: entry.options(visit) for entry in form.fields}
    asked = failed is None and visit.query.get(form.parameter) == form.value
    subject = visit.wanted(form.subject_key) if form.subject_key and asked else ""
    about = form.describe(visit, subject) if subject else ""
    opened = asked and form.unavailable(visit) is None and bool(about or not form.subject_key)
    values = prefill(form, visit) if opened else dict(form.starts(visit))
    return Dialog(form, values, options, subject, about or "", open=opened)


def _kept(area: Area, query: Mapping[str, str]) -> dict[str, str]:
    """The part of the query that is the place in the list, not a dialog."""
    asked = any(query.get(form.parameter) == form.value for form in area.forms)
    taken = {key for form in area.forms for key in form.keys} if asked else set[str]()
    return {key: query[key] for key in PLACE_KEYS if query.get(key) and key not in taken}


def _save(site: Site, area: Area, session: Session, person: Person, raw: Mapping[str, str]) -> Response:
    check_csrf(session, raw)
    form = next((form for form in area.forms if form.id == raw.get("form")), None)
    if form is None:
        raise HTTPException(400, "This form is not part of the screen.")
    place = dict(parse_qsl(raw.get("place", "")))
    try:
        with writing(site.database) as db:
            visit = Visit(db, person, site.clock, {})
            message = form.save(visit, check(form, visit, raw))
    except NotPermittedError:
        raise HTTPException(403, "You may not change this record. It belongs to somebody else.") from None
    except InvalidEntryError as invalid:
        return _show(site, area, session, person, place, _failed(site, form, person, raw, invalid))
    session.flash.append(message)
    screen: Screen = SCREEN_BY_ID[area.screen]
    query = urlencode({key: value for key, value in place.items() if key in PLACE_KEYS})
    return RedirectResponse(f"{screen.route}?{query}" if query else screen.route, 303)


def _failed(site: Site, form: Form, person: Person, raw: Mapping[str, str], invalid: InvalidEntryError) -> Dialog:
    subject = raw.get(form.subject_key, "") if form.subject_key else ""
    with reading(site.database) as db:
        visit = Visit(db, person, site.clock, {})
        options = {entry.name: entry.options(visit) for entry in form.fields}
        about = form.describe(visit, subject) or ""
    values = {entry.name: raw.get(entry.name, "") for entry in form.fields}
    opened = not form.direct and bool(about or not form.subject_key)
    return Dialog(form, values, options, subject, about, invalid.problems, opened)
