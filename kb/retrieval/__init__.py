"""Retrieval: which constraints are nearest in meaning to an instruction or a step."""

from kb.retrieval.embedder import Embedder, RetrievalUnavailable, Vectors
from kb.retrieval.retriever import (
    Hit,
    Retriever,
    embedder_in,
    open_embedder,
    open_retriever,
    vector_cache,
)

__all__ = [
    "Embedder",
    "Hit",
    "RetrievalUnavailable",
    "Retriever",
    "Vectors",
    "embedder_in",
    "open_embedder",
    "open_retriever",
    "vector_cache",
]
