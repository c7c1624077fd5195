"""The seam between retrieval and what turns texts into vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from is_bench.errors import IsBenchError

DIMENSION = 384
Vectors = npt.NDArray[np.float32]
"""Shape (texts, DIMENSION), C-contiguous; each row has unit length."""


class RetrievalUnavailable(IsBenchError):
    """A library or a model that dense retrieval needs is not there; says which, and the remedy."""


class Embedder(Protocol):
    """Turns texts into vectors whose inner product says how near they are in meaning."""

    @property
    def key(self) -> str:
        """Names model, weights and versions; another key means other vectors."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One vector of unit length for each text; equal texts get equal vectors."""
        ...
