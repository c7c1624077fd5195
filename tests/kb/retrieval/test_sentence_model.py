from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from is_bench.cache import FileCache
from kb.retrieval import RetrievalUnavailable, embedder_in, open_embedder, open_retriever
from kb.retrieval.dense import DenseRanking
from kb.retrieval.minilm import NAME, MiniLm
from kb.retrieval.sentence_model import SentenceModel, shared_sentence_model
from tests.kb.retrieval.doubles import made

CONSTRAINTS = [made("a", "water on a socket"), made("b", "fire in a pan")]


class Library(ModuleType):
    """Stands in for sentence_transformers: counts words, in vectors of any length."""

    def __init__(self, version: str = "6.2.0", weight: float = 1.0) -> None:
        super().__init__("sentence_transformers")
        self.__version__ = version
        self.made: list[tuple[str, dict[str, Any]]] = []
        library = self

        class SentenceTransformer:
            def __init__(self, name: str, **options: Any) -> None:
                library.made.append((name, options))
                if name == "missing" or (Path(name).is_dir() and not any(Path(name).iterdir())):
                    raise OSError(f"no modules.json\nin {name}")

            def encode(self, texts: Sequence[str], **options: Any) -> Any:
                del options
                if "crash" in texts:
                    raise RuntimeError("out of memory")
                vectors = np.zeros((len(texts), 40))
                for row, text in enumerate(texts):
                    for word in text.lower().split():
                        vectors[row, sum(word.encode()) % 39] += weight
                    vectors[row, 39] = np.nan if "nan" in text else 0.01
                return vectors

        self.SentenceTransformer = SentenceTransformer


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Library:
    return placed(Library(), monkeypatch)


def placed(library: Library, monkeypatch: pytest.MonkeyPatch) -> Library:
    shared_sentence_model.cache_clear()
    monkeypatch.setitem(sys.modules, "sentence_transformers", library)
    return library


def test_a_named_model_searches_with_vectors_of_its_own_length(library: Library) -> None:
    pytest.importorskip("faiss", reason="faiss is not installed")
    retriever = open_retriever(CONSTRAINTS, "some/model")
    assert retriever.method == "some/model, exact inner product (FAISS)"
    assert retriever.search("a pan on fire", 1)[0].constraint.id == "b"
    assert open_embedder("some/model").dimension == 40
    assert [name for name, _ in library.made] == ["some/model"]


def test_it_never_downloads(library: Library) -> None:
    SentenceModel.load("some/model")
    assert library.made[0][1]["local_files_only"] is True


def test_vectors_have_unit_length_and_texts_without_characters_are_texts(library: Library) -> None:
    model = SentenceModel.load("some/model")
    vectors = model.embed(["fire", "", "half a pair \ud800"])
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1)
    assert model.embed([]).shape == (0, 40)
    assert library.made


@pytest.mark.parametrize("other", [Library(version="6.3.0"), Library(weight=1.5)])
def test_another_version_or_other_weights_are_not_served_from_the_cache(
    other: Library, library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("faiss", reason="faiss is not installed")
    cache = FileCache(tmp_path, "vectors")
    first = SentenceModel.load("m")
    assert SentenceModel.load("m").key == first.key
    placed(other, monkeypatch)
    second = SentenceModel.load("m")
    assert second.key != first.key
    for model in (first, second):
        DenseRanking(["fire"], model, cache)
    assert len(list((tmp_path / "vectors").iterdir())) == 2
    assert library.made


def test_another_file_in_the_folder_makes_another_key(library: Library, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    before = SentenceModel.load(str(tmp_path)).key
    (tmp_path / "vocab.txt").write_text("a")
    assert SentenceModel.load(str(tmp_path)).key != before
    assert library.made


def test_without_the_library_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shared_sentence_model.cache_clear()
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(RetrievalUnavailable, match="pip install sentence-transformers"):
        open_retriever(CONSTRAINTS, "some/model")


def test_a_model_that_is_not_there_is_refused_with_the_way_to_get_it(library: Library) -> None:
    with pytest.raises(RetrievalUnavailable, match="hf download sentence-transformers/missing"):
        open_retriever(CONSTRAINTS, "missing")
    assert library.made


def test_a_folder_without_a_model_is_named(library: Library, tmp_path: Path) -> None:
    with pytest.raises(RetrievalUnavailable, match=r"holds no model .* no modules.json in"):
        open_embedder(str(tmp_path))
    assert library.made


@pytest.mark.parametrize(
    ("text", "why"), [("crash", "failed: out of memory"), ("nan", "not finite")]
)
def test_a_model_that_fails_is_unavailable(text: str, why: str, library: Library) -> None:
    model = SentenceModel.load("some/model")
    with pytest.raises(RetrievalUnavailable, match=why):
        model.embed([text])
    assert library.made


def test_the_built_in_model_needs_no_library(
    minilm: MiniLm, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    assert open_embedder() is open_embedder(NAME) is minilm


@pytest.mark.parametrize(
    ("method", "name"),
    [
        ("BAAI/bge-small-en, exact inner product (FAISS)", "BAAI/bge-small-en"),
        ("BM25 over words (faiss is not installed)", ""),
        ("", ""),
    ],
)
def test_the_embedder_is_read_from_the_method(method: str, name: str) -> None:
    assert embedder_in(method) == name
