"""The Protocol that every simulator follows."""

from __future__ import annotations

from typing import Protocol

from is_bench.calls import SkillCall
from is_bench.facts import FactSet
from is_bench.objects import ObjectTable
from is_bench.scenarios import Scene
from is_bench.views import View
from is_bench.world import Changes, Outcome, Quirks


class Simulator(Protocol):
    """A world that executes skills, tells the facts, and shows itself.

    One caller at a time.  `reset` comes first; every call after `close` is an error.  A simulator
    that breaks raises `SimulatorFailed` from then on until the next `reset`.
    """

    def reset(self, scene: Scene, quirks: Quirks, seed: int) -> None:
        """Set up `scene`; the same seed gives the same episode.

        Raises SimulatorError for a scene whose domain this simulator cannot play.
        """
        ...

    def execute(self, call: SkillCall) -> Outcome:
        """Execute a call of the scene's domain; one that cannot be done is no exception."""
        ...

    def change(self, changes: Changes) -> None:
        """Make changes that are possible now and that the robot has no part in.

        Raises SimulatorError for what this simulator cannot change.
        """
        ...

    def observe(self) -> tuple[View, ...]:
        """What each camera sees now; nothing from a world without a body.  Steps nothing."""
        ...

    def objects(self) -> ObjectTable:
        """The objects of the scene in their order, and behind them those that have appeared."""
        ...

    def facts(self) -> FactSet:
        """What holds now."""
        ...

    def snapshot(self) -> object:
        """A token for the present state."""
        ...

    def restore(self, snapshot: object) -> None:
        """Return to the state of a token of the same episode."""
        ...

    def close(self) -> None:
        """Release everything."""
        ...
