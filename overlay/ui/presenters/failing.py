"""What went wrong with a model, in a person's words: what it was, what to do about it, and who can."""

from overlay.core.errors import Cause
from overlay.core.turn import Outcome, TurnRecord

GO_ON = "Go on where your answer was cut off."
"""What «Go on» asks."""

_WORDS = {
    Cause.AUTH: ("The model has no valid key, or no credit left.", "Ask IT to set that right."),
    Cause.BUSY: ("The model is busy.", "Try again in a minute."),
    Cause.TIMEOUT: ("The model did not answer in time.", "Try again, or ask for less at once."),
    Cause.PROTOCOL: ("The model gave no answer that could be used.", "Try again; if it happens often, tell IT."),
    Cause.REQUEST: ("The model cannot be asked as it is set up.", "Tell IT."),
    Cause.TOO_LONG: ("The conversation is too long for the model.", "Begin a new one (Ctrl+N)."),
    Cause.REFUSED: ("The model declined to answer this.", "Ask in other words."),
    Cause.UNREACHED: ("The model could not be reached.", "Check your connection; if it works, tell IT."),
}


def what_happened(record: TurnRecord) -> str:
    """Return one short sentence on what went wrong."""
    if record.cause is Cause.CUT:
        shown = record.outcome is Outcome.FAILED
        return f"The answer reached the model's limit {'and was cut off here' if shown else 'before its first word'}."
    return _WORDS.get(record.cause, ("The model could not answer.", ""))[0]


def advice(record: TurnRecord) -> str:
    """Return one short sentence on what can be done, and by whom."""
    if record.cause is Cause.CUT:
        return "Ask for less at once, or tell IT."
    return _WORDS.get(record.cause, ("", "Try again."))[1]


def can_go_on(record: TurnRecord) -> bool:
    """Say whether the model may be asked for the rest of its answer."""
    return record.cause is Cause.CUT and record.outcome is Outcome.FAILED
