"""Places that a scene does not have."""

from __future__ import annotations

import pytest

from is_bench.reading.places import unknown_places


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("by the front door", [4, 3]),
        ("on the sill", [3]),
        ("on the sill lit", [3]),
        ("on its side", []),
        ("on sills", []),
        ("with the handle", []),
    ],
)
def test_a_place_has_an_article_and_plain_words(text: str, ends: list[int]) -> None:
    assert unknown_places(tuple(text.split()), 0, is_moved=False) == ends


@pytest.mark.parametrize(
    ("text", "ends"),
    [("on the sill", []), ("from the sill", [3]), ("in the corner", [3])],
)
def test_where_a_thing_may_be_brought_to_describes_it_not(text: str, ends: list[int]) -> None:
    assert unknown_places(tuple(text.split()), 0, is_moved=True) == ends
