"""`fescue pack init`: the first draft of a pack for somebody's app, from what a browser sees of it."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from overlay.app.authoring_sessions import Who, saved_session
from overlay.app.checks import check_pack_folder
from overlay.authoring.addresses import slug
from overlay.authoring.draft import Draft, DraftShot
from overlay.authoring.exploring import Limits, Survey, explore
from overlay.authoring.pack_text import pack_text, shots_texts
from overlay.authoring.placing import check_free, placed, write_texts
from overlay.authoring.proposing import Allowed, Wishes, propose
from overlay.authoring.section_text import section_text
from overlay.capture.live import PhotoSettings
from overlay.capture.sessions import Session, SessionStore
from overlay.capture.shots import ROLES
from overlay.capture.visiting import SiteVisit
from overlay.check.report import Problem, counted
from overlay.check.subject import CODE_WORDS
from overlay.core.clock import SystemClock
from overlay.core.errors import OutsideError, SettingsError, SignedOutError
from overlay.core.urls import WebAddress, parse_web_address

FINE, NO = 0, 1
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class InitOptions:
    """What the person asked for."""

    out: Path
    role: str = "user"
    session: str | None = None
    """Whose saved session to look with; the role's own when left out and there is one."""
    pages: int = 30
    seconds: float = 300.0
    locale: str = ""
    pictures: bool = False
    demo_data: bool = False
    redact: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _LookedAtApp:
    """The app as capture needs it: in the session it was looked at with."""

    origin: str
    start: str
    session: Session | None
    build: str = ""

    def sign_in(self, role: str) -> str | Session:  # noqa: ARG002  there is one session for the one role
        """Return the session, or the first page of an app that asks nobody to sign in."""
        return self.session or self.origin + self.start

    def digest(self) -> str | None:
        """Return nothing: what an app has saved cannot be seen from outside."""
        return None


@dataclass(frozen=True, slots=True)
class _Photographs:
    """What came of taking pictures."""

    taken: Mapping[str, DraftShot]
    failed: tuple[str, ...] = ()


def init_pack(text: str, options: InitOptions, sessions: SessionStore | None = None) -> int:
    """Look at an app and write the draft of its pack.

    Args:
        text: the app's address, or that of the page that people begin with.
        options: what was asked for.
        sessions: where signed-in sessions are kept; the keyring by default.

    Returns:
        0 when the draft was written, 1 when something that was asked for is missing in it.

    Raises:
        FescueError: nothing was written; the words say what to do.
    """
    address, redact = _address(text), _redaction(options)
    check_free(options.out)
    settings = PhotoSettings(locale=options.locale or "en-GB")
    who = Who(address.origin, options.role, options.session)
    session = saved_session(sessions or SessionStore(), who)
    try:
        survey = _look(address, options, session, settings)
    except SignedOutError:
        raise OutsideError(who.advice(session)) from None
    wishes = Wishes(address.origin, options.role, options.demo_data, session is None, redact, CODE_WORDS)
    draft = propose(survey, wishes)
    wanted = _pictures_wanted(options, redact, survey)
    with placed(options.out) as part:
        _write(part, draft, {})
        photographs = _Photographs({})
        if wanted:
            photographs = _photograph(part, draft, _LookedAtApp(address.origin, address.path, session))
            _write(part, draft, photographs.taken)
        problems = check_pack_folder(part).counting
    _report(survey, draft, photographs, options)
    return _verdict(problems, photographs, options, wanted=wanted)


def _address(text: str) -> WebAddress:
    address = parse_web_address(text)
    if address is None or not address.whole or address.query:
        msg = f"{text!r} is not the address of an app. Write it like https://erp.example"
        raise SettingsError(msg)
    return address


def _redaction(options: InitOptions) -> tuple[tuple[str, str], ...]:
    if slug(options.role) != options.role:
        msg = f"the role {options.role!r} is not lower-case letters, digits and hyphens. Write it like --role sales"
        raise SettingsError(msg)
    found: list[tuple[str, str]] = []
    for text in options.redact:
        role, _, name = text.partition("=")
        if role not in ROLES:
            msg = f"--redact {text!r}: the role {role!r} is not known. Write an ARIA role, such as row or cell=Name"
            raise SettingsError(msg)
        found.append((role, name.strip()))
    if options.pictures and not found and not options.demo_data:
        msg = "pictures of this app may show real people's data. Say what to paint over (--redact row), or that all "
        raise SettingsError(msg + "of it is invented (--demo-data).")
    return tuple(found)


def _look(address: WebAddress, options: InitOptions, session: Session | None, settings: PhotoSettings) -> Survey:
    limits = Limits(options.pages, options.seconds)
    _say(f"Looking at {address.origin}{f' as {session.role!r}' if session else ''}; nothing is pressed or sent.")
    with SiteVisit(address.origin, settings, session.state if session else None) as visit:
        survey = explore(visit, address.path, limits, SystemClock(), lambda progress: _say(str(progress)))
    if survey.pages[0].asks_password and len(survey.pages) == 1:
        raise SignedOutError(address.path)
    return survey


def _pictures_wanted(options: InitOptions, redact: Sequence[tuple[str, str]], survey: Survey) -> bool:
    """Say whether pictures are taken: never while something that was to be painted over was nowhere to be seen."""
    if not options.pictures:
        return False
    for role, name in redact:
        if not any(element.fits(role, name) for page in survey.pages for element in page.elements):
            _say(
                f"no page has a {role}{f' {name!r}' if name else ''} to paint over: no picture is taken. See --redact."
            )
            return False
    return True


def _write(part: Path, draft: Draft, taken: Mapping[str, DraftShot]) -> None:
    allowed = Allowed(CODE_WORDS)
    texts = {"manual/pack.toml": pack_text(draft)}
    texts |= {f"screenshots/shots/{name}": text for name, text in shots_texts(draft).items()}
    for section in draft.sections:
        texts[f"manual/sections/{section.id}.md"] = section_text(section, draft.name, allowed, taken)
    write_texts(part, texts)


def _photograph(part: Path, draft: Draft, app: _LookedAtApp) -> _Photographs:
    from overlay.app.photo_settings import photo_settings
    from overlay.capture.runner import run_shots
    from overlay.capture.shot_files import read_shots
    from overlay.capture.writing import write_run
    from overlay.content.pack_file import read_pack_file

    pack, shots = read_pack_file(part), read_shots(part)
    run = run_shots(app, shots, photo_settings(pack), lambda progress: _say(str(progress)))
    write_run(part / "screenshots", run.taken, shots, (), locale=pack.locale, build=app.build)
    there = {one.shot.id for one in run.taken}
    return _Photographs({s.id: s for s in draft.shots if s.id in there}, tuple(map(str, run.problems)))


def _report(survey: Survey, draft: Draft, photographs: _Photographs, options: InitOptions) -> None:
    counts = (
        counted(len(draft.sections), "section"),
        counted(len(draft.screens), "screen"),
        counted(len(draft.shots), "shot"),
        counted(len(photographs.taken), "picture"),
    )
    _say(f"{draft.name}: {', '.join(counts)} in {options.out}")
    if survey.ended:
        _say(f"Not all was seen: {survey.ended} See --pages and --seconds.")
    if survey.left:
        named = ", ".join(f"{link.name} ({link.path})" for link in survey.left[:_MOST_NAMED])
        more = len(survey.left) - _MOST_NAMED
        _say(f"Not followed, because it could do something: {named}{f' and {more} more' if more > 0 else ''}.")
    for line in photographs.failed:
        _say(f"not taken: {line}")


def _verdict(problems: Sequence[Problem], photographs: _Photographs, options: InitOptions, *, wanted: bool) -> int:
    unwritten = [p for p in problems if p.kind == "summary"]
    for problem in problems:
        if problem not in unwritten:
            _say(f"to correct: {problem.place}: {problem.message} {problem.fix}")
    summaries = "summary" if len(unwritten) == 1 else "summaries"
    _say(f"Read every section, and write its {summaries} ({len(unwritten)}): fescue check --pack {options.out}")
    if not options.pictures:
        _say("No picture was taken: the app may show real people's data. See --pictures, --redact and --demo-data.")
    missing = options.pictures and (not wanted or bool(photographs.failed))
    return NO if missing else FINE


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
