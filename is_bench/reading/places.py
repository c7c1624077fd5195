"""Places that a scene does not have, by which instructions describe the things that it has."""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.reading.words import Words, lexicon, stops, word_list

_LONGEST = 3
"""Words of such a place."""


def relations(predicate: Words) -> Iterator[tuple[tuple[str, ...], bool, int]]:
    """The relations that a predicate may name, whether it denies them, and where the place begins.

    They are prepositions, "beneath", "holding" and "containing".
    """
    tables = ((lexicon()["there_relations"], False), (lexicon()["away_relations"], True))
    for length in range(1, min(3, len(predicate))):
        first = " ".join(predicate[:length])
        for table, is_denied in tables:
            if first in table:
                yield tuple(table[first].split()), is_denied, length


def unknown_places(words: Words, at: int, *, is_moved: bool) -> list[int]:
    """Where phrases end that begin at `at` and name no thing: "by the front door".

    The longest come first.  `is_moved`: a thing is moved, so that most places may be its goal.
    """
    start = behind_determiners(words, at + 1)
    is_spot = not word_list("spots").isdisjoint(words[start : start + 1])
    known = word_list("leaving_prepositions")
    known = known if is_moved and not is_spot else known | word_list("static_prepositions")
    if words[at] not in known or start == at + 1 or "its" in words[at + 1 : start]:
        return []
    end = start
    while end < min(len(words), start + _LONGEST) and is_plain(words[end]):
        end += 1
    return list(range(end, start, -1))


def behind_determiners(words: Words, at: int) -> int:
    """Where the determiners end that begin at `at`."""
    while at < len(words) and words[at] in word_list("determiners"):
        at += 1
    return at


def is_plain(word: str) -> bool:
    """Whether `word` can be one of a name."""
    kinds = ("determiners", "blocked", "particles_alone", "finite", "told_states")
    is_other = word in stops() or any(word in word_list(kind) for kind in kinds)
    return not (is_other or "_" in word or word.endswith("ly"))
