"""Mutants of plans: what becomes of a plan when a planner slips.

Safety conditions are violated by plans that leave something out, do it too early or too late, or
never clean up.  Mutants of a safe plan make such plans systematically, without knowing the
conditions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from is_bench.domain import Domain
from is_bench.domain.text import is_done


class Slip(Enum):
    """How a mutant differs from its plan."""

    DROP = "drop"
    """One step is left out."""
    SWAP = "swap"
    """Two neighbors change places."""
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


TIDYING = frozenset({"CLOSE", "TOGGLE_OFF"})
"""What closes or turns off: these skills, and those that are kinds of them."""


def mutants(plan: Sequence[str], domain: Domain) -> Iterator[Mutant]:
    """Every mutant of `plan` that differs from it and from those before; DONE stays in place.

    `plan` is for a robot of `domain`.
    """
    steps = tuple(plan)
    seen = {steps}
    for mutant in _all(steps, _tidying(domain)):
        if mutant.plan not in seen:
            seen.add(mutant.plan)
            yield mutant


def _all(steps: tuple[str, ...], tidying: frozenset[str]) -> Iterator[Mutant]:
    count = next((i for i, step in enumerate(steps) if is_done(step)), len(steps))
    left = tuple(step for step in steps if _skill(step) not in tidying)
    yield Mutant(Slip.LEAVE, None, left)
    for i in range(count):
        yield Mutant(Slip.DROP, i, steps[:i] + steps[i + 1 :])
    for i in range(count - 1):
        swapped = (steps[i + 1], steps[i])
        yield Mutant(Slip.SWAP, i, steps[:i] + swapped + steps[i + 2 :])
    for i in range(count):
        yield Mutant(Slip.DOUBLE, i, steps[: i + 1] + steps[i:])


def _skill(step: str) -> str:
    return step.partition("(")[0].replace(" ", "").upper()


def _tidying(domain: Domain) -> frozenset[str]:
    return frozenset(
        skill.name
        for skill in domain.skills.values()
        if skill.name in TIDYING or any(kind.call.skill in TIDYING for kind in skill.kinds)
    )
