"""Runs the real tray app without a companion, and says which screen its panel names."""

import asyncio
import json
import sys

from PySide6.QtWidgets import QApplication

from overlay.app.desk import open_desk
from overlay.app.probes import HintChoice
from overlay.app.run import run_shell
from overlay.app.shell import Shell
from overlay.core.pack import TitleRule
from overlay.core.resources import bundled_pack
from overlay.desktop.paths import find_paths
from overlay.target.client import PackPeople
from overlay.ui.header import Header


def say(**facts: object) -> None:
    print(json.dumps(facts), flush=True)


async def drive(shell: Shell) -> None:
    """Say where the panel thinks the person is, once it knows and whenever it is asked."""
    await shell.screen_known.wait()
    header = shell.panel.findChild(Header)
    while True:
        say(here=header._pill.accessibleName(), docked=bool(shell.dock and shell.dock.docked))
        order = (await asyncio.to_thread(sys.stdin.readline)).strip()
        if order == "quit":
            return
        if order == "focus":
            shell.open()
            QApplication.processEvents()


def main() -> int:
    origin, kind = sys.argv[1:]
    desk = open_desk(bundled_pack(), origin=origin)
    rules = (TitleRule("Leave*", "leave"),) if kind == "titles" else ()
    hints = HintChoice(accessibility=kind == "accessibility", titles=rules)
    people = PackPeople(desk.pack, "employee")
    return run_shell(desk, people, find_paths(), hidden=False, drive=drive, hints=hints)


if __name__ == "__main__":
    sys.exit(main())
