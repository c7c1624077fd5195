"""What a world looks like at one time: its objects, and what holds of them."""

from __future__ import annotations

from dataclasses import dataclass

from is_bench.facts import Atom
from is_bench.objects import ObjectTable


@dataclass(frozen=True)
class Moment:
    """A state of the world, as far as it can be drawn."""

    objects: ObjectTable
    """Those of the scene, and behind them those that have appeared."""
    facts: frozenset[Atom]
    """What holds."""
    acted: tuple[str, ...] = ()
    """What the robot has acted on, as its call names it."""
