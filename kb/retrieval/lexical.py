"""BM25 ranking, for machines without the libraries or the model of dense retrieval.

Okapi BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009),
with the inverse document frequency kept above zero.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from is_bench.reading.stems import stem
from kb.retrieval.ranking import Ranked

_SATURATION = 1.2
"""k1: saturation of the term frequency."""
_LENGTH_WEIGHT = 0.75
"""b: length normalization."""
_WORD = re.compile(r"\w+")
_STOP_WORDS = frozenset(
    _WORD.findall(
        "a an and are as at be before by for from in into is it its of off on or so than that the "
        "them then they this to until up was when where which while will with"
    )
)


class LexicalRanking:
    """Ranks texts by the words that they share with a query; texts without any are omitted."""

    cached = False

    def __init__(self, texts: Sequence[str], reason: str = "") -> None:
        """`reason`: why dense retrieval is not used."""
        self._reason = reason
        words = [Counter(_words(text)) for text in texts]
        lengths = [sum(counts.values()) for counts in words]
        mean = sum(lengths) / len(texts) if any(lengths) else 1.0
        self._weights: dict[str, list[tuple[int, float]]] = defaultdict(list)
        holders = Counter(word for counts in words for word in counts)
        for row, counts in enumerate(words):
            norm = 1 - _LENGTH_WEIGHT + _LENGTH_WEIGHT * lengths[row] / mean
            for word, count in counts.items():
                rarity = math.log(1 + (len(texts) - holders[word] + 0.5) / (holders[word] + 0.5))
                gain = count * (_SATURATION + 1) / (count + _SATURATION * norm)
                self._weights[word].append((row, rarity * gain))

    @property
    def method(self) -> str:
        """Name of the method, with the reason."""
        return "BM25 over words" + (f" ({self._reason})" if self._reason else "")

    def nearest(self, queries: Sequence[str], k: int) -> list[list[Ranked]]:
        """For each query, all texts that share a word with it; the caller applies `k`."""
        del k
        return [self._score(query) for query in queries]

    def _score(self, query: str) -> list[Ranked]:
        scores: dict[int, float] = defaultdict(float)
        for word in _words(query):
            for row, weight in self._weights.get(word, ()):
                scores[row] += weight
        return [Ranked(row, score) for row, score in scores.items()]


def _words(text: str) -> list[str]:
    words = _WORD.findall(text.casefold().replace("_", " "))
    return [stem(word) for word in words if word not in _STOP_WORDS]
