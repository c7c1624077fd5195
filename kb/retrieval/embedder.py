"""Embedder protocol."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from is_bench.errors import IsBenchError

Vectors = npt.NDArray[np.float32]
"""Shape (texts, dimension), C-contiguous; each row has unit length."""


class RetrievalUnavailable(IsBenchError):
    """A library or a model for dense retrieval is missing; the message names it and the remedy."""


class Embedder(Protocol):
    """Maps texts to vectors whose inner product is their semantic similarity."""

    @property
    def name(self) -> str:
        """The model's name, as for `open_embedder`."""
        ...

    @property
    def key(self) -> str:
        """Identifies model, weights and versions, and so the vectors."""
        ...

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector per text; equal texts get equal vectors."""
        ...
