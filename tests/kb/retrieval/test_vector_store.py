from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.cache import FileCache
from kb.retrieval import vector_store
from kb.retrieval.vector_store import vectors_of
from tests.kb.retrieval.doubles import DIMENSION, HashEmbedder

TEXTS = ["fire", "water", "door", "water 1"]


@pytest.fixture
def cache(tmp_path: Path) -> FileCache:
    return FileCache(tmp_path, "vectors")


def made(texts: list[str], cache: FileCache) -> list[str]:
    """The texts that are embedded when the vectors of `texts` are asked for; those are right."""
    embedder = HashEmbedder()
    found, is_kept = vectors_of(texts, embedder, cache)
    seen = list(embedder.seen)
    assert is_kept
    assert np.array_equal(found, embedder.embed(texts))
    return seen


@pytest.mark.parametrize(
    ("texts", "new"),
    [
        (TEXTS[1:], []),
        (TEXTS[::-1], []),
        (["lamp", *TEXTS], ["lamp"]),
        (["door", "lamp", "door", "lamp"], ["lamp"]),
        ([], []),
    ],
)
def test_only_texts_without_a_vector_are_embedded(
    texts: list[str], new: list[str], cache: FileCache
) -> None:
    assert made(TEXTS, cache) == TEXTS
    assert made(texts, cache) == new
    assert made(texts, cache) == []
    assert made(TEXTS, cache) == []


def test_the_vectors_used_last_are_kept(cache: FileCache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_store, "MOST_KEPT", 3)
    made(["a", "b"], cache)
    made(["c", "d"], cache)
    assert made(["c", "d", "b"], cache) == []
    assert made(["a"], cache) == ["a"]
    many = [f"text{number}" for number in range(10)]
    made(many, cache)
    assert made(many, cache) == []  # however many belong together


def test_no_texts_have_no_vectors() -> None:
    found, _ = vectors_of([], HashEmbedder(), FileCache(None, "vectors"))
    assert found.shape == (0, DIMENSION)


@given(st.lists(st.lists(st.text(max_size=3), max_size=6), max_size=4))
def test_vectors_are_those_of_their_texts(
    tmp_path_factory: pytest.TempPathFactory, sets: list[list[str]]
) -> None:
    cache = FileCache(tmp_path_factory.mktemp("kept"), "vectors")
    known: set[str] = set()
    for texts in sets:
        named = [f"t{text.encode('utf-8', 'surrogatepass').hex()}" for text in texts]
        assert set(made(named, cache)) == set(named) - known
        known.update(named)
