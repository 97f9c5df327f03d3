"""What a screen reader sees: names, roles, texts and announcements over the accessibility bus."""

from collections import deque
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import IntEnum

from jeepney import DBusAddress, HeaderFields, MatchRule, Message, Properties, message_bus, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.wrappers import unwrap_msg

_BUS = DBusAddress("/org/a11y/bus", bus_name="org.a11y.Bus", interface="org.a11y.Bus")
_STATUS = DBusAddress("/org/a11y/bus", bus_name="org.a11y.Bus", interface="org.a11y.Status")
_ROOT = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
_REGISTRY = DBusAddress("/org/a11y/atspi/registry", "org.a11y.atspi.Registry", "org.a11y.atspi.Registry")
_ACCESSIBLE, _TEXT = "org.a11y.atspi.Accessible", "org.a11y.atspi.Text"
_EVENTS = "org.a11y.atspi.Event.Object"
_LISTENED = {"Announcement": "object:announcement", "StateChanged": "object:state-changed:focused"}
_FOCUSABLE, _SHOWING = 1 << 11, 1 << 25


class Role(IntEnum):
    """What AT-SPI calls the kinds of things; those that the tests look for."""

    OTHER = 0
    IMAGE = 27
    LABEL = 29
    MENU_ITEM = 35
    FILLER = 21
    PUSH_BUTTON = 43
    TEXT = 61
    CHECK_BOX = 7
    BUTTON_MENU = 129

    @classmethod
    def known(cls, number: int) -> "Role":
        return cls(number) if number in {role.value for role in cls} else cls.OTHER


@dataclass(frozen=True, slots=True)
class Thing:
    """An accessible object."""

    bus_name: str
    path: str
    name: str
    description: str
    role: Role
    focusable: bool
    """Whether the keyboard can get there now."""


class ScreenReader:
    """A connection to a session's accessibility bus, switched on as a screen reader does."""

    def __init__(self, session_address: str) -> None:
        session = open_dbus_connection(bus=session_address)
        for switch in ("IsEnabled", "ScreenReaderEnabled"):
            unwrap_msg(session.send_and_get_reply(Properties(_STATUS).set(switch, "b", True)))
        (address,) = unwrap_msg(session.send_and_get_reply(new_method_call(_BUS, "GetAddress")))
        session.close()
        self.bus: DBusConnection = open_dbus_connection(bus=address)
        self.announced: list[str] = []
        self._filters = {member: self._listen(member, event) for member, event in _LISTENED.items()}
        self._heard = {member: waiting.__enter__() for member, waiting in self._filters.items()}

    def close(self) -> None:
        for waiting in self._filters.values():
            waiting.__exit__(None, None, None)
        self.bus.close()

    def applications(self) -> list[Thing]:
        return [self.thing(*child) for child in self._children(*_ROOT)]

    def walk(self, thing: Thing) -> Iterator[Thing]:
        yield thing
        for child in self._children(thing.bus_name, thing.path):
            yield from self.walk(self.thing(*child))

    def thing(self, bus_name: str, path: str) -> Thing:
        address = DBusAddress(path, bus_name, _ACCESSIBLE)
        name, description = (self._property(address, key) for key in ("Name", "Description"))
        (role,) = self._call(bus_name, path, _ACCESSIBLE, "GetRole")
        ((low, _high),) = self._call(bus_name, path, _ACCESSIBLE, "GetState")
        return Thing(bus_name, path, name, description, Role.known(role), bool(low & _FOCUSABLE and low & _SHOWING))

    def text(self, thing: Thing) -> str:
        (text,) = self._call(thing.bus_name, thing.path, _TEXT, "GetText", "ii", (0, -1))
        return text

    def hear(self, count: int, seconds: float = 20.0) -> list[str]:
        """Wait until so many announcements have been made since the beginning, and return all of them."""
        while len(self.announced) < count:
            self._note(self.bus.recv_until_filtered(self._heard["Announcement"], timeout=seconds))
        self.thing(*_ROOT)
        while self._heard["Announcement"]:
            self._note(self._heard["Announcement"].popleft())
        return list(self.announced)

    def forget(self) -> None:
        """Drop what was heard so far, of panels that are gone."""
        self.thing(*_ROOT)
        for heard in self._heard.values():
            heard.clear()
        self.announced.clear()

    def await_focus(self, name: str, seconds: float = 20.0) -> Thing:
        """Wait until something of a name gets the focus."""
        while True:
            event = self.bus.recv_until_filtered(self._heard["StateChanged"], timeout=seconds)
            fields = event.header.fields
            if event.body[:2] == ("focused", 1):
                found = self.thing(fields[HeaderFields.sender], fields[HeaderFields.path])
                if found.name == name:
                    return found

    def _listen(self, member: str, event: str) -> AbstractContextManager[deque[Message]]:
        rule = MatchRule(type="signal", interface=_EVENTS, member=member)
        unwrap_msg(self.bus.send_and_get_reply(message_bus.AddMatch(rule)))
        call = new_method_call(_REGISTRY, "RegisterEvent", "sass", (event, [], ""))
        unwrap_msg(self.bus.send_and_get_reply(call))
        return self.bus.filter(rule, bufsize=1000)

    def _note(self, message: object) -> None:
        body = message.body
        self.announced.append(body[3][1])

    def _children(self, bus_name: str, path: str) -> list[tuple[str, str]]:
        (children,) = self._call(bus_name, path, _ACCESSIBLE, "GetChildren")
        return children

    def _property(self, address: DBusAddress, key: str) -> str:
        ((_, value),) = unwrap_msg(self.bus.send_and_get_reply(Properties(address).get(key)))
        return value

    def _call(self, bus_name: str, path: str, interface: str, method: str, kind: str = "", body: tuple = ()) -> tuple:
        address = DBusAddress(path, bus_name, interface)
        call = new_method_call(address, method, kind or None, body)
        call.header.fields.pop(HeaderFields.signature, None) if not kind else None
        return unwrap_msg(self.bus.send_and_get_reply(call, timeout=10))
