from __future__ import annotations

import os
from pathlib import Path

import pytest

from is_bench.chat.endpoint import MOST_KEY_BYTES, Endpoint, Prices
from is_bench.errors import InputError

URL = "http://localhost:8000/v1"


@pytest.mark.parametrize("url", ["", "localhost:8000", "ftp://localhost", "http://", "/v1"])
def test_a_url_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(InputError, match=r"is not a valid URL; expected"):
        Endpoint(url, "m")


@pytest.mark.parametrize("url", ["http://me:s3cret@host/v1", "https://host/v1?key=s3cret"])
def test_a_url_with_a_secret_is_refused_without_showing_it(url: str) -> None:
    with pytest.raises(InputError, match="environment variable or a file") as caught:
        Endpoint(url, "m")
    assert "s3cret" not in str(caught.value)


def test_the_key_comes_from_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", " sk-1 \n")
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    assert Endpoint(URL, "m", key_variable="MY_KEY").key == "sk-1"
    assert Endpoint(URL, "m", key_variable="NO_SUCH_KEY").key == ""


def key_file(folder: Path, data: bytes, mode: int = 0o600) -> Path:
    path = folder / "key"
    path.write_bytes(data)
    path.chmod(mode)
    return path


def test_the_key_comes_from_the_file_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-variable")
    assert Endpoint(URL, "m", key_file=key_file(tmp_path, b"sk-file\n")).key == "sk-file"


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o602])
def test_a_key_file_that_others_may_open_is_refused(tmp_path: Path, mode: int) -> None:
    path = key_file(tmp_path, b"sk-file", mode)
    with pytest.raises(InputError, match=rf"mode {mode:o}.*chmod 600") as caught:
        _ = Endpoint(URL, "m", key_file=path).key
    assert "sk-file" not in str(caught.value)


@pytest.mark.parametrize(
    "data", [b"", b" \n", b"two words", b"\xff\xfe", b"a\x00b", b"k" * (MOST_KEY_BYTES + 1)]
)
def test_a_file_without_a_key_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(InputError, match="must contain one word"):
        _ = Endpoint(URL, "m", key_file=key_file(tmp_path, data)).key


def test_a_key_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: No such file"):
        _ = Endpoint(URL, "m", key_file=tmp_path / "none").key


def test_prices_are_for_a_million_tokens() -> None:
    assert Prices(prompt=2.0, completion=8.0).cost(500_000, 250_000) == 3.0
