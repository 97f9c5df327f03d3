"""The app's end of the companion, spoken to by hosts over a real socket."""

import json
import os
import select
import socket
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from overlay.core.errors import OutsideError
from overlay.core.pack import Pack, ScreenSpec
from overlay.core.ports import Rect
from overlay.core.screens import Screen
from overlay.desktop.companion_messages import Front, Hello, Opened, Page, read_message
from overlay.desktop.companion_probe import HOLD_SECONDS, CompanionProbe
from overlay.desktop.companion_server import MAX_CONNECTIONS
from overlay.desktop.companion_wire import FrameReader, frame

PACK = Pack("ERP", ("https://erp.example",), tuple(ScreenSpec(n, f"/{n}", n) for n in ("ventas", "stock")))
WINDOW = {"id": 3, "left": 10, "top": 20, "width": 800, "height": 600, "minimised": False}


class Clock:
    """Seconds that pass when the test says so."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


class Opener:
    """Notes what it was asked to open; refuses when told to."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.broken = False

    def open(self, url: str) -> None:
        self.asked.append(url)
        if self.broken:
            raise OutsideError("No browser here.")


class Host:
    """One browser's host, connected."""

    def __init__(self, room: "Room", pid: int = 77) -> None:
        self.room = room
        self.socket = socket.socket(socket.AF_UNIX)
        room.hosts.append(self)
        self.socket.settimeout(10)
        self.socket.connect(str(room.folder / "companion.sock"))
        self.reader = FrameReader()
        self.say({"type": "hello", "browser_pid": pid})
        assert self.hear() == {"type": "report"}

    def say(self, message: object) -> None:
        self.send(frame(json.dumps(message).encode()))

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)
        self.room.probe.drain()

    def show(
        self, url: str | None, title: str = "T", *, focused: bool = True, tab: int = 5, browser: str = "b"
    ) -> None:
        page = None if url is None else {"url": url, "title": title}
        self.say({"type": "front", "browser": browser, "focused": focused, "window": WINDOW, "tab": tab, "page": page})

    def hear(self) -> object:
        while True:
            for payload in self.reader.feed(self.socket.recv(4096)):
                return json.loads(payload)

    def gone(self) -> bool:
        self.room.probe.drain()
        return self.socket.recv(10) == b""

    def leave(self) -> None:
        self.socket.close()
        self.room.probe.drain()


class Room:
    """A probe that listens, its clock, and what it reported."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = Clock()
        self.hosts: list[Host] = []
        self.opener = Opener()
        self.problems: list[OutsideError] = []
        self.probe = CompanionProbe(PACK, folder, self.opener, clock=self.clock, failed=self.problems.append)
        self.screens: list[Screen | None] = []
        self.probe.start(self.screens.append)

    def close(self) -> None:
        self.probe.close()
        for host in self.hosts:
            host.socket.close()

    @property
    def routes(self) -> list[str | None]:
        return [screen.route if screen else None for screen in self.screens]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path / "fescue")
    yield room
    room.close()


def test_the_socket_is_private(room: Room) -> None:
    assert stat.S_IMODE(room.folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((room.folder / "companion.sock").stat().st_mode) == 0o600


def test_reports_screens_and_the_window_that_shows_them(room: Room) -> None:
    host = Host(room)
    assert room.probe.status().advice
    host.show("https://erp.example/ventas?secret=1", "Ventas")
    host.show("https://erp.example/ventas?secret=1", "Ventas")
    host.show("https://erp.example/stock", "Stock")
    assert room.routes == ["/ventas", "/stock"]
    front = room.probe.front
    assert front
    assert (front.pid, front.window_id, front.tab_id, front.bounds) == (77, 3, 5, Rect(10, 20, 800, 600))
    assert front.title == "Stock"
    assert room.probe.status().browsers == ("b",)
    assert room.probe.status().advice == ""


# g03: another site passes through and is nowhere afterwards.
def test_another_site_is_never_kept(room: Room) -> None:
    host = Host(room)
    host.show("https://bank.example/cuenta?id=9", "Banco Norte")
    assert room.screens == []
    host.show("https://erp.example/ventas")
    host.show("https://bank.example/cuenta?id=9", "Banco Norte", tab=6)
    assert room.routes == ["/ventas", None]
    assert room.probe.front is None
    held = repr([vars(room.probe), list(room.probe._browsers.values())])
    assert "bank" not in held
    assert "Banco" not in held
    assert "Banco" not in repr(Page("https://bank.example/", "Banco"))


def test_the_last_screen_is_held_a_moment_in_its_own_tab(room: Room) -> None:
    host = Host(room)
    host.show("https://erp.example/ventas")
    host.show(None)
    room.clock.now += HOLD_SECONDS / 2
    room.probe.drain()
    assert room.routes == ["/ventas"]
    host.show("https://erp.example/stock")
    assert room.routes == ["/ventas", "/stock"]
    host.show(None)
    room.clock.now += HOLD_SECONDS
    room.probe.drain()
    assert room.routes == ["/ventas", "/stock", None]


# g02: the last good screen is kept only while the window is the same.
def test_another_tab_ends_it_at_once(room: Room) -> None:
    host = Host(room)
    host.show("https://erp.example/ventas")
    host.show(None, tab=6)
    assert room.routes == ["/ventas", None]


def test_the_end_of_the_hold_wakes_the_descriptor(tmp_path: Path) -> None:
    probe = CompanionProbe(PACK, tmp_path / "f", Opener())
    room = Room(tmp_path / "g")
    room.probe.close()
    room.probe, room.folder = probe, tmp_path / "f"
    seen: list[Screen | None] = []
    probe.start(seen.append)
    host = Host(room)
    host.show("https://erp.example/ventas")
    host.leave()
    began = time.monotonic()
    while seen[-1] is not None:
        assert select.select([probe], [], [], 10)[0]
        probe.drain()
    assert HOLD_SECONDS * 0.9 <= time.monotonic() - began < 5
    room.close()


def test_the_browser_with_the_focus_wins(room: Room) -> None:
    one, two = Host(room, 1), Host(room, 2)
    one.show("https://erp.example/ventas", browser="one")
    two.show("https://erp.example/stock", browser="two", focused=False)
    assert room.routes == ["/ventas"]
    one.show("https://erp.example/ventas", browser="one", focused=False)
    two.show("https://erp.example/stock", browser="two")
    assert room.routes[-1] == "/stock"
    # The panel takes the focus: the browser that had it last still counts.
    two.show("https://erp.example/stock", browser="two", focused=False)
    one.show("https://erp.example/ventas", browser="one", focused=False, tab=9)
    assert room.routes[-1] == "/stock"
    assert sorted(room.probe.status().browsers) == ["one", "two"]
    two.leave()
    assert room.routes[-1] == "/ventas"


@pytest.mark.parametrize(
    "noise",
    [
        frame(b"not json"),
        frame(b"[]"),
        frame(b'{"type":"unknown"}'),
        frame(b'{"type":"hello","browser_pid":-1}'),
        frame(b'{"type":"front","browser":1}'),
        frame(b"[" * 60000),
        frame(b"\xff\xfe"),
        b"\xff\xff\xff\xff",
    ],
)
def test_noise_cuts_off_the_one_who_sent_it(room: Room, noise: bytes) -> None:
    honest, noisy = Host(room), Host(room)
    honest.show("https://erp.example/ventas")
    noisy.send(noise)
    assert noisy.gone()
    honest.show("https://erp.example/stock")
    assert room.routes == ["/ventas", "/stock"]


def test_more_hosts_than_fit_are_turned_away(room: Room) -> None:
    hosts = [Host(room) for _ in range(MAX_CONNECTIONS)]
    late = socket.socket(socket.AF_UNIX)
    late.settimeout(10)
    late.connect(str(room.folder / "companion.sock"))
    room.probe.drain()
    assert late.recv(10) == b""
    late.close()
    for host in hosts:
        host.leave()


def test_opens_in_the_browser_that_shows_the_app(room: Room) -> None:
    one, two = Host(room), Host(room)
    one.show("https://erp.example/ventas")
    two.show(None)
    room.probe.open("https://ERP.example/stock?a=b%20c")
    asked = one.hear()
    assert isinstance(asked, dict)
    assert (asked["type"], asked["url"]) == ("open", "https://erp.example/stock?a=b%20c")
    assert room.opener.asked == []


def test_an_address_is_opened_otherwise_when_the_browser_refuses_or_leaves(room: Room) -> None:
    room.probe.open("https://erp.example/stock")
    assert room.opener.asked == ["https://erp.example/stock"]
    host = Host(room)
    host.show("https://erp.example/ventas")
    room.probe.open("https://erp.example/ventas")
    asked = host.hear()
    assert isinstance(asked, dict)
    host.say({"type": "opened", "id": asked["id"], "ok": False, "reason": "no"})
    assert room.opener.asked[1:] == ["https://erp.example/ventas"]
    room.probe.open("https://erp.example/stock")
    asked = host.hear()
    assert isinstance(asked, dict)
    host.say({"type": "opened", "id": asked["id"], "ok": True})
    room.opener.broken = True
    room.probe.open("https://erp.example/ventas")
    host.leave()
    assert room.opener.asked[2:] == ["https://erp.example/ventas"]
    assert [str(problem) for problem in room.problems] == ["No browser here."]
    with pytest.raises(OutsideError, match="No browser here"):
        room.probe.open("https://erp.example/ventas")


# h04: nothing else is ever sent to a browser or to the system.
@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "https://evil.test/", "https:erp.example", "//erp.example/x", ""]
)
def test_nothing_else_is_opened(room: Room, url: str) -> None:
    host = Host(room)
    host.show("https://erp.example/ventas")
    with pytest.raises(OutsideError, match="not an address of ERP"):
        room.probe.open(url)
    assert room.opener.asked == []


def test_a_second_app_is_told_and_a_dead_socket_is_replaced(room: Room, tmp_path: Path) -> None:
    with pytest.raises(OutsideError, match="Another Fescue"):
        CompanionProbe(PACK, room.folder, Opener())
    dead = tmp_path / "dead"
    dead.mkdir()
    left_behind = socket.socket(socket.AF_UNIX)
    left_behind.bind(str(dead / "companion.sock"))
    left_behind.close()
    probe = CompanionProbe(PACK, dead, Opener())
    probe.close()
    assert list(dead.iterdir()) == []


def test_a_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "fescue"
    folder.mkdir()
    if os.getuid() == 0:
        os.chown(folder, 12345, 12345)
    else:
        folder = Path("/")
    with pytest.raises(OutsideError, match=r"remove it|could not be made"):
        CompanionProbe(PACK, folder, Opener())


def test_messages_are_read_strictly() -> None:
    assert read_message(b'{"type":"hello","browser_pid":5}') == Hello(5)
    assert read_message(b'{"type":"opened","id":1,"ok":true}') == Opened(1, True)
    assert read_message(b'{"type":"front","browser":"c","focused":true,"window":null,"tab":null,"page":null}') == Front(
        "c", True, None, Rect(0, 0, 0, 0), False, None, None
    )
    assert read_message(b'{"type":"front","browser":"c","focused":"yes","tab":1}') is None
    odd = read_message(b'{"type":"front","browser":"c","focused":false,"tab":1,"window":{"id":"x"},"page":{"url":7}}')
    assert odd == Front("c", False, None, Rect(0, 0, 0, 0), False, 1, None)
