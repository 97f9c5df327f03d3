"""What kind of passage a question is after, read from its cue words in English, German and Spanish."""

import re

from overlay.core.manual import PartKind
from overlay.search.words import fold

_CUES: dict[PartKind, tuple[float, tuple[str, ...]]] = {
    PartKind.PROBLEMS: (
        1.5,
        (
            *(
                "why",
                "error",
                r"fail\w*",
                "can'?t",
                "cannot",
                "won'?t",
                "doesn'?t",
                "didn'?t",
                "isn'?t",
                r"not work\w*",
            ),
            *(
                "wrong",
                "stuck",
                "missing",
                "gr[ea]yed",
                "refused",
                r"problem\w*",
                "warum",
                "wieso",
                r"fehler\w*",
                "nicht",
            ),
            *("falsch", "fehlt", "por ?que no", "no puedo", "no me", "falla", "falta"),
        ),
    ),
    PartKind.PEOPLE: (1.3, ("who", "whose", "wer", "wem", "quien", "quienes")),
    PartKind.WAY: (
        1.3,
        ("where (?:is|are|do i find|can i find)", "wo (?:ist|sind|finde)", r"donde (?:esta\w*|encuentro)"),
    ),
    PartKind.SCREEN: (
        1.3,
        (
            *(
                "what is",
                "what's",
                "what are",
                "what does",
                r"mean\w*",
                "explain",
                "was ist",
                r"bedeut\w*",
                r"erklar\w*",
            ),
            *("que es", r"significa\w*", r"explica\w*"),
        ),
    ),
}
_HOW_TO = 1.4


def part_preferences(question: str) -> dict[PartKind, float]:
    """Return factors by kind of passage; a question without cues wants a procedure."""
    folded = fold(question)
    found = {kind: factor for kind, (factor, cues) in _CUES.items() if re.search(rf"\b(?:{'|'.join(cues)})\b", folded)}
    if PartKind.PROBLEMS in found or not found:
        found.setdefault(PartKind.HOW_TO, 1.0 if found else _HOW_TO)
    return found
