from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from is_bench.errors import InputError
from kb.loader import load_library
from kb.retrieval import Retriever, open_retriever, vector_cache
from kb.retrieval.minilm import MiniLm
from tests.kb.retrieval.doubles import HashEmbedder, made
from tests.sampling import sampled

CONSTRAINTS = [made("c", "fire"), made("a", "water"), made("b", "fire"), made("d", "fire 1")]


def dense() -> Retriever:
    pytest.importorskip("faiss", reason="faiss is not installed")
    return Retriever(CONSTRAINTS, HashEmbedder())


def ids(retriever: Retriever, text: str, k: int) -> list[str]:
    return [hit.constraint.id for hit in retriever.search(text, k)]


@pytest.mark.parametrize("k", [1, 2, 3])
def test_ties_go_by_id_whatever_the_order_of_the_constraints(k: int) -> None:
    assert ids(dense(), "fire", k) == ["b", "c", "d"][:k]
    assert ids(Retriever(CONSTRAINTS[::-1]), "fire", k) == ["b", "c", "d"][:k]


def test_more_than_there_are_gives_what_there_is() -> None:
    assert ids(dense(), "water", 10) == ["a", "b", "c", "d"]
    assert ids(Retriever(CONSTRAINTS), "water", 10) == ["a"]
    assert Retriever([]).search("water", 3) == ()
    assert Retriever([], HashEmbedder()).search("water", 3) == ()
    assert len(dense()) == 4


def test_scores_fall_and_are_cosines() -> None:
    scores = [hit.score for hit in dense().search("water", 4)]
    assert scores[0] == 1.0
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("embedder", [HashEmbedder(), None])
def test_many_are_searched_as_one_by_one(embedder: HashEmbedder | None) -> None:
    if embedder:
        pytest.importorskip("faiss", reason="faiss is not installed")
    retriever = Retriever(CONSTRAINTS, embedder)
    texts = ["water", "fire", "nothing"]
    assert retriever.search_many(texts, 2) == tuple(retriever.search(text, 2) for text in texts)
    assert retriever.search_many([], 2) == ()


def test_fewer_than_one_is_refused() -> None:
    with pytest.raises(InputError, match="0 constraints"):
        Retriever(CONSTRAINTS).search("fire", 0)


@pytest.mark.parametrize("library", ["faiss", "onnx", "onnxruntime", "tokenizers"])
def test_without_a_library_words_decide_and_the_method_says_so(
    library: str, monkeypatch: pytest.MonkeyPatch, minilm: MiniLm
) -> None:
    del minilm  # only asks that everything else is there
    monkeypatch.setattr("kb.retrieval.minilm.shared_model", MiniLm.load)
    monkeypatch.delitem(sys.modules, "kb.retrieval.bert", raising=False)
    monkeypatch.setitem(sys.modules, library, None)
    retriever = open_retriever(CONSTRAINTS)
    assert retriever.method.startswith("BM25 over words (")
    assert f"{library} is not installed; pip install 'is_bench[retrieval]'" in retriever.method
    assert ids(retriever, "fire", 1) == ["b"]


def test_without_the_model_words_decide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IS_BENCH_MODEL", str(tmp_path))
    retriever = open_retriever(CONSTRAINTS)
    assert "lacks config.json" in retriever.method
    assert ids(retriever, "fire", 1) == ["b"]


def test_retrievers_share_one_model(minilm: MiniLm, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes 240 MB, and a process may hold many guards."""
    del minilm
    first = open_retriever(CONSTRAINTS)
    monkeypatch.setattr(MiniLm, "load", None)  # which would be called to load another
    assert open_retriever(CONSTRAINTS[:1]).method == first.method


def test_the_library_is_found_by_meaning_and_kept(minilm: MiniLm, own_cache: Path) -> None:
    del minilm
    library = sampled(load_library(), 4)
    retriever = open_retriever(library)
    assert retriever.method == "all-MiniLM-L6-v2, exact inner product (FAISS)"
    texts = [constraint.text for constraint in sampled(library, 2)]
    found = retriever.search_many(texts, 1)
    assert [hits[0].constraint.text for hits in found] == texts
    assert len(list((own_cache / "vectors").iterdir())) == 1
    assert vector_cache().folder == own_cache


def test_a_paraphrase_is_found_that_shares_no_words(minilm: MiniLm) -> None:
    wanted = made("wanted", "Liquids near live sockets can electrocute somebody.")
    other = made("other", "Sharp blades cut whoever reaches for them.")
    retriever = Retriever([wanted, other], minilm)
    assert retriever.search("pour tea beside the plugged-in charger", 1)[0].constraint is wanted


def test_importing_loads_no_heavy_library() -> None:
    code = (
        "import sys, kb.retrieval, kb.retrieval.minilm;"
        "heavy = {'faiss', 'onnx', 'onnxruntime', 'tokenizers', 'torch'} & sys.modules.keys();"
        "sys.exit(', '.join(heavy) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
