from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.cache import FileCache
from kb.retrieval.dense import DenseRanking
from kb.retrieval.ranking import Ranked, first
from tests.kb.retrieval.doubles import HashEmbedder

pytest.importorskip("faiss", reason="faiss is not installed")

TEXTS = ["fire", "water", "door", "water 1"]
NO_CACHE = FileCache(None, "vectors")


@given(
    st.lists(st.sampled_from(["a", "b", "c", "a 1", "a 2", "b 1"]), max_size=60),
    st.integers(1, 70),
)
def test_it_finds_what_brute_force_finds(texts: list[str], k: int) -> None:
    embedder = HashEmbedder()
    (found,) = DenseRanking(texts, embedder, NO_CACHE).nearest(["a"], k)
    scores = embedder.embed(texts) @ embedder.embed(["a"])[0]
    everything = [Ranked(row, float(score)) for row, score in enumerate(scores)]
    assert [row for row, _ in first(found, k)] == [row for row, _ in first(everything, k)]


def test_many_ties_are_all_found() -> None:
    (found,) = DenseRanking(["same"] * 100 + ["other"] * 100, HashEmbedder(), NO_CACHE).nearest(
        ["same"], 3
    )
    assert [row for row, _ in first(found, 3)] == [0, 1, 2]


def test_several_queries_keep_their_order() -> None:
    ranking = DenseRanking(TEXTS, HashEmbedder(), NO_CACHE)
    found = ranking.nearest(["door", "fire"], 1)
    assert [first(ranked, 1)[0].row for ranked in found] == [2, 0]
    assert ranking.nearest([], 1) == []


def test_vectors_are_taken_from_the_cache(tmp_path: Path) -> None:
    cache = FileCache(tmp_path, "vectors")
    before, after = HashEmbedder(), HashEmbedder()
    expected = DenseRanking(TEXTS, before, cache).nearest(["door"], 4)
    assert DenseRanking(TEXTS, after, cache).nearest(["door"], 4) == expected
    assert DenseRanking(TEXTS, after, cache).cached
    assert (before.seen, after.seen) == ([*TEXTS, "door"], ["door"])


def test_another_embedder_makes_new_vectors(tmp_path: Path) -> None:
    cache = FileCache(tmp_path, "vectors")
    DenseRanking(TEXTS, HashEmbedder(), cache)
    other = HashEmbedder("hash:2")
    DenseRanking(TEXTS, other, cache)
    assert other.seen == TEXTS


@pytest.mark.parametrize("damage", [b"", b"junk", None])
def test_a_broken_cache_is_made_again(damage: bytes | None, tmp_path: Path) -> None:
    cache = FileCache(tmp_path, "vectors")
    expected = DenseRanking(TEXTS, HashEmbedder(), cache).nearest(["door"], 4)
    (path,) = (tmp_path / "vectors").iterdir()
    if damage is None:  # whole, but of the wrong size
        cache.write(path.name, b"\0" * 1536)
    else:
        path.write_bytes(damage)
    for seen in ([*TEXTS, "door"], ["door"]):
        embedder = HashEmbedder()
        assert DenseRanking(TEXTS, embedder, cache).nearest(["door"], 4) == expected
        assert embedder.seen == seen


def test_a_cache_folder_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ranking = DenseRanking(TEXTS, HashEmbedder(), FileCache(tmp_path / "file", "vectors"))
    assert first(ranking.nearest(["fire"], 1)[0], 1)[0].row == 0
    assert not ranking.cached


def test_equal_texts_are_embedded_once() -> None:
    embedder = HashEmbedder()
    DenseRanking(["a", "b", "a"], embedder, NO_CACHE)
    assert embedder.seen == ["a", "b"]


def test_a_query_is_embedded_once_while_it_is_remembered() -> None:
    embedder = HashEmbedder()
    ranking = DenseRanking(TEXTS, embedder, NO_CACHE)
    embedder.seen.clear()
    many = [f"query{number}" for number in range(300)]
    first_time = ranking.nearest([*many, "fire", "fire"], 1)
    assert ranking.nearest(["fire"], 1)[0] == first_time[-1] == first_time[-2]
    assert embedder.seen == [*many, "fire"]
    ranking.nearest([many[0]], 1)
    assert embedder.seen == [*many, "fire", many[0]]


def test_the_hash_embedder_gives_unit_vectors() -> None:
    assert np.linalg.norm(HashEmbedder().embed(["a", "a 3"]), axis=1) == pytest.approx(1)
