"""The things that an instruction speaks of, where nobody has said which things there are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from is_bench.domain import Domain
from is_bench.errors import InputError, Place
from is_bench.reading.people import people_in
from is_bench.reading.wordings import wordings
from is_bench.reading.words import (
    leading,
    lexicon,
    normalised,
    phrases,
    sentences,
    stops,
    word_list,
)
from is_bench.recognised import ObjectDescription
from is_bench.recognition import grammar, recognise
from is_bench.recognition.labels import number_free
from is_bench.scenarios.safe_agent_bench.things import ThingType, catalogue

OBJECTS = "--objects"
Words = tuple[str, ...]
_NUMBER = re.compile(r"_?\d+$")
_MODALS = frozenset({"can", "may", "will", "must", "let"})
"""Words that no name begins with unless an article tells so: `can you`, `the can`."""
_PRONOUNS = frozenset({"i", "you", "he", "she", "it", "we", "they", "me", "him", "us", "them"})
_NO_THINGS = frozenset(
    {
        "way",
        "end",
        "task",
        "time",
        "requirement",
        "order",
        "case",
        "room",
        "house",
        "home",
        "side",
        "top",
        "bottom",
        "front",
        "back",
        "middle",
        "moment",
        "hazard",
        "danger",
        "risk",
        "accident",
        "user",
        "person",
        "effect",
    }
)
"""Words behind an article that name no thing that a scene has."""
_MOST_WORDS = 3
"""In the name of a thing that is not recognized."""


def named_things(names: str, domain: Domain) -> tuple[ObjectDescription, ...]:
    """The things of a list of names, as `--objects` gives them: `spoon_1,wine glass`.

    Raises InputError for a list without names, and for a name that comes twice.
    """
    given = [name.strip() for name in names.split(",")]
    listed = [_described(name, domain) for name in given if name]
    if not listed:
        raise InputError("no thing is named; write names with commas between them", Place(OBJECTS))
    known: set[str] = set()
    for thing in listed:
        if thing.name in known:
            message = f"{thing.name!r} is named twice; number the things of a kind"
            raise InputError(message, Place(OBJECTS))
        known.add(thing.name)
    return tuple(listed)


def things_in(text: str, domain: Domain) -> tuple[ObjectDescription, ...]:
    """The things that the nouns of `text` name, one for each name.

    A domain with names of its own (AI2-THOR's) has things of its types, as SafeAgentBench's rows
    have; all other nouns are things of the class that is recognized by their words.
    """
    found: list[ObjectDescription] = []
    types: tuple[ThingType, ...] = ()
    if domain.labels:
        types = catalogue().mentioned(text)
        found += [_of_type(kind, domain) for kind in types]
    phrases = [phrase for phrase in noun_phrases(text, domain) if not _is_typed(phrase, types)]
    found += [_described(" ".join(phrase), domain) for phrase in _distinct(phrases)]
    return tuple({thing.name: thing for thing in found}.values())


def noun_phrases(text: str, domain: Domain) -> Iterator[Words]:
    """The names of things in `text`, in lower case and in order; the longest that is recognized.

    What stands behind an article and is not recognized is the name of a thing, too.
    """
    for sentence in sentences(text):
        for run, is_definite in _runs(normalised(sentence.words), domain):
            names = tuple(_names_in(run))
            yield from names
            if is_definite and not names and 0 < len(run) <= _MOST_WORDS and _may_be_thing(run):
                yield run


def _runs(words: Words, domain: Domain) -> Iterator[tuple[Words, bool]]:
    """Words that stand together without any that no name has in it.

    With each, whether an article or another determiner stands before it.
    """
    verbs = wordings(domain).requests.keys() | word_list("commands")
    before, never = _before_nouns(), _never_in_names()
    run: list[str] = []
    last = ""
    is_definite = False
    for word in words:
        is_noun = bool(run) or last in before or last in verbs
        ends = word in never or word.isdigit() or (word in verbs | _MODALS and not is_noun)
        if ends or (run and word in verbs and not _is_thing((*run, word))):
            yield tuple(run), is_definite
            run = []
        else:
            is_definite = is_definite if run else last in _determiners()
            run.append(word)
        last = word
    yield tuple(run), is_definite


@cache
def _determiners() -> frozenset[str]:
    return word_list("determiners") | grammar.DETERMINERS | grammar.ARTICLES


@cache
def _before_nouns() -> frozenset[str]:
    """Words behind which a verb's form is a noun: `the iron`, `with water`."""
    prepositions = word_list("prepositions") | grammar.PREPOSITIONS
    return _determiners() | (prepositions - {"to"})


@cache
def _never_in_names() -> frozenset[str]:
    return (_before_nouns() | _PRONOUNS | grammar.CONJUNCTIONS).union(
        stops(),
        word_list("adverbs"),
        word_list("fillers"),
        word_list("blocked"),
        word_list("finite"),
        word_list("negations"),
        word_list("subordinators"),
        word_list("particles_alone"),
        word_list("units"),
        lexicon()["quantities"],
    ) - {"of"}


def _may_be_thing(run: Words) -> bool:
    return not (
        run[-1] in _NO_THINGS
        or "of" in run
        or leading(phrases("rooms"), run, 0)
        or leading(phrases("times"), run, 0)
        or people_in(" ".join(run))
    )


def _names_in(run: Words) -> Iterator[Words]:
    """The names in a run of words: the longest first, which in English ends with its head."""
    for end in range(len(run), 0, -1):
        for start in range(end):
            phrase = run[start:end]
            if "of" not in (phrase[0], phrase[-1]) and _is_thing(phrase):
                yield from _names_in(run[:start])
                yield phrase
                yield from _names_in(run[end:])
                return


def _is_thing(phrase: Words) -> bool:
    words = " ".join(phrase)
    return recognise("", words).is_known and not people_in(words)


def _distinct(phrases: Iterable[Words]) -> list[Words]:
    """The phrases without those that end another one: `the metal spoon ... the spoon`."""
    stems = {tuple(map(number_free, phrase)): phrase for phrase in phrases}
    return [
        phrase
        for key, phrase in stems.items()
        if not any(len(other) > len(key) and other[-len(key) :] == key for other in stems)
    ]


def _is_typed(phrase: Words, types: Iterable[ThingType]) -> bool:
    """Whether `phrase` names one of the types that are things already."""
    return not set(catalogue().mentioned(" ".join(phrase))).isdisjoint(types)


def _described(name: str, domain: Domain) -> ObjectDescription:
    """A thing called `name`; words are a label, of which a name is made."""
    if domain.labels and (kind := catalogue().find(_NUMBER.sub("", name))) is not None:
        given = _of_type(kind, domain)
        return given if " " in name or not _NUMBER.search(name) else _renamed(given, name)
    if _NUMBER.search(name) or "." in name:
        return ObjectDescription(name)
    if domain.labels:
        return _of_type(catalogue().type_of(name), domain)
    words = name.split()
    return ObjectDescription(f"{'_'.join(words)}_1", " ".join(words))


def _renamed(thing: ObjectDescription, name: str) -> ObjectDescription:
    return ObjectDescription(name, thing.label, thing.synset, thing.abilities)


def _of_type(kind: ThingType, domain: Domain) -> ObjectDescription:
    synset = domain.labels.get(kind.name.lower(), "")
    return ObjectDescription(kind.thing, kind.label, synset, kind.abilities)
