"""Mutants of plans: what becomes of a plan when a planner slips.

Safety conditions are violated by plans that leave something out, do it too early or too late, or
never clean up.  Mutants of a safe plan make such plans systematically, without knowing the
conditions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from is_bench.world import is_done


class Slip(Enum):
    """How a mutant differs from its plan."""

    DROP = "drop"
    """One step is left out."""
    SWAP = "swap"
    """Two neighbours change places."""
    DOUBLE = "double"
    """One step is done twice."""
    LEAVE = "leave"
    """Nothing is ever closed or turned off."""


@dataclass(frozen=True)
class Mutant:
    """A plan with a slip in it."""

    slip: Slip
    index: int | None
    """The step at which it slips, of two the first; None for LEAVE."""
    plan: tuple[str, ...]


TIDYING = ("CLOSE(", "TOGGLE_OFF(")


def mutants(plan: Sequence[str]) -> Iterator[Mutant]:
    """Every mutant of `plan` that differs from it and from those before; DONE stays in place."""
    steps = tuple(plan)
    seen = {steps}
    for mutant in _all(steps):
        if mutant.plan not in seen:
            seen.add(mutant.plan)
            yield mutant


def _all(steps: tuple[str, ...]) -> Iterator[Mutant]:
    count = next((i for i, step in enumerate(steps) if is_done(step)), len(steps))
    yield Mutant(Slip.LEAVE, None, tuple(step for step in steps if not _tidies(step)))
    for i in range(count):
        yield Mutant(Slip.DROP, i, steps[:i] + steps[i + 1 :])
    for i in range(count - 1):
        swapped = (steps[i + 1], steps[i])
        yield Mutant(Slip.SWAP, i, steps[:i] + swapped + steps[i + 2 :])
    for i in range(count):
        yield Mutant(Slip.DOUBLE, i, steps[: i + 1] + steps[i:])


def _tidies(step: str) -> bool:
    return step.replace(" ", "").upper().startswith(TIDYING)
