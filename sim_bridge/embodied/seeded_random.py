"""Random numbers seeded by a text: the same text gives the same numbers on every machine."""

from __future__ import annotations

from random import Random


def random_of(text: str) -> Random:
    """A source of numbers for `text`, whatever characters a name in it has."""
    return Random(text.encode("utf-8", "surrogatepass"))
