"""A strict provider for tests: it plays a script, and says so when the engine departs from it."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass

from overlay.core.errors import ProviderError
from overlay.core.model import Finish, ModelEvent, Prompt

Check = Callable[[Prompt], bool]


@dataclass(frozen=True, slots=True)
class ScriptedStep:
    """One step: what must hold of the prompt, what is streamed, and how it ends."""

    events: Sequence[ModelEvent]
    expects: Check = lambda _prompt: True
    error: ProviderError | None = None
    """Raised after the events instead of finishing."""
    finish: bool = True
    """Whether a Finish follows; without one the stream is cut."""


class ScriptError(AssertionError):
    """The engine asked for something the script does not hold."""


class ScriptedProvider:
    """Plays its steps in order, one a call."""

    name = "scripted"
    model = "script"

    def __init__(self, *steps: ScriptedStep) -> None:
        """Take the steps."""
        self._steps = list(steps)
        self.prompts: list[Prompt] = []

    async def stream(self, prompt: Prompt) -> AsyncIterator[ModelEvent]:
        """Play the next step.

        Raises:
            ScriptError: there is no step left, or its expectation does not hold.
        """
        self.prompts.append(prompt)
        if not self._steps:
            msg = f"the engine asked for step {len(self.prompts)}, which the script does not have"
            raise ScriptError(msg)
        step = self._steps.pop(0)
        if not step.expects(prompt):
            msg = f"step {len(self.prompts)}: the prompt is not what the script expects"
            raise ScriptError(msg)
        for event in step.events:
            yield event
        if step.error:
            raise step.error
        if step.finish:
            yield Finish()

    def finished(self) -> None:
        """Check that every step was played.

        Raises:
            ScriptError: some were not.
        """
        if self._steps:
            msg = f"{len(self._steps)} steps of the script were not played"
            raise ScriptError(msg)
