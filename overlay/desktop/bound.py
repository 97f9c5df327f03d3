"""Programs that end when we are killed, where the system can do that."""

import os
import shutil
from collections.abc import Mapping


def bound_to_us(environ: Mapping[str, str] = os.environ) -> list[str]:
    """Return what to write before a command so that it ends when we are killed; nothing where that cannot be had.

    It ends with the thread that starts it, so start it from one that lives as long as it shall.
    """
    program = shutil.which("setpriv", path=environ.get("PATH"))
    return [program, "--pdeathsig", "TERM", "--"] if program else []
