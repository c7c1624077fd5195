"""Which steps bring states about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from is_bench.objects import SceneObject, class_of
from is_bench.world.primitives.cleaning import WASHERS
from kb.requirements.meaning import Lit, State, Step, Things, negated
from kb.requirements.resolving import Resolver

MADE_BY = {
    ("open", True): ("OPEN",),
    ("open", False): ("CLOSE",),
    ("toggled_on", True): ("TOGGLE_ON",),
    ("toggled_on", False): ("TOGGLE_OFF",),
    ("hot", True): ("WAIT_FOR_COOKED",),
    ("hot", False): ("WAIT",),
    ("frozen", False): ("WAIT",),
    ("cooked", True): ("WAIT_FOR_COOKED",),
}
"""The skills that make a fact of one thing true, or false."""


class Makers:
    """Which steps bring states about."""

    def __init__(self, resolver: Resolver) -> None:
        """`resolver` says what there is."""
        self._resolver = resolver

    def of(self, state: State) -> tuple[Step, ...]:
        """The steps that can make `state` true where it is not."""
        if not isinstance(state, Lit):
            return tuple(dict.fromkeys(step for part in state.parts for step in self.of(part)))
        return tuple(self._made(state))

    def breaking(self, state: State) -> tuple[Step, ...]:
        """The steps that can end `state`."""
        return self.of(negated(state))

    def _made(self, fact: Lit) -> Iterator[Step]:
        makers: Callable[[Lit], Iterator[Step]] | None = getattr(self, f"_{fact.predicate}", None)
        if makers is not None:
            yield from makers(fact)
        for skill in MADE_BY.get((fact.predicate, fact.positive), ()):
            yield Step(skill, (fact.things[0],))

    def _frozen(self, fact: Lit) -> Iterator[Step]:
        if fact.positive:
            yield Step("WAIT_FOR_FROZEN", (fact.things[0], None))

    def _ontop(self, fact: Lit) -> Iterator[Step]:
        things, where = fact.things
        if fact.positive:
            yield from self.putting_on(things, where)
        else:
            yield from self.moving_elsewhere(things, where)

    _overlaid = _ontop

    def _inside(self, fact: Lit) -> Iterator[Step]:
        things, where = fact.things
        if fact.positive:
            yield from self.putting_in(things, where)
        else:
            yield from self.moving_elsewhere(things, where)

    def _nextto(self, fact: Lit) -> Iterator[Step]:
        if not fact.positive:
            for things in fact.things:
                yield from moving(things)

    _under = _nextto
    _touching = _nextto

    def _covered(self, fact: Lit) -> Iterator[Step]:
        things = fact.things[0]
        if fact.positive:
            yield Step("SPREAD", (None, things))
        else:
            yield Step("WIPE", (things, None))
            washers = self._resolver.all_that(is_washer)
            if washers.names:
                yield Step("WAIT_FOR_WASHED", (washers,))

    def _contains(self, fact: Lit) -> Iterator[Step]:
        things = fact.things[0]
        if fact.positive:
            yield Step("FILL_WITH", (things, None))
            yield Step("POUR_INTO", (None, things))
        else:
            yield Step("POUR_INTO", (things, None))

    def _saturated(self, fact: Lit) -> Iterator[Step]:
        if fact.positive:
            yield Step("SOAK_UNDER", (fact.things[0], None))
            yield Step("SOAK_INSIDE", (fact.things[0], None))
            yield Step("SPREAD", (None, fact.things[0]))

    def putting_on(self, things: Things, where: Things) -> Iterator[Step]:
        """Steps after which `things` are on something; in a bowl is on it."""
        yield Step("PLACE_ON_TOP", (things, where))
        bowls = self._resolver.those(where, is_open_vessel)
        if bowls is not None:
            yield Step("PLACE_INSIDE", (things, bowls))

    def putting_in(self, things: Things, where: Things) -> Iterator[Step]:
        """Steps after which `things` are in something; on a bowl is in it."""
        yield Step("PLACE_INSIDE", (things, where))
        bowls = self._resolver.those(where, is_open_vessel)
        if bowls is not None:
            yield Step("PLACE_ON_TOP", (things, bowls))

    def moving_elsewhere(self, things: Things, where: Things) -> Iterator[Step]:
        """Steps after which `things` are no longer where they were."""
        elsewhere = replace(where, others=not where.others, state=None, some=True)
        yield Step("PLACE_ON_TOP", (things, elsewhere))
        yield Step("PLACE_INSIDE", (things, elsewhere))


def moving(things: Things) -> tuple[Step, ...]:
    """Steps that move `things` anywhere."""
    return (Step("PLACE_ON_TOP", (things, None)), Step("PLACE_INSIDE", (things, None)))


def is_open_vessel(thing: SceneObject) -> bool:
    """Whether what is put on it is in it, too, as in a bowl."""
    return thing.can("fillable") and not thing.can("openable")


def is_washer(thing: SceneObject) -> bool:
    """Whether it is a washing machine or a dishwasher."""
    return class_of(thing.synset) in WASHERS
