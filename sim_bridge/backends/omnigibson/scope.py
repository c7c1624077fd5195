"""The task's objects in OmniGibson, by the names that the scene gives them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from is_bench.objects import Matter, ObjectTable, SceneObject, synset_of
from sim_bridge.backends.omnigibson.api import Api


class Scope:
    """Which OmniGibson object or particle system each object of the scene is, now."""

    def __init__(self, api: Api, env: Any, objects: ObjectTable) -> None:
        """`env` is an environment whose task was made from the scene's problem."""
        self._api = api
        self._env = env
        self.objects = objects

    def exists(self, name: str) -> bool:
        """Whether there is such an object now: it is not cut up, nor still to come."""
        return bool(self._env.task.object_scope[name].exists)

    def thing(self, name: str) -> Any:
        """The object or system `name`, None if it does not exist."""
        return self._env.task.object_scope[name].wrapped_obj

    def things(self) -> Iterator[tuple[SceneObject, Any]]:
        """The objects that exist and are neither substances nor the robot, in declared order."""
        for thing in self.objects:
            if thing.matter is Matter.AGENT:
                continue
            entity = self._env.task.object_scope[thing.name]
            if entity.exists and not entity.is_system:
                yield thing, entity.wrapped_obj

    def systems(self) -> Iterator[tuple[str, Any]]:
        """The substances that exist, declared ones first, by name."""
        declared = set()
        for thing in self.objects:
            entity = self._env.task.object_scope[thing.name]
            if entity.exists and entity.is_system:
                declared.add(entity.wrapped_obj.name)
                yield thing.name, entity.wrapped_obj
        for system in list(self._env.scene.active_systems.values()):
            if system.name not in declared:
                yield f"{self._api.synset_of_system(system.name)}_1", system

    def system(self, name: str) -> Any:
        """The particle system of the substance `name`, declared or not; brings it into being."""
        entity = self._env.task.object_scope.get(name)
        if entity is not None and entity.exists:
            return entity.wrapped_obj
        system_name = self._api.system_of_synset(synset_of(name))
        return self._env.scene.get_system(system_name, force_init=True)

    def is_physical(self, system: Any) -> bool:
        """Whether a system's particles move by themselves: fluids and grains, not stains."""
        return bool(self._env.scene.is_physical_particle_system(system_name=system.name))

    def is_cloth(self, thing: Any) -> bool:
        """Whether an OmniGibson object is made of cloth."""
        return bool(thing.prim_type == self._api.cloth)

    def labels(self) -> dict[str, int]:
        """The numbers that segmentations give, by OmniGibson's names."""
        return {
            str(self._env.task.object_scope[thing.name].name): number
            for number, thing in enumerate(self.objects, start=1)
            if self.exists(thing.name)
        }
