"""Steps that a constraint blocks, with an outcome for which it only warns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from is_bench.facts import FactSet, Truth
from is_bench.goal import evaluate
from is_safety_monitor.core.monitors import Grounder, Violation


@dataclass(frozen=True)
class _Ranges:
    by_synset: Mapping[str, tuple[str, ...]]


def is_mild(violation: Violation, after: FactSet | None, grounder: Grounder) -> bool:
    """Whether the step is surely predicted to lead to what its constraint calls mild.

    `after` is the predicted state; None if the step is predicted to fail.
    """
    constraint = violation.constraint
    if constraint.mild is None or after is None:
        return False
    names = grounder.names(constraint, violation.binding)
    bound = {f"?{name}": thing for name, thing in names.items()}
    ranges = _Ranges({n: grounder.named(kind) for n, kind in constraint.ranges.items()})
    return evaluate(constraint.mild, after, ranges, binding=bound).truth is Truth.TRUE
