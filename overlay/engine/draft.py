"""A turn while it runs: what has been said, read and prepared so far."""

import os

from overlay.core.errors import Cause
from overlay.core.model import AssistantMessage, Message, Opaque, ToolCall, ToolMessage, Usage, UserMessage
from overlay.core.ports import Clock, Provider
from overlay.core.tools import NoAccess, Ok, PreparedAction, Refused, ToolStep
from overlay.core.turn import Outcome, TurnRecord, TurnRequest

_CONTROLS = dict.fromkeys({*range(32), *range(127, 160)} - set(map(ord, "\t\n\r")))
"""Characters that command a terminal and show nothing."""


class Draft:
    """Collects a turn's record."""

    def __init__(self, request: TurnRequest, provider: Provider, clock: Clock) -> None:
        """Begin a turn now."""
        self.request = request
        self.id = os.urandom(8).hex()
        self.asked = ""
        self.outcome, self.error, self.cause = Outcome.ANSWERED, "", Cause.NONE
        self.started = clock.steady()
        self.at = clock.now().isoformat(timespec="seconds")
        self.usage = Usage()
        self.finish = ""
        self.action: PreparedAction | None = None
        self.messages: list[Message] = []
        self._clock = clock
        self._first = provider
        self._returned = list(request.returned)
        self.begin_again(provider)

    def begin_again(self, provider: Provider) -> None:
        """Forget what was said and read, and start over with another provider; tokens and time count on."""
        self._provider = provider
        self._texts: list[str] = [""]
        self._steps: list[ToolStep] = []
        self._sections: list[str] = []
        self._choices: tuple[str, ...] = ()
        self._no_access: NoAccess | None = None
        self._announced: PreparedAction | None = None
        self._awaited = True
        self._first_ms: float | None = None
        self._opaque: Opaque | None = None
        self.action = None
        self.messages[:] = [UserMessage(self.request.question.text)]

    @property
    def visible(self) -> bool:
        """Whether the person has seen a word of the answer."""
        return any(text.strip() for text in self._texts)

    @property
    def text(self) -> str:
        """The answer so far, the texts of its steps as paragraphs."""
        return "\n\n".join(t for t in self._texts if t.strip())

    @property
    def awaited(self) -> bool:
        """Whether words must still come: none have, or something was looked up since that none were said about."""
        return self._awaited

    @property
    def repeated(self) -> bool:
        """Whether the step under way has said nothing that an earlier one had not."""
        *before, last = (text.strip() for text in self._texts)
        return not last or last in before

    def add_text(self, text: str) -> str:
        """Add to the answer; returns what is new of `text` as a whole (a paragraph break where a step began)."""
        text = text.translate(_CONTROLS)
        begins = self.visible and not self._texts[-1].strip()
        if begins:
            text = text.lstrip("\n")
        self._texts[-1] += text
        self._awaited = self._awaited and not text.strip()
        if text.strip() and self._first_ms is None:
            self._first_ms = self._elapsed()
        return ("\n\n" + text) if begins and text.strip() else text

    def note(self, event: Opaque | Usage) -> None:
        """Count tokens, and keep unread what the provider wants back with this step."""
        if isinstance(event, Usage):
            self.usage += event
        else:
            self._opaque = event

    def finished(self, reason: str) -> None:
        """Note how a step ended; when the manual takes over, the word of the provider that failed stays."""
        if self._provider is self._first:
            self.finish = reason

    def close_step(self, calls: tuple[ToolCall, ...]) -> None:
        """End a step: what the model said and asked for becomes a message."""
        self.messages.append(AssistantMessage(self._texts[-1], calls, self._opaque))
        self._texts.append("")
        self._opaque = None

    def _all_messages(self) -> tuple[Message, ...]:
        """Return this turn's messages; what an interrupted step had said counts as said."""
        cut = self._texts[-1]
        return (*self.messages, AssistantMessage(cut)) if cut.strip() else tuple(self.messages)

    def add_result(self, message: ToolMessage, step: ToolStep) -> None:
        """Note what a tool returned."""
        self.messages.append(message)
        self._steps.append(step)
        # An action or an offer speaks for itself: it may follow the words.
        self._awaited = self._awaited or not (
            isinstance(result := message.result, Ok) and (result.action or result.choices)
        )
        match message.result:
            case Ok(sections=sections, screenshots=screenshots, action=action, choices=choices):
                self._sections += [s for s in sections if s not in self._sections]
                self._returned += [s for s in screenshots if s not in self._returned]
                self._choices = choices or self._choices
                self.action = action or self.action
            case Refused(no_access=denied) if denied:
                self._no_access = denied
            case _:
                pass

    def action_is_new(self) -> bool:
        """Say once that an action was prepared."""
        new = self.action is not None and self.action is not self._announced
        self._announced = self.action
        return new

    def end(self, outcome: Outcome, error: str = "", cause: Cause = Cause.NONE) -> None:
        """Note how the turn ended so far."""
        self.outcome, self.error, self.cause = outcome, error, cause

    def record(self) -> TurnRecord:
        """Make the record. An interrupted answer offers no action: its steps may be missing."""
        whole = self.outcome in (Outcome.ANSWERED, Outcome.DEGRADED, Outcome.LIMIT)
        return TurnRecord(
            request=self.request,
            outcome=self.outcome,
            provider=self._provider.name,
            model=self._provider.model,
            text=self.text,
            steps=tuple(self._steps),
            sections=tuple(self._sections),
            screenshots=tuple(self._returned),
            action=self.action if whole else None,
            no_access=self._no_access,
            choices=self._choices,
            messages=self._all_messages(),
            usage=self.usage,
            finish=self.finish,
            error=self.error,
            cause=self.cause,
            first_ms=self._first_ms,
            total_ms=self._elapsed(),
            at=self.at,
            id=self.id,
            asked=self.asked,
        )

    def _elapsed(self) -> float:
        return round((self._clock.steady() - self.started) * 1000, 1)
