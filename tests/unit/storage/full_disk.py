"""Writes to a log on a disk that fills, or a file made read-only, and is mended again; prints what became of it as JSON."""

import json
import logging
import resource
import sys
from pathlib import Path

from log_samples import record

from overlay.storage.turn_log import SqliteTurnLog

SMALL = 96 * 1024


def fill(folder: Path, kind: str) -> None:
    if kind == "rlimit":
        resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, resource.RLIM_INFINITY))
        return
    if kind == "readonly":
        (folder / "turns.db").chmod(0o400)
        folder.chmod(0o500)
        return
    with (folder / "ballast").open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 512)
        except OSError:
            pass


def make_room(folder: Path, kind: str) -> None:
    if kind == "rlimit":
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        return
    if kind == "readonly":
        folder.chmod(0o700)
        (folder / "turns.db").chmod(0o600)
        return
    (folder / "ballast").unlink()


def main() -> None:
    logging.basicConfig(level=logging.CRITICAL)  # as the command line has it
    kind, folder = sys.argv[1], Path(sys.argv[2])
    said: list[str] = []
    log = SqliteTurnLog(folder / "turns.db", said.append, retry_seconds=3600)
    log.append(record("before", "t0"))
    fill(folder, kind)
    for number in range(20):
        log.append(record(f"Question {number} " + "x" * 4000, f"t{number + 1}"))
    facts = {
        "while_full": sorted(t.id for t in log.threads("mara")),
        "question": log.turns("mara", "t20")[0].request.question.text[:11],
        "waiting": log.waiting,
        "said": said,
    }
    make_room(folder, kind)
    log.append(record("after", "t99"))
    again = SqliteTurnLog(folder / "turns.db", said.append)
    facts |= {"waiting_after": log.waiting, "after": sorted(t.id for t in again.threads("mara"))}
    print(json.dumps(facts))


main()
