from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from kb.loader import load_library
from kb.retrieval import RetrievalUnavailable, Retriever
from kb.retrieval.minilm import DIMENSION, MiniLm
from kb.retrieval.model_files import NEEDED, WEIGHTS, model_folder
from tests.kb.retrieval.phrases import phrases

ODD = ["", " ", "\0", "Café ünïcode 中文 🔥", "a" * 300, "word " * 400, "[MASK] [SEP]", "\ud800"]


def test_vectors_have_unit_length(minilm: MiniLm) -> None:
    vectors = minilm.embed(ODD)
    assert vectors.dtype == np.float32
    assert vectors.shape == (len(ODD), DIMENSION)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-6)


def test_no_text_gives_no_vectors(minilm: MiniLm) -> None:
    assert minilm.embed([]).shape == (0, DIMENSION)


def test_a_text_has_the_same_vector_in_any_company(minilm: MiniLm) -> None:
    texts = phrases(80)
    together = minilm.embed(texts)
    alone = np.concatenate([minilm.embed([text]) for text in texts])
    assert together == pytest.approx(alone, abs=2e-6)
    assert np.array_equal(together, minilm.embed(texts))


def test_only_the_first_256_tokens_count(minilm: MiniLm) -> None:
    short, long, longer = minilm.embed(["word " * 253, "word " * 254, "word " * 255 + "fire"])
    assert np.array_equal(long, longer)
    assert not np.array_equal(short, long)


def test_the_key_names_model_and_content(minilm: MiniLm) -> None:
    name, _, key = minilm.key.partition(":")
    assert name == "all-MiniLM-L6-v2"
    assert key == MiniLm.load().key.partition(":")[2]
    assert len(key) == 64


@pytest.mark.parametrize("broken", NEEDED)
def test_a_broken_file_makes_the_model_unavailable(
    broken: str, tmp_path: Path, minilm: MiniLm
) -> None:
    del minilm
    for name in NEEDED:
        if name == broken:
            (tmp_path / name).write_bytes((model_folder() / name).read_bytes()[:300])
        elif name == WEIGHTS:
            (tmp_path / name).symlink_to(model_folder() / name)
        else:
            shutil.copy(model_folder() / name, tmp_path)
    if broken == "sentence_bert_config.json":
        (tmp_path / broken).write_text("{}")
    with pytest.raises(RetrievalUnavailable):
        MiniLm.load(tmp_path)


@pytest.mark.slow
def test_it_agrees_with_sentence_transformers_on_torch(minilm: MiniLm) -> None:
    pytest.importorskip("torch", reason="torch is not installed, the reference to compare with")
    reference = pytest.importorskip(
        "sentence_transformers", reason="sentence-transformers is not installed, the reference"
    )
    model = reference.SentenceTransformer(str(model_folder()), device="cpu")
    queries = phrases(400)
    texts = [constraint.text for constraint in load_library()]
    ours, theirs = minilm.embed([*texts, *queries]), model.encode([*texts, *queries])
    assert (ours * theirs).sum(axis=1).min() > 0.99999
    nearest = np.argsort(-(theirs[len(texts) :] @ theirs[: len(texts)].T), axis=1)[:, :3]
    found = Retriever(load_library(), minilm).search_many(queries, 3)
    assert [[hit.constraint.text for hit in hits] for hits in found] == [
        [texts[row] for row in rows] for rows in nearest
    ]
