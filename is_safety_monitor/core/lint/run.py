"""All checks over a set of constraints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from is_safety_monitor.core.lint.contradictions import contradictions
from is_safety_monitor.core.lint.duplicates import duplicates
from is_safety_monitor.core.lint.examples import example_problems
from is_safety_monitor.core.lint.problem import Problem
from is_safety_monitor.core.lint.reach import reach_problems
from kb.constraint import Constraint


def lint(constraints: Sequence[Constraint], among: Sequence[Constraint] = ()) -> Iterator[Problem]:
    """The problems of `constraints`, on their own and beside the others in `among`."""
    for constraint in constraints:
        yield from reach_problems(constraint)
        yield from example_problems(constraint)
    own = {constraint.id for constraint in constraints}
    # The own ones come last: of two that do not go together, the later is told of.
    everything = [*(c for c in among if c.id not in own), *constraints]
    yield from duplicates(everything, own)
    yield from contradictions(everything, own)
