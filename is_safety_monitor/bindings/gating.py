"""The guard's permission for a gated topic."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from is_bench.facts import Atom, FactSet, FactView, Truth
from is_safety_monitor.bindings.model import FactCondition, GatedTopic
from is_safety_monitor.bindings.velocity import Passing

_NOTHING = FactSet(frozenset(), closed=False)


@dataclass(frozen=True)
class GateConditions:
    """The inputs of a permission for a gated topic."""

    stopped: bool = False
    """Whether the emergency stop is set."""
    active: bool = True
    enforcing: bool = True
    silence: str = ""
    """Why the fact sources are unreliable; empty if they are fine."""
    running: Collection[str] = ()
    """Guarded actions of which a goal is being executed, by their names in the file."""
    facts: FactView | None = None


def permission(topic: GatedTopic, standing: GateConditions) -> tuple[Passing, str]:
    """Whether commands may pass, and why not; unknown conditions never permit them."""
    if standing.stopped:
        return Passing.ZERO, "the emergency stop is set"
    if not standing.active:
        return Passing.ZERO, "the guard is not active"
    if not standing.enforcing:
        return Passing.PASS, ""
    if standing.silence:
        return Passing.ZERO, standing.silence
    if topic.during and not set(topic.during) & set(standing.running):
        return Passing.ZERO, f"no goal of {' or '.join(topic.during)} is being executed"
    facts = standing.facts or _NOTHING
    for passing, conditions in ((Passing.ZERO, topic.stop_when), (Passing.SLOW, topic.slow_when)):
        reason = _first(conditions, facts)
        if reason:
            return passing, reason
    return Passing.PASS, ""


def _first(conditions: Iterable[FactCondition], facts: FactView) -> str:
    """The first condition that holds or may hold, in words."""
    for condition in conditions:
        truth = facts.truth(Atom(condition.predicate, condition.arguments))
        if truth is Truth.UNKNOWN:
            return f"it is not known whether {condition}"
        if truth is Truth.of(condition.value):
            return str(condition)
    return ""
