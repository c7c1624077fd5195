from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.cache import FileCache, cache_folder, content_key


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"IS_BENCH_CACHE": "/somewhere", "XDG_CACHE_HOME": "/else"}, Path("/somewhere")),
        ({"XDG_CACHE_HOME": "/else"}, Path("/else/is_bench")),
    ],
)
def test_the_folder_is_the_one_that_the_environment_names(
    environment: dict[str, str], folder: Path
) -> None:
    assert cache_folder(environment) == folder


@pytest.mark.parametrize("environment", [{}, {"XDG_CACHE_HOME": "relative"}])
def test_without_a_usable_name_it_is_under_the_home_folder(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = cache_folder(environment)
    assert folder is not None
    assert folder.is_relative_to(tmp_path)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    cache = FileCache(tmp_path / "new", "things")
    assert cache.read("a") is None
    assert cache.write("a", b"one")
    assert cache.write("a", b"two")
    assert cache.write("b", b"")
    assert (cache.read("a"), cache.read("b")) == (b"two", b"")
    assert {path.name for path in (tmp_path / "new" / "things").iterdir()} == {"a", "b"}


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "foreign"])
def test_a_broken_file_counts_as_absent(damage: str, tmp_path: Path) -> None:
    cache = FileCache(tmp_path, "things")
    cache.write("a", b"x" * 1000)
    path = tmp_path / "things" / "a"
    data = path.read_bytes()
    broken = {
        "cut": data[:-1],
        "flip": data[:500] + bytes([data[500] ^ 1]) + data[501:],
        "empty": b"",
        "foreign": b"something else entirely",
    }
    path.write_bytes(broken[damage])
    assert cache.read("a") is None
    assert cache.write("a", b"new")
    assert cache.read("a") == b"new"


def test_a_folder_that_cannot_be_used_remembers_nothing(tmp_path: Path) -> None:
    # A file where the folder should be: refused to every user, root too.
    (tmp_path / "file").write_text("")
    cache = FileCache(tmp_path / "file", "things")
    assert not cache.write("a", b"one")
    assert cache.read("a") is None


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere"
)
def test_a_read_only_folder_is_read_from(tmp_path: Path) -> None:
    cache = FileCache(tmp_path, "things")
    cache.write("a", b"one")
    (tmp_path / "things").chmod(0o500)
    assert not cache.write("b", b"two")
    assert cache.read("a") == b"one"


def test_no_folder_remembers_nothing() -> None:
    cache = FileCache(None, "things")
    assert not cache.write("a", b"one")
    assert cache.read("a") is None


def test_the_oldest_files_go_first(tmp_path: Path) -> None:
    cache = FileCache(tmp_path, "things", most=2)
    for age, key in enumerate(["a", "b", "c"]):
        cache.write(key, b"")
        os.utime(tmp_path / "things" / key, (age, age))
    cache.write("d", b"")
    assert {path.name for path in (tmp_path / "things").iterdir()} == {"c", "d"}


@given(st.lists(st.text()), st.lists(st.text()))
def test_other_parts_give_another_key(one: list[str], other: list[str]) -> None:
    assert (content_key(*one) == content_key(*other)) == (one == other)


def test_a_key_takes_any_text() -> None:
    assert content_key("\ud800") != content_key("\ud801")
    assert content_key(b"text") == content_key("text") == content_key(memoryview(b"text"))
