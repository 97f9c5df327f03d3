"""What kind of passage a question is after, read from its cue words in English, German and Spanish."""

import re
from collections.abc import Iterable

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
_NEGATED = re.compile(r"\b(?:not|don'?t|never|without|nicht|kein\w*|nie|sin|nunca|no)\b")
_OPPOSITES = (
    ({"in", "einstempeln", "entrar", "entrada"}, {"out", "ausstempeln", "salir", "salida"}),
    ({"on"}, {"off"}),
    ({"approve", "accept", "genehmigen", "aprobar"}, {"decline", "reject", "refuse", "ablehnen", "rechazar"}),
    ({"activate", "reactivate"}, {"deactivate"}),
    (
        {"new", "add", "create", "invite", "neu", "neue", "anlegen", "erstellen", "nuevo", "nueva", "crear"},
        {"delete", "remove", "cancel", "undo", "withdraw", "loschen", "stornieren", "borrar", "eliminar", "anular"},
    ),
)
_HOW_TO = 1.2


def part_preferences(question: str) -> dict[PartKind, float]:
    """Return factors by kind of passage; a question without cues wants a procedure."""
    folded = fold(question)
    found = {kind: factor for kind, (factor, cues) in _CUES.items() if re.search(rf"\b(?:{'|'.join(cues)})\b", folded)}
    if PartKind.PROBLEMS in found or not found:
        found.setdefault(PartKind.HOW_TO, 1.0 if found else _HOW_TO)
    return found


def asks_who(question: str) -> bool:
    """Say whether a question asks for a person rather than a way to do something."""
    return PartKind.PEOPLE in part_preferences(question)


def negated(question: str) -> bool:
    """Say whether a question says not to do something."""
    return _NEGATED.search(fold(question)) is not None


def opposite(asked: Iterable[str], named: Iterable[str]) -> bool:
    """Say whether a name means the opposite of what was asked, both as folded words."""
    question, name = set(asked), set(named)
    pairs = [*_OPPOSITES, *((other, one) for one, other in _OPPOSITES)]
    return any(question & one and name & other and not question & other for one, other in pairs)
