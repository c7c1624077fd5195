"""Splits labels into words of the lexicon, drops leading words, and finds where a phrase ends."""

from __future__ import annotations

import re
from itertools import pairwise

from is_bench.recognition import grammar, states
from is_bench.recognition.containers import PACKED
from is_bench.recognition.labels import number_free
from is_bench.recognition.lexicon import Lexicon
from is_bench.recognition.modifiers import is_doing, is_participle

SHORTEST_PART = 3
"""Letters of each part of a joined-up word ("stoveknob")."""

_DOUBLED = re.compile(r"([bdgmnprt])\1ed$")
"""Participles whose ending is no noun of its own ("rimmed", not "rim" and "med")."""

Words = tuple[str, ...]


class Splitter:
    """Splits words that the lexicon does not know into words that it knows."""

    def __init__(self, lexicon: Lexicon) -> None:
        """`lexicon` has the known words."""
        self._lexicon = lexicon

    def parts(self, word: str) -> Words:
        """`word` as the lexicon spells it, or the known words that it is joined of."""
        if self._knows(word):
            return (word,)
        if (spelled := self._lexicon.spellings.get(word)) is not None:
            return (spelled,)
        if _DOUBLED.search(word):
            return (word,)
        for end in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1):
            if self._knows(word[:end]) and self._lexicon.find((word[end:],)) is not None:
                return (word[:end], word[end:])
        return (word,)

    def _knows(self, word: str) -> bool:
        return (
            word in self._lexicon.vocabulary
            or word in self._lexicon.adjectives
            or word in grammar.HARMLESS
            or word in grammar.CHANGING
            or word in PACKED
            or self._lexicon.find((word,)) is not None
        )


def paired(words: Words) -> Words:
    """`words` with those joined that stand for one ("non stick", "built in").

    A particle is joined only before a noun: the "plug in" of "plug in radio", not of "plug in it".
    """
    found: list[str] = []
    for at, word in enumerate(words):
        joined = found[-1] + word if found else word
        is_joint = found and (joined in grammar.HARMLESS or joined in PACKED)
        if is_joint and (word not in grammar.PARTICLES or _is_noun(words[at + 1 : at + 2])):
            found[-1] = joined
        else:
            found.append(word)
    return tuple(found)


def _is_noun(following: Words) -> bool:
    """Whether the next word, if there is one, may be a noun."""
    function = grammar.ARTICLES | grammar.DETERMINERS | grammar.PREPOSITIONS | grammar.CONJUNCTIONS
    return bool(following) and following[0] not in function


def is_sentence(words: Words) -> bool:
    """Whether an article occurs inside, so that it is no object name ("wash the dishes")."""
    before = grammar.PREPOSITIONS | grammar.DETERMINERS | grammar.CONJUNCTIONS | {"half"}
    return any(word in grammar.ARTICLES and last not in before for last, word in pairwise(words))


def without_count(words: Words) -> Words:
    """`words` without articles, determiners, numbers at either end, and measures."""
    words = tuple(word for word in words if word not in grammar.ARTICLES)
    while words and (
        words[0] in grammar.DETERMINERS
        or words[0].isdigit()
        or (words[0] in grammar.NUMERALS and any_form("".join(words[1:2]), grammar.UNITS))
    ):
        is_measure = len(words) > 2 and any_form(words[1], grammar.UNITS)
        words = words[2:] if is_measure and words[2] not in grammar.PREPOSITIONS else words[1:]
    while len(words) > 1 and words[-1] in grammar.NUMBERS:
        words = words[:-1]
    return _without_measures(words)


def _without_measures(words: Words) -> Words:
    """`words` without the measures between others ("aspirin 500 mg tablets")."""
    found: list[str] = []
    for word in words:
        if found and found[-1].isdigit() and len(found) > 1 and any_form(word, grammar.UNITS):
            found.pop()
        else:
            found.append(word)
    return tuple(found)


def any_form(word: str, words: frozenset[str]) -> bool:
    """Whether `words` has `word`, which may be a plural."""
    return word in words or number_free(word) in words


def clause_start(words: Words) -> int:
    """Where a clause about the named thing begins; the number of words if none does."""
    behind = grammar.PREPOSITIONS | grammar.DETERMINERS | grammar.CONJUNCTIONS
    function = grammar.PREPOSITIONS | grammar.DETERMINERS | grammar.ARTICLES | grammar.PARTICLES
    for at in range(1, len(words) - 1):
        is_subject = words[at] in grammar.SUBJECTS and words[at - 1] not in behind
        does = any(word in grammar.DONE or is_participle(word) for word in words[at + 1 :])
        is_told = is_told_behind(words[at]) or is_doing(words[at])
        is_verb = is_told and words[at + 1] in function  # "cat curled up", "phone filming the bed"
        if words[at] in grammar.CLAUSES or (is_subject and does) or is_verb:
            return states.start_of_state(words, at)
    return len(words)


def is_told_behind(word: str) -> bool:
    """Whether it tells, behind a noun, what was done with it ("cream kept in the fridge")."""
    return is_participle(word) or word in states.IRREGULAR


def until_relative(words: Words) -> Words:
    """`words` before a clause or a comparison behind them ("terrier who bites", "as high as I")."""
    for at in range(1, len(words)):
        if words[at] in grammar.RELATIVES or words[at : at + 3 : 2] == ("as", "as"):
            return words[:at]
        if (
            at + 2 < len(words)
            and words[at + 1] in states.LEVELS
            and words[at + 2] in {"up", "down"}
        ):
            return words[:at]  # "table two floors up"
        if states.begins_state(words[at:]):
            return words[:at]
    return words


def prepositions(words: Words) -> tuple[int, int]:
    """The positions of the first two prepositions; the number of words for missing ones."""
    found = [at for at, word in enumerate(words) if word in grammar.PREPOSITIONS]
    first, second, *_ = (*found, len(words), len(words))
    return first, second
