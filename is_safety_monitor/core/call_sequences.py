"""Macro actions: short call sequences, such as open, insert, close."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from is_bench.calls import SkillCall
from is_bench.domain import Domain, ParameterRole
from is_bench.facts import Atom, FactSet, Truth
from is_bench.objects import Matter, ObjectTable, SceneObject
from is_safety_monitor.core.storage_habits import BUILT_IN, LIVING, PORTABLE, named_class

_CARRIED = (ParameterRole.MOVED, ParameterRole.TOOL)


@dataclass(frozen=True)
class CallSequence:
    """Calls in order, and their cost: their number, and more for strong interventions."""

    steps: tuple[SkillCall, ...]
    cost: float
    leaves: frozenset[Atom] = frozenset()
    """What it brings about on purpose: no side effects."""


def step(skill: str, *arguments: str) -> SkillCall:
    """Short for a call."""
    return SkillCall(skill, arguments)


def behind(doors: Sequence[str], steps: Iterable[SkillCall]) -> tuple[SkillCall, ...]:
    """`steps`, with `doors` opened before, in order, and shut again afterwards."""
    return (
        *(step("OPEN", door) for door in doors),
        *steps,
        *(step("CLOSE", door) for door in reversed(doors)),
    )


@dataclass(frozen=True)
class Situation:
    """The things of a scene and what is known of them, with what may be so as well."""

    objects: ObjectTable
    facts: FactSet

    @cached_property
    def _possible(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """For each predicate and first argument, the second arguments that are or may be true."""
        found: dict[tuple[str, str], list[str]] = {}
        for fact in sorted(self.facts.true | self.facts.unknown):
            if len(fact.arguments) == 2:  # predicates of two things
                found.setdefault((fact.predicate, fact.arguments[0]), []).append(fact.arguments[1])
        return {key: tuple(names) for key, names in found.items()}

    def may_be(self, predicate: str, thing: str) -> bool:
        """Whether something may be so, as far as is known."""
        return self.facts.truth(Atom(predicate, (thing,))) is not Truth.FALSE

    def surely(self, predicate: str, thing: str) -> bool:
        """Whether something is known to be so."""
        return self.facts.truth(Atom(predicate, (thing,))) is Truth.TRUE

    def surely_related(self, predicate: str, thing: str, other: str) -> bool:
        """Whether `thing` is known to stand in a relation to `other`."""
        return self.facts.truth(Atom(predicate, (thing, other))) is Truth.TRUE

    def related(self, predicate: str, thing: str) -> tuple[str, ...]:
        """What `thing` stands, or may stand, in a relation to."""
        return self._possible.get((predicate, thing), ())

    def shut_around(self, thing: str) -> list[str]:
        """What has to be opened to reach `thing`, in order: the outermost first."""
        around = [
            name
            for name in self.related("inside", thing)
            if self.can(name, "openable") and not self.surely("open", name)
        ]
        return sorted(around, key=lambda name: len(self.related("inside", name)))

    def can(self, name: str, ability: str) -> bool:
        """Whether the thing called `name` has an ability."""
        thing = self.objects.get(name)
        return thing is not None and thing.can(ability)

    def things(self) -> Iterator[SceneObject]:
        """What is neither the robot nor a substance."""
        return (t for t in self.objects if t.matter is not Matter.AGENT and not is_substance(t))


def is_substance(thing: SceneObject) -> bool:
    """Whether it is no thing of its own."""
    return thing.matter.is_substance


def is_movable(thing: SceneObject) -> bool:
    """Whether a robot may carry it: no furniture, part of a building, substance or living being."""
    is_furniture = thing.can("sceneObject") and not named_class(PORTABLE).contains(thing)
    if is_furniture or thing.matter is Matter.AGENT or is_substance(thing):
        return False
    if named_class(BUILT_IN).contains(thing):
        return False
    return not is_living(thing)


def is_living(thing: SceneObject) -> bool:
    """Whether it is a person or an animal: nobody's to carry."""
    return named_class(LIVING).contains(thing)


def carries_living(call: SkillCall, domain: Domain, objects: ObjectTable) -> bool:
    """Whether the robot carries a person or an animal by `call`."""
    skill = domain.skills.get(call.skill)
    if skill is None:
        return False
    pairs = zip(skill.parameters, call.arguments, strict=False)
    carried = (objects.get(name) for parameter, name in pairs if parameter.role in _CARRIED)
    return any(thing is not None and is_living(thing) for thing in carried)
