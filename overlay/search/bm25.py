"""BM25 over weighted terms, scored as the share of a query's information that a document covers."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

K1 = 1.2
B = 0.5


@dataclass(frozen=True, slots=True)
class Bm25:
    """An index of documents, each a bag of weighted terms."""

    bags: tuple[Mapping[str, float], ...]
    lengths: tuple[float, ...]
    mean: float
    idf: Mapping[str, float]
    rare: float
    """The weight of a term that no document holds."""

    @classmethod
    def build(cls, bags: Iterable[Mapping[str, float]]) -> "Bm25":
        """Index documents."""
        kept = tuple(bags)
        count = len(kept)
        spread = Counter(term for bag in kept for term in bag)
        idf = {term: math.log(1 + (count - n + 0.5) / (n + 0.5)) for term, n in spread.items()}
        lengths = tuple(sum(bag.values()) for bag in kept)
        mean = sum(lengths) / count if count else 1.0
        return cls(kept, lengths, mean or 1.0, idf, math.log(1 + count + 0.5))

    def weight(self, terms: Iterable[str]) -> float:
        """Return how much a set of alternative terms says: the rarest known one, or the weight of an unknown one."""
        known = [self.idf[t] for t in terms if t in self.idf]
        return max(known) if known else self.rare

    def saturation(self, document: int, terms: Iterable[str]) -> float:
        """Return how strongly a document holds one of the alternatives, 0 to 1, frequency saturated."""
        frequency = max((self.bags[document].get(t, 0.0) for t in terms), default=0.0)
        if frequency <= 0:
            return 0.0
        norm = K1 * (1 - B + B * self.lengths[document] / self.mean)
        return min(1.0, frequency * (K1 + 1) / (frequency + norm) / 2)
