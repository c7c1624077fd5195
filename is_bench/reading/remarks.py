"""Whether words may state a requirement, or only tell how things are."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from is_bench.reading.marks import Mark, marked
from is_bench.reading.predicates import Predicates
from is_bench.reading.stated_clauses import links
from is_bench.reading.words import Words, leading, lexicon, phrases, sentences, stops, word_list

_VAGUE = frozenset({Mark.AGAIN, Mark.NOW, Mark.SOON, Mark.WHILE, Mark.THEN, Mark.WHY, Mark.WANT})
_VAGUE_CUES = frozenset({"leave", "careful", "hurry", "same", "max"})
"""They stand in ordinary requests and remarks as often as in requirements: "leave it be"."""
_DUTY = frozenset({"has", "have", "needs", "is", "are", "ought"})
"""What "to" makes a duty of, beside a time."""
_IDLE = frozenset(
    {Mark.NOW, Mark.SOON, Mark.ONLY, Mark.AGAIN, Mark.ALWAYS, Mark.TOGETHER, Mark.THEN, Mark.WHY}
)
"""Marks that may stand in a remark."""
_PERSONS = frozenset({"i", "we", "they", "he", "she"})
_LONGEST_SUBJECT = 6


def speaks_of_requirements(words: Words, *, is_firm: bool = False) -> bool:
    """Whether a sentence may state a requirement, so that it has to be read or told.

    `is_firm`: whether it states one rather than a request or a remark: "I eat while I read".
    """
    text = marked(words)
    marks = {word for word in text.words if word[0].isupper()}
    cues = word_list("cues").intersection((*words, *text.words))
    if is_firm and (marks or cues):
        return bool(marks - _VAGUE - text.measures.keys() or cues - _VAGUE_CUES)
    duties = _DUTY | lexicon()["seconds"].keys()
    is_duty = any(one in duties and to == "to" for one, to in pairwise(words))
    is_manner = Mark.MANNER in marks and ("," in words or Mark.MUST in marks)
    ends = {",", Mark.WHY, ""}  # "afterwards"
    is_order = any(a == Mark.THEN and b in ends for a, b in pairwise((*text.words, "")))
    marks -= {name for name, one in text.measures.items() if one.kind in ("during", "plain")}
    marks -= {Mark.THEN, Mark.WHY, Mark.TOGETHER, Mark.MANNER}
    is_duty |= is_manner or is_order or words[0] in word_list("minding")
    return is_duty or bool(cues or marks)


def is_firm(text: str) -> bool:
    """Whether a sentence of `text` tells of a requirement, rather than a request or a remark."""
    return any(speaks_of_requirements(one.words, is_firm=True) for one in sentences(text))


def is_demanding(text: str) -> bool:
    """Whether a sentence demands something even where it asks for nothing to be done."""
    return re.search(lexicon()["demanding_sentence"], text, re.IGNORECASE) is not None


def is_telling(text: str) -> bool:
    """Whether a sentence only tells something: "We have no pets"."""
    return re.match(lexicon()["telling_sentence"], text, re.IGNORECASE) is not None


class Remarks:
    """Tells remarks from clauses that demand something."""

    def __init__(self, predicates: Predicates) -> None:
        """`predicates` knows the verbs and the names of things."""
        self._predicates = predicates

    def tells(self, words: Words) -> bool:
        """Whether they have a subject and a finite verb, and demand nothing."""
        if len(words) < 2 or words[0] in ("to", "for", "with") or self._is_bound(words):
            return False
        is_link = words[1] in links() or words[1] in word_list("standing")
        if words[0] in word_list("tellers") and (words[0] in _PERSONS or not is_link):
            return True
        is_aside = "you" not in words and self.names_nothing(words)
        known = word_list("telling")
        return any(word in known or (is_aside and word.endswith("s")) for word in words[1:])

    def names_nothing(self, words: Words) -> bool:
        """Whether no thing of the scene is named among `words`, but people."""
        heard = (one.names for one in self._predicates.phrases.heard_in(words))
        return all(map(self._predicates.phrases.referents.are_people, heard))

    def _is_bound(self, words: Words) -> bool:
        """Whether any of them demands something."""
        marks = {word for word in words if word[0].isupper()} - _IDLE
        marks -= {Mark.UNREAD} if words[0] == "there" else set()  # "there is only one knife"
        is_wish = words[0] in ("i", "we") and not word_list("insisting").isdisjoint(words[1:3])
        is_demand = bool(marks) or not word_list("demands").isdisjoint(words)
        is_demand |= is_wish and words[2:3] != ("to",)
        return is_demand or self._predicates.is_verb(words[0])


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
