"""The accessibility bus where it does not answer: an error soon, and never a wait."""

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from overlay.core.pack import Pack
from overlay.desktop.accessibility_probe import AccessibilityProbe
from overlay.desktop.atspi_bus import AtspiBus


@pytest.fixture
def silent(tmp_path: Path) -> Iterator[str]:
    """A bus that takes everybody and says nothing."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(str(tmp_path / "bus"))
        server.listen()
        yield f"unix:path={tmp_path / 'bus'}"


def test_a_silent_bus_is_an_error_soon(silent: str) -> None:
    begun = time.monotonic()
    with pytest.raises(OSError, match="the bus does not answer"):
        AtspiBus(silent)
    assert time.monotonic() - begun < 2


@pytest.mark.parametrize("address", ["unix:path=/nowhere/bus", "", "nonsense", "unix:abstract=fescue-none"])
def test_no_bus_is_an_error(address: str) -> None:
    with pytest.raises(OSError, match="the bus does not answer"):
        AtspiBus(address)


def test_a_probe_without_display_and_bus_says_nothing_and_ends() -> None:
    probe = AccessibilityProbe(Pack("ERP", ("https://erp.example",), ()), ":99999", "unix:path=/nowhere", grace=0)
    said: list[object] = []
    probe.start(said.append)
    probe.drain()
    assert (said, probe.settled, probe.window) == ([], False, 0)
    begun = time.monotonic()
    probe.close()
    probe.close()
    assert time.monotonic() - begun < 2
    assert not [t for t in threading.enumerate() if t.name == "fescue-accessibility"]


def test_a_probe_that_never_began_leaves_nothing() -> None:
    probe = AccessibilityProbe(Pack("ERP", ("https://erp.example",), ()), ":99999", "unix:path=/nowhere")
    probe.close()
    assert not [t for t in threading.enumerate() if t.name == "fescue-accessibility"]
