"""Finding the constraints that are nearest in meaning to a text.

What is found decides what a planner is told, never what the guard checks: every constraint is
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


class Hit(NamedTuple):
    """A constraint that was found."""

    constraint: Constraint
    score: float
    """The higher, the nearer: a cosine from -1 to 1, or a sum of word weights above 0."""


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

        Without an `embedder` shared words decide; `reason` says why there is none.  `cache` keeps
        the vectors of the texts; None: nothing does.  Raises RetrievalUnavailable if there is an
        embedder and no faiss.
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
        """How it searches; for the lexical way also why not by meaning."""
        return self._ranking.method

    @property
    def cached(self) -> bool:
        """Whether the vectors are on disk, so that the next start need not embed anything."""
        return self._ranking.cached

    def __len__(self) -> int:
        return len(self._constraints)

    def search(self, text: str, k: int) -> tuple[Hit, ...]:
        """The `k` nearest constraints, the nearest first, ties in the order of their ids.

        Fewer if there are fewer; searching by words, also if fewer share any.
        """
        return self.search_many([text], k)[0]

    def search_many(self, texts: Sequence[str], k: int) -> tuple[tuple[Hit, ...], ...]:
        """As `search`, for each of `texts`.  Raises InputError if `k` is not 1 or more."""
        if k < 1:
            raise InputError(f"{k} constraints cannot be searched for; ask for 1 or more")
        found = self._ranking.nearest(texts, k)
        return tuple(
            tuple(Hit(self._constraints[row], score) for row, score in first(ranked, k))
            for ranked in found
        )


def vector_cache() -> FileCache:
    """Where the vectors of constraints are kept."""
    return FileCache(cache_folder(), "vectors")


def open_retriever(
    constraints: Sequence[Constraint], embedder: str = "", *, required: bool = True
) -> Retriever:
    """A retriever by meaning; `Retriever.method` tells which.

    `embedder` names the model, as for `open_embedder`.  Where it is `required` and not there,
    RetrievalUnavailable says what is missing.  Empty: the built-in one, or else shared words.
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
    """The name of the embedder in a retriever's `method`; empty where words decided."""
    return method.removesuffix(METHOD) if method.endswith(METHOD) else ""
