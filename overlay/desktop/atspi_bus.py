"""Linux' accessibility bus: switched on for the session and off again, and asked with short patience."""

# jeepney has no types of its own; what is used of it is described by the protocols below.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false

import contextlib
import time
from collections.abc import Mapping
from typing import Protocol, cast

from jeepney import DBusAddress, Message, MessageFlag, Properties, new_method_call
from jeepney.io.blocking import open_dbus_connection
from jeepney.wrappers import DBusErrorResponse, unwrap_msg

from overlay.core.ports import Rect
from overlay.desktop.accessible_window import Ref, Role, State, UnansweredError

CALL_SECONDS = 0.4
LOOK_SECONDS = 2.0
"""How long one question may take, and all questions of one look together."""

_SESSION_PATH = "/org/a11y/bus"
_STATUS = DBusAddress(_SESSION_PATH, bus_name="org.a11y.Bus", interface="org.a11y.Status")
_BUS = DBusAddress(_SESSION_PATH, bus_name="org.a11y.Bus", interface="org.a11y.Bus")
_DAEMON = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
_ROOT_PATH = "/org/a11y/atspi/accessible/root"
_ROOT = Ref("org.a11y.atspi.Registry", _ROOT_PATH)
_ACCESSIBLE, _DOCUMENT = "org.a11y.atspi.Accessible", "org.a11y.atspi.Document"
_TEXT, _COMPONENT = "org.a11y.atspi.Text", "org.a11y.atspi.Component"
_ROLES = {
    **dict.fromkeys((23, 69), Role.FRAME),
    **dict.fromkeys((82, 95), Role.DOCUMENT),
    63: Role.TOOLBAR,
    **dict.fromkeys((11, 61, 79), Role.FIELD),
}
"""Of AtspiRole: frame and window; document frame and web; tool bar; autocomplete, text and entry."""
_EDITABLE, _FOCUSED, _SHOWING = 1 << 7, 1 << 12, 1 << 25
_EMBEDS = 13
_ON_SCREEN = 0


class _Header(Protocol):
    """A message's header."""

    flags: int


class _Message(Protocol):
    """A D-Bus message."""

    header: _Header


class _Bus(Protocol):
    """A blocking connection."""

    def send_and_get_reply(self, message: _Message, *, timeout: float) -> _Message: ...
    def close(self) -> None: ...


class AtspiBus:
    """The accessible tree of this session's programs, as `AccessibleTree` has it."""

    def __init__(self, session: str) -> None:
        """Switch accessibility on for the session, unless it is on, and connect.

        Args:
            session: the session bus, as in `$DBUS_SESSION_BUS_ADDRESS`.

        Raises:
            OSError: there is no bus, or it does not answer.
        """
        self._until = 0.0
        self._pids: dict[str, int] = {}
        self._switched = False
        self._session = _connect(session)
        try:
            self.begin_look()
            if not self._switch("IsEnabled"):
                self._set(on=True)
            (address,) = self._ask(self._session, _BUS, "GetAddress")
            self._bus = _connect(str(address))
        except (UnansweredError, ValueError) as problem:
            self._leave()
            msg = "the accessibility bus does not answer"
            raise OSError(msg) from problem
        except OSError:
            self._leave()
            raise

    def begin_look(self) -> None:
        """Give the questions that follow their time."""
        self._until = time.monotonic() + LOOK_SECONDS

    def close(self) -> None:
        """Leave the bus, and switch accessibility off again if it was off before and no screen reader came since."""
        self._bus.close()
        self._leave()

    def windows(self, pid: int) -> tuple[Ref, ...]:
        """Return the windows of a process."""
        programs = [ref for ref in self.children(_ROOT) if self._pid(ref.owner) == pid]
        return tuple(window for program in programs for window in self.children(program))

    def application(self, window: Ref) -> str:
        """Return the name of the program that a window is of."""
        return self.name(Ref(window.owner, _ROOT_PATH))

    def name(self, ref: Ref) -> str:
        """Return a thing's name."""
        call = Properties(DBusAddress(ref.path, ref.owner, _ACCESSIBLE)).get("Name")
        match self._send(self._bus, cast("_Message", call)):
            case ((str(), str(name)),):
                return name
            case _:
                raise UnansweredError

    def role(self, ref: Ref) -> Role:
        """Return a thing's kind."""
        match self._call(ref, _ACCESSIBLE, "GetRole"):
            case (int(number),):
                return _ROLES.get(number, Role.OTHER)
            case _:
                raise UnansweredError

    def state(self, ref: Ref) -> State:
        """Return a thing's state."""
        match self._call(ref, _ACCESSIBLE, "GetState"):
            case ([int(bits), *_],):
                return State(bool(bits & _SHOWING), bool(bits & _EDITABLE), bool(bits & _FOCUSED))
            case _:
                raise UnansweredError

    def children(self, ref: Ref) -> tuple[Ref, ...]:
        """Return what a thing holds, in order."""
        match self._call(ref, _ACCESSIBLE, "GetChildren"):
            case (list(found),):
                return _refs(cast("list[object]", found))
            case _:
                raise UnansweredError

    def embedded(self, window: Ref) -> tuple[Ref, ...]:
        """Return the documents that a window shows."""
        match self._call(window, _ACCESSIBLE, "GetRelationSet"):
            case (list(relations),):
                pass
            case _:
                raise UnansweredError
        found: list[Ref] = []
        for relation in cast("list[object]", relations):
            match relation:
                case (int(kind), list(targets)) if kind == _EMBEDS:
                    found += _refs(cast("list[object]", targets))
                case _:
                    pass
        return tuple(found)

    def document(self, ref: Ref) -> Mapping[str, str]:
        """Return what a document says about itself; nothing when it says nothing."""
        return _texts(self._call(ref, _DOCUMENT, "GetAttributes"))

    def attributes(self, ref: Ref) -> Mapping[str, str]:
        """Return a thing's attributes."""
        return _texts(self._call(ref, _ACCESSIBLE, "GetAttributes"))

    def text(self, ref: Ref) -> str:
        """Return the text a field holds."""
        match self._call(ref, _TEXT, "GetText", "ii", (0, -1)):
            case (str(text),):
                return text
            case _:
                raise UnansweredError

    def extents(self, ref: Ref) -> Rect | None:
        """Return a thing's place in the desktop's pixels."""
        match self._call(ref, _COMPONENT, "GetExtents", "u", (_ON_SCREEN,)):
            case ((int(x), int(y), int(width), int(height)),):
                return Rect(x, y, width, height)
            case _:
                return None

    def _pid(self, owner: str) -> int:
        if owner not in self._pids:
            match self._ask(self._bus, _DAEMON, "GetConnectionUnixProcessID", "s", (owner,)):
                case (int(pid),):
                    self._pids[owner] = pid
                case _:
                    raise UnansweredError
        return self._pids[owner]

    def _call(
        self, ref: Ref, interface: str, method: str, signature: str | None = None, body: tuple[object, ...] = ()
    ) -> tuple[object, ...]:
        return self._ask(self._bus, DBusAddress(ref.path, ref.owner, interface), method, signature, body)

    def _ask(
        self, bus: _Bus, address: DBusAddress, method: str, signature: str | None = None, body: tuple[object, ...] = ()
    ) -> tuple[object, ...]:
        return self._send(bus, cast("_Message", new_method_call(address, method, signature, body)))

    def _send(self, bus: _Bus, call: _Message) -> tuple[object, ...]:
        """Ask one question.

        Raises:
            UnansweredError: there is no answer in time, or an error, or one that cannot be read.
            OSError: the bus is gone.
        """
        left = min(CALL_SECONDS, self._until - time.monotonic())
        if left <= 0:
            raise UnansweredError
        try:
            reply = bus.send_and_get_reply(call, timeout=left)
            return cast("tuple[object, ...]", unwrap_msg(cast("Message", reply)))
        except (TimeoutError, DBusErrorResponse, ValueError) as problem:
            raise UnansweredError from problem

    def _switch(self, name: str) -> bool:
        call = cast("_Message", Properties(_STATUS).get(name))
        match self._send(self._session, call):
            case ((str(), bool(value)),):
                return value
            case _:
                raise UnansweredError

    def _set(self, *, on: bool) -> None:
        call = cast("_Message", Properties(_STATUS).set("IsEnabled", "b", on))
        if not on:
            # Where the bus' launcher has gone by now, there is nothing left to switch off.
            call.header.flags = MessageFlag.no_auto_start
        self._send(self._session, call)
        self._switched = on

    def _leave(self) -> None:
        self.begin_look()
        with contextlib.suppress(UnansweredError, OSError):
            if self._switched and not self._switch("ScreenReaderEnabled"):
                self._set(on=False)
        self._session.close()


def _connect(address: str) -> _Bus:
    try:
        return cast("_Bus", open_dbus_connection(bus=address, auth_timeout=CALL_SECONDS))
    except (OSError, RuntimeError, ValueError, StopIteration) as problem:
        msg = "the bus does not answer"
        raise OSError(msg) from problem


def _refs(found: list[object]) -> tuple[Ref, ...]:
    refs: list[Ref] = []
    for one in found:
        match one:
            case (str(owner), str(path)):
                refs.append(Ref(owner, path))
            case _:
                raise UnansweredError
    return tuple(refs)


def _texts(body: tuple[object, ...]) -> dict[str, str]:
    match body:
        case (dict(found),):
            return {str(key): str(value) for key, value in cast("dict[object, object]", found).items()}
        case _:
            raise UnansweredError
