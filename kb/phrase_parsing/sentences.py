"""Words of instructions: their clauses, what is negated, and what pronouns stand for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise, product

from is_bench.documents import packaged_yaml
from is_bench.reading.people import people_in
from is_bench.reading.stems import forms
from is_bench.reading.words import COMMA, PhraseSet, Sentence, leading, phrases_of, sentences

LONGEST = 3
"""The most words of a compound (`carbon monoxide detector`)."""
_NOWHERE = -1
NAMED = "somebody"
"""The form of names."""
_NAME = re.compile(r"(?<=\s)[A-Z][a-z]{2,}")
_OWNER = re.compile(r"[a-z]+(?='s)|[a-z]+s(?='\s)")
_LIST_REACH = 4
"""Most words from a comma to the `and` or `or` of an enumeration."""
_ENDS_OF_NOUNS = frozenset({"is", "are", "was", "were", "and", "or", "to"})
_BEHIND_NOUNS = ("prepositions", "determiners", "subordinators", "finite", "persons", "things")
"""Words, and classes of words, before which a noun phrase has ended."""
_LONGEST_BE = 3
"""Letters of forms of "be" and "have" that end with an s."""
_LONGEST_SUBJECT = 4
"""Most words before the verb of a statement."""
_LONGEST_NAME = 3
"""Most words of what is averted."""

Forms = tuple[frozenset[str], ...]
"""Possible base forms of the next 1, 2, ... words."""


@dataclass(frozen=True)
class Word:
    """A word of an instruction."""

    text: str
    forms: Forms
    clause: int
    """Where its clause begins."""
    off: frozenset[int] = frozenset()
    """Positions of the words that negate or avert it; empty: it is requested.

    A position before the sentence: it is only told.
    """


@cache
def word_class(name: str) -> frozenset[str]:
    """The words of a class of `words.yaml`."""
    return frozenset(_document()[name].split())


@cache
def _averting() -> PhraseSet:
    return phrases_of(_document()["averting"])


@cache
def _document() -> Mapping[str, str]:
    document: Mapping[str, str] = packaged_yaml("kb", "phrase_parsing", "words.yaml")
    return document


@lru_cache(maxsize=16)
def read(instruction: str) -> tuple[tuple[Word, ...], ...]:
    """The sentences of `instruction`, each a tuple of words."""
    known: dict[str, frozenset[str]] = {}
    return tuple(_Clauses(sentence, known).read() for sentence in sentences(instruction))


class _Clauses:
    """Reads a sentence clause by clause."""

    def __init__(self, sentence: Sentence, known: dict[str, frozenset[str]]) -> None:
        """`known` are the forms of what pronouns mean, by their class; it is kept up to date."""
        self._words = tuple(word for word in sentence.words if word != COMMA)
        commas = (at for at, word in enumerate(sentence.words) if word == COMMA)
        self._pauses = frozenset(at - number for number, at in enumerate(commas))
        self._names = {name.lower() for name in _NAME.findall(sentence.text)}
        self._names -= word_class("imperatives") | word_class("no_names")
        self._owners = frozenset(_OWNER.findall(sentence.text.lower()))
        self._known = known

    def read(self) -> tuple[Word, ...]:
        """The words of the sentence."""
        found: list[Word] = []
        starts = (at for at in range(len(self._words)) if at == 0 or self._begins(at))
        for clause in (range(*ends) for ends in pairwise([*starts, len(self._words)])):
            off = self._averted(clause)
            found += [
                Word(self._written(at, clause.start), self._forms(at), clause.start, off[at])
                for at in clause
            ]
            self._note(found, clause)
        return tuple(found)

    def _written(self, at: int, start: int) -> str:
        """The word at `at`, of a clause from `start` on, with the ending of a genitive if any."""
        word, is_finite = self._words[at], self._words[at + 1 : at + 2] in (("is",), ("has",))
        is_genitive = word in self._owners and (not is_finite or self._is_imperative(start))
        return word + ("'" if word.endswith("s") else "'s") * is_genitive

    def _note(self, found: Sequence[Word], clause: range) -> None:
        """Let pronouns behind `clause` mean what it is about."""
        is_asked = self._is_imperative(clause.start)
        is_main = clause.start == 0 or self._words[clause.start] not in word_class("subordinators")
        places = (at for at in clause[2:] if self._words[at] in word_class("prepositions"))
        own = range(clause.start + is_asked, next(places, clause.stop))
        unnamed = self._owners | word_class("determiners") | word_class("persons")
        named = [at for at in own if self._words[at] not in unnamed]
        things = _all_forms(found, named) if is_main else frozenset[str]()
        self._known["persons"] = _all_forms(found, [at for at in clause if self._may_be_person(at)])
        self._known.update({"things": things} if things else {})

    def _may_be_person(self, at: int) -> bool:
        """Whether a personal pronoun may mean the word at `at`: no verb, and no mere attribute."""
        word, behind = self._words[at], self._words[at + 1 : at + 2]
        if word in self._names or people_in(word):
            return True
        if word.endswith("ing") or not forms(word).isdisjoint(word_class("imperatives")):
            return False
        if at + 1 in self._pauses or not behind or behind[0] in _ENDS_OF_NOUNS:
            return True
        return any(behind[0] in word_class(kind) for kind in _BEHIND_NOUNS)

    def _begins(self, at: int) -> bool:
        """Whether a clause begins at `at`."""
        word, behind = self._words[at], "".join(self._words[at + 1 : at + 2])
        if word == "and":
            return self._is_imperative(at + 1)
        if word in word_class("subordinators") or word in ("but", "then"):
            return True
        is_listed = not {"and", "or", "nor"}.isdisjoint(self._words[at : at + _LIST_REACH])
        is_next = at in self._pauses and (not is_listed or self._is_imperative(at))
        return is_next or (word, behind) == ("in", "case")

    def _is_imperative(self, start: int) -> bool:
        """Whether the words from `start` on begin with a verb, or with `never` and one."""
        verbs = (w for w in self._words[start:] if w == "go" or w not in word_class("fillers"))
        return next(verbs, "") in word_class("imperatives")

    def _is_told(self, clause: range) -> bool:
        """Whether a clause tells what is so, or what nobody wants: "lest the child takes it"."""
        first = self._words[clause.start]
        is_unwanted = clause.start > 0 and first in word_class("undesired")
        is_said = clause.start == 0 and first in ("there", "who")
        return is_unwanted or is_said or self._tells(clause)

    def _tells(self, clause: range) -> bool:
        """Whether a clause tells what something does or may do: "fumes can kill the bird"."""
        words = self._words[clause.start : clause.stop]
        if not word_class("purposes").isdisjoint(words[:1]):
            return False
        leads = word_class("subordinators") | word_class("fillers") | {"and", "but"}
        words = words[next((at for at, w in enumerate(words) if w not in leads), len(words)) :]
        others = word_class("imperatives") | word_class("requesters")
        for at in range(1, min(len(words), _LONGEST_SUBJECT + 1)):
            if words[at - 1] in others:
                return False
            if words[at] in word_class("finite"):
                return word_class("demanding").isdisjoint(words[at : at + 3])
            is_short = at == 1 + (words[0] in word_class("determiners"))
            if is_short and self._is_finite(words[at]) and self._is_subject(words[0]):
                return True
        return False

    def _is_subject(self, word: str) -> bool:
        """Whether a clause that begins with `word` may tell something of it."""
        kinds = ("determiners", "things", "persons", "others")
        return any(word in word_class(kind) for kind in kinds) or word in self._names

    def _is_finite(self, word: str) -> bool:
        """Whether it may be a verb: `kills`, `knocked`, and none that requests: `it goes there`."""
        is_verb = word.endswith(("s", "ed")) and len(word) > _LONGEST_BE
        return is_verb and word not in word_class("demanding") | self._owners

    def _averted(self, clause: range) -> Mapping[int, frozenset[int]]:
        """Per word of `clause`, the positions of the words that negate or avert it."""
        affected = {here: self._affected(clause, here) for here in clause}
        if self._is_told(clause):
            affected[_NOWHERE] = clause
        return {
            at: frozenset(here for here, those in affected.items() if at != here and at in those)
            for at in clause
        }

    def _affected(self, clause: range, here: int) -> range:
        """The positions of the words that the word at `here` negates or averts."""
        before, behind = self._words[clause.start : here], self._words[here + 1 : here + 3]
        word = self._words[here]
        if word in word_class("negators"):
            if not word_class("cancelers").isdisjoint((*before[-2:], *behind)):
                return range(0)
            is_modal = not word_class("modals").isdisjoint(before[-1:])
            return clause if is_modal else range(here + 1, clause.stop)
        end = leading(_averting(), self._words, here)
        return range(end, min(end + _LONGEST_NAME, clause.stop)) if end > here else range(0)

    def _forms(self, here: int) -> Forms:
        """The forms of the next words, one by one, two by two; of pronouns, what they mean."""
        each = [forms(word) for word in self._words[here : here + LONGEST]]
        joined = [frozenset(map(" ".join, product(*each[:n]))) for n in range(1, len(each) + 1)]
        word = self._words[here]
        joined[0] |= {NAMED} if word in self._names else set()
        joined[0] -= {"them"} if self._known.get("things") else set()
        for kind, meant in self._known.items() if word not in self._owners else ():
            unnamed = meant - {NAMED} if kind == "things" else meant
            joined[0] |= unnamed if word in word_class(kind) else set()
        return tuple(joined)


def _all_forms(found: Sequence[Word], positions: Sequence[int]) -> frozenset[str]:
    """The forms of all words among those at `positions`."""
    return frozenset[str]().union(*(found[at].forms[0] for at in positions))
