"""The embedded simulator: the symbolic world, on any machine, deterministic."""

from __future__ import annotations

from typing import cast

from is_bench.facts import FactSet
from is_bench.scenarios import Scene
from is_bench.views import View
from is_bench.world import Outcome, Quirks, SymbolicWorld, WorldSnapshot
from sim_bridge.backends.errors import SimulatorNotReadyError


class EmbeddedSimulator:
    """A `Simulator` over the symbolic world."""

    def __init__(self) -> None:
        """There is no world before `reset`."""
        self._world: SymbolicWorld | None = None

    def reset(self, scene: Scene, quirks: Quirks, seed: int) -> None:
        """Set up `scene`.  Nothing here is random, so `seed` changes nothing."""
        del seed
        self._world = scene.world(quirks)

    def execute(self, action: str) -> Outcome:
        """Execute a step as its planner wrote it."""
        return self._ready().execute(action)

    def observe(self) -> tuple[View, ...]:
        """Nothing: the symbolic world has no body."""
        self._ready()
        return ()

    def facts(self) -> FactSet:
        """What holds now; all else does not."""
        return FactSet(self._ready().facts())

    def snapshot(self) -> object:
        """A token for the present state."""
        return self._ready().snapshot()

    def restore(self, snapshot: object) -> None:
        """Return to the state of a token of this episode."""
        self._ready().restore(cast(WorldSnapshot, snapshot))

    def close(self) -> None:
        """Forget the world."""
        self._world = None

    def _ready(self) -> SymbolicWorld:
        if self._world is None:
            raise SimulatorNotReadyError("the simulator has no world; call reset first")
        return self._world
