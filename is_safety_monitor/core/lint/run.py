"""All checks over a set of constraints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from is_bench.domain import Domain, TransitionModel, load_domain
from is_safety_monitor.core.lint.contradictions import contradictions
from is_safety_monitor.core.lint.duplicates import duplicates
from is_safety_monitor.core.lint.examples import example_problems
from is_safety_monitor.core.lint.problem import Problem
from is_safety_monitor.core.lint.reach import reach_problems
from kb.constraint import Constraint


def lint(
    constraints: Sequence[Constraint],
    among: Sequence[Constraint] = (),
    domain: Domain | None = None,
) -> Iterator[Problem]:
    """The problems of `constraints`, on their own and beside the others in `among`.

    Examples are run in `domain`; None: in the benchmark's, whose skills the shipped library names.
    """
    model = TransitionModel(domain or load_domain("is_bench"))
    for constraint in constraints:
        yield from reach_problems(constraint)
        yield from example_problems(constraint, model)
    own = {constraint.id for constraint in constraints}
    # The own ones come last: of two that do not go together, the later is told of.
    everything = [*(c for c in among if c.id not in own), *constraints]
    yield from duplicates(everything, own)
    yield from contradictions(everything, own)
