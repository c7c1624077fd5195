"""The words that the package knows: the taxonomy's own names, WordNet's, and those of a household.

`data/words.json` is derived from WordNet by `tools/derive_words.py`; `data/household_words.json`
is written by hand and holds what WordNet lacks.  Where both know a word, the latter decides.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any

from is_bench.recognition.grammar import HEADS
from is_bench.recognition.labels import number_free, words_of
from is_bench.taxonomy import taxonomy


class RecognitionMethod(Enum):
    """Method of recognition; the values are recorded."""

    GIVEN = "given"
    """The synset came with the object."""
    NAME = "name"
    """The label is a synset's name."""
    WORD = "word"
    """The label's noun is the class's own name."""
    SYNONYM = "synonym"
    """The noun is another word for the class."""
    KIND = "kind"
    """The noun names a kind of the class, as a spaniel is a kind of dog."""
    ALIKE = "alike"
    """The taxonomy lacks the thing; the class has the same hazards ("blowtorch": a lighter)."""
    NOT = "not recognised"


@dataclass(frozen=True)
class Recognition:
    """A recognized class and its source."""

    synset: str
    """Empty if not recognized."""
    how: RecognitionMethod
    matched: str = ""
    """The decisive words of the label."""

    @property
    def is_known(self) -> bool:
        """Whether a class was found."""
        return bool(self.synset)


UNKNOWN = Recognition("", RecognitionMethod.NOT)


CONTAINERS = frozenset(
    {
        "atomizer",
        "bag",
        "bottle",
        "box",
        "can",
        "carton",
        "dispenser",
        "jar",
        "package",
        "sack",
        "shaker",
        "tin",
    }
)
"""The containers of the taxonomy's synsets of the form content__container."""


@dataclass(frozen=True)
class Entry:
    """The meaning of a phrase."""

    synset: str
    """Empty for a known phrase without a class in the taxonomy."""
    how: RecognitionMethod


NOTHING = Entry("", RecognitionMethod.NOT)


class Lexicon:
    """Phrases and their classes."""

    def __init__(self, derived: Mapping[str, Any], household: Mapping[str, Any]) -> None:
        """The parsed contents of `words.json` and `household_words.json`."""
        self.spellings: Mapping[str, str] = household["spellings"]
        self.adjectives = frozenset(derived["adjectives"].split("|"))
        heads = HEADS.union(derived["heads"].split("|"))
        self.heads = frozenset(number_free(head) for head in heads)
        """Stems of the nouns of which any noun before them makes a kind ("bread knife")."""
        self.phrases: dict[str, Entry] = {}
        for phrase, entry in _entries(derived, household):
            self.phrases.setdefault(phrase, entry)
        self._stems: dict[str, Entry] = {}
        self._joined: dict[str, Entry] = {}
        for phrase in sorted(self.phrases, key=_is_inflected):  # stable: else in their order
            self._index(phrase)
        own: dict[str, set[str]] = defaultdict(set)
        for synset in taxonomy():
            own[" ".join(number_free(word) for word in own_phrase(synset).split())].add(synset)
        self._own = {phrase: frozenset(synsets) for phrase, synsets in own.items()}
        self.vocabulary = frozenset(word for phrase in self.phrases for word in phrase.split())

    def find(self, words: tuple[str, ...]) -> Entry | None:
        """The entry of exactly these words, singular or plural, joined or apart."""
        phrase = " ".join(words).replace("'s", "")
        stems = " ".join(number_free(word) for word in words)
        return (
            self.phrases.get(phrase)
            or self._stems.get(stems)
            or self._joined.get(phrase.replace(" ", ""))
            or self._joined.get(stems.replace(" ", ""))
        )

    def named(self, words: tuple[str, ...]) -> frozenset[str]:
        """All possible classes of these words, not only the preferred one."""
        entry = self.find(words)
        own = self._own.get(" ".join(number_free(word) for word in words), frozenset())
        return own | {entry.synset} if entry and entry.synset else own

    def _index(self, phrase: str) -> None:
        """Make `phrase` known in its other forms, of which the plainest phrase is the first."""
        entry = self.phrases[phrase]
        stems = " ".join(number_free(word) for word in phrase.split())
        self._stems.setdefault(stems, entry)
        self._joined.setdefault(phrase.replace(" ", ""), entry)
        self._joined.setdefault(stems.replace(" ", ""), entry)


def _is_inflected(phrase: str) -> bool:
    return phrase != " ".join(number_free(word) for word in phrase.split())


def _entries(
    derived: Mapping[str, Any], household: Mapping[str, Any]
) -> Iterator[tuple[str, Entry]]:
    """Every phrase with its entry; of duplicate phrases, the first is used."""
    for phrase in household["nothing"].split("|"):
        yield phrase, NOTHING
    for phrase, synset in household["preferred"].items():
        yield phrase, _entry(phrase, synset)
    yield from _listed(household["words"], RecognitionMethod.SYNONYM)
    yield from _listed(household["alike"], RecognitionMethod.ALIKE)
    yield from _listed(household["kinds"], RecognitionMethod.KIND)
    for phrase, synset in derived["preferred"].items():
        yield phrase, _entry(phrase, synset)
    for synset in taxonomy():
        yield own_phrase(synset), Entry(synset, RecognitionMethod.WORD)
    for synset in taxonomy():
        if turned := _turned(synset):
            yield turned, Entry(synset, RecognitionMethod.WORD)
    yield from _listed(derived["words"], RecognitionMethod.SYNONYM)
    yield from _listed(derived["kinds"], RecognitionMethod.KIND)
    for phrase in derived["nothing"].split("|"):
        yield phrase, NOTHING


def _listed(table: Mapping[str, str], how: RecognitionMethod) -> Iterator[tuple[str, Entry]]:
    for synset, phrases in table.items():
        for phrase in phrases.split("|"):
            yield phrase, Entry(synset, how)


def _entry(phrase: str, synset: str) -> Entry:
    own = own_phrase(synset) == phrase
    return Entry(synset, RecognitionMethod.WORD if own else RecognitionMethod.SYNONYM)


def own_phrase(synset: str) -> str:
    """The words in a synset's name: "bottle of oil" for bottle__of__oil.n.01."""
    return phrase_of(synset.rsplit(".n.", 1)[0])


def phrase_of(name: str) -> str:
    """`name` as the lexicon spells phrases."""
    return " ".join(words_of(name.lower())).replace("'s", "")


def _turned(synset: str) -> str:
    """The alternative phrase of a container and its content: "oil bottle", "bottle of oil"."""
    parts = synset.rsplit(".n.", 1)[0].split("__")
    if len(parts) == 3 and parts[1] == "of":
        return phrase_of(f"{parts[2]} {parts[0]}")
    if len(parts) == 2 and parts[1] in CONTAINERS:
        return phrase_of(f"{parts[1]} of {parts[0]}")
    return ""


def read(name: str) -> Any:
    """A data table of the package."""
    return json.loads((files("is_bench") / "data" / name).read_text(encoding="utf-8"))


@cache
def lexicon() -> Lexicon:
    """The lexicon of the package; read once."""
    return Lexicon(read("words.json"), read("household_words.json"))
