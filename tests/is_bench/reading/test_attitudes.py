from __future__ import annotations

import pytest

from is_bench.reading.attitudes import attitude


@pytest.mark.parametrize(
    ("text", "kind", "left"),
    [
        ("i would be glad if you could close it", "demanding", "close it"),
        ("i must ask you to close it", "demanding", "close it"),
        ("may i ask you not to open it", "forbidding", "open it"),
        ("i do not want you opening it", "forbidding", "opening it"),
        ("i would hate to see it open", "unwanting", "it open"),
        ("we expect the door closed", "wanting", "the door closed"),
        ("it is vital that it is closed", "demanding", "it is closed"),
        ("it is dangerous to open it", "forbidding", "open it"),
        ("check the door is closed", "demanding", "the door is closed"),
    ],
)
def test_an_attitude_is_told_by_its_parts(text: str, kind: str, left: str) -> None:
    words = tuple(text.split())
    end, found = attitude(words)
    assert (found, " ".join(words[end:])) == (kind, left)


@pytest.mark.parametrize(
    "text",
    ["i want to cook", "i have a cold", "it is raining", "you must close it", "i want", "we sleep"],
)
def test_what_tells_no_attitude_is_left(text: str) -> None:
    assert attitude(tuple(text.split())) == (0, "")
