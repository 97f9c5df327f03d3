"""Runs the real tray app with one question an hour, asks twice, and says what stands below each answer."""

import asyncio
import json
import sys
from pathlib import Path

from PySide6.QtWidgets import QLabel

from overlay.app.desk import open_desk
from overlay.app.run import run_shell
from overlay.app.shell import Shell
from overlay.core.log_rules import LogRules
from overlay.core.model import TextDelta
from overlay.core.resources import bundled_pack
from overlay.desktop.paths import FescuePaths
from overlay.providers.scripted import ScriptedProvider, ScriptedStep
from overlay.target.client import PackPeople
from overlay.ui.turn_widget import TurnWidget


async def drive(shell: Shell) -> None:
    settled = asyncio.Event()
    shell.panel.settled.connect(settled.set)
    for _ in range(2):
        settled.clear()
        shell.presenter.ask("How do I request leave?")
        await settled.wait()
        labels = shell.panel.findChildren(TurnWidget)[-1].findChildren(QLabel)
        notices = [label.text() for label in labels if label.objectName() == "notice"]
        print(json.dumps({"notices": notices}), flush=True)


def main() -> int:
    model = ScriptedProvider(ScriptedStep([TextDelta("Here.")]))
    desk = open_desk(bundled_pack(), provider=model)
    people, paths = PackPeople(desk.pack, "employee"), FescuePaths.under(Path(sys.argv[1]))
    return run_shell(desk, people, paths, hidden=False, drive=drive, rules=LogRules(hourly=1))


if __name__ == "__main__":
    sys.exit(main())
