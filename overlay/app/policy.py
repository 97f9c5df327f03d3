"""`fescue policy show`: every setting, its value and where that comes from."""

import json
import sys

from overlay.app.models import read_settings
from overlay.settings.table import SETTINGS


def show_policy(*, as_json: bool) -> int:
    """Print the settings of this machine and person.

    Args:
        as_json: print one JSON object instead of lines.

    Returns:
        0; 1 when something could not be read.
    """
    settings = read_settings()
    rows = [
        {
            "name": name,
            "value": settings.values[name],
            "source": settings.sources[name].value,
            "locked": settings.locked(name),
            "description": setting.description,
        }
        for name, setting in SETTINGS.items()
    ]
    if as_json:
        found = {"settings": rows, "problems": list(settings.problems), "restricted": settings.restricted}
        sys.stdout.write(json.dumps(found, ensure_ascii=False, indent=1) + "\n")
    else:
        sys.stdout.writelines(f"{r['name']:20} {r['value'] or '-'!s:28} {r['source']}\n" for r in rows)
        sys.stdout.writelines(f"\nProblem: {problem}\n" for problem in settings.problems)
    return 1 if settings.problems else 0
