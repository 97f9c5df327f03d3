"""A run: every wanted shot in its role's session, and proof that the app was only looked at."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from overlay.capture.browser import Sessions, wants_sign_in
from overlay.capture.elements import boxes_of, locate
from overlay.capture.live import LiveApp, PhotoSettings
from overlay.capture.problems import ElementError, ShotProblem, Trouble
from overlay.capture.shots import Shot, Target
from overlay.capture.snapshot import names_of_role
from overlay.capture.taking import Taken, take

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST_OTHERS = 20
"""So many controls are looked at when one is missing; a page may have thousands."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is."""

    done: int
    total: int
    shot: Shot
    seconds: float
    """What this shot took."""
    left: float
    """What the rest will take, guessed from the shots so far."""
    problem: ShotProblem | None = None

    def __str__(self) -> str:
        """Write it as one line."""
        line = f"{self.done}/{self.total} {self.shot.id} {self.seconds:.1f} s"
        if self.problem:
            line += f", failed ({self.problem.trouble.value})"
        return f"{line}, about {self.left:.0f} s left" if self.done < self.total else line


@dataclass(frozen=True, slots=True)
class Run:
    """What a run brought."""

    taken: tuple[Taken, ...]
    problems: tuple[ShotProblem, ...]
    untouched: bool
    """Whether the app has saved nothing since the run began (true as well when that cannot be known)."""
    browser: str = ""
    """Version of the browser."""
    seconds: Mapping[str, float] = field(default_factory=dict[str, float])
    """How long each shot took, by its id."""
    stopped: Mapping[str, int] = field(default_factory=dict[str, int])
    """Requests that were stopped because they could have saved something, and how often."""


def run_shots(
    app: LiveApp,
    shots: Sequence[Shot],
    settings: PhotoSettings | None = None,
    progress: Callable[[Progress], None] = lambda _: None,
) -> Run:
    """Take shots, one role after the other so that each signs in once.

    Args:
        app: the running app.
        shots: what to take.
        settings: window, locale and clock.
        progress: told after every shot.

    Raises:
        OutsideError: there is no browser, or a role cannot sign in.
    """
    used = settings or PhotoSettings()
    taken: list[Taken] = []
    problems: list[ShotProblem] = []
    seconds: dict[str, float] = {}
    before = app.digest()
    started = time.monotonic()
    with Sessions(app, used) as sessions:
        for number, shot in enumerate(sorted(shots, key=lambda s: (s.role, s.area, s.line)), 1):
            begun = time.monotonic()
            over = next((p for p in problems if p.trouble is Trouble.SIGNED_OUT and p.shot.role == shot.role), None)
            found = _skipped(shot, over) if over else _attempt(sessions, app.origin, shot, used)
            problem = found if isinstance(found, ShotProblem) else None
            if isinstance(found, ShotProblem):
                problems.append(found)
            else:
                taken.append(found)
            now = time.monotonic()
            seconds[shot.id] = now - begun
            left = (now - started) / number * (len(shots) - number)
            progress(Progress(number, len(shots), shot, now - begun, left, problem))
        version, stopped = sessions.version, sessions.stopped
    return Run(tuple(taken), tuple(problems), before == app.digest(), version, seconds, stopped)


def _attempt(sessions: Sessions, origin: str, shot: Shot, settings: PhotoSettings) -> Taken | ShotProblem:
    from playwright.sync_api import Error
    from playwright.sync_api import TimeoutError as WaitedTooLong

    page = sessions.page(shot.role)
    try:
        return take(page, origin, shot, settings)
    except ElementError as error:
        if sessions.is_kept(shot.role) and _is_signed_out(page, error):
            return ShotProblem(shot, Trouble.SIGNED_OUT, f"{error} {_sign_in_again(shot.role)}")
        if sessions.is_kept(shot.role) and error.trouble is Trouble.ELSEWHERE:
            words = f"{error} May '{shot.role}' open it? If the session is over, {_login_words(shot.role)}."
            return ShotProblem(shot, Trouble.ELSEWHERE, words)
        if error.trouble is Trouble.MISSING and error.target:
            return _missing(page, shot, error, error.target)
        return ShotProblem(shot, error.trouble, str(error), error.target)
    except WaitedTooLong as error:
        words = f"nothing within {settings.seconds:g} s: {_first(error.message)}"
        return ShotProblem(shot, Trouble.STEP, words)
    except Error as error:
        return ShotProblem(shot, Trouble.STEP, _first(error.message))
    except ValueError as error:
        return ShotProblem(shot, Trouble.TOO_LARGE, str(error))


def _is_signed_out(page: "Page", error: ElementError) -> bool:
    """Say whether a kept session is over: 401, another site, a page for signing in, or a question for the password."""
    if error.trouble is Trouble.SIGNED_OUT:
        return True
    asking = (Trouble.ELSEWHERE, Trouble.MISSING, Trouble.STATUS)
    return error.trouble in asking and wants_sign_in(page)


def _sign_in_again(role: str) -> str:
    return f"The session of '{role}' is over: {_login_words(role)}."


def _login_words(role: str) -> str:
    return f"run 'fescue capture login --role {role}'"


def _skipped(shot: Shot, over: ShotProblem) -> ShotProblem:
    """Leave out a shot of somebody who is no longer signed in: it would only show the sign-in page again."""
    return ShotProblem(shot, Trouble.SIGNED_OUT, over.words)


def _missing(page: "Page", shot: Shot, error: ElementError, target: Target) -> ShotProblem:
    """Say what is missing, and what there is instead: it may only have another name."""
    others, claimed = _others(page, target), {zone.target.name for zone in shot.zones}
    unclaimed = [name for name in dict.fromkeys(others) if name not in claimed][:MOST_OTHERS]
    named = ((name, Target(target.role, name, within=target.within)) for name in unclaimed)
    places = tuple((name, box) for name, other in named for box in boxes_of(page, other))
    there = {zone.key: boxes_of(page, zone.target) for zone in shot.zones if zone.target != target}
    zones = {key: boxes[0] for key, boxes in there.items() if len(boxes) == 1}
    return ShotProblem(shot, error.trouble, str(error), target, others, places, zones)


def _others(page: "Page", target: Target) -> tuple[str, ...]:
    """Return the names of what has the target's role in the same place."""
    scope = locate(page, target.within) if target.within else page.locator("body")
    return names_of_role(scope.first.aria_snapshot(), target.role) if scope.count() else ()


def _first(message: str) -> str:
    return message.strip().splitlines()[0]
