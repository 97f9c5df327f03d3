"""A pack: everything Fescue knows about one target app."""

import fnmatch
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from overlay.core.person import Person
from overlay.core.routes import best_route, compile_route
from overlay.core.screens import Screen, ScreenSource, clean_title
from overlay.core.urls import MAX_LINK, WebAddress, parse_typed_address, parse_web_address

_PARAMETERS = re.compile(r";[\w.-]+=[^/]*")
"""What servers and routers write behind a segment, such as `;jsessionid=...`: it names no other screen."""


@dataclass(frozen=True, slots=True)
class ScreenSpec:
    """A screen of the target app."""

    id: str
    route: str
    title: str
    module: str = ""
    menu: str = ""
    """The way through the app's menu, such as `People › Leave`."""
    announced: bool = False
    """Whether people who cannot open it may know that it exists."""
    ask: str = ""
    """Who can grant access."""
    public: bool = False
    """Whether it can be opened without signing in."""


@dataclass(frozen=True, slots=True)
class RoleSpec:
    """A role, for target apps that do not tell who is asking."""

    id: str
    title: str
    modules: frozenset[str]
    visitor: bool = False
    """Whether the app lets them look around without signing in."""


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """An action the target app can open prefilled: the person confirms it there."""

    id: str
    title: str
    screen: str
    parameter: str
    """The query key that opens the dialog: `action` or `new`."""
    value: str
    schema: Mapping[str, object]
    """JSON Schema of the fields that may be prefilled."""
    module: str = ""
    state: str = ""
    """Path of the endpoint that says whether the action is available now; empty for always."""
    example: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class DataSpec:
    """A read-only endpoint of the target app that the model may query as a tool."""

    name: str
    description: str
    module: str
    path: str
    parameters: Mapping[str, object]
    columns: tuple[str, ...]
    noun: str
    """What a row is, for the person: `leave requests`."""


@dataclass(frozen=True, slots=True)
class CaptureSpec:
    """What taking screenshots of the app needs beyond the usual."""

    reads_by_post: frozenset[str] = frozenset()
    """Paths at the app's origin that only read although they are asked by POST; every other POST is stopped."""
    timezone: str = ""
    """Name of the time zone in the pictures; empty for the usual one."""
    now: datetime | None = None
    """What the browser's clock says, with its zone; None for the usual day."""


@dataclass(frozen=True, slots=True)
class CheckSpec:
    """How `fescue check` weighs what it finds in this pack."""

    levels: Mapping[str, str] = field(default_factory=dict[str, str])
    """Kind of problem -> error, warning or ignore, as written: the check says which of them it does not know."""
    code_words: tuple[str, ...] = ()
    """Words that no section may hold, beside the usual ones: names of tables, say."""


@dataclass(frozen=True, slots=True)
class TitleRule:
    """What a window's title says about the screen it shows, for windows that have no address."""

    title: str
    """The whole title; `*` stands for anything, capitals and small letters are alike."""
    screen: str
    program: str = ""
    """The window's class, written like `title`; empty for any."""

    def fits(self, title: str, program: str) -> bool:
        """Say whether a window's title and class are meant."""
        return _alike(title, self.title) and (not self.program or _alike(program, self.program))


@dataclass(frozen=True, slots=True)
class Pack:
    """One target app: its address, screens, roles and actions."""

    name: str
    origins: tuple[str, ...]
    screens: tuple[ScreenSpec, ...]
    roles: tuple[RoleSpec, ...] = ()
    actions: tuple[ActionSpec, ...] = ()
    data: tuple[DataSpec, ...] = ()
    base_path: str = ""
    locale: str = "en"
    contact: str = ""
    """Who helps when the manual does not."""
    person_path: str = ""
    """Path of the endpoint that says who is asking; empty when roles are the pack's own."""
    queries: frozenset[str] = frozenset()
    """Query keys that may leave the probe."""
    hash_routes: bool = False
    """Whether the app keeps its route behind `#`."""
    demo_data: bool = False
    """Whether what the app shows is invented, so that it may be photographed."""
    capture: CaptureSpec = CaptureSpec()
    check: CheckSpec = field(default_factory=CheckSpec)
    titles: tuple[TitleRule, ...] = ()
    """Title rules, the first that fits counts; without any, titles are not looked at."""

    def at(self, origin: str) -> "Pack":
        """Return the same pack for an app that runs at another origin (a demo on a free port, a staging host)."""
        return replace(self, origins=(origin,))

    def screen(self, screen_id: str) -> ScreenSpec | None:
        """Find a screen by id."""
        return next((s for s in self.screens if s.id == screen_id), None)

    def screen_at(self, path: str) -> ScreenSpec | None:
        """Find the most specific screen for a path inside the app."""
        route = best_route(path, tuple(s.route for s in self.screens))
        return next((s for s in self.screens if s.route == route), None) if route else None

    def action(self, action_id: str) -> ActionSpec | None:
        """Find an action by id."""
        return next((a for a in self.actions if a.id == action_id), None)

    def admit(self, url: str, title: str = "", source: ScreenSource = ScreenSource.COMPANION) -> Screen | None:
        """Let an address in, or not: the only door for what a probe sees.

        Returns:
            The screen (unknown inside the app when no route matches), or None when the address is not this app's.
        """
        address = parse_web_address(url, drop_user=True)
        return self._admit(address, title, source, exact=source is ScreenSource.COMPANION) if address else None

    def admit_typed(self, text: str, title: str, source: ScreenSource) -> Screen | None:
        """Let in what a browser's address field shows (its scheme may be hidden); never exact."""
        for address in parse_typed_address(text):
            screen = self._admit(address, title, source, exact=False)
            if screen:
                return screen
        return None

    def admit_title(self, title: str, program: str) -> Screen | None:
        """Let in what the title rules make of a window; never exact, and nothing of the title is kept.

        Args:
            title: the window's title.
            program: the window's class.
        """
        found = next((self.screen(rule.screen) for rule in self.titles if rule.fits(title, program)), None)
        return Screen(found.id, found.route, source=ScreenSource.TITLE) if found else None

    def link(self, path: str, query: Mapping[str, str] | Sequence[tuple[str, str]] = ()) -> str:
        """Write the address of a path inside the app, as it will be opened.

        Args:
            path: inside the app.
            query: keys and values; pairs where a key stands there more than once.

        Raises:
            ValueError: the link would be longer than MAX_LINK characters.
        """
        pairs = tuple(query.items() if isinstance(query, Mapping) else query)
        place = self._address(path)
        if self.hash_routes:
            # A hash router reads its query behind the hash; it never sees one before it.
            link = str(replace(place, path=self._address("/").path, fragment=path, fragment_query=pairs))
        else:
            link = str(replace(place, query=pairs))
        if len(link) > MAX_LINK:
            msg = f"the link has {len(link)} characters; {MAX_LINK} is the most."
            raise ValueError(msg)
        return link

    def data_address(self, path: str) -> str:
        """Write the address that the app's server knows a path by: no hash is ever sent to a server."""
        return str(self._address(path))

    def _address(self, path: str) -> WebAddress:
        base = parse_web_address(self.origins[0])
        if base is None:
            msg = f"{self.origins[0]!r} is not an origin."
            raise ValueError(msg)
        return replace(base, path=self.base_path.rstrip("/") + path)

    def inside(self, url: str) -> str | None:
        """Return an address re-serialised if it is this app's, else None: nothing else is ever opened.

        One that is longer than MAX_LINK, or that could not be written again as it was, is refused too.
        """
        address = parse_web_address(url)
        if address is None or not address.whole or address.origin not in self._origins():
            return None
        link = str(address)
        return link if len(link) <= MAX_LINK else None

    def person_for(self, role: RoleSpec) -> Person:
        """Describe a person of a role from the pack's own table."""
        routes = tuple(s.route for s in self.screens if not s.module or s.module in role.modules)
        return Person(role.id, role.title, role.id, role.modules, routes, self.locale)

    def _origins(self) -> frozenset[str]:
        parsed = (parse_web_address(origin) for origin in self.origins)
        return frozenset(address.origin for address in parsed if address)

    def _admit(self, address: WebAddress, title: str, source: ScreenSource, *, exact: bool) -> Screen | None:
        if address.origin not in self._origins():
            return None
        place = self._place(address)
        if place is None:
            return None
        path, pairs = place
        spec = self.screen_at(path)
        query = tuple((key, value[:64]) for key, value in pairs if key in self.queries and value.isprintable())
        return Screen(
            screen_id=spec.id if spec else None,
            route=spec.route if spec else None,
            query=query if spec else (),
            title=clean_title(title),
            exact=exact,
            source=source,
        )

    def _place(self, address: WebAddress) -> tuple[str, tuple[tuple[str, str], ...]] | None:
        """Return the path inside the app and the query pairs, or None outside its base path."""
        prefix = self.base_path.rstrip("/")
        whole = _PARAMETERS.sub("", address.path)
        if prefix and not (whole == prefix or whole.startswith(prefix + "/")):
            return None
        path = whole[len(prefix) :] or "/"
        if self.hash_routes and address.fragment.startswith(("/", "!/")):
            return _PARAMETERS.sub("", address.fragment.lstrip("!")), (*address.query, *address.fragment_query)
        return path, address.query


def item_route(route: str) -> bool:
    """Say whether a route names one item, such as `/projects/[id]`: those are never linked."""
    return compile_route(route).is_item


def _alike(text: str, pattern: str) -> bool:
    """Say whether a text fits a pattern; only `*` means more than itself."""
    plain = pattern.replace("[", "[[]").replace("?", "[?]")
    return fnmatch.fnmatchcase(" ".join(text.split()).casefold(), " ".join(plain.split()).casefold())
