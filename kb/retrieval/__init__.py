"""Retrieval of constraints by similarity to an instruction or a step."""

from kb.retrieval.embedder import Embedder, RetrievalUnavailable, Vectors
from kb.retrieval.retriever import (
    Retriever,
    SearchHit,
    embedder_in,
    open_embedder,
    open_retriever,
    vector_cache,
)

__all__ = [
    "Embedder",
    "RetrievalUnavailable",
    "Retriever",
    "SearchHit",
    "Vectors",
    "embedder_in",
    "open_embedder",
    "open_retriever",
    "vector_cache",
]
