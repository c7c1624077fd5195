"""Whether words speak of a requirement, and how firmly."""

from __future__ import annotations

from itertools import pairwise

from is_bench.reading.marks import Mark, marked
from is_bench.reading.words import Words, lexicon, sentences, word_list

_VAGUE = frozenset({Mark.AGAIN, Mark.NOW, Mark.SOON, Mark.WHILE, Mark.THEN, Mark.WHY, Mark.WANT})
_IDLE = frozenset({Mark.THEN, Mark.WHY, Mark.TOGETHER, Mark.MANNER})
_VAGUE_CUES = frozenset({"leave", "careful", "hurry", "same", "max"})
"""They stand in ordinary requests and remarks as often as in requirements: "leave it be"."""
_DUTY = frozenset({"has", "have", "needs", "is", "are", "ought"})
"""What "to" makes a duty of, beside a time."""


def speaks_of_requirements(words: Words, *, is_firm: bool = False) -> bool:
    """Whether a sentence may state a requirement, so that it has to be read or told.

    `is_firm`: whether it states one rather than a request or a remark: "I eat while I read".
    """
    text = marked(words)
    marks = {word for word in text.words if word[0].isupper()}
    cues = word_list("cues").intersection((*words, *text.words))
    if is_firm and (marks or cues):
        return bool(marks - _VAGUE - text.measures.keys() or cues - _VAGUE_CUES)
    timed = {name for name, one in text.measures.items() if one.kind in ("during", "plain")}
    duties = _DUTY | lexicon()["seconds"].keys()
    is_duty = any(one in duties and to == "to" for one, to in pairwise(words))
    is_duty = is_duty or (words[0] == "with" and "," in words) or ("at", "most") in pairwise(words)
    is_manner = Mark.MANNER in marks and ("," in words or Mark.MUST in marks)
    is_duty |= is_manner or words[0] in word_list("minding")
    ends = {",", Mark.WHY, ""}  # "afterwards"
    is_duty |= any(a == Mark.THEN and b in ends for a, b in pairwise((*text.words, "")))
    return is_duty or bool(cues or marks - _IDLE - timed)


def is_firm(text: str) -> bool:
    """Whether a sentence of `text` tells of a requirement, rather than a request or a remark."""
    return any(speaks_of_requirements(one.words, is_firm=True) for one in sentences(text))
