"""How firmly a sentence that was not read speaks of a requirement."""

from __future__ import annotations

from is_bench.reading import signs
from is_bench.reading.sentences import speaks_of_requirements
from is_bench.reading.signs import signed
from is_bench.reading.tokens import sentences
from is_bench.reading.words import Words, word_list

_VAGUE_SIGNS = frozenset({signs.AGAIN, signs.NOW, signs.WHILE, signs.LAST, signs.THEN, signs.WHY})
_VAGUE_CUES = frozenset({"leave", "careful", "hurry", "same", "max"})
"""They stand in ordinary requests and remarks as often as in requirements: "leave it be"."""


def is_firm(text: str) -> bool:
    """Whether the words of `text` tell of a requirement, rather than of a request or a remark.

    "Lunch for two, I eat while I read" may state one; "not before noon" does.
    """
    return any(_is_firm(sentence.words) for sentence in sentences(text))


def _is_firm(words: Words) -> bool:
    text = signed(words)
    found = {word for word in text.words if word[0].isupper()}
    cues = word_list("cues").intersection((*words, *text.words))
    if found or cues:
        return bool(found - _VAGUE_SIGNS - text.measures.keys() or cues - _VAGUE_CUES)
    return speaks_of_requirements(words)
