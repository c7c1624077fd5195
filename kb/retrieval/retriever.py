"""Retrieves the constraints that are most similar to a text.

Retrieval selects advice for planners, and never limits the guard's checks: every constraint is
checked before every step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from is_bench.cache import FileCache, cache_folder
from is_bench.errors import InputError
from kb.constraint import Constraint
from kb.retrieval.dense import METHOD, DenseRanking
from kb.retrieval.embedder import Embedder, RetrievalUnavailable
from kb.retrieval.lexical import LexicalRanking
from kb.retrieval.ranking import Ranking, first


class SearchHit(NamedTuple):
    """A retrieved constraint."""

    constraint: Constraint
    score: float
    """Similarity: a cosine from -1 to 1, or a BM25 score above 0."""


class Retriever:
    """Searches a set of constraints; the same query always gives the same hits."""

    def __init__(
        self,
        constraints: Sequence[Constraint],
        embedder: Embedder | None = None,
        *,
        cache: FileCache | None = None,
        reason: str = "",
    ) -> None:
        """Index `constraints` by their texts.

        Without an `embedder`, BM25 is used; `reason` says why.  `cache` stores the vectors of the
        texts; None: no cache.  Raises RetrievalUnavailable with an embedder but without faiss.
        """
        self._constraints = sorted(constraints, key=lambda constraint: constraint.id)
        texts = [constraint.text for constraint in self._constraints]
        self._ranking: Ranking = (
            LexicalRanking(texts, reason)
            if embedder is None
            else DenseRanking(texts, embedder, cache or FileCache(None, "vectors"))
        )

    @property
    def method(self) -> str:
        """Name of the retrieval method; for BM25, with the reason."""
        return self._ranking.method

    @property
    def cached(self) -> bool:
        """Whether the vectors are on disk for the next start."""
        return self._ranking.cached

    def __len__(self) -> int:
        return len(self._constraints)

    def search(self, text: str, k: int) -> tuple[SearchHit, ...]:
        """The `k` most similar constraints, best first, ties in the order of their ids.

        Fewer if there are fewer; with BM25, also if fewer share a word.
        """
        return self.search_many([text], k)[0]

    def search_many(self, texts: Sequence[str], k: int) -> tuple[tuple[SearchHit, ...], ...]:
        """As `search`, for each of `texts`.  Raises InputError if `k` is not 1 or more."""
        if k < 1:
            raise InputError(f"cannot search for {k} constraints; use 1 or more")
        found = self._ranking.nearest(texts, k)
        return tuple(
            tuple(SearchHit(self._constraints[row], score) for row, score in first(ranked, k))
            for ranked in found
        )


def vector_cache() -> FileCache:
    """The cache of constraint vectors."""
    return FileCache(cache_folder(), "vectors")


def open_retriever(
    constraints: Sequence[Constraint], embedder: str = "", *, required: bool = True
) -> Retriever:
    """Opens a dense retriever, or BM25 as fallback; see `Retriever.method`.

    `embedder` names the model, as for `open_embedder`; empty: the built-in one.  Raises
    RetrievalUnavailable if a named embedder is `required` and missing.
    """
    try:
        return Retriever(constraints, open_embedder(embedder), cache=vector_cache())
    except RetrievalUnavailable as error:
        if embedder and required:
            raise
        return Retriever(constraints, reason=str(error))


def open_embedder(name: str = "") -> Embedder:
    """The embedder `name`, loaded once per process.

    Empty or all-MiniLM-L6-v2: the built-in one.  Any other is a folder or a model of
    sentence-transformers.  Raises RetrievalUnavailable.
    """
    from kb.retrieval.minilm import NAME, shared_model
    from kb.retrieval.sentence_model import shared_sentence_model

    return shared_model() if name in ("", NAME) else shared_sentence_model(name)


def embedder_in(method: str) -> str:
    """The name of the embedder in a retriever's `method`; empty for BM25."""
    return method.removesuffix(METHOD) if method.endswith(METHOD) else ""
