"""Templates of clauses, with slots for things."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from is_bench.domain.classes import class_of_text, is_granted
from is_bench.domain.model import ParameterRole, Skill
from is_bench.facts import Truth
from is_bench.object_classes import ObjectClass
from is_bench.objects import SceneObject
from is_bench.reading.words import data

ROOM = "room"
"""The kind of a slot in which a room stands, which is no thing of a scene."""
ANYBODY = "anybody"
"""The kind of a slot in which a person or an animal stands, by whatever name."""
UNSPOKEN = "@"
"""Before the kind of things that a request speaks of with no word."""


def roles(names: str) -> frozenset[ParameterRole]:
    """The roles of some names, in lower case."""
    return frozenset(ParameterRole[name.upper()] for name in names.split())


SINGLE = roles("support container place tool machine source person")
"""Roles in which only one thing can stand; a list there belongs to the next clause."""


@dataclass(frozen=True)
class Slot:
    """Where a template takes in a thing."""

    name: str
    role: ParameterRole
    kind: str
    """The class of `wordings.yaml` of which the thing has to be."""
    where: ObjectClass | None = None
    """What the skill's parameter asks for."""

    def fits(self, thing: SceneObject) -> bool:
        """Whether `thing` can stand here; one that was not recognised can stand anywhere."""
        if not _is_of(thing, data("wordings.yaml")["fits"][self.kind]):
            return False
        return self.where is None or not thing.synset or self.where.contains(thing)

    def fits_well(self, thing: SceneObject) -> bool:
        """Whether `thing` is what stands here as a rule, so that "it" can mean it."""
        strict = data("wordings.yaml")["fits"].get(f"strict_{self.kind}")
        return self.fits(thing) and (strict is None or _is_of(thing, strict))


@dataclass(frozen=True)
class StatedWish:
    """An end state over the names of slots."""

    predicate: str
    slots: tuple[str, ...]
    holds: bool = True


@dataclass(frozen=True)
class Template:
    """One way to ask for something."""

    elements: tuple[str | Slot, ...]
    skill: Skill | None = None
    arguments: tuple[str, ...] = ()
    """Of the skill: the names of slots, "" for one of which nothing is said."""
    wishes: tuple[StatedWish, ...] = ()
    away: str = ""
    """The slot of a thing that is moved to a place of which nothing is said."""
    lasting: bool = False
    """Whether it asks that something stays as it is."""
    acts: str = ""
    """The steps that it stands for, over its slots, where no skill tells: `WIPE(cleaned, _)`."""
    stated: tuple[StatedWish, ...] = ()
    """What holds afterwards, beside its wishes, in the predicates of `making.yaml`."""

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Its slots, in the order of the words."""
        return tuple(part for part in self.elements if isinstance(part, Slot))

    @property
    def is_complete(self) -> bool:
        """Whether it gives every argument of its skill."""
        return self.skill is not None and all(self.arguments)

    def renamed(self, names: Iterable[str]) -> tuple[StatedWish, ...]:
        """Its wishes over `names`, which stand for its arguments in their order."""
        new = dict(zip(self.arguments, names, strict=True))
        wishes = (wish for wish in self.wishes if new.keys() >= set(wish.slots))
        return tuple(replace(one, slots=tuple(new[slot] for slot in one.slots)) for one in wishes)


def is_of_kind(thing: SceneObject, kind: str) -> bool:
    """Whether `thing` was recognised as one of the class that has the name `kind`."""
    return bool(thing.synset) and _is_of(thing, data("wordings.yaml")["fits"][kind])


def names_of_kind(things: Iterable[SceneObject], kind: str) -> tuple[str, ...]:
    """The names of those of `things` that are of the class that has the name `kind`."""
    return tuple(thing.name for thing in things if is_of_kind(thing, kind))


def _is_of(thing: SceneObject, kind: str) -> bool:
    if not thing.synset:
        return is_granted(thing, kind) is not Truth.FALSE
    return class_of_text(kind).contains(thing)
