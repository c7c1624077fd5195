"""Kinds of rooms: what a constraint may say of where things are, whatever rooms are called."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from is_bench.documents import packaged_yaml

_MOST_NAMES = 4096
_NUMBER = re.compile(r"_?\d+$")


@cache
def kinds_of_rooms() -> Mapping[str, frozenset[str]]:
    """By kind, the words that the names of its rooms end with; `*room` is the end of a word."""
    document: Mapping[str, str] = packaged_yaml("kb", "library", "rooms.yaml")
    return {kind: frozenset(words.split()) for kind, words in document.items()}


@lru_cache(_MOST_NAMES)
def room_kinds(name: str) -> frozenset[str]:
    """The kinds of the room `name`: `back_garden_2` is outdoors.

    A name that ends with no known word belongs to no kind.  The longer word tells a `winter_garden`
    from a garden.
    """
    plain = _NUMBER.sub("", name.lower())
    ends = {
        kind: max((len(word) for word in words if _ends(plain, word)), default=0)
        for kind, words in kinds_of_rooms().items()
    }
    if ends["indoors"] > ends["outdoors"]:
        ends["outdoors"] = 0
    return frozenset(kind for kind, length in ends.items() if length)


def _ends(name: str, word: str) -> bool:
    if word.startswith("*"):
        return name.endswith(word[1:])
    return name == word or name.endswith(f"_{word}")
