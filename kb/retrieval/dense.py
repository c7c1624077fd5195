"""Embedding ranking: texts in a flat FAISS index, searched exactly.

FAISS uses one thread: two need two to three times as long for a single query.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from is_bench.cache import FileCache
from kb.retrieval.embedder import Embedder, RetrievalUnavailable, Vectors
from kb.retrieval.ranking import DIGITS, Ranked
from kb.retrieval.vector_store import vectors_of

METHOD = ", exact inner product (FAISS)"
"""Suffix of the embedder's name in `DenseRanking.method`."""
_REMEMBERED = 256
"""Query vectors that are kept: a revised plan repeats most queries."""
_SPARE = 8
"""Additional results that are fetched at once, for ties."""


class DenseRanking:
    """Ranks texts by the inner product of their vectors with that of the query."""

    def __init__(self, texts: Sequence[str], embedder: Embedder, cache: FileCache) -> None:
        """Embed `texts`, or take their vectors from `cache`.

        Raises RetrievalUnavailable without faiss.
        """
        self._embedder = embedder
        self._remembered: dict[str, Vectors] = {}
        vectors, self.cached = vectors_of(texts, embedder, cache)
        self._index = VectorIndex(vectors)

    @property
    def method(self) -> str:
        """Name of the method."""
        return f"{self._embedder.name}{METHOD}"

    def nearest(self, queries: Sequence[str], k: int) -> list[list[Ranked]]:
        """For each query, the `k` most similar texts, and all that tie with the last."""
        return [self._index.nearest(vector, k) for vector in self._embedded(queries)]

    def _embedded(self, queries: Sequence[str]) -> list[Vectors]:
        new = [query for query in dict.fromkeys(queries) if query not in self._remembered]
        if new:
            self._remembered.update(zip(new, self._embedder.embed(new), strict=True))
        vectors = [self._remembered[query] for query in queries]
        for oldest in list(self._remembered)[:-_REMEMBERED]:
            del self._remembered[oldest]
        return vectors


class VectorIndex:
    """Exact search among vectors of unit length."""

    def __init__(self, vectors: Vectors) -> None:
        """`vectors`: shape (n, dimension).  Raises RetrievalUnavailable without faiss."""
        try:
            import faiss
        except ImportError as error:
            raise RetrievalUnavailable(
                "faiss is not installed; pip install 'is_bench[retrieval]'"
            ) from error
        faiss.omp_set_num_threads(1)
        self._index = faiss.IndexFlatIP(vectors.shape[1])
        self._index.add(np.ascontiguousarray(vectors))

    def nearest(self, vector: Vectors, k: int) -> list[Ranked]:
        """The `k` nearest to `vector`, shape (dimension,), and what ties with the last."""
        count: int = self._index.ntotal
        fetched = min(k + _SPARE, count)
        while fetched:
            (scores,), (rows,) = self._index.search(vector.reshape(1, -1), fetched)
            if fetched == count or round(float(scores[-1]), DIGITS) < round(
                float(scores[min(k, fetched) - 1]), DIGITS
            ):
                return [Ranked(int(r), float(s)) for r, s in zip(rows, scores, strict=True)]
            fetched = min(2 * fetched, count)
        return []
