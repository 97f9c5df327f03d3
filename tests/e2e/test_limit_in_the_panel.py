"""Beyond the hour's limit the panel shows the manual's answer and says why."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from overlay.storage.turn_log import SqliteTurnLog
from tests.e2e.rig import Desktop

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]
DRIVER = Path(__file__).with_name("limit_driver.py")


def test_the_second_question_is_the_manuals_and_says_so(tmp_path: Path) -> None:
    with Desktop(tmp_path) as desktop:
        done = subprocess.run(
            [sys.executable, str(DRIVER), str(tmp_path / "fescue")],
            env=desktop.env | {"PYTHONPATH": str(DRIVER.parents[2])},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, "")
    first, second = (json.loads(line)["notices"] for line in done.stdout.splitlines())
    assert first == []
    (notice,) = second
    assert notice.startswith("The model takes one question an hour from you; the next one at ")
    assert notice.endswith(" This answer comes from the manual alone.")
    log = SqliteTurnLog(tmp_path / "fescue" / "data" / "turns.db", pytest.fail)
    (thread,) = log.threads("employee")
    assert [r.outcome.value for r in log.turns("employee", thread.id)] == ["answered", "limit"]
