"""The slow jobs: run one and record it, or say which records are stale.

A job's record holds the day, the versions it ran with, and the git tree hash of its inputs. When the inputs have
changed since, the record is stale: CI says so, and a person runs the job again.
"""

import hashlib
import platform
import subprocess
import sys
import time
import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECORDS = ROOT / "packaging" / "verified.toml"


@dataclass(frozen=True, slots=True)
class Job:
    """One slow job."""

    command: tuple[str, ...]
    inputs: tuple[str, ...]
    """Paths whose content decides whether the record still holds."""
    what: str


JOBS: dict[str, Job] = {
    "capture": Job(
        ("fescue", "capture", "--twice"),
        ("overlay/capture", "overlay/demo", "resources/demo", "screenshots/shots"),
        "take every screenshot twice; no byte may differ",
    ),
    "bench": Job(
        ("fescue", "bench"),
        ("overlay/ui", "overlay/answer", "overlay/search", "overlay/app", "packaging/locks"),
        "start-up, memory, first word, rendering, search",
    ),
    "matrix": Job(
        ("pytest", "tests/e2e/test_main_job.py", "--window-managers=openbox,xfwm4"),
        ("overlay/desktop", "overlay/ui", "resources/browser-extension", "tests/e2e"),
        "the main job under each window manager",
    ),
    "aimock": Job(
        ("pytest", "tests/slow/aimock"),
        (
            "overlay/providers",
            "overlay/engine",
            "overlay/app/model_making.py",
            "packaging/locks/aimock",
            "tests/slow/aimock",
        ),
        "every format against aimock: usage, tools, thinking, faults",
    ),
}


def main(words: list[str]) -> int:
    """Run `packaging/slow.py NAME`, or `--stale`, or list the jobs."""
    if words == ["--stale"]:
        return print_stale()
    if len(words) != 1 or words[0] not in JOBS:
        for name, job in JOBS.items():
            print(f"packaging/test slow {name:10} {job.what}")
        return 2
    return run(words[0])


def run(name: str) -> int:
    """Run a job and record it when it passes."""
    job = JOBS[name]
    began = time.monotonic()
    code = subprocess.run([str(ROOT / ".venv" / "bin" / job.command[0]), *job.command[1:]], cwd=ROOT).returncode
    if code != 0:
        print(f"{name} failed; the record stays as it was")
        return code
    records = read_records()
    records[name] = {
        "date": datetime.now(UTC).date().isoformat(),
        "seconds": str(round(time.monotonic() - began)),
        "inputs": tree_hash(job.inputs),
        "python": platform.python_version(),
        "chromium": version("chromium", "--version"),
        "system": platform.platform(terse=True),
    }
    write_records(records)
    print(f"{name} passed; recorded in {RECORDS.relative_to(ROOT)}")
    return 0


def print_stale() -> int:
    """Say how each record stands; a stale one is news, not a failure."""
    records = read_records()
    for name, job in JOBS.items():
        record = records.get(name)
        if record is None:
            print(f"{name}: never recorded")
        elif record["inputs"] != tree_hash(job.inputs):
            print(f"{name}: STALE, its inputs changed since {record['date']}")
        else:
            print(f"{name}: fresh, {record['date']}")
    return 0


def tree_hash(paths: tuple[str, ...]) -> str:
    """Return one hash over the committed content of some paths."""
    hashes = [
        subprocess.run(["git", "rev-parse", f"HEAD:{path}"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
        for path in paths
    ]
    return hashlib.sha1("\n".join(hashes).encode(), usedforsecurity=False).hexdigest()


def read_records() -> dict[str, dict[str, str]]:
    """Read verified.toml; no file is no records."""
    return tomllib.loads(RECORDS.read_text("utf-8")) if RECORDS.exists() else {}


def write_records(records: dict[str, dict[str, str]]) -> None:
    """Write verified.toml, jobs in their order."""
    parts = ["# Written by packaging/test slow NAME: when each slow job last passed, and on which inputs.\n"]
    for name in sorted(records):
        lines = "".join(f'{key} = "{value}"\n' for key, value in records[name].items())
        parts.append(f"\n[{name}]\n{lines}")
    RECORDS.write_text("".join(parts), encoding="utf-8", newline="\n")


def version(*command: str) -> str:
    """Return what a program says of its version; `none` when it is not there."""
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip() or "none"
    except OSError:
        return "none"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
