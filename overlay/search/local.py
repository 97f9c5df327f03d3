"""Local search: which section, and which passage of it, answers a question. No model, no network.

A section is indexed as one document (title, summary, body, aliases) and each of its passages as another (heading, text,
the aliases that name it). A query word is matched by its stems in three languages; one that no section knows, by the
known words it resembles, else by 4-grams, so that misspelt and compound words still find something. What a passage is
called counts beside what it says, and the screen the person looks at breaks ties.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace

from overlay.core.manual import Manual, Passage, Section
from overlay.core.ports import Hit, Ranking
from overlay.core.screens import Screen
from overlay.search.index import SearchIndex
from overlay.search.intent import part_preferences
from overlay.search.words import words

FLOOR = 0.18
"""Below this score nothing was found."""
SURE = 0.36
"""From this score on the first hit may stand alone."""
MARGIN = 0.08
"""By so much the first must lead the second to stand alone."""
HERE = 0.08
"""What being on the section's screen adds."""
FOREIGN = 0.8
"""What a section is worth that the person may know of but not use."""
NAMED = 0.5
"""How much a passage's name counts beside its text."""
BARE_HERE = 0.45
"""The score of the current screen's section for a question that names nothing, such as "explain this"."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """The best passage of a section so far."""

    passage: Passage | None
    score: float
    rank: float
    """The score with what kind of passage the question is after."""


class LocalSearch:
    """Ranks the sections of one manual."""

    def __init__(self, manual: Manual) -> None:
        """Take a manual; it is indexed with the first search, or by `prepare`."""
        self._manual = manual
        self._made: SearchIndex | None = None
        self._making = threading.Lock()

    def prepare(self) -> None:
        """Make the index now, so that the first search does not wait for it; safe to call from a thread."""
        with self._making:
            if self._made is None:
                self._made = SearchIndex(self._manual)

    def search(self, query: str, among: frozenset[str], screen: Screen, own: frozenset[str] | None = None) -> Ranking:
        """Rank the sections in `among` for a question asked on a screen; those in `own` are the person's to use."""
        here = _sections_of(screen, self._manual.sections, among)
        # Numbers are values (dates, amounts, order numbers): they say nothing about which section is meant.
        asked = [w for w in dict.fromkeys(words(query)) if not w.isdigit()]
        if not asked:
            hits = [Hit(s.id, None, BARE_HERE) for s in here]
            return Ranking(tuple(hits[:3]), sure=len(hits) == 1)
        self.prepare()
        assert self._made is not None
        hits = self._rank(self._made, asked, among, query, {s.id for s in here})
        hits = sorted((_weighed(h, among if own is None else own) for h in hits), key=lambda h: (-h.score, h.section))
        return Ranking(tuple(hits[:3]), sure=_sure(hits))

    def _rank(
        self, index: SearchIndex, asked: Sequence[str], among: frozenset[str], query: str, here: set[str]
    ) -> list[Hit]:
        preferences = part_preferences(query)
        terms = index.query(asked)
        whole: dict[str, float] = {}
        best: dict[str, _Candidate] = {}
        for number, document in enumerate(index.documents):
            section_id = document.section.id
            if section_id not in among:
                continue
            said, named = index.said(number, terms), index.named(number, terms)
            score = (1 - NAMED) * said + NAMED * named
            if document.passage is None:
                whole[section_id] = score
                continue
            found = _Candidate(document.passage, score, score * preferences.get(document.passage.kind, 1.0))
            if section_id not in best or found.rank > best[section_id].rank:
                best[section_id] = found
        hits = (_hit(i, score, best.get(i), i in here) for i, score in whole.items())
        return [h for h in hits if h.score >= FLOOR]


def _weighed(hit: Hit, own: frozenset[str]) -> Hit:
    """Put what a person cannot use behind what they can: they rarely ask for it."""
    return hit if hit.section in own else replace(hit, score=hit.score * FOREIGN)


def _hit(section_id: str, whole: float, best: _Candidate | None, here: bool) -> Hit:
    score, passage = whole, None
    if best and best.score > 0:
        score = 0.3 * whole + 0.7 * max(whole, best.score)
        passage = best.passage
    if here and score >= FLOOR - HERE:
        score += HERE
    return Hit(section_id, passage, min(1.0, score))


def _sections_of(screen: Screen, sections: Sequence[Section], among: frozenset[str]) -> list[Section]:
    if screen.route is None:
        return []
    return [s for s in sections if s.id in among and screen.route in s.routes]


def _sure(hits: list[Hit]) -> bool:
    if not hits or hits[0].score < SURE:
        return False
    return len(hits) == 1 or hits[0].score - hits[1].score >= MARGIN
