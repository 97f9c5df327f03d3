"""Local search: which section, and which passage of it, answers a question. No model, no network.

A section is indexed as one document (title, summary, body, aliases) and each of its passages as another (heading, text,
the aliases that name it). A query word is matched by its stems in three languages; one that no section knows, by the
known words it resembles, else by 4-grams, so that misspelt and compound words still find something. What a passage is
called counts beside what it says, and the screen the person looks at breaks ties.
"""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from overlay.core.manual import Manual, PartKind, Passage, Section
from overlay.core.ports import Hit, Ranking
from overlay.core.screens import Screen
from overlay.search.intent import asks_who, negated, part_preferences
from overlay.search.words import words

if TYPE_CHECKING:
    from overlay.search.index import QueryTerm, SearchIndex

FLOOR = 0.18
"""Below this score nothing was found."""
SURE = 0.36
"""From this score on the first hit may stand alone."""
MARGIN = 0.06
"""By so much the first must lead the second to stand alone."""
HERE = 0.08
"""What being on the section's screen adds."""
FOREIGN = 0.95
"""What a section is worth that the person may know of but not use."""
FOREIGN_PEOPLE = 0.75
"""The same for a question that asks who: they ask about their own things, and somebody else decides."""
RIVAL = 0.8
"""How much of a rival a section is that the person may not use, to one that they may."""
OPPOSED = 0.5
"""What a passage is worth that is named for the opposite of the question."""
HELD = 0.6
"""From this share of the question's words on, a passage may answer it."""
NAMED_WELL = 0.6
"""From this likeness of a question and a passage's name on, the passage may answer it."""
NAMED_ALONE = 0.3
"""The same for a question of a single word."""
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
    named: float
    """How well the question is its name, 0 to 1."""
    held: float
    """The share of the question's words that it holds, 0 to 1."""


@dataclass(frozen=True, slots=True)
class _Question:
    """A question, looked up."""

    asked: Sequence[str]
    terms: "Sequence[QueryTerm]"
    preferences: Mapping[PartKind, float]
    here: frozenset[str]
    """Ids of the sections of the current screen."""
    who: bool = False
    """Whether it asks for a person."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A section that was found, and by which passage."""

    hit: Hit
    best: _Candidate | None
    own: bool = True
    """Whether the person may use it."""


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
                # Loaded with the first question: it costs half a megabyte that a start can do without.
                from overlay.search.index import SearchIndex

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
        preferences = part_preferences(query)
        who = asks_who(query)
        question = _Question(asked, self._made.query(asked), preferences, frozenset(s.id for s in here), who)
        foreign = FOREIGN_PEOPLE if who else FOREIGN
        weighed = (_weighed(f, among if own is None else own, foreign) for f in self._rank(self._made, question, among))
        found = sorted(weighed, key=lambda f: (-f.hit.score, f.hit.section))
        return Ranking(tuple(f.hit for f in found[:3]), sure=_sure(found, len(asked)), negated=negated(query))

    def _rank(self, index: "SearchIndex", question: "_Question", among: frozenset[str]) -> list["_Found"]:
        whole: dict[str, float] = {}
        best: dict[str, _Candidate] = {}
        for number, document in enumerate(index.documents):
            section_id = document.section.id
            if section_id not in among:
                continue
            found = _candidate(index, number, question)
            if document.passage is None:
                whole[section_id] = found.score
            elif section_id not in best or found.rank > best[section_id].rank:
                best[section_id] = found
        found_all = (_found(i, score, best.get(i), i in question.here) for i, score in whole.items())
        return [f for f in found_all if f.hit.score >= FLOOR]


def _candidate(index: "SearchIndex", number: int, question: "_Question") -> _Candidate:
    passage = index.documents[number].passage
    said, named = index.said(number, question.terms), index.named(number, question.terms, who=question.who)
    score = (1 - NAMED) * said + NAMED * named
    if index.opposed(number, question.asked):
        score, named = score * OPPOSED, 0.0
    preferred = question.preferences.get(passage.kind, 1.0) if passage else 1.0
    return _Candidate(passage, score, score * preferred, named, index.held(number, question.terms))


def _weighed(found: "_Found", own: frozenset[str], foreign: float) -> "_Found":
    """Put what a person cannot use behind what they can."""
    hit = found.hit
    if hit.section in own:
        return found
    return replace(found, hit=replace(hit, score=hit.score * foreign), own=False)


def _found(section_id: str, whole: float, best: _Candidate | None, here: bool) -> "_Found":
    score, passage = whole, None
    if best and best.score > 0:
        score = 0.3 * whole + 0.7 * max(whole, best.score)
        passage = best.passage
    if here and score >= FLOOR - HERE:
        score += HERE
    return _Found(Hit(section_id, passage, min(1.0, score)), best)


def _sections_of(screen: Screen, sections: Sequence[Section], among: frozenset[str]) -> list[Section]:
    if screen.route is None:
        return []
    return [s for s in sections if s.id in among and screen.route in s.routes]


def _sure(found: Sequence["_Found"], words_asked: int) -> bool:
    """Say whether the first is clearly the one: it leads, and it answers the question rather than one word of it."""
    if not found or found[0].hit.score < SURE:
        return False
    rivals = (f.hit.score * (RIVAL if found[0].own and not f.own else 1.0) for f in found[1:])
    leads = found[0].hit.score - max(rivals, default=0.0) >= MARGIN
    best = found[0].best
    if best is None:
        return leads
    if words_asked == 1:
        return leads and best.named >= NAMED_ALONE
    return leads and (best.held >= HELD or best.named >= NAMED_WELL)
