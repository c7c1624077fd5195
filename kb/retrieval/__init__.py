"""Retrieval: which constraints are nearest in meaning to an instruction or a step."""

from kb.retrieval.embedder import DIMENSION, Embedder, RetrievalUnavailable, Vectors
from kb.retrieval.retriever import Hit, Retriever, open_retriever, vector_cache

__all__ = [
    "DIMENSION",
    "Embedder",
    "Hit",
    "RetrievalUnavailable",
    "Retriever",
    "Vectors",
    "open_retriever",
    "vector_cache",
]
