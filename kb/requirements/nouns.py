"""From nouns to the objects of a scene, by the words of their classes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product

from is_bench.objects import Matter, ObjectTable, SceneObject, class_of
from is_bench.reading.stems import forms
from is_bench.reading.synonyms import GENERIC, PARTS, SYNONYMS, VAGUE
from is_bench.taxonomy import taxonomy
from kb.requirements.meaning import Things

Words = tuple[str, ...]
Fits = Callable[[SceneObject], bool]
_PIECES = frozenset({"half", "diced", "cooked", "sliced", "chopped"})
"""What class names begin with if they are what is cut or cooked of something."""
_PIECE_WORDS = frozenset({"half", "piece", "slice", "dice", "cube"})


class Nouns:
    """Finds the objects of a scene that words mean."""

    def __init__(self, objects: ObjectTable) -> None:
        """`objects` are all that there is to be meant; the agent is not."""
        self._things = [thing for thing in objects if thing.matter is not Matter.AGENT]
        self._names = {thing.name: _Name(thing) for thing in self._things}
        self._found: dict[Words, tuple[tuple[SceneObject, ...], ...]] = {}

    def known(self, words: Words) -> bool:
        """Whether `words`, all of them, name anything in the scene."""
        return bool(self._tiers(words))

    def find(self, words: Words, fits: Fits) -> Things | None:
        """The likeliest objects that `words` name among those that fit; None if there are none."""
        for tier in self._tiers(words):
            meant = [thing.name for thing in tier if fits(thing)]
            if meant:
                return self._of(meant)
        return None

    def fitting(self, fits: Fits) -> tuple[str, ...]:
        """The names of all objects that fit, in declared order."""
        return tuple(thing.name for thing in self._things if fits(thing))

    def things(self, names: Sequence[str]) -> list[SceneObject]:
        """The objects called `names`, in declared order."""
        return [thing for thing in self._things if thing.name in names]

    def _of(self, meant: list[str]) -> Things:
        whole = tuple(name for name in meant if not self._names[name].is_piece)
        pieces = tuple(name for name in meant if self._names[name].is_piece)
        return Things(whole, pieces) if whole else Things(pieces)

    def _tiers(self, words: Words) -> tuple[tuple[SceneObject, ...], ...]:
        """What `words` may name, the likeliest kind of match first."""
        if words not in self._found:
            tiers = [tuple(tier) for tier in self._matches(words)]
            self._found[words] = tuple(tier for tier in tiers if tier)
        return self._found[words]

    def _matches(self, words: Words) -> Iterator[list[SceneObject]]:
        meant = _singular(words)
        everyday = {name for phrase in meant for name in SYNONYMS.get(" ".join(phrase), ())}
        synonyms = {tuple(name.split()) for name in everyday}
        yield self._where(lambda name: name.is_called(meant))
        yield self._where(lambda name: name.ends_in(meant))
        yield self._where(lambda name: name.is_called(synonyms) or name.ends_in(synonyms))
        yield self._where(lambda name: bool(name.kinds & (meant | synonyms)))
        if len(words) > 1:
            yield from self._without_last(words)
        if len(words) == 1:
            yield [t for t in self._where(lambda name: name.mentions(meant)) if _is_stuff(t)]

    def _without_last(self, words: Words) -> Iterator[list[SceneObject]]:
        """What is meant by `oven door`, `apple slices`, `tupperware box`."""
        last = {word for (word,) in _singular(words[-1:])}
        for tier in self._tiers(words[:-1]):
            if not last.isdisjoint(PARTS):
                yield [thing for thing in tier if thing.can("openable") or thing.can("toggleable")]
            if not last.isdisjoint(_PIECE_WORDS):
                yield [thing for thing in tier if self._names[thing.name].is_piece]
            if not last.isdisjoint(GENERIC):
                yield list(tier)

    def _where(self, test: Callable[[_Name], bool]) -> list[SceneObject]:
        return [thing for thing in self._things if test(self._names[thing.name])]


class _Name:
    """What an object is called: `jar of jam` for `jam__jar.n.01_1`."""

    def __init__(self, thing: SceneObject) -> None:
        parts = class_of(thing.synset if "." in thing.synset else thing.name).split("__")
        self.is_piece = len(parts) > 1 and parts[0] in _PIECES
        while len(parts) > 1 and parts[0] in _PIECES:
            parts = parts[1:]
        phrases = [tuple(part.split("_")) for part in parts]
        if len(phrases) == 3 and parts[1] == "of":
            vessel, content = phrases[0], phrases[2]
        elif len(phrases) == 2:
            content, vessel = phrases
        else:
            vessel, content = tuple(word for phrase in phrases for word in phrase), ()
        self._called = {(*content, *vessel), (*vessel, "of", *content)} if content else {vessel}
        self._joined = {"".join(phrase) for phrase in self._called}
        self._heads = {*_suffixes(vessel), *_suffixes(content)}
        self._words = {*vessel, *content}
        self.kinds = _kinds(thing.synset)

    def is_called(self, phrases: set[Words]) -> bool:
        return any(p in self._called or "".join(p) in self._joined for p in phrases)

    def ends_in(self, phrases: set[Words]) -> bool:
        return not self._heads.isdisjoint(phrases)

    def mentions(self, phrases: set[Words]) -> bool:
        return any(phrase[0] in self._words for phrase in phrases)


def _is_stuff(thing: SceneObject) -> bool:
    """Whether it may be named by what it is of: the leg of a chicken is chicken."""
    return thing.can("cookable") or thing.matter.is_substance


def is_class(words: Words) -> bool:
    """Whether `words` are the name of a class of the taxonomy."""
    return not _classes().isdisjoint("_".join(phrase) for phrase in _singular(words))


@cache
def _classes() -> frozenset[str]:
    return frozenset(class_of(synset) for synset in taxonomy())


@cache
def _kinds(synset: str) -> frozenset[Words]:
    """What the classes above `synset` are called, and the ends of their names."""
    classes = {class_of(ancestor) for ancestor in taxonomy().ancestors(synset) - {synset}} - VAGUE
    return frozenset(end for name in classes for end in _suffixes(tuple(name.split("_"))))


def _suffixes(words: Words) -> Iterator[Words]:
    return (words[start:] for start in range(len(words)))


def _singular(words: Words) -> set[Words]:
    """`words` and what they may be the plural of."""
    return set(product(*({word, *forms(word)} for word in words)))
