"""Any model of the sentence-transformers library, where that is installed.

The library is imported only when such a model is asked for.  It looks in the user's own folders and
cache alone: nothing is downloaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from is_bench.cache import content_key
from kb.retrieval.embedder import RetrievalUnavailable, Vectors

_VERSION = "1"
"""Increase with every change here that changes vectors."""
_PROBES = (
    "Metal in a running microwave makes sparks and starts a fire.",
    "Put the jar of pickles on the lower shelf, then close the door.",
    "0 17 % é",
)
"""Sample texts whose vectors identify the version of a model."""
_LEAST_NORM = 1e-12
_MOST_TOLD = 200
"""Most characters of a library error in messages."""


class SentenceModel:
    """A model that sentence-transformers runs; `load` makes one."""

    def __init__(self, name: str, model: Any, versions: Sequence[str] = ()) -> None:
        """`model` is a loaded SentenceTransformer; `versions` tell what runs it and its files.

        Raises RetrievalUnavailable if it does not turn texts into vectors of numbers.
        """
        self._name = name
        self._model = model
        probed = self.embed(_PROBES)
        self._dimension = int(probed.shape[1])
        self._key = f"{name}:{content_key(_VERSION, *versions, probed.tobytes())}"

    @classmethod
    def load(cls, name: str) -> SentenceModel:
        """The model `name`: a folder, or a name in the Hugging Face cache.

        Raises RetrievalUnavailable if the library is missing or the model cannot be loaded.
        """
        try:
            import sentence_transformers as library
        except ImportError as error:
            raise RetrievalUnavailable(
                f"the embedder {name!r} needs sentence-transformers; pip install "
                "sentence-transformers, or leave --embedder out for the built-in model"
            ) from error
        try:
            model = library.SentenceTransformer(name, device="cpu", local_files_only=True)
        except Exception as error:  # each layer of the library has its own
            raise RetrievalUnavailable(_not_loaded(name, error)) from error
        return cls(name, model, (str(library.__version__), *_files(name)))

    @property
    def name(self) -> str:
        """The name that it was loaded by."""
        return self._name

    @property
    def key(self) -> str:
        """The name, and a hash of the library's version, a folder's files and sample vectors."""
        return self._key

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._dimension

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of unit length, shape (texts, dimension)."""
        if not texts:
            return np.empty((0, self._dimension), np.float32)
        # Tokenizers refuse lone surrogates, which JSON lets through.
        whole = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
        try:
            found = self._model.encode(whole, convert_to_numpy=True, show_progress_bar=False)
            vectors = np.asarray(found, np.float32).reshape(len(whole), -1)
        except Exception as error:  # each model has its own
            raise RetrievalUnavailable(
                f"the embedder {self._name!r} failed: {_reason(error)}"
            ) from error
        if not vectors.size or not np.isfinite(vectors).all():
            raise RetrievalUnavailable(
                f"the embedder {self._name!r} gave vectors that are empty or not finite"
            )
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.ascontiguousarray(vectors / np.maximum(norms, _LEAST_NORM))


@lru_cache(maxsize=2)  # it never changes, and whatever searches in a process shares its memory
def shared_sentence_model(name: str) -> SentenceModel:
    """The model that `SentenceModel.load` makes, loaded once per process.

    Raises RetrievalUnavailable as it does; the next call tries again.
    """
    return SentenceModel.load(name)


def _files(name: str) -> list[str]:
    """Names, sizes and times of the files in the folder `name`; none if it is no folder."""
    folder = Path(name)
    files = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []
    stats = ((path.relative_to(folder), path.stat()) for path in files)
    return [f"{path} {stat.st_size} {stat.st_mtime_ns}" for path, stat in stats]


def _not_loaded(name: str, error: Exception) -> str:
    why = _reason(error)
    if Path(name).is_dir():
        return f"the folder {name!r} holds no model that sentence-transformers can load: {why}"
    return (
        f"the embedder {name!r} is neither a folder nor a model in the Hugging Face cache; nothing "
        f"is downloaded here, so fetch it once: hf download {_repository(name)} ({why})"
    )


def _repository(name: str) -> str:
    """Where the hub has the model: names without an owner are sentence-transformers' own."""
    return name if "/" in name else f"sentence-transformers/{name}"


def _reason(error: Exception) -> str:
    return (" ".join(str(error).split()) or type(error).__name__)[:_MOST_TOLD]
