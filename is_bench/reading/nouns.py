"""From nouns to the things of a scene, by their labels and the words of their classes, and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any

from is_bench.domain import Domain
from is_bench.objects import Matter, ObjectTable, SceneObject, class_of
from is_bench.reading.words import Words, data, word_list
from is_bench.recognition import grammar, recognise
from is_bench.recognition.grammar import word_set
from is_bench.recognition.labels import IRREGULAR, words_of
from is_bench.recognition.labels import number_free as stem
from is_bench.recognition.modifiers import is_participle
from is_bench.recognition.states import VERBS
from is_bench.taxonomy import taxonomy

Fits = Callable[[SceneObject], bool]
_NUMBER = re.compile(r"[_ ]\d+$")
_ADDING = frozenset({"of", "with", "for", "without", "as", "that", "which", "so", "like"})
"""Words in a label behind which no place stands."""
_STATES = frozenset({"full", "that", "which"})
_PARTICIPLES = frozenset(
    {"laid", "lit", "hung", "made", "left", "set", "stuck", "wound", "built", "bent"}
)
"""Those that do not end as others do."""
_STATED = frozenset({"with", "in", "on", "to", "at", "by", "from", "up", "out", "of"})
"""Words behind a participle that tells a state."""
PIECES = frozenset({"half", "diced", "cooked", "sliced", "chopped", "melted", "broken"})
"""What class names begin with if they are what is made of something."""
_TABLE: Mapping[str, Any] = data("synonyms.yaml")
_SYNONYMS: Mapping[str, tuple[str, ...]] = {
    word: tuple(names.split(", ")) for word, names in _TABLE["synonyms"].items()
}
_SELDOM = {word: frozenset(names.split()) for word, names in _TABLE["seldom"].items()}
_TOO_WIDE = word_set(f"container device appliance item stuff food liquid {_TABLE['vague']}")


class Nouns:
    """Finds the things of a scene that words mean."""

    def __init__(self, objects: ObjectTable, labels: Mapping[str, str]) -> None:
        """`labels` are a domain's own names for classes."""
        self._things = [thing for thing in objects if thing.matter is not Matter.AGENT]
        self._labels = labels
        self._found: dict[Words, tuple[tuple[SceneObject, ...], ...]] = {}

    def find(
        self, words: Words, fits: Fits, *, is_some: bool = False, whole: Words = ()
    ) -> tuple[str, ...]:
        """The names of the things that `words` mean among those that fit; of the likeliest kind.

        `is_some`: they mean a part of a stock: "some milk" is not the carton.  `whole`: `words`
        and the modifiers before them, which must not contradict the label of a thing.
        """
        for tier in self._tiers(words):
            meant = tuple(
                thing.name
                for thing in tier
                if fits(thing)
                and not (is_some and stemmed(words) in _names(thing).content)
                and _names(thing).agree(whole or words)
            )
            if meant:
                return self._usual(words, meant) if len(meant) > 1 else meant
        return ()

    def _usual(self, words: Words, names: tuple[str, ...]) -> tuple[str, ...]:
        """Those of `names` that people mean by `words`, where they call the others otherwise."""
        others = _SELDOM.get(" ".join(words), frozenset())
        usual = tuple(t.name for t in self.things(names) if class_of(t.synset) not in others)
        return usual or names

    def is_label(self, words: Words) -> bool:
        """Whether a thing of the scene is called so: a toy box is no model of a box."""
        return any(stemmed(words) in _names(thing).whole for thing in self._things)

    def things(self, names: tuple[str, ...]) -> list[SceneObject]:
        """The things called `names`."""
        return [thing for thing in self._things if thing.name in names]

    def _tiers(self, words: Words) -> tuple[tuple[SceneObject, ...], ...]:
        found = self._found.get(words)
        if found is None:
            found = self._found[words] = tuple(tier for tier in self._matches(words) if tier)
        return found

    def _matches(self, words: Words) -> Iterator[tuple[SceneObject, ...]]:
        """What may be meant, the likeliest kind of match first."""
        stems = stemmed(words)
        named = [(thing, _names(thing)) for thing in self._things]
        yield tuple(thing for thing, names in named if stems in names.own)
        yield tuple(thing for thing, names in named if stems in names.whole)
        if " ".join(words) in _TOO_WIDE:
            return
        meant = self._labels.get("".join(words)) or _recognised(words)
        yield tuple(t for t, names in named if stems in names.heads or _is_kind(t, meant, names))
        others = {stemmed(tuple(n.split())) for n in _synonyms(words)}
        yield tuple(t for t, names in named if not others.isdisjoint(names.whole | names.heads))
        stuff = {stems, *others, stemmed(tuple(class_of(meant).split("_")))}
        yield tuple(t for t, names in named if not stuff.isdisjoint(names.content))
        yield tuple(t for t, _ in named if stems in _kinds(t.synset))
        food = [(t, names) for t, names in named if "cookable" in t.abilities]  # a chicken's leg
        yield tuple(t for t, names in food if stems in {name[:1] for name in names.whole})
        if len(words) > 1 and words[-1] in word_list("parts"):
            yield from self._tiers(words[:-1])


class _Names:
    """What a thing is called, in stems."""

    def __init__(self, thing: SceneObject) -> None:
        label = words_of(thing.label or ("" if thing.synset else thing.name))
        own = words_of(_NUMBER.sub("", thing.name)) if "." not in thing.name else ()
        called = thing.synset or (thing.name if "." in thing.name else "")
        first, *rest = (tuple(part.split("_")) for part in class_of(called).split("__"))
        self.is_piece = bool(rest) and first[0] in PIECES
        if len(rest) == 2 and rest[0] == ("of",):
            vessel, content = first, rest[1]
        elif len(rest) == 1 and not self.is_piece:
            vessel, content = rest[0], first
        else:
            vessel, content = (*first, *chain.from_iterable(rest)), ()
        self.words = frozenset(label)
        self.own = _spelled(own)
        """What it is called itself where others have its label, too: a sink and its basin."""
        both = (*content, *vessel), (*vessel, "of", *content)
        self.whole = _spelled(label) | (set(map(stemmed, both)) if content else _spelled(vessel))
        self.heads = set(_ends(stemmed(label[: _place_in(label)])))
        self.heads |= set(_ends(stemmed(label[: _state_in(label)])))
        self.heads |= set() if self.is_piece else set(_ends(stemmed(vessel)))
        self.content = set(_ends(stemmed(content)))

    def agree(self, words: Words) -> bool:
        """Whether no word speaks of a quality that the label denies by another one."""
        qualities = grammar.QUALITIES.intersection(words)
        own = grammar.QUALITIES & self.words
        return not qualities or not own or qualities <= own or own <= qualities


def _spelled(words: Words) -> set[Words]:
    """`words` apart and joined, in stems."""
    return {stemmed(words), stemmed(("".join(words),))} if any(words) else set()


@lru_cache(maxsize=4096)
def _names(thing: SceneObject) -> _Names:
    return _Names(thing)


def words_of_thing(thing: SceneObject) -> frozenset[str]:
    """The words of its label and its class: a toy box is no box that only is a toy."""
    name = class_of(thing.synset) if thing.synset else thing.name
    return frozenset((*thing.label.lower().split(), *words_of(thing.label), *words_of(name)))


_PAIRS = frozenset({"scissors", "shears", "secateurs", "pliers", "tongs", "tweezers", "pincers"})
"""Words in the plural for one thing."""


@lru_cache(maxsize=16384)
def stemmed(words: Words) -> Words:
    """`words` in a form that singular and plural share."""
    return tuple(stem(word) for word in words)


def is_plural(word: str) -> bool:
    """Whether `word` looks like the plural of a noun; "scissors" may be a single thing."""
    if word in _PAIRS:
        return False
    if word in IRREGULAR:
        return True
    return len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))


def _place_in(label: Words) -> int:
    """Where a label goes on with a place; its end if it does not: "cupboard under the sink"."""
    places = word_list("prepositions") - _ADDING
    return next((at for at, word in enumerate(label) if at and word in places), len(label))


def _state_in(label: Words) -> int:
    """Where a label goes on with a state: "stove laid with logs", "bottle full of oil"."""
    return next(
        (
            at
            for at, word in enumerate(label[:-1])
            if at and (word in _STATES or (_tells_state(word) and label[at + 1] in _STATED))
        ),
        0,
    )


def _tells_state(word: str) -> bool:
    return word in _PARTICIPLES or is_participle(word)


def _ends(words: Words) -> Iterator[Words]:
    return (words[start:] for start in range(len(words)))


def _is_kind(thing: SceneObject, synset: str, names: _Names) -> bool:
    if not synset or names.is_piece or class_of(synset) in _TOO_WIDE:
        return False
    return taxonomy().is_a(thing.synset, synset)


@lru_cache(maxsize=4096)
def _recognised(words: Words) -> str:
    if len(words) > 1 and (words[-1] in VERBS or is_participle(words[-1])):
        return ""  # "get the kettle going"
    return recognise("", " ".join(words)).synset


@lru_cache(maxsize=4096)
def _synonyms(words: Words) -> tuple[str, ...]:
    last = words[-1][:-1] if is_plural(words[-1]) else words[-1]
    singular = " ".join((*words[:-1], last))
    return _SYNONYMS.get(" ".join(words)) or _SYNONYMS.get(singular) or ()


def same_class(one: Words, other: Words) -> bool:
    """Whether two names mean the same class."""
    return _recognised(one) == _recognised(other)


@lru_cache(maxsize=4096)
def _kinds(synset: str) -> frozenset[Words]:
    """What the classes above `synset` are called, and the ends of their names."""
    classes = {class_of(above) for above in taxonomy().ancestors(synset) - {synset}} - _TOO_WIDE
    return frozenset(end for name in classes for end in _ends(stemmed(tuple(name.split("_")))))


@dataclass(frozen=True)
class SpokenName:
    """What a thing is called."""

    words: str
    means: tuple[str, ...]
    """The names of all things that are called so."""


def spoken_names(objects: ObjectTable, domain: Domain) -> Mapping[str, SpokenName]:
    """By name: for each thing the words that mean it and the fewest others.

    A thing that no words mean is left out.
    """
    nouns = Nouns(objects, domain.labels)
    found: dict[str, SpokenName] = {}
    for thing in objects:
        kind = class_of(thing.synset).replace("__", "_").split("_")
        called = [
            SpokenName(" ".join(words), means)
            for words in (words_of(thing.label), tuple(kind), words_of(thing.name))
            if thing.name in (means := nouns.find(words, lambda _: True) if any(words) else ())
        ]
        if called:
            found[thing.name] = min(called, key=lambda one: len(one.means))
    return found
