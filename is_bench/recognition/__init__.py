"""Recognition: from the name of an object to its class in the taxonomy.

A robot's engineer names things as he likes: "Egg_1", "red mug", "CoffeeMachine|+01.2|+0.9|-0.3".
`recognise` finds the class by words alone, always the same for the same name, or answers that it
knows none; it never takes the nearest guess.
"""

from __future__ import annotations

import difflib
import re
from functools import cache

from is_bench.recognition.labels import LONGEST, is_name_with_age, words_of
from is_bench.recognition.lexicon import UNKNOWN, Recognition, RecognitionMethod, lexicon
from is_bench.recognition.matching import Matcher
from is_bench.recognition.modifiers import PERSON, is_a
from is_bench.taxonomy import taxonomy

__all__ = ["Recognition", "RecognitionMethod", "recognise", "suggestions", "told_abilities"]

_NAME = re.compile(r"(?P<synset>.+\.n\.\d\d)(_\d+)?")


def recognise(name: str, label: str = "", synset: str = "") -> Recognition:
    """The class of an object.

    Args:
        name: its identifier; read as the label if there is none.
        label: its name in words, in whatever spelling.
        synset: its class, if the source of the scene gives one.  Not trusted if the taxonomy
            lacks it.

    Returns:
        The first of: the given synset, or a kind of it that the label names (a "tumble dryer" that
        is given as a dryer); the synset that the name or the label spells ("apple.n.01_2"); the
        class that the words name, or a person for a name with an age ("Mia (3 years)").  Not
        recognized if none of these is certain.
    """
    if synset in taxonomy():
        named = _matcher().match(label) if label else UNKNOWN
        is_kind = named.is_known and named.synset != synset and is_a(named.synset, synset)
        return named if is_kind else Recognition(synset, RecognitionMethod.GIVEN, synset)
    for text in (name, label):
        spelled = _NAME.fullmatch(text.strip()) if len(text) <= LONGEST else None
        if spelled and spelled["synset"] in taxonomy():
            return Recognition(spelled["synset"], RecognitionMethod.NAME, spelled["synset"])
    found = _matcher().match(label or name)
    if not found.is_known and is_name_with_age(label or name):
        return Recognition(PERSON, RecognitionMethod.KIND, label or name)
    return found


def told_abilities(label: str, synset: str) -> frozenset[str]:
    """The abilities that a dangerous content, of which `label` tells, gives a `synset`."""
    told = _matcher().told(label)
    return told.abilities(synset) if told else frozenset()


def suggestions(label: str, k: int = 3) -> tuple[str, ...]:
    """The `k` known phrases with the most similar spelling, for messages to the user."""
    words = " ".join(words_of(label))
    known = (phrase for phrase, entry in lexicon().phrases.items() if entry.synset)
    return tuple(difflib.get_close_matches(words, known, n=k)) if words and k > 0 else ()


@cache
def _matcher() -> Matcher:
    return Matcher(lexicon())
