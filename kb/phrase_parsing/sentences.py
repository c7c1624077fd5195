"""Words of instructions: their clauses, what is negated, and what pronouns stand for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise, product

from is_bench.documents import packaged_yaml
from is_bench.reading.stems import forms
from is_bench.reading.tokens import COMMA, Sentence, sentences
from is_bench.reading.words import PhraseSet, leading, phrases_of

LONGEST = 3
"""The most words of a compound (`carbon monoxide detector`)."""
_NOWHERE = -1
NAMED = "somebody"
"""The form of names."""
_NAME = re.compile(r"(?<=\s)[A-Z][a-z]{2,}")
_OWNER = re.compile(r"[a-z]+(?='s)|[a-z]+s(?='\s)")
_LIST_REACH = 4
"""Most words from a comma to the `and` or `or` of an enumeration."""
_LONGEST_BE = 3
"""Letters of forms of "be" and "have" that end with an s."""
_LONGEST_SUBJECT = 4
"""Most words before the verb of a statement."""
_LONGEST_NAME = 2
"""Most content words of an object's name."""

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
                Word(self._written(at, clause), self._forms(at), clause.start, off[at])
                for at in clause
            ]
            self._note(found, clause)
        return tuple(found)

    def _written(self, at: int, clause: range) -> str:
        """The word at `at`, with the ending of a genitive if it has one."""
        is_owner = self._words[at] in self._owners
        is_finite = self._words[at + 1 : at + 2] in (("is",), ("has",))
        is_genitive = is_owner and (not is_finite or self._is_imperative(clause.start))
        ending = "'" if self._words[at].endswith("s") else "'s"
        return self._words[at] + ending * is_genitive

    def _note(self, found: Sequence[Word], clause: range) -> None:
        """Let pronouns behind `clause` mean what it is about."""
        persons, known = _all_forms(found, clause), self._known
        if clause.start > 0 and self._words[clause.start] in word_class("subordinators"):
            known["persons"] = known.get("persons", frozenset()) | persons
            return
        unnamed = self._owners | word_class("determiners")
        named = [at for at in clause if self._words[at] not in unnamed]
        is_asked = self._is_imperative(clause.start)
        things = _all_forms(found, self._object(clause) if is_asked else named)
        known.update({"persons": persons} | ({"things": things} if things else {}))

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

    def _is_unwanted(self, clause: range) -> bool:
        """Whether a clause tells what nobody wants: "lest ..."."""
        return clause.start > 0 and self._words[clause.start] in word_class("undesired")

    def _is_told(self, clause: range) -> bool:
        """Whether a clause tells what is or was so, or asks about it: "there is ..."."""
        first, second, *_ = (*self._words[clause.start : clause.start + 2], "", "")
        is_subject = first == "there" or first in word_class("others")
        is_finite = is_subject and second in word_class("modals") | {"has", "had"}
        is_asking = first == "who" and clause.start == 0
        return is_asking or is_finite or self._tells(clause) or self._reports(clause)

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
            if is_short and self._is_third_person(words[at]) and self._is_subject(words[0]):
                return True
        return False

    def _is_subject(self, word: str) -> bool:
        """Whether a clause that begins with `word` may tell something of it."""
        kinds = ("determiners", "things", "persons", "others")
        return any(word in word_class(kind) for kind in kinds) or word in self._names

    def _is_third_person(self, word: str) -> bool:
        """Whether it may be a verb such as `kills`, and none that requests: `it goes there`."""
        is_verb = word.endswith("s") and len(word) > _LONGEST_BE
        return is_verb and word not in word_class("demanding") | self._owners

    def _reports(self, clause: range) -> bool:
        """Whether a clause tells what somebody else did: "the cat knocked the vase off".

        Its verb is in the past and has an object.
        """
        first = self._words[clause.start]
        if first in ("i", "you") or self._is_imperative(clause.start):
            return False
        begin = clause.start + 1 + (first in word_class("determiners"))
        ends = word_class("prepositions") | word_class("particles")
        for word, following in pairwise(self._words[begin : min(begin + 4, clause.stop)]):
            if word in ends:
                return False
            if word.endswith("ed") and len(word) > len("need") and word not in word_class("wishes"):
                return following not in ends
        return False

    def _averted(self, clause: range) -> Mapping[int, frozenset[int]]:
        """Per word of `clause`, the positions of the words that negate or avert it."""
        affected = {here: self._affected(clause, here) for here in clause}
        if self._is_unwanted(clause):
            affected[clause.start] = clause
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
        is_from = word == "from" and not word_class("averting_from").isdisjoint(before)
        end = max(leading(_averting(), self._words, here), here + is_from)
        return self._name(range(end, clause.stop)) if end > here else range(0)

    def _name(self, rest: range) -> range:
        """The first words of `rest`, up to a preposition behind a name, or a full name."""
        ends = word_class("prepositions") | {"and", "or"}
        left = _LONGEST_NAME
        for at in rest:
            if left == 0 or (self._words[at] in ends and left < _LONGEST_NAME):
                return range(rest.start, at)
            left -= self._words[at] not in word_class("determiners") | word_class("prepositions")
        return rest

    def _forms(self, here: int) -> Forms:
        """The forms of the next words, one by one, two by two; of pronouns, what they mean."""
        each = [forms(word) for word in self._words[here : here + LONGEST]]
        joined = [frozenset(map(" ".join, product(*each[:n]))) for n in range(1, len(each) + 1)]
        word = self._words[here]
        joined[0] |= {NAMED} if word in self._names else set()
        things = self._known.get("things", frozenset[str]())
        if word == "them" and things:
            joined[0] = things
            return tuple(joined)
        for kind, meant in self._known.items() if word not in self._owners else ():
            unnamed = meant - {NAMED} if kind == "things" else meant
            joined[0] |= unnamed if word in word_class(kind) else set()
        return tuple(joined)

    def _object(self, clause: range) -> range:
        """The positions of the object of an imperative."""
        verbs = (at for at in clause if self._words[at] in word_class("imperatives"))
        start = next(verbs, clause.start) + 1
        particles, ends = word_class("particles"), word_class("prepositions")
        while start < clause.stop and self._words[start] in particles | word_class("determiners"):
            start += 1
        places = (at for at in range(start, clause.stop) if self._words[at] in ends | particles)
        return range(start, next(places, clause.stop))


def _all_forms(found: Sequence[Word], positions: Sequence[int]) -> frozenset[str]:
    """The forms of all words, and of all compounds, among those at `positions`."""
    inside = set(positions)
    return frozenset(
        form
        for at in positions
        for length, those in enumerate(found[at].forms, start=1)
        if at + length - 1 in inside
        for form in those
    )
