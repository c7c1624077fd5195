"""all-MiniLM-L6-v2 of sentence-transformers, in onnxruntime and without torch.

The graph is built anew at each start: that takes less time than to read and check a cached copy of
the 90 MB of weights, which are used from where pip has put them.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from is_bench.cache import content_key
from kb.retrieval.embedder import RetrievalUnavailable, Vectors
from kb.retrieval.model_files import WEIGHTS, map_file, model_folder, read_json, read_safetensors

NAME = "all-MiniLM-L6-v2"
DIMENSION = 384
_VERSION = "1"
"""Increase with every change here or in the graph that changes vectors."""
_BATCH = 32
_MOST_THREADS = 2
"""One thread nearly saturates its core; more would take cores from the robot."""


class MiniLm:
    """The embedder that robots run; `load` makes one."""

    def __init__(
        self,
        key: str,
        tokens_of: Callable[[Sequence[str]], list[list[int]]],
        vectors_of: Callable[[np.ndarray[Any, Any]], Vectors],
    ) -> None:
        """`vectors_of` takes int64 tokens of shape (batch, length)."""
        self._key = key
        self._tokens_of = tokens_of
        self._vectors_of = vectors_of

    @classmethod
    def load(cls, folder: Path | None = None) -> MiniLm:
        """The model in `folder`, by default that of the installed package.

        Raises RetrievalUnavailable if a library or a file is missing or unusable.
        """
        try:
            return _load(cls, folder or model_folder())
        except ImportError as error:
            raise RetrievalUnavailable(
                f"{error.name} is not installed; pip install 'is_bench[retrieval]'"
            ) from error

    @property
    def name(self) -> str:
        """The model's name."""
        return NAME

    @property
    def key(self) -> str:
        """The model's name, and a hash of its files and of the versions of what runs it."""
        return self._key

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return DIMENSION

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of unit length, shape (texts, 384); only the first 256 tokens of a text count."""
        vectors = np.empty((len(texts), DIMENSION), np.float32)
        for rows, tokens in _batches(self._tokens_of(texts)):
            vectors[rows] = self._vectors_of(tokens)
        return vectors


def shared_model() -> MiniLm:
    """The model that `MiniLm.load` makes, loaded once per process and folder: it takes 240 MB.

    Raises RetrievalUnavailable as `MiniLm.load` does; the next call tries again.
    """
    return _loaded(model_folder())


@lru_cache(maxsize=2)  # it never changes, and whatever searches in a process shares its memory
def _loaded(folder: Path) -> MiniLm:
    return MiniLm.load(folder)


def _batches(tokens: list[list[int]]) -> list[tuple[list[int], np.ndarray[Any, Any]]]:
    """Texts of one length together, so that none is padded; with their rows."""
    by_length: dict[int, list[int]] = defaultdict(list)
    for row, each in enumerate(tokens):
        by_length[len(each)].append(row)
    return [
        (rows[i : i + _BATCH], np.array([tokens[row] for row in rows[i : i + _BATCH]], np.int64))
        for rows in by_length.values()
        for i in range(0, len(rows), _BATCH)
    ]


def _load(cls: type[MiniLm], folder: Path) -> MiniLm:
    import onnxruntime
    import tokenizers

    from kb.retrieval.bert import TOKENS, VECTORS, Shape, build_encoder

    config = read_json(folder / "config.json")
    settings = read_json(folder / "sentence_bert_config.json")
    data = map_file(folder / WEIGHTS)
    spelling = map_file(folder / "tokenizer.json")
    try:
        most = int(settings["max_seq_length"])
        encoder = build_encoder(read_safetensors(data), Shape.of(config))
        tokenizer = tokenizers.Tokenizer.from_buffer(bytes(spelling))
        tokenizer.no_padding()
        tokenizer.enable_truncation(most)
        session = onnxruntime.InferenceSession(
            encoder.model, _options(encoder.weights), providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # each library has its own, and some raise bare ones
        raise RetrievalUnavailable(f"the model in {folder} cannot be used: {error}") from error

    def tokens_of(texts: Sequence[str]) -> list[list[int]]:
        # The tokenizer refuses lone surrogates, which JSON lets through.
        whole = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
        return [encoding.ids for encoding in tokenizer.encode_batch(whole)]

    def vectors_of(tokens: np.ndarray[Any, Any], _keep: object = encoder.weights) -> Vectors:
        found: Vectors = session.run([VECTORS], {TOKENS: tokens})[0]
        return found

    versions = (_VERSION, onnxruntime.__version__, tokenizers.__version__)
    key = content_key(*versions, str(most), data, spelling)
    return cls(f"{NAME}:{key}", tokens_of, vectors_of)


def _options(weights: Any) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = min(_MOST_THREADS, _cores())
    options.inter_op_num_threads = 1
    # Threads wait busily within a query, which makes it faster, and not between queries.
    options.add_session_config_entry("session.force_spinning_stop", "1")
    values = [onnxruntime.OrtValue.ortvalue_from_numpy(array) for array in weights.values()]
    options.add_external_initializers(list(weights), values)
    return options


def _cores() -> int:
    """How many this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1
