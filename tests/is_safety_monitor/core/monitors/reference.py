"""The semantics of constraints, written down as docs/constraints.md gives it: slow and plain.

It looks at the whole trace for every question, and shares no code with the monitors: no atoms by
number, no clauses, no memory.  Truth is None for unknown.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from is_bench.facts import FactSet, Truth
from is_bench.goal.syntax import And, Expression, Fact, Imply, Not, Or
from is_bench.facts import Atom
from is_bench.objects import Matter, ObjectTable
from is_bench.skills import SkillCall
from kb.constraint import Constraint, Form, Pattern

Three = bool | None
Binding = Mapping[str, str]


@dataclass(frozen=True)
class Done:
    """A step that was attempted, and when it ended."""

    step: SkillCall
    ok: bool
    at_ns: int


@dataclass(frozen=True)
class Past:
    """What has happened: `states[i]` is seen before step i, the last one now."""

    steps: Sequence[Done]
    states: Sequence[FactSet]


def violations(
    constraint: Constraint, objects: ObjectTable, past: Past, step: SkillCall, now_ns: int
) -> set[tuple[tuple[str, ...], Three]]:
    """The bindings under which `step` is refused now, with the truth of what is demanded."""
    found = set()
    for binding in bindings(constraint, objects):
        verdict = _demand(constraint, objects, past, binding, step, now_ns)
        if verdict is not True:
            found.add((tuple(binding.values()), verdict))
    return found


def _demand(
    constraint: Constraint,
    objects: ObjectTable,
    past: Past,
    binding: Binding,
    step: SkillCall,
    now_ns: int,
) -> Three:
    """The truth of what the constraint demands of `step`; True where it has nothing to say."""
    here = past.states[-1]

    def matches(patterns: Sequence[Pattern], taken: SkillCall) -> bool:
        return any(_matches(p, taken, binding, constraint, objects) for p in patterns)

    def holds(state: FactSet) -> Three:
        applies = (
            True if constraint.condition is None else value(constraint.condition, state, binding)
        )
        if constraint.require is None:
            return _not(applies)
        return _or(_not(applies), value(constraint.require, state, binding))

    def elapsed_steps(opened: int) -> int:
        """How many steps after step number `opened` the step in question is."""
        return len(past.steps) - opened

    def within(opened: int) -> list[bool]:
        bounds, at_ns = constraint.bounds, past.steps[opened].at_ns
        listed = []
        if bounds.steps is not None:
            listed.append(elapsed_steps(opened) <= bounds.steps)
        if bounds.seconds is not None:
            listed.append(now_ns - at_ns <= bounds.seconds * 1e9)
        return listed

    if constraint.form is Form.REQUIRE_BEFORE:
        return holds(here) if matches(constraint.before, step) else True

    if constraint.form is Form.DONE_BEFORE:
        if not matches(constraint.before, step):
            return True
        good = any(
            past.steps[j].ok
            and matches(constraint.done, past.steps[j].step)
            and not any(matches(constraint.until, later.step) for later in past.steps[j + 1 :])
            and all(within(j))
            for j in range(len(past.steps))
        )
        return True if good else holds(here)

    opened = [j for j, done in enumerate(past.steps) if matches(constraint.after, done.step)]
    alive = [
        j
        for j in opened
        if not any(matches(constraint.until, later.step) for later in past.steps[j + 1 :])
    ]
    if constraint.form is Form.NEVER_AFTER:
        live = any(not within(j) or any(within(j)) for j in alive)
        return holds(here) if live and matches(constraint.never, step) else True
    if constraint.form is Form.KEEP_AFTER:
        live = any(not within(j) or any(within(j)) for j in alive)
        return holds(here) if live else True

    if not constraint.bounds.given:
        return holds(here) if alive and step.is_done else True
    pending = [j for j in alive if not any(holds(state) is True for state in past.states[j + 1 :])]
    bounds = constraint.bounds
    due = any(
        step.is_done
        or (bounds.steps is not None and elapsed_steps(j) >= bounds.steps)
        or (bounds.seconds is not None and now_ns - past.steps[j].at_ns > bounds.seconds * 1e9)
        for j in pending
    )
    return holds(here) if due else True


def bindings(constraint: Constraint, objects: ObjectTable) -> Iterator[dict[str, str]]:
    """Every choice of different objects for the variables that the constraint is about."""
    names = [name for name in constraint.variables if name in _universal(constraint)]
    members = [
        [
            thing.name
            for thing in objects
            if thing.matter is not Matter.AGENT and constraint.variables[name].contains(thing)
        ]
        for name in names
    ]
    for chosen in itertools.product(*members):
        if len(set(chosen)) == len(chosen):
            yield dict(zip(names, chosen, strict=True))


def _universal(constraint: Constraint) -> set[str]:
    found = {
        name
        for pattern in (*constraint.before, *constraint.after, *constraint.never)
        for name in pattern.variables
    }
    for expression in (constraint.condition, constraint.require):
        if expression is not None:
            found |= {word.strip("()?") for word in str(expression).split() if "?" in word}
    return found


def _matches(
    pattern: Pattern,
    taken: SkillCall,
    binding: Binding,
    constraint: Constraint,
    objects: ObjectTable,
) -> bool:
    if taken.skill.name != pattern.skill.name:
        return False
    for variable, name in zip(pattern.variables, taken.arguments, strict=True):
        thing = objects.get(name)
        if variable == "_":
            continue
        if thing is None or not constraint.variables[variable].contains(thing):
            return False
        if binding.get(variable, name) != name:
            return False
    return True


def value(node: Expression, state: FactSet, binding: Binding) -> Three:
    """The truth of an expression, None for unknown."""
    if isinstance(node, Fact):
        names = tuple(binding[name[1:]] for name in node.atom.arguments)
        truth = state.truth(Atom(node.atom.predicate, names))
        return None if truth is Truth.UNKNOWN else truth is Truth.TRUE
    if isinstance(node, Not):
        return _all([_not(value(part, state, binding)) for part in node.operands])
    if isinstance(node, And):
        return _all([value(part, state, binding) for part in node.operands])
    if isinstance(node, Or):
        return _not(_all([_not(value(part, state, binding)) for part in node.operands]))
    if isinstance(node, Imply):
        first = value(node.condition, state, binding)
        return _or(_not(first), value(node.consequence, state, binding))
    raise TypeError(node)


def _not(one: Three) -> Three:
    return None if one is None else not one


def _or(one: Three, other: Three) -> Three:
    if True in (one, other):
        return True
    return None if None in (one, other) else False


def _all(parts: Sequence[Three]) -> Three:
    if False in parts:
        return False
    return None if None in parts else True
