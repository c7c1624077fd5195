"""Fixtures of the tests of retrieval."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.retrieval import RetrievalUnavailable
from kb.retrieval.minilm import MiniLm, shared_model


@pytest.fixture(scope="session")
def minilm() -> MiniLm:
    """The real model; skips where it cannot be run."""
    try:
        return shared_model()
    except RetrievalUnavailable as error:
        pytest.skip(str(error))


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A cache folder of the test's own, which is not there yet."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("IS_BENCH_CACHE", str(folder))
    return folder
