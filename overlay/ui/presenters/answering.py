"""Who answers, in words."""

from dataclasses import dataclass

from overlay.core.turn import TurnRecord

OFFLINE = "the manual"
"""What the answerer is called that needs no model."""


@dataclass(frozen=True, slots=True)
class Answerer:
    """Somebody who can answer."""

    key: str
    title: str
    current: bool = False
    reason: str = ""
    """Why they cannot be chosen; empty when they can."""


def answerer_title(asked: str) -> str:
    """Name an answerer.

    Args:
        asked: `provider/model`; empty for the manual alone.
    """
    provider, _, model = asked.partition("/")
    return " · ".join(filter(None, (provider, model))) or OFFLINE


def who_answers(asked: str, app: str) -> str:
    """Say at the foot of the panel who answers; `asked` as for `answerer_title`, `app` names the app."""
    return f"Answers by {answerer_title(asked)}" if asked else f"Answers from the {app} manual · offline"


def from_here(title: str) -> str:
    """Say in a conversation that somebody else answers now."""
    return f"Answers by {title} from here" if title != OFFLINE else "Answers from the manual from here"


def changed_answerer(before: TurnRecord, after: TurnRecord) -> str:
    """Return who answers instead, when two turns in a row were put to different ones; else an empty text."""
    # One whom the hour's limit or a failure sent to the manual was not chosen.
    if after.asked == before.asked or after.error or before.error:
        return ""
    return answerer_title(after.asked)
