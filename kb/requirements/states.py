"""What states in words mean."""

from __future__ import annotations

from dataclasses import replace

from is_bench.objects import Matter, SceneObject
from kb.requirements.meaning import Both, Either, Lit, State, Things, negated
from kb.requirements.resolving import (
    CannotRead,
    Fits,
    Resolver,
    can,
    is_fluid,
    is_movable,
    is_solid,
    is_substance,
)
from kb.requirements.syntax import Description, Is, Noun, Nouns, Place, Quality

_FITS: dict[str, tuple[Fits, ...]] = {
    "open": (can("openable"),),
    "closed": (can("openable"),),
    "on": (can("toggleable"),),
    "off": (can("toggleable"),),
    "hot": (can("heatable"), is_movable, is_solid),
    "cold": (can("heatable"), is_movable, is_solid),
    "full": (can("fillable"),),
    "empty": (can("fillable"),),
    "cooked": (can("cookable"), is_solid),
    "raw": (can("cookable"), is_solid),
    "frozen": (can("freezable"), is_solid),
    "thawed": (can("freezable"), is_solid),
}
"""What each adjective is said of; of any solid thing, where it is not listed."""
_PLAIN = {
    "open": ("open", True),
    "closed": ("open", False),
    "on": ("toggled_on", True),
    "off": ("toggled_on", False),
    "hot": ("hot", True),
    "cold": ("hot", False),
    "frozen": ("frozen", True),
    "thawed": ("frozen", False),
    "cooked": ("cooked", True),
    "raw": ("cooked", False),
    "broken": ("broken", True),
    "intact": ("broken", False),
    "folded": ("folded", True),
    "on fire": ("on_fire", True),
}

_RELATIONS = {"in": "inside", "near": "nextto", "under": "under", "against": "touching"}
_ABSENCES = {
    "off": ("on",),
    "out of": ("in",),
    "from": ("on", "in"),
    "free of": ("beneath",),
    "away from": ("on", "beneath", "in", "near"),
}
"""What is not the case of something that is away, by the name of a preposition."""


class States:
    """Reads states over the things that a resolver finds."""

    def __init__(self, resolver: Resolver) -> None:
        """`resolver` says what nouns mean."""
        self.resolver = resolver

    def read(self, clause: Is) -> State:
        """The state that `clause` tells of, that of its subject included; raises CannotRead."""
        own = self.subject_of(clause).state
        state = self.predicate(clause)
        return state if own is None else Both((own, state))

    def subject_of(self, clause: Is) -> Things:
        """What `clause` is about."""
        if clause.subject is None:
            raise CannotRead("a state of nothing")
        return self.subject(clause.subject, clause.description)

    def predicate(self, clause: Is) -> State:
        """What `clause` says of its subject."""
        subject = self.subject_of(clause)
        if clause.subject is None:
            raise CannotRead("a state of nothing")
        state = self.of(subject, clause.description)
        flipped = clause.negative != clause.subject.negative
        places = [q.place.nouns for q in clause.description.qualities if q.place is not None]
        for nouns in places:
            flipped ^= nouns.negative
        return negated(state) if flipped else state

    def subject(self, nouns: Nouns, description: Description) -> Things:
        """What is in the state; what fits depends on the state."""
        first = description.qualities[0]
        if first.place is not None:
            besides = self._ground(first.place)
            wanted: tuple[Fits, ...] = (is_movable, is_solid, is_substance)
            return self.resolver.find(nouns, *wanted, besides=besides)
        return self.resolver.find(nouns, *_FITS.get(first.adjective, (is_solid,)))

    def _ground(self, place: Place) -> Things | None:
        if any(noun.pronoun for noun in place.nouns.nouns):
            return None
        return self.resolver.find(place.nouns, is_solid, is_substance)

    def of(self, things: Things, description: Description) -> State:
        """The state that `description` tells of `things`."""
        parts = tuple(self._quality(things, quality) for quality in description.qualities)
        if len(parts) == 1:
            return parts[0]
        return Either(parts) if description.either else Both(parts)

    def described(self, things: Things, noun: Noun) -> State | None:
        """What the adjectives and the place of `noun` say of the things that it means."""
        own = things.alike()
        parts = [self.adjective(own, name) for name in noun.adjectives]
        if noun.where is not None:
            parts.append(self.placed(own, noun.where))
        return parts[0] if len(parts) == 1 else Both(tuple(parts)) if parts else None

    def _quality(self, things: Things, quality: Quality) -> State:
        if quality.place is not None:
            state = self.placed(things, quality.place)
        else:
            state = self.adjective(things, quality.adjective)
        return negated(state) if quality.negative else state

    def adjective(self, things: Things, name: str) -> State:
        """The state that an adjective tells of `things`."""
        if name in _PLAIN:
            predicate, positive = _PLAIN[name]
            return Lit(predicate, (things,), positive)
        if name == "lukewarm":
            return Both((Lit("hot", (things,), False), Lit("frozen", (things,), False)))
        resolver = self.resolver
        if name in ("clean", "dirty"):
            return Lit("covered", (things, resolver.all_that(is_substance)), name == "dirty")
        if name in ("full", "empty"):
            return Lit("contains", (things, resolver.all_that(is_substance)), name == "full")
        if name in ("wet", "dry"):
            fluids = resolver.all_that(is_fluid)
            wet = (Lit("saturated", (things, fluids)), Lit("covered", (things, fluids)))
            return Either(wet) if name == "wet" else negated(Either(wet))
        raise CannotRead(f"no fact tells whether something is {name}")

    def placed(self, things: Things, place: Place) -> State:
        """That `things` are at a place."""
        besides = None if things.others else things
        where = self.resolver.find(place.nouns, is_solid, is_substance, besides=besides)
        name = place.preposition
        if self.resolver.all_fit(where, is_substance) and not where.others:
            return self._touched_by(things, name, where)
        if self.resolver.all_fit(things, is_substance) and not things.others:
            inside = name in ("in", "out of")
            state = Lit("contains" if inside else "covered", (where, things))
            return state if name in ("on", "in") else negated(state)
        relation = self.at(things, name, where)
        return relation if where.state is None else Both((relation, where.state))

    def _touched_by(self, things: Things, name: str, substance: Things) -> State:
        if name in ("with", "in", "against"):
            return Lit("covered", (things, substance))
        if name == "free of":
            held = ("covered", "contains", "saturated")
            parts = tuple(Lit(predicate, (things, substance)) for predicate in held)
            return negated(Either(parts))
        raise CannotRead("a place at a substance")

    def at(self, things: Things, name: str, where: Things) -> State:
        """That `things` are in a relation to something, by the name of a preposition."""
        if name in _RELATIONS:
            return Lit(_RELATIONS[name], (things, _any_of(where)))
        if name == "on":
            return self.on(things, where)
        if name == "with":
            return self.on(where, things)
        if name in _ABSENCES:
            parts = tuple(self._relation(part, things, where) for part in _ABSENCES[name])
            return negated(parts[0] if len(parts) == 1 else Either(parts))
        raise CannotRead(f"no fact tells whether something is {name} something")

    def _relation(self, name: str, things: Things, where: Things) -> State:
        return self.on(where, things) if name == "beneath" else self.at(things, name, where)

    def on(self, things: Things, where: Things) -> State:
        """That `things` stand on something; cloth is laid over it."""
        where = _any_of(where)
        on, over = Lit("ontop", (things, where)), Lit("overlaid", (things, where))
        if self.resolver.those(things, _is_cloth) is None:
            return on
        if not things.others and self.resolver.all_fit(things, _is_cloth):
            return Either((over, on))
        return Either((on, over))


def _is_cloth(thing: SceneObject) -> bool:
    return thing.matter is Matter.CLOTH


def _any_of(where: Things) -> Things:
    """Places: to be at one of them is enough."""
    return where if where.others else replace(where, some=True)
