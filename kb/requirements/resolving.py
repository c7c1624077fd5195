"""From nouns and pronouns to things: what was named, and which of it fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from is_bench.errors import IsBenchError
from is_bench.objects import Matter, SceneObject
from kb.requirements import lexicon
from kb.requirements import nouns as words_of
from kb.requirements.meaning import ANYTHING, State, Things
from kb.requirements.phrases import Phrases
from kb.requirements.syntax import Noun, Nouns

Fits = Callable[[SceneObject], bool]
Described = Callable[[Things, Noun], State | None]
"""What the adjectives and the place of a noun say of the things that it means."""


class CannotRead(IsBenchError):
    """A clause that has no meaning over the scene and the skills; says why."""


def is_anything(_thing: SceneObject) -> bool:
    """Whether it may be meant where nothing is known of it."""
    return True


def is_solid(thing: SceneObject) -> bool:
    """Whether it is a thing, no substance."""
    return not thing.matter.is_substance


def is_substance(thing: SceneObject) -> bool:
    """Whether it is a fluid, a powder or a stain."""
    return thing.matter.is_substance


def is_fluid(thing: SceneObject) -> bool:
    """Whether it is a fluid."""
    return thing.matter is Matter.FLUID


def is_movable(thing: SceneObject) -> bool:
    """Whether it is a thing that people move about."""
    return is_solid(thing) and not thing.can("sceneObject")


def can(*abilities: str) -> Fits:
    """Whether a thing has any of `abilities`."""
    return lambda thing: is_solid(thing) and any(thing.can(ability) for ability in abilities)


_PREDICATES = lexicon.BE | lexicon.HAVE | lexicon.MODALS | lexicon.STAY | lexicon.BECOME
"""What stands behind a subject."""


@dataclass(frozen=True)
class _Mention:
    sentence: int
    at: int
    nouns: Nouns
    subject: bool
    """Whether it is the subject of its clause."""
    placed: bool
    """Whether it stands behind a preposition."""


@dataclass
class Resolver:
    """Knows what an instruction has named so far."""

    nouns: words_of.Nouns
    described: Described = field(default=lambda _things, _noun: None)
    mentions: list[_Mention] = field(default_factory=list)
    sentence: int = 0
    """The number of the sentence that is being read."""

    def hear(self, sentence: int, phrases: Phrases) -> None:
        """Note what a sentence names."""
        at = 0
        while at < len(phrases.words):
            found = [
                (nouns, end)
                for nouns, end in phrases.nouns(at)
                if all(noun.words and noun.where is None for noun in nouns.nouns)
            ]
            if not found or _is_verb(phrases, at):
                at += 1
                continue
            single = max((f for f in found if len(f[0].nouns) == 1), key=lambda f: f[1])
            several = max(found, key=lambda f: len(f[0].nouns))
            for nouns, end in dict.fromkeys((several, single)):
                following = phrases.word(phrases.skip(end))
                subject = following in _PREDICATES
                self.mentions.append(_Mention(sentence, at, nouns, subject, phrases.is_placed(at)))
            at = single[1]

    def find(
        self,
        nouns: Nouns,
        *wanted: Fits,
        besides: Things | None = None,
        carried: bool = False,
    ) -> Things:
        """The things that `nouns` mean and that fit the first of `wanted` that any of them fits.

        A pronoun does not mean those `besides` which it stands; one for what is `carried` rather
        means what was acted on than a place.  Raises CannotRead.
        """
        found = [self._one(noun, wanted, besides, carried=carried) for noun in nouns.nouns]
        if len(found) == 1:
            return found[0]
        if any(things.others or things.state or things.second for things in found):
            raise CannotRead("an enumeration of what is no plain thing")
        return self.union(found)

    def union(self, found: list[Things]) -> Things:
        """All of some things."""
        names = [name for things in found for name in things.names]
        pieces = [name for things in found for name in things.pieces]
        return Things(self._ordered(names), self._ordered(pieces), some=found[0].some)

    def all_that(self, fits: Fits) -> Things:
        """Any of the objects that fit."""
        return Things(self.nouns.fitting(fits), some=True)

    def all_fit(self, things: Things, fits: Fits) -> bool:
        """Whether all of `things` are named, and fit."""
        return not things.others and all(fits(t) for t in self.nouns.things(things.names))

    def those(self, things: Things, fits: Fits) -> Things | None:
        """Those of `things` that fit; None if there are none."""
        if things.others:
            left = set(self.nouns.fitting(fits)) - set(things.names)
            return replace(self.all_that(fits), names=self._ordered(list(left))) if left else None
        names = tuple(t.name for t in self.nouns.things(things.names) if fits(t))
        pieces = tuple(t.name for t in self.nouns.things(things.pieces) if fits(t))
        return replace(things, names=names, pieces=pieces) if names else None

    def _ordered(self, names: list[str]) -> tuple[str, ...]:
        return tuple(thing.name for thing in self.nouns.things(names))

    def _one(
        self, noun: Noun, wanted: tuple[Fits, ...], besides: Things | None, *, carried: bool
    ) -> Things:
        if noun.pronoun:
            return self._antecedent(noun, wanted, besides, carried=carried)
        if not noun.words:
            return self._anything(noun, wanted)
        for fits in wanted:
            found = self.nouns.find(noun.words, fits)
            if found is not None:
                return self._marked(found, noun)
        raise CannotRead(f"nothing that is called {' '.join(noun.words)!r} can be meant here")

    def _anything(self, noun: Noun, wanted: tuple[Fits, ...]) -> Things:
        if noun.but is not None:
            return Things(self.find(noun.but, *wanted).names, others=True, some=True)
        return ANYTHING

    def _marked(self, things: Things, noun: Noun) -> Things:
        marked = replace(things, second=noun.second, some=noun.negative, definite=noun.definite)
        return replace(marked, state=self.described(marked, noun))

    def _antecedent(
        self, noun: Noun, wanted: tuple[Fits, ...], besides: Things | None, *, carried: bool
    ) -> Things:
        avoided = set(besides.names) if besides is not None and not besides.others else set()
        if noun.unlike is not None:
            avoided |= set(self.find(noun.unlike, is_solid).names)
        for fits in wanted:
            found = [
                things
                for mention in self._candidates(noun, carried=carried)
                if (things := self._named(mention, fits)) is not None
                and avoided.isdisjoint(things.names)
            ]
            many = [things for things in found if len(things.names) > 1]
            if noun.pronoun == "them" and many:
                return many[0]
            if found:
                return found[0]
        raise CannotRead(f"it is not clear what {noun.pronoun!r} means")

    def _candidates(self, noun: Noun, *, carried: bool) -> Iterator[_Mention]:
        """What was named before, the last first, and then what is named later in the sentence."""
        many = noun.pronoun == "them"
        here = (self.sentence, noun.at)
        known = [m for m in self.mentions if many or len(m.nouns.nouns) == 1]
        before = [m for m in reversed(known) if (m.sentence, m.at) < here]
        if noun.subject:
            yield from (m for m in before if m.subject and m.sentence == here[0])
        if carried:
            yield from (m for m in before if not m.placed and m.sentence == here[0])
        yield from before
        yield from (m for m in known if m.sentence == here[0] and m.at > here[1])

    def _named(self, mention: _Mention, fits: Fits) -> Things | None:
        found = [self.nouns.find(noun.words, fits) for noun in mention.nouns.nouns]
        if any(things is None for things in found):
            return None
        return self.union([things for things in found if things is not None])


def _is_verb(phrases: Phrases, at: int) -> bool:
    """Whether a word that may be a noun has an object: `light it`."""
    following = phrases.word(at + 1)
    takes = following in (lexicon.PRONOUNS | lexicon.DETERMINERS)
    return takes and bool(lexicon.verbs(phrases.word(at)))
