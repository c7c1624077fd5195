"""The seam between retrieval and what turns texts into vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from is_bench.errors import IsBenchError

Vectors = npt.NDArray[np.float32]
"""Shape (texts, dimension), C-contiguous; each row has unit length."""


class RetrievalUnavailable(IsBenchError):
    """A library or a model that dense retrieval needs is not there; says which, and the remedy."""


class Embedder(Protocol):
    """Turns texts into vectors whose inner product says how near they are in meaning."""

    @property
    def name(self) -> str:
        """The model's name, for people; `open_embedder` opens it again by this name."""
        ...

    @property
    def key(self) -> str:
        """Names model, weights and versions; another key means other vectors."""
        ...

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One vector of unit length for each text; equal texts get equal vectors."""
        ...
