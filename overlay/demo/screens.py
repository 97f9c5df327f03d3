"""One endpoint for every screen: show it, open its dialogs from the query, save its forms."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from secrets import compare_digest
from sqlite3 import Connection
from urllib.parse import parse_qsl, urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from overlay.demo.access import SCREEN_BY_ID, Screen, may_open, refusal, tabs_for
from overlay.demo.database import reading, writing
from overlay.demo.forms import Form, check, prefill
from overlay.demo.records.audit import record_change
from overlay.demo.records.people import Person
from overlay.demo.rules import InvalidEntryError, NotPermittedError
from overlay.demo.sessions import Session
from overlay.demo.site import Site
from overlay.demo.views import Area, View
from overlay.demo.visits import Visit

PLACE_KEYS = (
    *("page", "search", "status", "role", "year", "month", "category"),
    *("project", "department", "week", "area", "assignee"),
)
CSRF_MESSAGE = "This page was open for too long, or the form did not come from Linden. Open the screen again."


@dataclass(frozen=True, slots=True)
class Dialog:
    """A form as it stands on the page: closed, or open with values and messages."""

    form: Form
    values: Mapping[str, str]
    options: Mapping[str, Mapping[str, str]]
    subject: str = ""
    about: str = ""
    intro: str = ""
    problems: Mapping[str, str] = field(default_factory=dict[str, str])
    open: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """One request for a screen by somebody who may open it."""

    site: Site
    area: Area
    session: Session
    person: Person
    path: str
    item: str = ""

    def visit(self, db: Connection, query: Mapping[str, str]) -> Visit:
        """The visit as the screen's functions take it."""
        return Visit(db, self.person, self.site.clock, query, self.path, self.item)


def screen_routes(site: Site, area: Area) -> list[Route]:
    """The routes of a screen: itself, its tabs, and the page of an item where it has them."""
    screen = SCREEN_BY_ID[area.screen]

    async def endpoint(request: Request) -> Response:
        session = site.session_of(request)
        person = site.person_in(session)
        if session is None or person is None:
            return _to_sign_in(request)
        _check_access(person, screen, request.url.path)
        call = Call(site, area, session, person, request.url.path, str(request.path_params.get("item", "")))
        if request.method == "POST":
            raw = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
            return _save(call, raw)
        return _show(call, dict(request.query_params))

    handler: Callable[[Request], Awaitable[Response]] = endpoint
    paths = list(dict.fromkeys((screen.route, *(tab.route for tab in screen.tabs))))
    if area.item_view:
        paths.append(f"{screen.route}/{{item}}")
    return [Route(path, handler, methods=["GET", "POST"]) for path in paths]


def _check_access(person: Person, screen: Screen, path: str) -> None:
    if not may_open(person, screen):
        raise HTTPException(403, refusal(screen))
    tab = next((tab for tab in screen.tabs if tab.route == path), None)
    if tab and person.role not in tab.roles:
        raise HTTPException(403, refusal(screen, tab))


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


def _view(call: Call, visit: Visit) -> View:
    if not call.item:
        return call.area.view(visit)
    found = call.area.item_view(visit) if call.area.item_view else None
    if found is None:
        raise HTTPException(404)
    return found


def _show(call: Call, query: dict[str, str], failed: Dialog | None = None) -> Response:
    kept = _kept(call.area, query)
    screen = SCREEN_BY_ID[call.area.screen]
    with reading(call.site.database) as db:
        visit = call.visit(db, query)
        view = _view(call, call.visit(db, kept))
        dialogs = [_dialog(form, visit, failed) for form in call.area.forms if not form.direct]
        notice = _rejected(failed) or next((text for form in call.area.forms if (text := _notice(form, visit))), "")
    context: dict[str, object] = {
        "screen": screen,
        "current": screen.id,
        "path": call.path,
        "tabs": () if call.item else tabs_for(call.person, screen),
        "view": view,
        "dialogs": dialogs,
        "kept": kept,
        "flash": call.session.take_flash(),
        "notice": notice,
    }
    return call.site.page("screen.html", context, 422 if failed else 200, call.session)


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
    return Dialog(form, values, options, subject, about or "", form.introduce(visit), open=opened)


def _kept(area: Area, query: Mapping[str, str]) -> dict[str, str]:
    """The part of the query that is the place in the list, not a dialog."""
    asked = any(query.get(form.parameter) == form.value for form in area.forms)
    taken = {key for form in area.forms for key in form.keys} if asked else set[str]()
    return {key: query[key] for key in PLACE_KEYS if query.get(key) and key not in taken}


def _save(call: Call, raw: Mapping[str, str]) -> Response:
    check_csrf(call.session, raw)
    form = next((form for form in call.area.forms if form.id == raw.get("form")), None)
    if form is None:
        raise HTTPException(400, "This form is not part of the screen.")
    place = dict(parse_qsl(raw.get("place", "")))
    try:
        with writing(call.site.database) as db:
            visit = call.visit(db, {})
            message = form.save(visit, check(form, visit, raw))
            record_change(db, call.person.id, SCREEN_BY_ID[call.area.screen].title, message, call.site.clock)
    except NotPermittedError:
        raise HTTPException(403, "You may not change this record. It belongs to somebody else.") from None
    except InvalidEntryError as invalid:
        return _show(call, place, _failed(call, form, raw, invalid))
    call.session.flash.append(message)
    query = urlencode({key: value for key, value in place.items() if key in PLACE_KEYS})
    return RedirectResponse(f"{call.path}?{query}" if query else call.path, 303)


def _failed(call: Call, form: Form, raw: Mapping[str, str], invalid: InvalidEntryError) -> Dialog:
    subject = raw.get(form.subject_key, "") if form.subject_key else ""
    with reading(call.site.database) as db:
        visit = call.visit(db, {})
        options = {entry.name: entry.options(visit) for entry in form.fields}
        about, intro = form.describe(visit, subject) or "", form.introduce(visit)
    values = {entry.name: raw.get(entry.name, "") for entry in form.fields}
    opened = not form.direct and bool(about or not form.subject_key)
    return Dialog(form, values, options, subject, about, intro, invalid.problems, opened)
