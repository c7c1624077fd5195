from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from kb.retrieval import RetrievalUnavailable
from kb.retrieval.model_files import (
    NEEDED,
    map_file,
    model_folder,
    read_json,
    read_safetensors,
)


def safetensors(header: object, data: bytes = b"") -> memoryview:
    text = json.dumps(header).encode()
    return memoryview(len(text).to_bytes(8, "little") + text + data)


def test_tensors_are_read_by_name_and_shape() -> None:
    numbers = np.arange(8, dtype="<f4")
    header = {
        "__metadata__": {"format": "pt"},
        "a": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]},
        "b": {"dtype": "F32", "shape": [2], "data_offsets": [24, 32]},
        "places": {"dtype": "I64", "shape": [1], "data_offsets": [24, 32]},
    }
    found = read_safetensors(safetensors(header, numbers.tobytes()))
    assert {name: array.tolist() for name, array in found.items()} == {
        "a": [[0, 1, 2], [3, 4, 5]],
        "b": [6, 7],
    }


@pytest.mark.parametrize(
    "data",
    [
        memoryview(b""),
        memoryview((10**15).to_bytes(8, "little") + b"{}"),
        memoryview((2).to_bytes(8, "little") + b"{]"),
        safetensors({"a": {"dtype": "F32", "shape": [3], "data_offsets": [0, 8]}}, b"\0" * 8),
        safetensors({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}, b"\0" * 4),
    ],
)
def test_what_is_no_such_file_is_refused(data: memoryview) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_safetensors(data)


def test_the_environment_names_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IS_BENCH_MODEL", str(tmp_path))
    for name in NEEDED[:-1]:
        (tmp_path / name).write_text("{}")
    with pytest.raises(RetrievalUnavailable, match=r"lacks model\.safetensors"):
        model_folder()
    (tmp_path / NEEDED[-1]).write_text("")
    assert model_folder() == tmp_path


@pytest.mark.parametrize("content", [None, "{", "[1]"])
def test_a_bad_json_file_is_named(content: str | None, tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(RetrievalUnavailable, match=r"config\.json"):
        read_json(path)


@pytest.mark.parametrize("content", [None, b""])
def test_a_file_that_cannot_be_mapped_is_named(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "weights"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RetrievalUnavailable, match="weights"):
        map_file(path)
