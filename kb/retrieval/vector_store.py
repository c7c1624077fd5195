"""Vectors of texts, kept in one file for each embedder.

They are kept by text, so that a rule of one's own beside the library costs one vector.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from is_bench.cache import FileCache, content_key
from kb.retrieval.embedder import Embedder, Vectors

MOST_KEPT = 4096
"""How many vectors are kept, beside those of the latest texts: 6 MB of the built-in model's."""
_FORMAT = "vectors-2"
_DIGEST_BYTES = hashlib.sha256().digest_size

_Kept = dict[bytes, Vectors]
"""Vectors of shape (dimension,) by the digests of their texts."""


def vectors_of(texts: Sequence[str], embedder: Embedder, cache: FileCache) -> tuple[Vectors, bool]:
    """The vectors of `texts`, shape (texts, dimension), and whether `cache` has all of them."""
    key = content_key(_FORMAT, embedder.key)
    kept = _read(cache.read(key), embedder.dimension)
    digests = list(map(_digest, texts))
    new = {digest: text for digest, text in zip(digests, texts, strict=True) if digest not in kept}
    is_kept = True
    if new:
        kept.update(zip(new, embedder.embed(list(new.values())), strict=True))
        is_kept = cache.write(key, _written(kept, digests))
    vectors = np.empty((len(texts), embedder.dimension), np.float32)
    for row, digest in enumerate(digests):
        vectors[row] = kept[digest]
    return vectors, is_kept


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _written(kept: _Kept, latest: Sequence[bytes]) -> bytes:
    """Digests and then vectors, those of the texts `latest` last."""
    last = dict.fromkeys(latest)
    order = [*(digest for digest in kept if digest not in last), *last]
    order = order[-max(MOST_KEPT, len(last)) :]
    return b"".join(order) + b"".join(kept[digest].astype("<f4").tobytes() for digest in order)


def _read(data: bytes | None, dimension: int) -> _Kept:
    """What `_written` wrote; nothing where it wrote something else."""
    size = _DIGEST_BYTES + dimension * np.dtype(np.float32).itemsize
    if data is None or len(data) % size:
        return {}
    count = len(data) // size
    vectors = np.frombuffer(data, "<f4", offset=count * _DIGEST_BYTES).reshape(-1, dimension)
    starts = range(0, count * _DIGEST_BYTES, _DIGEST_BYTES)
    return {data[at : at + _DIGEST_BYTES]: row for at, row in zip(starts, vectors, strict=True)}
