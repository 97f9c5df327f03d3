"""What can still be said of an answer that stands there: whether it helped, and what was meant instead."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace

from overlay.core.manual import Manual
from overlay.core.pack import Pack
from overlay.core.person import Person
from overlay.core.ports import SectionSearch, TurnLog
from overlay.core.turn import Rating, TurnRecord
from overlay.ui.presenters.closing import choice_of, closing_of
from overlay.ui.presenters.views import Closing, Others, TurnView


class Afterwards:
    """The answers of one conversation, after they were given."""

    def __init__(
        self,
        pack: Pack,
        manual: Manual,
        log: TurnLog,
        search: SectionSearch,
        spawn: Callable[[Coroutine[object, object, None]], None],
    ) -> None:
        """Begin without any.

        Args:
            pack: names who helps when the manual does not.
            manual: what else could be meant.
            log: keeps ratings.
            search: ranks what else could be meant.
            spawn: starts a task.
        """
        self._pack = pack
        self._manual = manual
        self._log = log
        self._search = search
        self._spawn = spawn
        self._shown: dict[str, tuple[TurnRecord, TurnView, Person]] = {}

    def clear(self) -> None:
        """Forget the answers: another conversation begins."""
        self._shown = {}

    def close(
        self, record: TurnRecord, view: TurnView, person: Person, *, again: bool, rating: Rating | None = None
    ) -> Closing:
        """Describe how an answer ends, and remember it.

        Args:
            record: the turn.
            view: shows it.
            person: who looks at it.
            again: whether it is of an earlier conversation that was opened again.
            rating: what the person said of it then.
        """
        # What was offered then is not shown again, so that it can be offered anew.
        self._shown[record.id] = (replace(record, choices=()) if again else record, view, person)
        words = self._log.keeps_text
        return closing_of(record, self._manual, again=again, person=person, rating=rating, words=words)

    def rate(self, rating: Rating) -> None:
        """Keep what the person says of an answer."""
        if rating.turn in self._shown:
            _, _, person = self._shown[rating.turn]
            # Writing may wait for another process.
            self._spawn(asyncio.to_thread(self._log.rate, person.id, rating))

    def misunderstood(self, turn: str) -> None:
        """Offer what else the question may have meant."""
        if turn in self._shown:
            self._spawn(self._offer(*self._shown[turn]))

    async def _offer(self, record: TurnRecord, view: TurnView, person: Person) -> None:
        question = record.request.question.text
        own = frozenset(s.id for s in self._manual.readable_by(person))
        among = own - self._tried(question)
        # The index may have to be made first.
        ranking = await asyncio.to_thread(self._search.search, question, among, record.request.screen, own)
        choices = tuple(choice_of(hit.section, question, self._manual) for hit in ranking.hits)
        view.offer(Others(choices, self._pack.contact))

    def _tried(self, question: str) -> frozenset[str]:
        """Return the sections that this question was answered from, or was offered, in this conversation."""
        same = [record for record, _, _ in self._shown.values() if record.request.question.text == question]
        return frozenset(i for record in same for i in (*record.sections, *record.choices))
