"""What there is in a scene, and what a robot can do with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from is_bench.domain.classes import class_of_text
from is_bench.domain.model import Domain
from is_bench.objects import Matter, ObjectTable, SceneObject, class_of
from is_bench.reading.nouns import PIECES, Fits
from is_bench.reading.requirement import Things

_VESSELS = class_of_text("bottle.n.01 | jar.n.01 | jug.n.01")


class Stock:
    """The things of a scene as wholes and pieces, and the skills and predicates of a domain."""

    def __init__(self, objects: ObjectTable, domain: Domain) -> None:
        """The agent is not one of the things."""
        self._things = [thing for thing in objects if thing.matter is not Matter.AGENT]
        self.predicates = frozenset(domain.predicates)
        general = {kind.call.skill for skill in domain.skills.values() for kind in skill.kinds}
        self.arities = {name: skill.arity for name, skill in domain.skills.items()}
        """How many arguments each of the domain's own skills takes."""
        self.skills = general | set(domain.skills)
        """The skills, and the more general ones that they are kinds of."""

    @property
    def movable(self) -> tuple[str, ...]:
        """The names of the solid things that are no part of the room."""
        return self.all_that(lambda t: not is_substance(t) and not t.can("sceneObject")).names

    def all_that(self, fits: Fits) -> Things:
        """Any of the objects that fit."""
        return Things(tuple(thing.name for thing in self._things if fits(thing)), some=True)

    def of(self, names: Iterable[str]) -> Things:
        """The objects called `names`, with what they are cut or cooked into."""
        found = self._called(names)
        classes = {class_of(thing.synset) for thing in found if thing.synset}
        pieces = tuple(
            thing.name
            for thing in self._things
            if thing not in found and _whole_of(thing) in classes
        )
        return Things(tuple(thing.name for thing in found), pieces)

    def those(self, things: Things, fits: Fits) -> Things | None:
        """Those of `things` that fit; None if there are none."""
        if things.others:
            left = set(self.all_that(fits).names) - set(things.names)
            names = tuple(thing.name for thing in self._things if thing.name in left)
            return replace(things, names=names, others=False, some=True) if names else None
        names = tuple(thing.name for thing in self._called(things.names) if fits(thing))
        pieces = tuple(thing.name for thing in self._called(things.pieces) if fits(thing))
        return replace(things, names=names, pieces=pieces) if names else None

    def all_fit(self, things: Things, fits: Fits) -> bool:
        """Whether all of `things` are named, and fit."""
        return not things.others and all(map(fits, self._called(things.names)))

    def _called(self, names: Iterable[str]) -> list[SceneObject]:
        wanted = set(names)
        return [thing for thing in self._things if thing.name in wanted]


def is_substance(thing: SceneObject) -> bool:
    """Whether it is a fluid, a powder or a stain."""
    return thing.matter.is_substance


def is_fluid(thing: SceneObject) -> bool:
    """Whether it is a fluid."""
    return thing.matter is Matter.FLUID


def is_vessel(thing: SceneObject) -> bool:
    """Whether it may hold a fluid."""
    return not is_substance(thing) and (thing.can("fillable") or _VESSELS.contains(thing))


def is_cloth(thing: SceneObject) -> bool:
    """Whether it is laid over things."""
    return thing.matter is Matter.CLOTH


def can(ability: str) -> Fits:
    """Whether a thing has an ability."""
    return lambda thing: not is_substance(thing) and thing.can(ability)


def _whole_of(thing: SceneObject) -> str:
    """The class of what `thing` is a piece of; nothing if it is none."""
    first, divider, rest = class_of(thing.synset).partition("__")
    return rest if divider and first in PIECES else ""
