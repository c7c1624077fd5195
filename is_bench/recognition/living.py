"""Persons and animals in labels: by their names, their kinds, and what they do."""

from __future__ import annotations

import re
from collections.abc import Callable

from is_bench.recognition import grammar
from is_bench.recognition.attributes import added_abilities
from is_bench.recognition.labels import is_name_with_age, words_of
from is_bench.recognition.lexicon import UNKNOWN, Lexicon, Recognition, RecognitionMethod
from is_bench.recognition.modifiers import LIVING, PERSON, is_a, is_doing
from is_bench.recognition.names import (
    kin_named,
    kind_in_brackets,
    named_kind,
    named_person,
)

Words = tuple[str, ...]

NAMESAKES = ("edible_fruit.n.01", "flavorer.n.01", "jewel.n.01", "plant.n.02", "vegetable.n.01")
"""After these people are called, so that an age tells of a person ("Poppy, aged 4")."""
AGE_AND_NAME = re.compile(r"[\w-]+[ -](?:week|month|year)s?[ -]old [A-Z][a-z]+(?=$|[ ,])")
"""Four-month-old Lily."""
THINGS = ("artifact.n.01", "feed.n.01", "litter.n.01")
"""Of these, a word in brackets tells the user ("Bowl (dog)")."""


class Living:
    """Finds those that live, by means of the reading of other words."""

    def __init__(
        self,
        lexicon: Lexicon,
        of_words: Callable[[str], Recognition],
        of_phrase: Callable[[Words], Recognition],
    ) -> None:
        """`of_words` and `of_phrase` give the class of a label and of a noun phrase."""
        self._lexicon = lexicon
        self._of_words = of_words
        self._of_phrase = of_phrase

    def instead(self, label: str, known: Recognition) -> Recognition:
        """Whom `label` names, if it names somebody; else `known`, the class of its words."""
        if "," in label and (called := self._of_kind(named_kind(label))).is_known:
            return called  # "Kiwi, Tim's parrot"
        if "(" in label and not is_a(known.synset, *THINGS):
            called = self._of_kind(kind_in_brackets(label))
            return called if called.is_known else self._of_age(label, known)
        return self._of_age(label, known)

    def told(self, label: str) -> Recognition:
        """Whom `label` names, of which the words alone name nothing; else UNKNOWN."""
        words = words_of(label)
        if kin := kin_named(words, self._lexicon.vocabulary, self._lexicon.adjectives):
            return Recognition(PERSON, RecognitionMethod.KIND, kin)
        if (busy := self._at_work(words)).is_known:
            return busy
        if person := named_person(label):
            return Recognition(PERSON, RecognitionMethod.KIND, person)
        return self._of_kind(named_kind(label) or kind_in_brackets(label))

    def _of_kind(self, kind: str) -> Recognition:
        """Somebody or an animal of this kind ("parakeet")."""
        called = self._of_words(kind) if kind else UNKNOWN
        if kind and not called.is_known:
            called = self._of_words(kind.rsplit(" ", 1)[-1])
            return called if is_a(called.synset, PERSON) else UNKNOWN  # "blind piano teacher"
        return called if is_a(called.synset, *LIVING) else UNKNOWN

    def _of_age(self, label: str, known: Recognition) -> Recognition:
        """A person, if `label` tells the age of what may be a name; else `known`."""
        is_person = (is_a(known.synset, *NAMESAKES) and is_name_with_age(label)) or (
            is_a(known.synset, *NAMESAKES, "flower.n.02") and AGE_AND_NAME.match(label) is not None
        )
        return Recognition(PERSON, RecognitionMethod.KIND, label) if is_person else known

    def _at_work(self, words: Words) -> Recognition:
        """Somebody, or an animal, of whom `words` tell what they do ("woman stirring the soup").

        A "baby changing station" is a thing for what the words tell.
        """
        function = grammar.ARTICLES | grammar.DETERMINERS | grammar.PREPOSITIONS
        for at in range(1, len(words)):
            if is_doing(words[at]):
                doer = self._of_phrase(words[:at])
                is_verb = at + 1 == len(words) or words[at + 1] in function
                young = {"child", "infant"} & added_abilities(" ".join(words[:at]), doer.synset)
                is_doer = is_a(doer.synset, *(LIVING if is_verb else (PERSON,)))
                return doer if is_doer and (is_verb or not young) else UNKNOWN
        return UNKNOWN
