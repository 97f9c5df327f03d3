"""Reduced motion from a real session bus and real GNOME settings."""

import os
import queue
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from jeepney import DBusAddress, HeaderFields, MessageType, message_bus, new_error, new_method_return, new_signal
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from overlay.desktop.motion import OVERRIDE, AskedMotion, GSettingsMotion, watch_motion
from overlay.desktop.motion_portal import PortalMotion
from tests.e2e.rig import wait_until

pytestmark = pytest.mark.e2e

PATH, NAME = "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings"
APPEARANCE = ("org.freedesktop.appearance", "reduced-motion")
GNOME = ("org.gnome.desktop.interface", "enable-animations")


@pytest.fixture
def bus() -> Iterator[str]:
    command = ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as daemon:
        assert daemon.stdout
        yield daemon.stdout.readline().strip()
        daemon.terminate()


class Portal:
    """A portal that knows what it is told, and announces changes."""

    def __init__(self, address: str, values: dict[tuple[str, str], tuple[str, object]]) -> None:
        self.values = values
        self.bus: DBusConnection = open_dbus_connection(bus=address)
        self.bus.send_and_get_reply(message_bus.RequestName("org.freedesktop.portal.Desktop"))
        self.changes: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.serve)
        self.thread.start()

    def serve(self) -> None:
        while True:
            call = self.bus.receive()
            member = call.header.fields.get(HeaderFields.member)
            if member == "Stop":
                return
            if call.header.message_type is not MessageType.method_call or member != "Read":
                continue
            found = self.values.get(call.body)
            if found is None:
                self.bus.send(new_error(call, "org.freedesktop.portal.Error.NotFound"))
            else:
                self.bus.send(new_method_return(call, "v", (("v", found),)))

    def change(self, setting: tuple[str, str], value: tuple[str, object]) -> None:
        emitter = DBusAddress(PATH, interface=NAME)
        self.bus.send(new_signal(emitter, "SettingChanged", "ssv", (*setting, value)))

    def close(self, address: str) -> None:
        with open_dbus_connection(bus=address) as other:
            stop = new_signal(DBusAddress(PATH, interface=NAME), "Stop")
            stop.header.fields[HeaderFields.destination] = self.bus.unique_name
            other.send(stop)
            self.thread.join(10)
        self.bus.close()


@pytest.mark.parametrize(
    ("values", "reduced"),
    [
        ({APPEARANCE: ("u", 1)}, True),
        ({APPEARANCE: ("u", 0)}, False),
        ({GNOME: ("b", False)}, True),
        ({GNOME: ("b", True)}, False),
        ({APPEARANCE: ("u", 0), GNOME: ("b", False)}, True),
    ],
)
def test_the_portal_is_asked_and_heard(
    bus: str, values: dict[tuple[str, str], tuple[str, object]], reduced: bool
) -> None:
    portal = Portal(bus, dict(values))
    source = watch_motion({"DBUS_SESSION_BUS_ADDRESS": bus})
    assert isinstance(source, PortalMotion)
    assert source.reduced() is reduced
    heard: list[bool] = []
    source.start(heard.append)
    portal.change(("org.freedesktop.appearance", "color-scheme"), ("u", 1))
    portal.change(APPEARANCE, ("u", 1))
    portal.change(GNOME, ("b", True))
    wait_until(source.reduced, source)
    portal.change(APPEARANCE, ("u", 0))
    wait_until(lambda: not source.reduced(), source)
    assert heard[0] is reduced
    assert heard[-2:] == [True, False]
    source.close()
    portal.close(bus)


def test_a_portal_without_the_setting_and_a_bus_without_a_portal(bus: str, tmp_path: Path) -> None:
    nowhere = {"DBUS_SESSION_BUS_ADDRESS": bus, "PATH": str(tmp_path)}
    source = watch_motion(nowhere)
    assert isinstance(source, AskedMotion)
    source.close()
    portal = Portal(bus, {})
    with pytest.raises(OSError, match="does not know"):
        PortalMotion(bus)
    source = watch_motion(nowhere)
    assert not source.reduced()
    source.close()
    portal.close(bus)
    for broken in ("unix:path=/nowhere", "tcp:host=localhost,port=1", "nonsense"):
        source = watch_motion({"DBUS_SESSION_BUS_ADDRESS": broken, "PATH": str(tmp_path)})
        assert isinstance(source, AskedMotion)
        source.close()


def test_gnome_settings_are_watched(tmp_path: Path) -> None:
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
        "GSETTINGS_BACKEND": "keyfile",
    }

    def say(value: str) -> None:
        subprocess.run(["gsettings", "set", *GNOME, value], env=environ, check=True, timeout=20)

    say("false")
    source = watch_motion(environ)
    assert isinstance(source, GSettingsMotion)
    heard: list[bool] = []
    source.start(heard.append)
    assert heard == [True]
    wait_until(lambda: bool(say("true")) or not source.reduced(), source)
    assert heard == [True, False]
    source.close()


@pytest.mark.parametrize(("value", "reduced"), [("1", True), ("0", False)])
def test_the_override_decides(value: str, reduced: bool) -> None:
    source = watch_motion({OVERRIDE: value, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"})
    heard: list[bool] = []
    source.start(heard.append)
    source.drain()
    assert heard == [reduced]
    source.close()
