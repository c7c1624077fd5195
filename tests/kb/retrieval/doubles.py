"""An embedder and constraints that the tests of retrieval share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kb.constraint import Composition, Constraint, ConstraintForm, ConstraintType
from kb.retrieval import Vectors

DIMENSION = 384


class HashEmbedder:
    """Vectors without meaning: a random direction for each text, always the same one.

    Texts `NAME N` that share a name differ by N ten-millionths, less than what counts.
    """

    dimension = DIMENSION

    def __init__(self, key: str = "hash:1") -> None:
        self.name = "hash"
        self.key = key
        self.seen: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.seen += texts
        vectors = np.empty((len(texts), DIMENSION), np.float32)
        for row, text in enumerate(texts):
            name, _, shift = text.partition(" ")
            direction = np.random.default_rng([*name.encode()]).standard_normal(DIMENSION)
            direction /= np.linalg.norm(direction)
            direction[0] += 1e-7 * float(shift or 0)
            vectors[row] = direction / np.linalg.norm(direction)
        return vectors


def made(identifier: str, text: str) -> Constraint:
    """A constraint of which only id and text matter."""
    return Constraint(
        id=identifier,
        text=text,
        category="Fire Hazard",
        severity="minor",
        source="a test",
        composition=Composition.ENVIRONMENT,
        kind=ConstraintType.FACTUAL,
        form=ConstraintForm.REQUIRE_BEFORE,
    )
