"""Clauses that only tell something: why, how things are, what else will happen."""

from __future__ import annotations

from itertools import pairwise

from is_bench.reading import signs
from is_bench.reading.nouns import is_plural
from is_bench.reading.sayings import Sayings
from is_bench.reading.stating import KEEPING
from is_bench.reading.stems import forms
from is_bench.reading.words import Words, stops, word_list

PRONOUNS = frozenset({"it", "them", "they", "both", "there", "this", "that", "these", "those"})
_IDLE = frozenset(
    {signs.NOW, signs.SOON, signs.ONLY, signs.AGAIN, signs.ALWAYS, signs.TOGETHER, signs.THEN}
)
"""Signs that may stand in a remark."""


class Remarks:
    """Tells remarks from clauses that demand something."""

    def __init__(self, sayings: Sayings) -> None:
        """`sayings` knows the verbs and the names of things."""
        self._sayings = sayings

    def may_begin(self, word: str) -> bool:
        """Whether a main clause may begin with `word` without a comma before it."""
        return (
            self._sayings.is_verb(word) or word in KEEPING or word in word_list("main_beginnings")
        )

    def only_tells(self, words: Words) -> bool:
        """Whether every clause among them tells of people, and none of what is to be done."""
        if len(words) > 1 and set(words) <= word_list("affirming"):  # not today, not ever
            return True
        starts = [0, *(at + 1 for at, word in enumerate(words) if word == ",")]
        return all(self._tells(words, at) for at in starts if at < len(words))

    def _tells(self, words: Words, at: int) -> bool:
        own = words[at : next((i for i in range(at, len(words)) if words[i] == ","), len(words))]
        told = tuple(word for word in own if not word[0].isupper())
        if own[:2] == ("i", "think"):
            return "you" not in own and not self._is_urging(own)
        if "not" in own or told != own:
            is_own = own[0] in ("i", "we") and not word_list("telling_of_oneself").isdisjoint(
                own[1:2]
            )
            is_own = is_own and word_list("willing").isdisjoint(own[1:4])
            return is_own and "you" not in own
        is_thing = any(self._sayings.phrases.heard_in(tuple(word for word in own if word != "one")))
        is_bound = "you" in own or is_thing or not word_list("staying").isdisjoint(own[2:])
        return not is_bound and self.end(words, at) == at + len(own)

    def is_aim(self, words: Words, at: int, *, is_behind: bool) -> bool:
        """Whether from `at` on it is told what a demand is good for: "so nothing gets wet"."""
        own = words[at:]
        if not is_behind or words[at - 2 : at] != (",", "so") or len(own) < 3:
            return False
        kept = word_list("staying") | word_list("urging") | {"goes", "belongs"}
        is_nobody = own[0] in ("nothing", "nobody", "no", "none")
        is_asking = self.may_begin(own[0]) and own[0] not in ("the", "it")
        return not (is_asking or kept & set(own)) and (is_nobody or "gets" not in own)

    def is_threat(self, words: Words) -> bool:
        """Whether they tell what else will happen: ", or the fuse blows"."""
        named = list(self._sayings.phrases.heard_in(words[:-1]))
        verbs = word_list("telling") | word_list("permitting")
        is_told = words[-1].endswith("s") or not verbs.isdisjoint(words[1:])
        return is_told and len(words) > 2 and named == list(self._sayings.phrases.heard_in(words))

    def end(self, words: Words, at: int) -> int:
        """The end of a clause that tells how things are; `at` if it demands something."""
        end = next((i for i in range(at, len(words)) if words[i] in (",", signs.WHY)), len(words))
        own = words[at:end]
        signed = {word for word in own if word[0].isupper()} - _IDLE
        is_plain = signed.isdisjoint({signs.FIRST, signs.LAST})
        is_plain = is_plain and word_list("urging").isdisjoint(own)
        if words[end + 1 : end + 2] == ("so",) and is_plain:
            return end
        is_placed = any(
            a in word_list("going_verbs") and b in word_list("goals") for a, b in pairwise(own)
        )
        done = next((at for at, word in enumerate(own) if word in ("not", "gets")), len(own))
        is_denied = own[:1] not in (("i",), ("we",)) and self._is_done(own[done + 1 :])
        if len(own) < 2 or signed or is_placed or is_denied or self._is_urging(own):
            return at
        if own[0] in word_list("tellers") and len(own) > 2:
            return end
        if own[0] not in word_list("determiners") | word_list("subjects"):
            own = own[1:] if own[1] == "else" else own
            is_other = not (self._sayings.is_verb(own[0]) or self._sayings.phrases.is_name(own[:1]))
            is_told = (
                is_other and own[0] not in word_list("anybody") and own[1:] and own[1].endswith("s")
            )
            is_told = is_told or (own[0].endswith("ing") and self._is_told(own))
            return end if is_told or not word_list("telling").isdisjoint(own[1:3]) else at
        return end if self._is_told(own) else at

    def _is_told(self, words: Words) -> bool:
        """Whether there is the verb of a clause among them that asks for nothing."""
        is_told = any(map(self._is_finite, words[:-1], words[1:]))
        return is_told or (self._is_aside(words) and any(w.endswith("s") for w in words[2:-1]))

    def _is_urging(self, words: Words) -> bool:
        """Whether a clause demands something, or tells what somebody wants to be so."""
        found = {a for a, b in pairwise((*words, "")) if a in word_list("demands")}
        if "no" in found and any(
            a in word_list("having_verbs") and b == "no" for a, b in pairwise(words)
        ):
            found -= {"no"}
        is_wish = words[0] in ("i", "we") and words[1] in word_list("insisting")
        is_aside = self._is_aside(words)
        if "to" in found and (is_wish or is_aside):
            found -= {"to"}
        return bool(found) or (is_wish and words[2:3] != ("to",) and not is_aside)

    def _is_aside(self, words: Words) -> bool:
        """Whether they speak neither to the robot nor of anything that there is."""
        is_addressed = words[0] == "you" or not PRONOUNS.isdisjoint(words)
        phrases = self._sayings.phrases
        heard = (one.names for one in phrases.heard_in(words))
        return not is_addressed and all(map(phrases.referents.are_people, heard))

    def _is_done(self, words: Words) -> bool:
        """Whether a skill does what they tell: "is not moved"."""
        done = [word for word in words if not word.endswith("ing")]
        verbs = (base for word in done for base in forms(word) if base != word)
        return any(map(self._sayings.is_verb, verbs))

    def _is_finite(self, before: str, word: str) -> bool:
        """Whether `word` is the verb of a clause that asks for nothing."""
        if word in word_list("telling"):
            return True
        if is_plural(before) and word not in stops() and not self._is_said(word):
            return True
        is_noun = before in word_list("determiners") - {"one"} or self._sayings.phrases.is_name(
            (word,)
        )
        is_known = any(map(self._sayings.is_verb, forms(word)))
        return word.endswith("s") and not (is_noun or is_known or word.endswith("ss"))

    def _is_said(self, word: str) -> bool:
        """Whether `word` may say what is to be done, or to be so."""
        is_form = word.endswith(("ed", "ing", "ly")) or word in word_list("links")
        return is_form or self._sayings.is_known(word)
