"""Clauses and sentences that tell something and ask for nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

from is_bench.reading.words import Words, leading, lexicon, phrases, stops, word_list

_LONGEST_SUBJECT = 6


def told(words: Words, at: int, is_verb: Callable[[str], bool], *, is_first: bool) -> int:
    """The end of the statement that begins at `at`; `at` if that asks for something.

    `is_first`: no request stands before it in its sentence.
    """
    end = words.index(",", at) if "," in words[at:] else len(words)
    first, rest = words[at], words[at + 1 : end]
    telling = word_list("told_subjects") | word_list("told_reasons") | word_list("told_plainly")
    is_aside = leading(phrases("asides"), words, at) > at or words[end : end + 2] == (",", "who")
    if first in telling or is_aside:
        return end
    is_noun = first in word_list("determiners")
    if is_noun or first in stops():
        is_finite = not word_list("finite").isdisjoint(rest)
        if is_finite or not (is_noun and is_first):
            return end if is_finite else at
        joints = (i for i in range(at, end - 1) if words[i] == "and" and is_verb(words[i + 1]))
        return next(joints, end)
    if first in word_list("commands"):
        return at
    if is_verb(first):
        return end if rest[:1] and rest[0] in word_list("told_plainly") else at
    for word in rest[: _LONGEST_SUBJECT - 1]:  # "lunch is ready", "mother wants to take a bath"
        if word in word_list("finite"):
            return end
        if word in (stops() | word_list("determiners")) - {"and", "of"}:
            break
    return at


def is_demanding(text: str) -> bool:
    """Whether a sentence demands something even where it asks for nothing to be done."""
    return re.search(lexicon()["demanding_sentence"], text, re.IGNORECASE) is not None


def is_telling(text: str) -> bool:
    """Whether a sentence only tells something: "We have no pets"."""
    return re.match(lexicon()["telling_sentence"], text, re.IGNORECASE) is not None
