"""Puts questions to a model through the log, one a line of stdin; says of each whether it was let."""

import sys
from pathlib import Path

from log_samples import start

from overlay.core.log_rules import LogRules
from overlay.storage.turn_log import SqliteTurnLog

path, hourly, name = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
log = SqliteTurnLog(path, print, rules=LogRules(hourly=hourly))
print("ready", flush=True)
for number, line in enumerate(sys.stdin):
    refusal = log.begin(start(f"{name}-{number}", question=line.strip()))
    print("refused" if refusal else "let", flush=True)
