"""The objects of a scenario: names, synsets, abilities."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, lru_cache
from itertools import count
from typing import Any, TypeVar

from is_bench.facts import Atom
from is_bench.taxonomy import Taxonomy, taxonomy

T = TypeVar("T")


class Matter(Enum):
    """The matter of an object, as relevant for skills."""

    RIGID = "rigid"
    CLOTH = "cloth"
    FLUID = "fluid"
    GRANULAR = "granular"
    STAIN = "stain"
    AGENT = "agent"

    @property
    def is_substance(self) -> bool:
        """Whether it is a substance on, in or within objects."""
        return self in _SUBSTANCES


MOST_KINDS = 16384
"""Of how many kinds of objects something is remembered: tasks may grant any abilities."""
_SUBSTANCES = frozenset({Matter.FLUID, Matter.GRANULAR, Matter.STAIN})


def synset_of(name: str) -> str:
    """The synset of an object name: `apple.n.01_2` is an `apple.n.01`."""
    head, _, tail = name.rpartition("_")
    return head if head and tail.isdigit() else name


def class_of(name: str) -> str:
    """The class word of an object name or synset: `apple` for `apple.n.01_2`."""
    return name.split(".", 1)[0]


@dataclass(frozen=True)
class SceneObject:
    """One object of a scenario.

    `abilities` are those that skills, goals and constraints ask for: the taxonomy's, joined with
    those that the task grants.
    """

    name: str
    synset: str
    """Its class in the taxonomy; empty for an unrecognized object."""
    abilities: frozenset[str] = frozenset()
    matter: Matter = Matter.RIGID
    label: str = ""
    """Human-readable label; may be empty."""

    @cached_property
    def kind(self) -> int:
        """A number of the kind: objects with the same one differ only in name and label."""
        return _kind(self.synset, self.matter, self.abilities)

    def __getstate__(self) -> dict[str, Any]:
        """Without its kind: another process numbers kinds differently."""
        return {name: value for name, value in vars(self).items() if name != "kind"}

    def can(self, ability: str) -> bool:
        """Whether the object has `ability`, such as "openable"."""
        return ability in self.abilities


@lru_cache(maxsize=MOST_KINDS)
def _kind(synset: str, matter: Matter, abilities: frozenset[str]) -> int:
    """A number that no other combination has; one that was forgotten gets a new number."""
    del synset, matter, abilities
    return next(_NUMBERS)


_NUMBERS = count()


@dataclass(frozen=True)
class ObjectTable:
    """The objects of a scenario in their declared order, and look-ups over them."""

    objects: tuple[SceneObject, ...]
    by_name: Mapping[str, SceneObject] = field(init=False, compare=False)
    by_synset: Mapping[str, tuple[str, ...]] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        by_synset: dict[str, tuple[str, ...]] = {}
        for thing in self.objects:
            by_synset[thing.synset] = (*by_synset.get(thing.synset, ()), thing.name)
        object.__setattr__(self, "by_name", {thing.name: thing for thing in self.objects})
        object.__setattr__(self, "by_synset", by_synset)

    @cached_property
    def existence(self) -> frozenset[Atom]:
        """The facts that the objects exist."""
        return frozenset(Atom("real", (thing.name,)) for thing in self.objects)

    @cached_property
    def things(self) -> tuple[SceneObject, ...]:
        """The objects that are neither substances nor the agent, in declared order."""
        others = _SUBSTANCES | {Matter.AGENT}
        return tuple(thing for thing in self.objects if thing.matter not in others)

    @cached_property
    def open_vessels(self) -> frozenset[str]:
        """The objects that can be filled and have neither door nor lid."""
        return frozenset(
            thing.name
            for thing in self.objects
            if thing.can("fillable") and not thing.can("openable")
        )

    def get(self, name: str) -> SceneObject | None:
        """The object called exactly `name`."""
        return self.by_name.get(name)

    def __iter__(self) -> Iterator[SceneObject]:
        return iter(self.objects)

    def joined(self, others: Iterable[SceneObject]) -> ObjectTable:
        """These objects, followed by those of `others` with new names."""
        new = {thing.name: thing for thing in others if thing.name not in self.by_name}
        return ObjectTable((*self.objects, *new.values())) if new else self


def remembering(work: Callable[[SceneObject], T]) -> Callable[[SceneObject], T]:
    """`work`, done once for each kind of object; its result must not depend on name or label."""
    known: dict[int, T] = {}

    def remembered(thing: SceneObject) -> T:
        found = known.get(thing.kind)
        if found is None:
            if len(known) >= MOST_KINDS:
                known.clear()
            found = known[thing.kind] = work(thing)
        return found

    return remembered


def make_object(
    name: str,
    synset: str,
    granted: Iterable[str] = (),
    table: Taxonomy | None = None,
    label: str = "",
) -> SceneObject:
    """An object with the taxonomy's abilities and those `granted` by its task."""
    table = table or taxonomy()
    abilities = table.abilities(synset) | frozenset(granted)
    return SceneObject(name, synset, abilities, matter_of(synset, abilities), label)


def matter_of(synset: str, abilities: frozenset[str]) -> Matter:
    """The matter of an object of `synset` with these abilities."""
    if synset == "agent.n.01":
        return Matter.AGENT
    if "visualSubstance" in abilities:
        return Matter.STAIN
    if "liquid" in abilities:
        return Matter.FLUID
    if "substance" in abilities or "physicalSubstance" in abilities:
        return Matter.GRANULAR
    return Matter.CLOTH if "cloth" in abilities else Matter.RIGID
