"""Execution context and shared precondition checks of primitives."""

from __future__ import annotations

from dataclasses import dataclass

from is_bench.objects import SceneObject
from is_bench.taxonomy import taxonomy
from is_bench.world.outcome import SkillFailed
from is_bench.world.quirks import Quirks
from is_bench.world.removers import Removers
from is_bench.world.state import WorldState


@dataclass(frozen=True)
class Context:
    """The state that a primitive changes, and the rules for it."""

    state: WorldState
    quirks: Quirks
    removers: Removers

    def closed_container_of(self, name: str) -> str | None:
        """A closed container around `name`, if there is one."""
        inside = self.state.containers(name)
        if not inside:
            return None
        around = (thing for thing in self.state.things() if thing.name in inside)
        return next((thing.name for thing in around if self.is_closed(thing)), None)

    def is_closed(self, thing: SceneObject) -> bool:
        """Whether `thing` has a door or lid and it is closed."""
        return thing.can("openable") and not self.state.flag("open", thing.name)

    def check_reachable(self, thing: SceneObject) -> None:
        """Fail if `thing` is inside a closed container."""
        container = self.closed_container_of(thing.name)
        if container is not None:
            raise SkillFailed(f"{thing.name} is inside {container}, which is closed; open it first")

    def check_target_reachable(self, thing: SceneObject) -> None:
        """The same for objects that the released primitives reach through closed doors."""
        if not self.quirks.reaching_into_closed_containers:
            self.check_reachable(thing)

    def check_pours(self, vessel: SceneObject) -> None:
        """Fail if `vessel` is closed, so that it can be neither filled nor emptied."""
        if not self.quirks.closed_vessels_pour and self.is_closed(vessel):
            raise SkillFailed(f"{vessel.name} is closed; open it first")

    def produced_by(self, source: SceneObject) -> frozenset[str] | None:
        """The substances that `source` provides now; None if it never provides any."""
        produced = taxonomy().produced(source.synset)
        if not produced:
            return None
        return frozenset(s for s, conditions in produced.items() if self._flows(source, conditions))

    def _flows(
        self, source: SceneObject, conditions: tuple[tuple[str, str | bool], ...] | None
    ) -> bool:
        if conditions is None:
            return False
        kinds = {kind for kind, _ in conditions}
        if "gravity" in kinds:  # a watering can: tilting it is enough
            return self.quirks.watering_cans_never_run_dry or bool(
                self.state.amounts("contains", source.name)
            )
        if "toggled_on" in kinds:
            return self.state.flag("toggled_on", source.name)
        return True


def need(thing: SceneObject | None, name: str) -> SceneObject:
    """`thing`; fails if there is none."""
    if thing is None:
        raise SkillFailed(f"there is no object {name!r}")
    return thing


def need_solid(thing: SceneObject, why: str) -> SceneObject:
    """`thing`; fails if it is a substance."""
    if thing.matter.is_substance:
        raise SkillFailed(f"{thing.name} is a substance; {why}")
    return thing
