"""The objects of a world, as ranges of the variables of a domain's expressions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from is_bench.domain.classes import class_of_text, is_granted
from is_bench.facts import Truth
from is_bench.objects import ObjectTable, SceneObject, make_object, synset_of
from is_bench.taxonomy import taxonomy


class Universe:
    """Immutable object table, including substances that may appear later."""

    def __init__(self, objects: ObjectTable, latent: Iterable[SceneObject]) -> None:
        """`latent` are substances that no fact refers to yet."""
        self.objects = objects
        self.latent = tuple(s for s in latent if s.synset not in objects.by_synset)
        self.things = {thing.name: thing for thing in (*objects, *self.latent)}
        self._instances: dict[str, tuple[str, ...]] = {}
        self.by_synset: Mapping[str, tuple[str, ...]] = _Classes(self.things.values())
        """Names of the objects of a class expression; for the goal language."""

    def get(self, name: str) -> SceneObject | None:
        """The object or latent substance `name`."""
        return self.things.get(name)

    def synset(self, name: str) -> str:
        """The synset of an object or of an object name; a synset is returned unchanged."""
        thing = self.things.get(name)
        return thing.synset if thing is not None and thing.synset else synset_of(name)

    def substance(self, name: str) -> str:
        """The name used in stored facts about the substance or substance synset `name`."""
        return self.instances(self.synset(name) or name)[0]

    def instances(self, synset: str) -> tuple[str, ...]:
        """The names of the objects of a synset; if there are none, the first possible name."""
        found = self._instances.get(synset)
        if found is None:
            found = self.objects.by_synset.get(synset) or (f"{synset}_1",)
            self._instances[synset] = found
        return found

    def is_a(self, name: str, kind: str) -> Truth:
        """Whether an object is of a class; unknown for an unrecognized one."""
        thing = self.things.get(name)
        if thing is None:
            return Truth.FALSE
        if not thing.synset:
            return is_granted(thing, kind)
        return Truth.of(class_of_text(kind).contains(thing))

    def joined(self, others: Iterable[SceneObject]) -> Universe:
        """A universe with `others` after these objects."""
        new = tuple(others)
        latent = {thing.synset for thing in self.latent}
        fresh = [s for thing in new for s in taxonomy().produced(thing.synset) if s not in latent]
        return Universe(self.objects.joined(new), (*self.latent, *latent_substances(fresh)))


class _Classes(dict[str, tuple[str, ...]]):
    """Names of the objects of each class expression; evaluated lazily."""

    def __init__(self, things: Iterable[SceneObject]) -> None:
        super().__init__()
        self._things = tuple(things)

    def __missing__(self, kind: str) -> tuple[str, ...]:
        contains = class_of_text(kind).contains
        self[kind] = found = tuple(thing.name for thing in self._things if contains(thing))
        return found


def latent_substances(synsets: Iterable[str]) -> tuple[SceneObject, ...]:
    """One substance per synset, with its default name."""
    return tuple(make_object(f"{synset}_1", synset) for synset in dict.fromkeys(synsets))
