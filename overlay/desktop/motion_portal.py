"""The motion preference from the desktop portal, over the session bus."""

# jeepney has no types of its own; what is used of it is described by the protocols below.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false

import socket
from collections.abc import Callable
from typing import Protocol, cast

from jeepney import (
    DBusAddress,
    HeaderFields,
    MatchRule,
    Message,
    MessageFlag,
    MessageType,
    message_bus,
    new_method_call,
)
from jeepney.io.blocking import open_dbus_connection
from jeepney.wrappers import DBusErrorResponse, unwrap_msg

_PATH = "/org/freedesktop/portal/desktop"
_SETTINGS = "org.freedesktop.portal.Settings"
_PORTAL = DBusAddress(_PATH, bus_name="org.freedesktop.portal.Desktop", interface=_SETTINGS)
_APPEARANCE = ("org.freedesktop.appearance", "reduced-motion")
_GNOME = ("org.gnome.desktop.interface", "enable-animations")
_SECONDS = 1.0


class _Message(Protocol):
    """A D-Bus message."""

    body: tuple[object, ...]
    header: "_Header"


class _Header(Protocol):
    """Its header."""

    message_type: object
    flags: int
    fields: dict[object, object]


class _Bus(Protocol):
    """A blocking connection."""

    sock: socket.socket

    def send_and_get_reply(self, message: _Message, *, timeout: float) -> _Message: ...
    def receive(self, *, timeout: float) -> _Message: ...
    def close(self) -> None: ...


class PortalMotion:
    """Reads `reduced-motion` (or GNOME's `enable-animations`) from the portal and hears its `SettingChanged`."""

    def __init__(self, address: str) -> None:
        """Ask the portal that runs; none is started for this.

        Args:
            address: the session bus, as in `$DBUS_SESSION_BUS_ADDRESS`.

        Raises:
            OSError: no bus, no portal, or it knows neither setting.
        """
        try:
            self._bus = cast("_Bus", open_dbus_connection(bus=address))
        except (RuntimeError, ValueError, StopIteration) as problem:
            msg = "the session bus does not answer"
            raise OSError(msg) from problem
        self._report: Callable[[bool], None] | None = None
        try:
            self._values: dict[tuple[str, str], bool | None] = {
                setting: self._read(setting) for setting in (_APPEARANCE, _GNOME)
            }
            if all(value is None for value in self._values.values()):
                msg = "the portal does not know the motion preference"
                raise OSError(msg)
            rule = MatchRule(type="signal", interface=_SETTINGS, member="SettingChanged", path=_PATH)
            self._bus.send_and_get_reply(cast("_Message", message_bus.AddMatch(rule)), timeout=_SECONDS)
        except OSError:
            self._bus.close()
            raise

    def reduced(self) -> bool:
        """Say whether less motion is wanted, as last heard."""
        return bool(self._values[_APPEARANCE] or self._values[_GNOME])

    def start(self, report: Callable[[bool], None]) -> None:
        """Report the present value and each later one."""
        self._report = report
        report(self.reduced())

    def fileno(self) -> int:
        """Return the bus connection's descriptor."""
        return self._bus.sock.fileno()

    def drain(self) -> None:
        """Read the signals that wait.

        Raises:
            OSError: the bus is gone.
        """
        before = self.reduced()
        while True:
            try:
                message = self._bus.receive(timeout=0)
            except TimeoutError:
                break
            self._heard(message)
        if self._report and self.reduced() != before:
            self._report(self.reduced())

    def close(self) -> None:
        """Leave the bus."""
        self._report = None
        self._bus.close()

    def _heard(self, message: _Message) -> None:
        fields = message.header.fields
        if message.header.message_type is not MessageType.signal or fields.get(HeaderFields.member) != "SettingChanged":
            return
        match message.body:
            case (str(namespace), str(key), value) if (namespace, key) in self._values:
                self._values[namespace, key] = _less_motion((namespace, key), value)
            case _:
                return

    def _read(self, setting: tuple[str, str]) -> bool | None:
        call = cast("_Message", new_method_call(_PORTAL, "Read", "ss", setting))
        call.header.flags = MessageFlag.no_auto_start
        try:
            reply = self._bus.send_and_get_reply(call, timeout=_SECONDS)
            (value,) = cast("tuple[object]", unwrap_msg(cast("Message", reply)))
        except DBusErrorResponse:
            return None
        return _less_motion(setting, value)


def _less_motion(setting: tuple[str, str], value: object) -> bool | None:
    # The old `Read` wraps its answer in one variant too many, and jeepney writes a variant as (signature, value).
    while isinstance(value, tuple):
        value = cast("tuple[object, ...]", value)[-1]
    if not isinstance(value, (bool, int)):
        return None
    return value == 1 if setting == _APPEARANCE else not value
