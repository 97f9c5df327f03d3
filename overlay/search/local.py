"""Local search: which section, and which passage of it, answers a question. No model, no network.

A section is indexed as one document (title, summary, body, aliases) and each of its passages as another (heading, text,
the aliases that name it). A query word is matched by its stems in three languages; one that no section knows, by the
known words it resembles, else by 4-grams, so that misspelt and compound words still find something. The screen the
person looks at breaks ties.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from overlay.core.manual import Manual, PartKind, Passage, Section
from overlay.core.ports import Hit, Ranking
from overlay.core.screens import Screen
from overlay.search.bm25 import Bm25
from overlay.search.intent import part_preferences
from overlay.search.words import grams, stems, words

FLOOR = 0.3
"""Below this coverage of the question nothing was found."""
SURE = 0.55
"""From this score on the first hit may stand alone."""
MARGIN = 0.08
"""By so much the first must lead the second to stand alone."""
HERE = 0.09
"""What being on the section's screen adds."""
UNKNOWN = 0.8
"""How much a word counts that the manual does not know, beside the rarest one it knows."""
NEAR = 0.85
"""What a misspelt word is worth beside the word that was meant."""
CLOSE = 0.76
"""From this likeness on (0 to 1) a known word counts as meant."""
LIKE = 0.25
"""From this share of common 4-grams on a strange word counts at all."""
BARE_HERE = 0.45
"""The score of the current screen's section for a question that names nothing, such as "explain this"."""


@dataclass(frozen=True, slots=True)
class _Document:
    section: Section
    passage: Passage | None


class _Index:
    """A manual's documents as bags of stems and of 4-grams; about 10 ms a section to make."""

    def __init__(self, manual: Manual) -> None:
        self.documents = [d for s in manual.sections for d in _documents(s)]
        texts = [_weighted_text(d) for d in self.documents]
        self.words = Bm25.build(_bag(text, stems) for text in texts)
        self.grams = Bm25.build(_bag(text, grams) for text in texts)
        self.vocabulary = frozenset(self.words.idf)
        self.meant: dict[str, frozenset[str]] = {}
        """Unknown words that were looked for -> the known words they may be meant for."""


class LocalSearch:
    """Ranks the sections of one manual."""

    def __init__(self, manual: Manual) -> None:
        """Take a manual; it is indexed with the first search, or by `prepare`."""
        self._manual = manual
        self._sections = {s.id: s for s in manual.sections}

    def prepare(self) -> None:
        """Make the index now, so that the first search does not wait for it; safe to call from a thread."""
        self._index  # noqa: B018  making it is the purpose

    @cached_property
    def _index(self) -> _Index:
        return _Index(self._manual)

    def search(self, query: str, among: frozenset[str], screen: Screen) -> Ranking:
        """Rank the sections in `among` for a question asked on a screen."""
        # Numbers are values (dates, amounts, order numbers): they say nothing about which section is meant.
        asked = [w for w in dict.fromkeys(words(query)) if not w.isdigit()]
        here = self._here(screen, among)
        if not asked:
            hits = [Hit(s.id, None, BARE_HERE) for s in here]
            return Ranking(tuple(hits[:3]), sure=len(hits) == 1)
        preferences = part_preferences(query)
        best: dict[str, tuple[float, Passage | None, float]] = {}
        whole: dict[str, float] = {}
        for index, document in enumerate(self._index.documents):
            if document.section.id not in among:
                continue
            score = self._score(index, asked)
            if document.passage is None:
                whole[document.section.id] = score
                continue
            rank = score * preferences.get(document.passage.kind, 1.0)
            known = best.get(document.section.id)
            if known is None or rank > known[0]:
                best[document.section.id] = (rank, document.passage, score)
        hits = [self._hit(section_id, score, best.get(section_id), here) for section_id, score in whole.items()]
        hits = sorted((h for h in hits if h.score >= FLOOR), key=lambda h: (-h.score, h.section))
        return Ranking(tuple(hits[:3]), sure=_sure(hits))

    def _hit(
        self, section_id: str, whole: float, best: tuple[float, Passage | None, float] | None, here: list[Section]
    ) -> Hit:
        score = whole
        passage = None
        if best and best[2] > 0:
            score = 0.3 * whole + 0.7 * max(whole, best[2])
            passage = best[1]
        if score >= FLOOR and any(s.id == section_id for s in here):
            score += HERE
        return Hit(section_id, passage, min(1.0, score))

    def _score(self, index: int, asked: list[str]) -> float:
        total = gained = 0.0
        for word in asked:
            known = stems(word) & self._index.vocabulary
            if known:
                weight = self._index.words.weight(known)
                gained += weight * self._index.words.saturation(index, known)
            else:
                weight = self._index.words.rare * UNKNOWN
                gained += weight * self._likeness(index, word)
            total += weight
        return gained / total if total else 0.0

    def _likeness(self, index: int, word: str) -> float:
        """Return how well a document holds a word that the manual does not know: misspelt, compound, or strange."""
        near = self._near(word)
        if near:
            return NEAR * self._index.words.saturation(index, near)
        pieces = grams(word)
        weights = {g: self._index.grams.weight((g,)) for g in pieces}
        held = sum(weights[g] * self._index.grams.saturation(index, (g,)) for g in pieces)
        share = held / sum(weights.values())
        return share if share > LIKE else 0.0

    def _near(self, word: str) -> frozenset[str]:
        """Return the known words that this one may be meant for; empty for a short or strange word."""
        if word not in self._index.meant:
            likely = [w for w in self._index.vocabulary if abs(len(w) - len(word)) <= 2 and set(w[:2]) & set(word[:2])]
            found = get_close_matches(word, likely, n=3, cutoff=CLOSE) if len(word) > 3 else []
            self._index.meant[word] = frozenset(found)
        return self._index.meant[word]

    def _here(self, screen: Screen, among: frozenset[str]) -> list[Section]:
        if screen.route is None:
            return []
        return [s for s in self._sections.values() if s.id in among and screen.route in s.routes]


def _documents(section: Section) -> list[_Document]:
    return [_Document(section, None), *(_Document(section, p) for p in section.passages if p.text or p.heading)]


def _weighted_text(document: _Document) -> list[tuple[str, float]]:
    section, passage = document.section, document.passage
    aliases = [alias for group in section.aliases.values() for alias in group]
    if passage is None:
        return [
            (section.title, 3.0),
            (section.summary, 1.5),
            *((a.text, 2.0) for a in aliases),
            (section.body, 0.6),
        ]
    own = [a for a in aliases if a.passage.casefold() == passage.heading.casefold()]
    heading = 3.0 if passage.kind in (PartKind.HOW_TO, PartKind.PROBLEMS) else 0.5
    return [
        (passage.heading, heading),
        (section.title, 1.0),
        *((a.text, 3.0) for a in own),
        (passage.text, 1.0),
    ]


def _bag(text: list[tuple[str, float]], cut: Callable[[str], frozenset[str]]) -> dict[str, float]:
    bag: defaultdict[str, float] = defaultdict(float)
    for piece, weight in text:
        for word in words(piece):
            for term in cut(word):
                bag[term] += weight
    return bag


def _sure(hits: list[Hit]) -> bool:
    if not hits or hits[0].score < SURE:
        return False
    return len(hits) == 1 or hits[0].score - hits[1].score >= MARGIN
