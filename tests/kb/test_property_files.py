import json
from pathlib import Path

import pytest
import yaml

from is_bench.cache import OVERRIDE, FileCache
from kb import property_files
from kb.property_files import Contents, library_contents, library_texts


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv(OVERRIDE, str(folder))
    return folder


def said(contents: Contents) -> list[object]:
    statements = [
        (one.source.name, one.section, one.index, one.subjects, one.gives, one.denies, one.holds)
        for one in contents.statements
    ]
    return [contents.definitions, statements, contents.omitted]


def kept(cache: Path) -> list[Path]:
    return list((cache / "properties").iterdir())


def fail(text: str) -> None:
    pytest.fail(f"parsed again: {text[:40]!r}")


def test_second_reading_parses_no_yaml_and_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    first = library_contents()
    monkeypatch.setattr(property_files, "_parse", fail)
    assert said(library_contents()) == said(first)


def test_statements_from_the_cache_know_their_places() -> None:
    first, second = library_contents(), library_contents()
    assert [one.place for one in second.statements[:20]] == [
        one.place for one in first.statements[:20]
    ]


def test_the_cache_keeps_exactly_what_yaml_says(cache: Path) -> None:
    library_contents()
    (file,) = kept(cache)
    payload = FileCache(cache, "properties").read(file.name)
    assert payload is not None
    assert json.loads(payload) == [yaml.safe_load(text) for _, text in library_texts()]


def test_a_changed_file_is_parsed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    library_contents()
    changed = [(name, text + "\n# a remark\n") for name, text in library_texts()]
    monkeypatch.setattr(property_files, "library_texts", lambda: changed)
    parsed: list[str] = []

    def parse(text: str) -> object:
        parsed.append(text)
        return yaml.safe_load(text)

    monkeypatch.setattr(property_files, "_parse", parse)
    library_contents()
    assert parsed == [text for _, text in changed]


def test_a_broken_cache_file_is_replaced(cache: Path) -> None:
    first = library_contents()
    (file,) = kept(cache)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    assert said(library_contents()) == said(first)
    assert file.read_bytes() == whole


def test_properties_are_read_where_no_cache_can_be_kept(cache: Path) -> None:
    cache.write_text("a file, not a folder")
    assert library_contents().definitions
