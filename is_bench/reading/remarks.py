"""Clauses that tell how things are, and demand nothing."""

from __future__ import annotations

from itertools import pairwise

from is_bench.reading.marks import Mark
from is_bench.reading.predicates import PRONOUNS, Predicates
from is_bench.reading.stated_clauses import links
from is_bench.reading.stems import forms
from is_bench.reading.words import Words, word_list

_IDLE = frozenset(
    {Mark.NOW, Mark.SOON, Mark.ONLY, Mark.AGAIN, Mark.ALWAYS, Mark.TOGETHER, Mark.THEN, Mark.WHY}
)
"""Marks that may stand in a remark."""
_PERSONS = frozenset({"i", "we", "they", "he", "she"})
_PARTICIPLES = frozenset({"put", "cut", "shut", "set", "taken"})


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
        is_addressed = "you" in words or (words[0] in PRONOUNS | {"the"} and is_link)
        is_aside = not is_addressed and self.names_nothing(words)
        is_duty = any(b == "to" and a in word_list("duties") for a, b in pairwise(words))
        if (is_duty and not is_aside) or self._is_done(words):
            return False
        if words[0] in word_list("tellers") and (words[0] in _PERSONS or not is_link):
            return True
        return any(
            word in word_list("telling")
            or (word.endswith("s") and (is_aside or not self._is_said(word, before)))
            for before, word in pairwise(words)
        )

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

    def _is_done(self, words: Words) -> bool:
        """Whether they deny what a skill does: "is not moved"."""
        denied = words[words.index("not") + 1 :] if "not" in words else ()
        done = (word for word in denied if word.endswith("ed") or word in _PARTICIPLES)
        return any(self._predicates.is_verb(base) for word in done for base in forms(word))

    def _is_said(self, word: str, before: str) -> bool:
        """Whether `word`, in -s, may be a noun, or tell what is to be done."""
        is_noun = before in word_list("determiners") or self._predicates.phrases.is_name((word,))
        return is_noun or word.endswith("ss") or any(map(self._predicates.is_verb, forms(word)))
