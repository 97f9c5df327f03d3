"""The offline answerer: a provider like any other that writes answers from the manual's own words.

No key, no network, always the same answer. It searches, asks for the same tools as a model would, and puts together the
steps, markers, links and action of the passage that fits.
"""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from overlay.core.access import screen_of
from overlay.core.manual import Manual, PartKind, Passage, Section
from overlay.core.model import Finish, ModelEvent, Prompt, TextDelta, ToolCall, ToolMessage, UserMessage
from overlay.core.pack import Pack
from overlay.core.ports import Ranking, SectionSearch
from overlay.core.tools import Ok, Refused, ToolResult

if TYPE_CHECKING:
    from overlay.providers.offline_text import OfflineText

READ = "read_manual"
OFFER = "offer_sections"
PREPARE = "prepare_action"
BEYOND_DOUBT = 0.55
"""From this score on a question is about something the person may not use, and they are told whom to ask."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """What this question leads to; the same for every step of a turn."""

    section: Section | None
    passage: Passage | None
    offers: tuple[str, ...] = ()
    negated: bool = False
    """Whether the question says not to do something: then nothing is prepared."""


class OfflineProvider:
    """Answers from the manual alone."""

    name = "offline"
    model = "manual"

    def __init__(self, manual: Manual, pack: Pack, search: SectionSearch) -> None:
        """Make the answerer of one pack."""
        self._manual = manual
        self._pack = pack
        self._search = search

    async def stream(self, prompt: Prompt) -> AsyncIterator[ModelEvent]:
        """Stream one step: a tool call while there is something to look up, then the answer."""
        question = _question(prompt)
        results = _results(prompt)
        plan = self._plan(question, prompt)
        call = None if prompt.closing else self._next_call(question, plan, results, prompt)
        if call is not None:
            yield call
        else:
            # Loaded with the first answer: a start does without.
            from overlay.providers.offline_text import OfflineText, words_of

            for word in words_of(self._answer(plan, results, OfflineText(self._pack, question))):
                yield TextDelta(word)
        yield Finish()

    def _plan(self, question: str, prompt: Prompt) -> _Plan:
        among = frozenset({prompt.chosen}) if prompt.chosen else _readable(prompt)
        ranking = self._search.search(question, among, prompt.screen, prompt.own)
        if prompt.chosen:
            passage = ranking.hits[0].passage if ranking.hits else None
            return _Plan(self._manual.section(prompt.chosen), passage)
        plan = self._searched(ranking, prompt.own)
        if plan.offers and self._belongs_elsewhere(question, among, prompt):
            return _Plan(None, None)
        return plan

    def _belongs_elsewhere(self, question: str, among: frozenset[str], prompt: Prompt) -> bool:
        """Say whether the question is about something this person is not even told of: nothing near it would help."""
        everything = frozenset(section.id for section in self._manual.sections)
        if everything == among:
            return False
        first = self._search.search(question, everything, prompt.screen, everything).hits[:1]
        return bool(first) and first[0].section not in among and first[0].score >= BEYOND_DOUBT

    def _searched(self, ranking: Ranking, own: frozenset[str]) -> _Plan:
        """Answer when it is clear, else offer what the person may use; of other things say what is beyond doubt."""
        if not ranking.hits:
            return _Plan(None, None)
        first = ranking.hits[0]
        closed = first.section not in own
        if first.score >= BEYOND_DOUBT if closed else ranking.sure:
            return _Plan(self._manual.section(first.section), first.passage, negated=ranking.negated)
        return _Plan(None, None, offers=tuple(h.section for h in ranking.hits if h.section in own)[:3])

    def _next_call(self, question: str, plan: _Plan, results: dict[str, ToolResult], prompt: Prompt) -> ToolCall | None:
        if plan.offers:
            return None if OFFER in results else ToolCall("offline-offer", OFFER, {"sections": list(plan.offers)})
        if plan.section is None:
            return None
        if READ not in results:
            return ToolCall("offline-read", READ, {"sections": [plan.section.id]})
        action = self._action_for(plan)
        if isinstance(results[READ], Ok) and action and PREPARE not in results and _offers(prompt, action):
            from overlay.providers.offline_fields import fields_from

            fields = fields_from(question, self._pack.action(action), prompt.today)
            return ToolCall("offline-prepare", PREPARE, {"action": action, "fields": fields})
        return None

    def _action_for(self, plan: _Plan) -> str | None:
        """Return the section's action that the passage explains: the one titled as its heading."""
        if plan.section is None or plan.passage is None or plan.negated:
            return None
        if plan.passage.kind is not PartKind.HOW_TO:
            return None
        heading = plan.passage.heading.casefold()
        actions = (self._pack.action(i) for i in plan.section.actions)
        return next((a.id for a in actions if a and a.title.casefold() == heading), None)

    def _answer(self, plan: _Plan, results: dict[str, ToolResult], text: "OfflineText") -> str:
        if plan.offers:
            return text.which(len(plan.offers))
        if plan.section is None:
            return text.nothing_found()
        read = results.get(READ)
        if isinstance(read, Refused) and read.no_access:
            return text.no_access(read.no_access)
        if not isinstance(read, Ok):
            return text.nothing_found()
        body = text.passage(plan.section, plan.passage, screen_of(plan.section, self._pack))
        prepared = results.get(PREPARE)
        if isinstance(prepared, Refused):
            body += "\n\n" + text.not_now(prepared.text)
        return body


def _question(prompt: Prompt) -> str:
    return next((m.text for m in reversed(prompt.messages) if isinstance(m, UserMessage)), "")


def _results(prompt: Prompt) -> dict[str, ToolResult]:
    """Return the results since the last question, by tool."""
    found: dict[str, ToolResult] = {}
    for message in reversed(prompt.messages):
        if isinstance(message, UserMessage):
            break
        if isinstance(message, ToolMessage):
            found.setdefault(message.call.name, message.result)
    return found


def _readable(prompt: Prompt) -> frozenset[str]:
    return frozenset(_enum(prompt, READ, "sections"))


def _offers(prompt: Prompt, action: str) -> bool:
    return action in _enum(prompt, PREPARE, "action")


def _enum(prompt: Prompt, tool: str, argument: str) -> list[str]:
    """Return the values a tool's argument may take, as its schema lists them."""
    spec = next((s for s in prompt.tools if s.name == tool), None)
    if spec is None:
        return []
    properties = cast("Mapping[str, Mapping[str, object]]", spec.parameters["properties"])
    schema = properties[argument]
    items = cast("Mapping[str, object]", schema.get("items", schema))
    return cast("list[str]", items.get("enum", []))
