"""One turn: the bounded tool loop, its deadline, and what happens when the provider fails."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import assert_never

from overlay.core.errors import (
    ProviderAuthError,
    ProviderBusyError,
    ProviderCutError,
    ProviderError,
    ProviderProtocolError,
    ProviderRefusedError,
    ProviderRequestError,
    ProviderTimeoutError,
)
from overlay.core.model import Finish, Opaque, Prompt, TextDelta, ToolCall, ToolMessage, Usage, was_cut
from overlay.core.ports import Admission, Clock, Provider
from overlay.core.tools import Failed, ToolResult
from overlay.core.turn import (
    ActionPrepared,
    AnswerDelta,
    Degraded,
    Outcome,
    StepFinished,
    StepStarted,
    TurnEvent,
    TurnFinished,
    TurnRequest,
    TurnStart,
)
from overlay.engine.draft import Draft
from overlay.engine.prompt import PromptWriter
from overlay.engine.stream import Stopped, TurnStream, within
from overlay.engine.thread import INTERRUPTED
from overlay.engine.toolbox import Toolbox, step_of
from overlay.engine.unwrapping import unwrapped

MAX_STEPS = 8
TURN_SECONDS = 60.0
TOOL_SECONDS = 15.0
"""The longest a single tool may take of it."""
SLOW = "This took too long and was not looked up. Answer without it and say what could not be looked up."
SILENT = "the model ended without an answer"
BUSY_SECONDS = 0.5
"""Pause before the second try when a busy provider names none."""
PATIENCE_SECONDS = 10.0
"""The longest pause a provider can ask for; past it the manual answers sooner."""


@dataclass(frozen=True, slots=True)
class TurnEngine:
    """What a turn needs besides its request; made by the composition root."""

    provider: Provider
    offline: Provider
    writer: PromptWriter
    clock: Clock
    seconds: float = TURN_SECONDS
    tool_seconds: float = TOOL_SECONDS
    admission: Admission | None = None
    """Asked before each turn; None where nothing is counted."""

    async def run(self, request: TurnRequest, toolbox: Toolbox, stop: asyncio.Event) -> AsyncIterator[TurnEvent]:
        """Run one turn.

        Always ends with TurnFinished: an answer, a labelled offline answer, or what happened. Setting `stop` ends it.

        Args:
            request: question, screen, person and the thread so far.
            toolbox: this person's tools.
            stop: set by the person's Stop button.
        """
        draft = Draft(request, self.provider, self.clock)
        refusal = await self._admit(draft)
        if refusal:
            draft.end(Outcome.LIMIT, refusal)
        else:
            async for event in self._by_model(draft, toolbox, stop):
                yield event
        if draft.outcome in (Outcome.DEGRADED, Outcome.LIMIT):
            yield Degraded(draft.error)
            draft.begin_again(self.offline)
            async for event in self._by_manual(draft, toolbox, stop):
                yield event
        yield TurnFinished(draft.record())

    async def _admit(self, draft: Draft) -> str:
        """Ask whether the model may be asked; the manual alone costs nothing and is only noted."""
        asked = "" if self.provider is self.offline else f"{self.provider.name}/{self.provider.model}"
        start = TurnStart(draft.id, draft.at, draft.request, asked)
        refusal = await self.admission.admit(start) if self.admission else ""
        draft.asked = "" if refusal else asked
        return refusal

    async def _by_model(self, draft: Draft, toolbox: Toolbox, stop: asyncio.Event) -> AsyncIterator[TurnEvent]:
        try:
            async for event in self._answer(self.provider, draft, toolbox, stop):
                yield event
        except Stopped:
            draft.end(Outcome.STOPPED)
        except ProviderError as failure:
            draft.end(self._failed(failure, draft), str(failure), failure.cause)

    async def _by_manual(self, draft: Draft, toolbox: Toolbox, stop: asyncio.Event) -> AsyncIterator[TurnEvent]:
        try:
            async for event in self._answer(self.offline, draft, toolbox, stop):
                yield event
        except Stopped:
            draft.end(Outcome.STOPPED, draft.error, draft.cause)
        except ProviderError as failure:
            draft.end(Outcome.FAILED, str(failure), failure.cause)

    def _failed(self, failure: ProviderError, draft: Draft) -> Outcome:
        """Decide what a failure leads to: after visible words the text is kept, before them the manual answers."""
        if draft.visible:
            timeout = isinstance(failure, ProviderTimeoutError)
            return Outcome.TIMEOUT if timeout else Outcome.FAILED
        return Outcome.FAILED if self.provider is self.offline else Outcome.DEGRADED

    async def _answer(
        self, provider: Provider, draft: Draft, toolbox: Toolbox, stop: asyncio.Event
    ) -> AsyncIterator[TurnEvent]:
        deadline = draft.started + self.seconds if provider is not self.offline else float("inf")
        still_asking = False
        for number in range(1, MAX_STEPS + 1):
            closing = number == MAX_STEPS
            prompt = self._prompt(draft, toolbox, closing=closing)
            calls: list[ToolCall] = []
            async for event in self._step(provider, prompt, draft, stop, deadline):
                if isinstance(event, ToolCall):
                    calls.append(event)
                else:
                    yield event
            if not calls or closing:
                still_asking = bool(calls) and draft.repeated
                draft.close_step(())
                break
            draft.close_step(tuple(calls))
            async for event in self._run_calls(calls, toolbox, draft, stop, deadline):
                yield event
        _check_end(draft, manual=provider is self.offline, still_asking=still_asking)

    async def _step(
        self, provider: Provider, prompt: Prompt, draft: Draft, stop: asyncio.Event, deadline: float
    ) -> AsyncIterator[AnswerDelta | ToolCall]:
        """Stream one step; before the first visible word a failure that may pass is tried once more."""
        for last in (False, True):
            stream = TurnStream(provider.stream(prompt), stop, deadline, self.clock)
            try:
                async for event in _attempt(stream, draft):
                    yield event
            except (ProviderTimeoutError, ProviderAuthError, ProviderRequestError, ProviderRefusedError):
                raise
            except ProviderError as failure:
                if last or draft.visible or not await self._paused(failure, stop, deadline):
                    raise
            else:
                return
            finally:
                await stream.close()

    async def _paused(self, failure: ProviderError, stop: asyncio.Event, deadline: float) -> bool:
        """Wait as long as a busy provider asked; say no when that takes too long or the person stops."""
        if not isinstance(failure, ProviderBusyError):
            return True
        wait = BUSY_SECONDS if failure.retry_after is None else failure.retry_after
        if wait > min(PATIENCE_SECONDS, deadline - self.clock.steady()):
            return False
        try:
            await asyncio.wait_for(stop.wait(), wait)
        except TimeoutError:
            return True
        raise Stopped

    async def _run_calls(
        self, calls: list[ToolCall], toolbox: Toolbox, draft: Draft, stop: asyncio.Event, deadline: float
    ) -> AsyncIterator[TurnEvent]:
        for call in calls:
            yield StepStarted(call.id, call.name)
            limit: Stopped | ProviderTimeoutError | None = None
            try:
                result = await self._result(call, toolbox, stop, deadline)
            except (Stopped, ProviderTimeoutError) as passed:
                # Nobody learns what it found, and the next question's model must not take it for an answer.
                limit, result = passed, Failed(INTERRUPTED)
            step = step_of(call, result)
            draft.add_result(ToolMessage(call, result), step)
            yield StepFinished(call.id, step, result)
            if limit:
                raise limit
            if draft.action_is_new():
                assert draft.action is not None
                yield ActionPrepared(draft.action)

    async def _result(self, call: ToolCall, toolbox: Toolbox, stop: asyncio.Event, deadline: float) -> ToolResult:
        """Run a tool. One that does not end costs its own result, and the rest of the turn's time stays the model's."""
        own = self.clock.steady() + self.tool_seconds
        try:
            return await within(lambda: toolbox.run(call), stop, min(own, deadline), self.clock)
        except ProviderTimeoutError:
            if deadline <= own:
                raise
            return Failed(SLOW)

    def _prompt(self, draft: Draft, toolbox: Toolbox, *, closing: bool) -> Prompt:
        tools = toolbox.specs
        messages = tuple(draft.messages)
        return self.writer.prompt(draft.request, messages, tools, today=self.clock.today(), closing=closing)


def _check_end(draft: Draft, *, manual: bool, still_asking: bool) -> None:
    """Make sure that what was said is an answer, and all of it."""
    if was_cut(draft.finish) and not manual:
        msg = f"the answer met the most tokens that its server writes ({draft.finish})"
        raise ProviderCutError(msg)
    if not draft.visible:
        raise ProviderProtocolError(SILENT)
    if still_asking:
        msg = "the model went on asking for tools to the end"
        raise ProviderProtocolError(msg)


async def _attempt(stream: TurnStream, draft: Draft) -> AsyncIterator[AnswerDelta | ToolCall]:
    """Pass on text at once, and tool calls only when the step ended well: half a step asks for nothing."""
    calls: list[ToolCall] = []
    ended: str | None = None
    async for event in unwrapped(stream):
        match event:
            case TextDelta(text=text):
                yield AnswerDelta(draft.add_text(text))
            case ToolCall():
                calls.append(event)
            case Opaque() | Usage():
                draft.note(event)
            case Finish(reason=reason):
                draft.finished(reason)
                ended = reason
            case _:
                assert_never(event)
    _check_step(ended, silent=draft.awaited and not calls)
    for call in calls:
        yield call


def _check_step(ended: str | None, *, silent: bool) -> None:
    """Make sure that a step ended, and with a word or a call: asked again, a model that said nothing mostly answers."""
    if ended is None:
        msg = "the answer broke off before its end"
        raise ProviderProtocolError(msg)
    if silent and not was_cut(ended):
        raise ProviderProtocolError(SILENT)
