"""The prompt: a byte-stable part per pack and permission set, then what is fresh in each turn."""

from datetime import date

from overlay.core.access import knowable, no_access
from overlay.core.manual import Manual, Section
from overlay.core.model import Message, Prompt
from overlay.core.pack import Pack
from overlay.core.person import Person
from overlay.core.screens import Screen
from overlay.core.tools import ToolSpec
from overlay.core.turn import TurnRequest
from overlay.engine.thread import recent

NEAREST = 2
"""Sections named as the ones of the current screen."""
CLOSING = (
    "This was the last look-up: no tool can be used any more. Answer now with what you have, and say plainly what you "
    "could not find out."
)
"""What the model is told at the last step."""


class PromptWriter:
    """Writes the prompts of one pack."""

    def __init__(self, rules: str, pack: Pack, manual: Manual) -> None:
        """Keep what does not change between turns.

        Args:
            rules: the fixed rules, from `resources/prompts/rules.md`.
            pack: the target app.
            manual: its manual.
        """
        self._rules = rules.strip().replace("{app}", pack.name).replace("{contact}", pack.contact or "support")
        self._pack = pack
        self._manual = manual

    def stable(self, person: Person) -> str:
        """Return the cacheable part: rules, index, screens; the same bytes for everybody of one permission set."""
        index = "\n".join(self._index_line(s, person) for s in knowable(self._manual, self._pack, person))
        # Titles and the way through the menu stand in the sections: here they would be paid for with every step.
        screens = ", ".join(s.route for s in self._pack.screens if person.can_open(s.route))
        return f"{self._rules}\n\n# Manual\n{index}\n\n# Screens this person can open\n{screens}\n"

    def prompt(
        self,
        request: TurnRequest,
        added: tuple[Message, ...],
        tools: tuple[ToolSpec, ...],
        *,
        today: date,
        closing: bool = False,
    ) -> Prompt:
        """Write the prompt of one step.

        Args:
            request: the turn.
            added: the messages of this turn so far, the question first.
            tools: what the model may ask for.
            today: the day where the person is.
            closing: whether this step must end with an answer.
        """
        return Prompt(
            stable=self.stable(request.person),
            fresh=self._fresh(request, today),
            messages=recent(request.history, added),
            tools=tools,
            screen=request.screen,
            own=frozenset(s.id for s in self._manual.readable_by(request.person)),
            today=today,
            chosen=request.question.section,
            closing=closing,
            note=CLOSING if closing else "",
        )

    def _index_line(self, section: Section, person: Person) -> str:
        denied = no_access(section, self._pack, person)
        if denied:
            return f"- {section.id}: {section.title} (not for this role; ask {denied.ask or 'an administrator'})"
        return f"- {section.id}: {section.title} [{', '.join(section.routes)}] {section.summary}"

    def _fresh(self, request: TurnRequest, today: date) -> str:
        lines = [
            f"Person: {request.person.name} ({request.person.role}), language {request.person.locale}.",
            f"Today: {today:%A} {today.isoformat()}.",
            self._screen_line(request.screen, request.person),
        ]
        if request.question.section:
            lines.append(f"The person chose the section '{request.question.section}' from those offered.")
        return "\n".join(lines)

    def _screen_line(self, screen: Screen, person: Person) -> str:
        spec = self._pack.screen(screen.screen_id) if screen.screen_id else None
        if spec is None:
            return "Current screen: unknown."
        sections = [s.id for s in self._manual.sections_at(spec.route) if person.sees(s.module)][:NEAREST]
        sure = "" if screen.exact else " (probably)"
        start = f" If they say 'this', start with: {', '.join(sections)}." if sections else ""
        return f"Current screen{sure}: {spec.route} {spec.title}.{start}"
