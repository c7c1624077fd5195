"""What sentences are before they are read: whether they demand something, and their parts."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from is_bench.reading import signs
from is_bench.reading.links import opened
from is_bench.reading.remarks import PRONOUNS
from is_bench.reading.signs import SUBORDINATING, Signed, signed
from is_bench.reading.tokens import Sentence, sentences
from is_bench.reading.words import Words, leading, lexicon, phrases, word_list

_DUTY = frozenset({"has", "have", "needs", "is", "are", "ought"})
"""What "to" makes a duty of, beside a time."""


def speaks_of_requirements(words: Words) -> bool:
    """Whether a sentence may state a requirement, so that it has to be read or told."""
    text = signed(words)
    found = {word for word in text.words if word[0].isupper()}
    due = _DUTY | lexicon()["seconds"].keys()
    is_duty = any(one in due and to == "to" for one, to in pairwise(words))
    is_duty = is_duty or (words[0] == "with" and "," in words) or "to be" in " ".join(words)
    is_headed = (
        is_duty or max(_heading(text.words), leading(phrases("headings"), text.words, 0)) > 0
    )
    timed = {name for name, one in text.measures.items() if one.kind in ("during", "plain")}
    is_signed = bool(found - {signs.THEN, signs.WHY, signs.TOGETHER} - timed)
    return is_headed or is_signed or not word_list("cues").isdisjoint((*words, *text.words))


def goes_on(sentence: Sentence) -> bool:
    """Whether it holds only if what the sentence before says does: "then leave it off"."""
    words = signed(sentence.words).words
    return words[:1] == (signs.THEN,) or words[:3] in (
        ("in", "that", "case"),
        ("in", "this", "case"),
    )


def refers_back(sentence: Sentence) -> bool:
    """Whether a pronoun stands in it, apart from "see to it that"."""
    return not PRONOUNS.isdisjoint(opened(signed(sentence.words).words)[0])


def parts_of(sentence: Sentence) -> list[Sentence]:
    """The clauses of a sentence that may be read on their own.

    They are those behind a comma and a joint where it demands something, else all.
    """
    halves = [one for text in sentence.text.split(":", 1) for one in sentences(text)]
    if len(halves) == 2 and SUBORDINATING.isdisjoint(signed(halves[0].words).words):
        return halves
    words, starts = sentence.words, [0]
    is_task = not speaks_of_requirements(words)
    for at in range(1, len(words) - 1):
        is_but = words[at + 1] in ("only", "just") and words[at + 2 : at + 3] in (
            ("do",),
            ("never",),
        )
        is_joint = words[at] == "," and (words[at + 1] in ("and", "but") or is_but)
        is_spared = words[at : at + 2] == (",", "without")
        is_joint = is_joint or (is_spared and not speaks_of_requirements(words[:at]))
        if is_joint or (is_task and words[at] in (",", "and", "then", "but")):
            starts.append(at)
    found = []
    for start, end in zip(starts, [*starts[1:], len(words)], strict=True):
        own = words[start:end]
        while own and (own[0] in (",", "and", "but", "then") or own[1:2] in (("do",), ("never",))):
            own = own[1:]
        if own:
            found.append(Sentence(" ".join(own).replace(" ,", ","), own))
    return found


def headed(text: Signed) -> tuple[Signed, bool]:
    """A sentence without "requirement:" before it, and whether that stood there."""
    end = max(_heading(text.words), leading(phrases("headings"), text.words, 0))
    while 0 < end < len(text.words) and text.words[end] == ",":
        end += 1
    return replace(text, words=text.words[end:]), end > 0


def _heading(words: Words) -> int:
    """Where "one more house rule:" ends; 0 if there is no such heading."""
    for at in range(1, min(6, len(words))):
        if words[at] == "," and not word_list("heads").isdisjoint(words[:at]):
            return at
    return 0
