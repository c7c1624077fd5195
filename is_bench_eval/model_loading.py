"""Loading native libraries and models at a time when Ctrl-C can wait."""

from __future__ import annotations

from contextlib import suppress

from is_bench_eval.interrupts import uninterrupted
from kb.retrieval import RetrievalUnavailable, open_embedder


def load_retrieval(embedder: str = "") -> None:
    """Load what retrieval needs, once per process; what is missing is told by those who need it.

    A KeyboardInterrupt in the middle would become an ImportError, and retrieval one by words.
    """
    with uninterrupted(), suppress(ImportError, RetrievalUnavailable):
        import faiss  # noqa: F401  # that it is imported is the point

        open_embedder(embedder)
