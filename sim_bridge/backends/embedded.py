"""The embedded simulator: the symbolic world with a body to look at, on any machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from is_bench.facts import Atom, FactSet
from is_bench.scenarios import Scene
from is_bench.views import View
from is_bench.world import Changes, Outcome, Quirks, SymbolicWorld, WorldSnapshot
from sim_bridge.backends.errors import SimulatorNotReadyError
from sim_bridge.embodied.arrangement import Arrangement
from sim_bridge.embodied.body import Body
from sim_bridge.embodied.studio import Studio


@dataclass(frozen=True)
class _Past:
    """What the body has to go through before it can be looked at."""

    arrangement: Arrangement | None
    """Where everything was when it was looked at last."""
    since: tuple[frozenset[Atom], ...]
    """What has held since then, one moment after the other; the last is the present."""


@dataclass(frozen=True)
class _Snapshot:
    world: WorldSnapshot
    past: _Past


class EmbeddedSimulator:
    """A `Simulator` over the symbolic world; its body follows, and changes nothing in it."""

    def __init__(self, studio: Studio | None = None) -> None:
        """With `studio`, the world can be looked at; it may serve others, too."""
        self._studio = studio
        self._world: SymbolicWorld | None = None
        self._scene: Scene | None = None
        self._body: Body | None = None
        self._start: frozenset[Atom] = frozenset()
        self._past = _Past(None, ())
        self._seed = 0

    def reset(self, scene: Scene, quirks: Quirks, seed: int) -> None:
        """Set up `scene`; `seed` decides where things stand in the pictures, and nothing else."""
        self._world = scene.world(quirks)
        self._scene, self._body, self._seed = scene, None, seed
        self._start = frozenset(self._world.facts())
        self._past = _Past(None, (self._start,))

    def execute(self, action: str) -> Outcome:
        """Execute a step as its planner wrote it."""
        world = self._ready()
        outcome = world.execute(action)
        self._lived(world)
        return outcome

    def change(self, changes: Changes) -> None:
        """Make changes that the robot has no part in."""
        world = self._ready()
        world.change(changes)
        self._lived(world)

    def observe(self) -> tuple[View, ...]:
        """What the five cameras see; nothing without a studio."""
        self._ready()
        if self._studio is None or self._scene is None:
            return ()
        if self._body is None:
            self._body = Body(self._scene, self._start, self._studio, self._seed)
        arrangement = self._past.arrangement
        for facts in self._past.since:
            arrangement = self._body.arrange(facts, arrangement)
        assert arrangement is not None  # noqa: S101  # the past is never empty
        facts = self._past.since[-1]
        self._past = _Past(arrangement, (facts,))
        return self._body.views(arrangement, facts)

    def facts(self) -> FactSet:
        """What holds now; all else does not."""
        return FactSet(self._ready().facts())

    def snapshot(self) -> object:
        """A token for the present state."""
        return _Snapshot(self._ready().snapshot(), self._past)

    def restore(self, snapshot: object) -> None:
        """Return to the state of a token of this episode."""
        token = cast(_Snapshot, snapshot)
        self._ready().restore(token.world)
        self._past = token.past

    def close(self) -> None:
        """Forget the world; the studio stays open."""
        self._world = self._body = self._scene = None

    def _lived(self, world: SymbolicWorld) -> None:
        """The present is another one, which the body has to go through if it is looked at."""
        if self._studio is not None:
            self._past = _Past(
                self._past.arrangement, (*self._past.since, frozenset(world.facts()))
            )

    def _ready(self) -> SymbolicWorld:
        if self._world is None:
            raise SimulatorNotReadyError("the simulator has no world; call reset first")
        return self._world
