"""The index of one manual: what each section and passage says, and what it is called."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from overlay.core.manual import Manual, PartKind, Passage, Section
from overlay.search.bm25 import Bm25
from overlay.search.intent import asks_who, opposite
from overlay.search.words import grams, stems, words

MISSPELT = 0.8
"""How much a word counts that only resembles known ones, beside the rarest known one."""
STRANGE = 0.35
"""How much a word counts that resembles nothing: it tells no section from another, only that the manual says less."""
NEAR = 0.85
"""What a misspelt word is worth beside the word that was meant."""
CLOSE = 0.76
"""From this likeness on (0 to 1) a known word counts as meant."""
LIKE = 0.25
"""From this share of common 4-grams on a strange word counts at all."""
NOT_WHO = 0.4
"""How much a name is a question's that asks who while the name does not: "who changed this" is not how to change it."""

Weighted = list[tuple[str, float]]


@dataclass(frozen=True, slots=True)
class Document:
    """A section as a whole, or one passage of it."""

    section: Section
    passage: Passage | None


@dataclass(frozen=True, slots=True)
class _Name:
    """What a document is called: its heading or an alias."""

    words: list[frozenset[str]]
    who: bool
    """Whether it asks for a person."""


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """One word of a question: the index terms that stand for it, and how much it says."""

    word: str
    terms: frozenset[str]
    """Stems; empty when the manual knows nothing like it."""
    weight: float
    worth: float
    """1 for a known word, less for one that only resembles known words."""


class SearchIndex:
    """A manual's documents as bags of stems and of 4-grams, and their names; about 10 ms a section to make."""

    def __init__(self, manual: Manual) -> None:
        """Index a manual."""
        self.documents = [d for s in manual.sections for d in _documents(s)]
        texts = [_texts(d) for d in self.documents]
        self._words = Bm25.build(_bag(text, stems) for text in texts)
        self._grams = Bm25.build(_bag(text, grams) for text in texts)
        self._vocabulary = frozenset(self._words.idf)
        self._names = [[_name(n) for n in _names(d)] for d in self.documents]
        self._meant: dict[str, frozenset[str]] = {}

    def query(self, asked: Sequence[str]) -> tuple[QueryTerm, ...]:
        """Look up the words of a question."""
        return tuple(self._term(word) for word in asked)

    def said(self, number: int, query: Sequence[QueryTerm]) -> float:
        """Return the share (0 to 1) of a question's information that a document's text holds."""
        total = sum(t.weight for t in query)
        gained = sum(t.weight * self._held(number, t) for t in query)
        return gained / total if total else 0.0

    def named(self, number: int, query: Sequence[QueryTerm], *, who: bool = False) -> float:
        """Return how well (0 to 1) a question is one of a document's names: its heading or an alias.

        Args:
            number: the document's.
            query: the question's words.
            who: whether the question asks for a person.
        """
        passage = self.documents[number].passage
        other = NOT_WHO if who and (passage is None or passage.kind is PartKind.HOW_TO) else 1.0
        names = self._names[number]
        return max((self._likeness(n.words, query) * (1.0 if n.who else other) for n in names), default=0.0)

    def held(self, number: int, query: Sequence[QueryTerm]) -> float:
        """Return the share (0 to 1) of a question's words that a document holds at all."""
        bag = self._words.bags[number]
        return sum(any(term in bag for term in t.terms) for t in query) / len(query) if query else 0.0

    def opposed(self, number: int, asked: Sequence[str]) -> bool:
        """Say whether a document is named for the opposite of what was asked: clocking in for clocking out."""
        passage = self.documents[number].passage
        return passage is not None and opposite(asked, words(passage.heading))

    def _likeness(self, name: list[frozenset[str]], query: Sequence[QueryTerm]) -> float:
        """Return the F-measure of a name's words and a question's, weighted by how much each says."""
        asked = sum(t.weight for t in query)
        known = sum(self._words.weight(word) for word in name)
        if not asked or not known:
            return 0.0
        found = sum(t.weight * t.worth for t in query if any(t.terms & word for word in name))
        covered = sum(self._words.weight(word) for word in name if any(t.terms & word for t in query))
        recall, precision = found / asked, covered / known
        return 2 * recall * precision / (recall + precision) if recall + precision else 0.0

    def _term(self, word: str) -> QueryTerm:
        known = stems(word) & self._vocabulary
        if known:
            return QueryTerm(word, known, self._words.weight(known), 1.0)
        near = self._near(word)
        return QueryTerm(word, near, self._words.rare * (MISSPELT if near else STRANGE), NEAR)

    def _held(self, number: int, term: QueryTerm) -> float:
        if term.terms:
            return term.worth * self._words.saturation(number, term.terms)
        pieces = grams(term.word)
        weights = {g: self._grams.weight((g,)) for g in pieces}
        held = sum(weights[g] * self._grams.saturation(number, (g,)) for g in pieces)
        share = held / sum(weights.values())
        return share if share > LIKE else 0.0

    def _near(self, word: str) -> frozenset[str]:
        """Return the known words that this one may be meant for; empty for a short or strange word."""
        if word not in self._meant:
            likely = [w for w in self._vocabulary if abs(len(w) - len(word)) <= 2 and set(w[:2]) & set(word[:2])]
            found = get_close_matches(word, likely, n=3, cutoff=CLOSE) if len(word) > 3 else []
            self._meant[word] = frozenset(found)
        return self._meant[word]


def _documents(section: Section) -> list[Document]:
    return [Document(section, None), *(Document(section, p) for p in section.passages if p.text)]


def _texts(document: Document) -> Weighted:
    """Return a document's texts with their weights."""
    section, passage = document.section, document.passage
    if passage is None:
        aliases = [alias.text for group in section.aliases.values() for alias in group]
        return [(section.title, 3.0), (section.summary, 1.5), *((a, 2.0) for a in aliases), (section.body, 0.6)]
    heading = 3.0 if passage.kind in (PartKind.HOW_TO, PartKind.PROBLEMS) else 0.5
    own = [(a, 3.0) for a in _aliases(section, passage)]
    return [(passage.heading, heading), (section.title, 1.0), *own, (passage.text, 1.0)]


def _names(document: Document) -> list[str]:
    section, passage = document.section, document.passage
    if passage is None:
        free = [a.text for group in section.aliases.values() for a in group if not a.passage]
        return [section.title, *free]
    own = _aliases(section, passage)
    return [passage.heading, *own] if passage.kind in (PartKind.HOW_TO, PartKind.PROBLEMS) else own


def _aliases(section: Section, passage: Passage) -> list[str]:
    heading = passage.heading.casefold()
    return [a.text for group in section.aliases.values() for a in group if a.passage.casefold() == heading]


def _name(text: str) -> _Name:
    return _Name([stems(word) for word in words(text)], asks_who(text))


def _bag(text: Weighted, cut: Callable[[str], frozenset[str]]) -> dict[str, float]:
    bag: defaultdict[str, float] = defaultdict(float)
    for piece, weight in text:
        for word in words(piece):
            for term in cut(word):
                bag[term] += weight
    return bag
