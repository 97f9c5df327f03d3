"""The virtual desktop: comes up, is photographed, and leaves nothing behind."""

import contextlib
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from overlay.core.errors import OutsideError
from overlay.desktop.virtual import MARK, VirtualDesktop, _marked
from overlay.desktop.x11_display import XDisplay

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize("manager", ["openbox", "xfwm4 --compositor=off", "xfwm4"])
def test_comes_up_and_leaves_nothing(tmp_path: Path, manager: str) -> None:
    with VirtualDesktop(tmp_path, size=(800, 600), window_manager=manager) as desktop:
        mark = desktop.env[MARK]
        assert len(_marked(mark)) >= 4
        display = XDisplay(desktop.display)
        assert display.selection_owner("_NET_SYSTEM_TRAY_S0")
        display.close()
        picture = tmp_path / "desktop.png"
        desktop.screenshot(picture)
        with Image.open(picture) as image:
            assert image.size == (800, 600)
            # A compositor paints the desktop itself.
            assert manager == "xfwm4" or image.getpixel((10, 300)) == (0x3A, 0x43, 0x58)
        # A grandchild that left its group is found by the desktop's mark.
        script = "setsid sleep 1000 & echo started; exec sleep 1000"
        runner = subprocess.Popen(["sh", "-c", script], env=desktop.env, stdout=subprocess.PIPE)
        assert runner.stdout
        assert runner.stdout.readline() == b"started\n"
    assert _marked(mark) == []
    runner.wait()
    runner.stdout.close()


def test_ends_with_the_one_who_was_killed(tmp_path: Path) -> None:
    script = (
        "import sys, signal\nfrom pathlib import Path\nfrom overlay.desktop.virtual import VirtualDesktop\n"
        "with VirtualDesktop(Path(sys.argv[1])) as d:\n"
        "    print(*(p.pid for p in d._running), flush=True)\n    signal.pause()\n"
    )
    owner = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert owner.stdout
    handles = [os.pidfd_open(int(pid)) for pid in owner.stdout.readline().split()]
    assert len(handles) == 4
    owner.send_signal(signal.SIGKILL)
    owner.communicate()
    for handle in handles:
        assert select.select([handle], [], [], 20)[0], "a part of the desktop lives on"
        os.close(handle)


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    with (
        pytest.raises(OutsideError, match="apt install xvfb"),
        VirtualDesktop(tmp_path, environ={"PATH": str(tmp_path)}),
    ):
        pass
    only_x = tmp_path / "bin"
    only_x.mkdir()
    for program in ("Xvfb", "dbus-daemon", "setpriv", "xkbcomp", "sh"):
        with contextlib.suppress(FileNotFoundError):
            (only_x / program).symlink_to(f"/usr/bin/{program}")
    with (
        pytest.raises(OutsideError, match="apt install openbox"),
        VirtualDesktop(tmp_path, environ={"PATH": str(only_x)}),
    ):
        pass


def test_a_server_that_fails_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "Xvfb"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    words = r"X server failed: see .*desktop\.log"
    with (
        pytest.raises(OutsideError, match=words),
        VirtualDesktop(tmp_path, environ={"PATH": f"{tmp_path}:/usr/bin:/bin"}),
    ):
        pass
    with pytest.raises(OutsideError, match="No X display answers at :nowhere"):
        XDisplay(":nowhere")


def test_a_program_is_ended_by_hand(tmp_path: Path) -> None:
    with VirtualDesktop(tmp_path, tray=False) as desktop:
        process = desktop.run(["sleep", "1000"])
        desktop.end(process)
        assert process.returncode == -signal.SIGTERM
