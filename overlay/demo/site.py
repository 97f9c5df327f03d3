"""What all pages of one server share: clock, database, sessions and templates."""

from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from overlay.demo.access import ROLE_NAMES, nav_for
from overlay.demo.clock import Clock
from overlay.demo.database import reading
from overlay.demo.records.people import Person, find_person
from overlay.demo.records.settings import is_on
from overlay.demo.sessions import Session, SessionStore

COOKIE = "linden_session"


@dataclass(frozen=True, slots=True)
class Site:
    """One running Linden."""

    clock: Clock
    database: Path
    sessions: SessionStore
    templates: Environment

    def session_of(self, request: Request) -> Session | None:
        """The browser's session, signed in or not."""
        return self.sessions.by_cookie(request.cookies.get(COOKIE))

    def person_in(self, session: Session | None) -> Person | None:
        """Who is signed in; an account that was made inactive is signed out at once."""
        if session is None or session.person_id is None:
            return None
        with reading(self.database) as db:
            person = find_person(db, session.person_id)
        return person if person and person.status != "inactive" else None

    def page(
        self, template: str, context: dict[str, object], status: int = 200, session: Session | None = None
    ) -> HTMLResponse:
        """Render a page; with a session, inside the menu of the person in it."""
        person = self.person_in(session)
        shared: dict[str, object] = {
            "person": person,
            "screens": nav_for(person) if person else (),
            "csrf": session.csrf if session else "",
            "company_shown": self._company_shown() if person else True,
            "roles": ROLE_NAMES,
        }
        text = self.templates.get_template(template).render(shared | context)
        return HTMLResponse(text, status)

    def _company_shown(self) -> bool:
        with reading(self.database) as db:
            return is_on(db, "logo")

    def error(self, request: Request, status: int, title: str, text: str) -> HTMLResponse:
        """A page that says what went wrong and what to do."""
        context: dict[str, object] = {"title": title, "text": text, "status": status, "current": ""}
        return self.page("error.html", context, status, self.session_of(request))


def load_templates(folder: Path) -> Environment:
    """Make the template environment; everything is escaped, and a missing name is an error.

    Raises:
        FileNotFoundError: the folder holds no templates.
    """
    if not (folder / "base.html").is_file():
        msg = f"no templates in {folder}"
        raise FileNotFoundError(msg)
    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
