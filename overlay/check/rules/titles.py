"""Title rules: each can come to be the first that fits."""

import re
from collections.abc import Iterator

from overlay.check.report import Problem
from overlay.check.subject import PACK_FILE, Subject, fault


def title_rules_are_reached(subject: Subject) -> Iterator[Problem]:
    """No title rule stands behind one that takes all its windows."""
    rules = subject.loaded.pack.titles
    lines = [n for n, row in subject.rows(PACK_FILE) if re.match(r"\s*\[\[\s*titles\s*\]\]", row)]
    for at, rule in enumerate(rules):
        # What stands for anything in the later pattern is taken by what stands for anything in the earlier one.
        wider = next((w for w in rules[:at] if w.fits(rule.title, rule.program)), None)
        if wider is not None:
            message = f"the title rule '{rule.title}' never counts: '{wider.title}' before it fits the same windows."
            line = lines[at] if at < len(lines) else None
            yield fault(PACK_FILE, line, "title", message, "Put it before that one, or remove it.")
