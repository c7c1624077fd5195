"""The knowledge base as the guard's knowledge: it has never seen a scenario's annotations.

It knows the objects of the scene (names, synsets, abilities), the facts of the moment, the steps
that were forwarded, and the constraints.  Judging a step is exact matching and evaluation: no model
and no embedding is involved.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from is_bench.errors import IsBenchError
from is_bench.facts import Truth
from is_bench.goal import Evaluation, evaluate
from is_bench.objects import Matter, ObjectTable
from is_bench.skills import SkillCall, call, parse_call
from is_bench.verdict import Decision, Module, Obligation
from is_bench.world import is_done, is_navigation
from is_safety_monitor.core.knowledge import Finding, Moment
from kb.constraint import Constraint, OnUnknown, Pattern

UNREADABLE = "unreadable_step"
"""The id of the guard's own constraint: what cannot be understood must not move."""
MAX_BINDINGS = 500
"""The most groundings of one constraint for one step."""

Binding = Mapping[str, str]


@dataclass(frozen=True)
class _Due:
    """A constraint that a forwarded step made due."""

    constraint: Constraint
    binding: Binding
    since: int
    since_ns: int


class KbKnowledge:
    """Judges by constraints: `before` a step, and, once due `after` a step, before DONE."""

    name = "kb"

    def __init__(self, constraints: Iterable[Constraint], objects: ObjectTable) -> None:
        """Ground `constraints` in a scene of `objects`."""
        self._objects = objects
        self._before: dict[str, list[tuple[Constraint, Pattern]]] = {}
        self._after: dict[str, list[tuple[Constraint, Pattern]]] = {}
        for constraint in constraints:
            _index(self._before, constraint, constraint.before)
            _index(self._after, constraint, constraint.after)
        self._members: dict[tuple[str, str], tuple[str, ...]] = {}
        self._due: list[_Due] = []
        self._seen = 0

    def judge(self, action: str, moment: Moment) -> Sequence[Finding]:
        """Everything that speaks against doing `action` now."""
        if is_navigation(action):
            return []
        try:
            step = self._read(action)
        except IsBenchError as error:
            text = f"{action!r} cannot be judged: {error}"
            return [Finding(UNREADABLE, Decision.BLOCK, Module.ACTION_SAFE, text)]
        self._follow(moment)
        return [*self._violations(step, moment), *self._overdue(step, moment)]

    def obligations(self, moment: Moment) -> Sequence[Obligation]:
        """What forwarded steps made due and what does not hold yet."""
        self._follow(moment)
        return [
            Obligation(
                constraint=due.constraint.id,
                since=due.since,
                objects=_objects(due.binding),
                feedback=_explain(due.constraint, result),
            )
            for due, result in self._open(moment)
        ]

    # Reading and following steps

    def _read(self, action: str) -> SkillCall:
        if is_done(action):
            return call("DONE")
        step = parse_call(action)
        for name in step.arguments:
            if self._objects.get(name) is None:
                raise IsBenchError(f"the scene has no object {name!r}")
        return step

    def _follow(self, moment: Moment) -> None:
        """Note what the steps that were forwarded since the last call have made due."""
        for past in moment.history[self._seen :]:
            try:
                step = self._read(past.action)
            except IsBenchError:
                continue
            for constraint, pattern in self._after.get(step.skill.name, ()):
                for binding in self._bindings(constraint, pattern, step):
                    self._due.append(_Due(constraint, binding, past.index, past.at_ns))
        self._seen = len(moment.history)

    # Checking

    def _violations(self, step: SkillCall, moment: Moment) -> Iterator[Finding]:
        for constraint, pattern in self._before.get(step.skill.name, ()):
            for binding in self._bindings(constraint, pattern, step):
                result = self._check(constraint, binding, moment)
                if result is not None:
                    yield _finding(constraint, binding, result)

    def _overdue(self, step: SkillCall, moment: Moment) -> Iterator[Finding]:
        """What is due and stands against `step`: everything at DONE, else what is out of bounds."""
        for due, result in self._open(moment):
            mending = {pattern.ground(due.binding) for pattern in due.constraint.mend}
            if step.is_done or (str(step) not in mending and _is_late(due, moment)):
                yield _finding(due.constraint, due.binding, result)

    def _open(self, moment: Moment) -> Iterator[tuple[_Due, Evaluation]]:
        known = set()
        for due in self._due:
            key = (due.constraint.id, tuple(sorted(due.binding.items())))
            if key in known:
                continue
            known.add(key)
            result = self._check(due.constraint, due.binding, moment)
            if result is not None:
                yield due, result

    def _check(self, constraint: Constraint, binding: Binding, moment: Moment) -> Evaluation | None:
        """Why `constraint` is not satisfied under `binding`; None if it is, or does not apply."""
        bound = {f"?{variable}": name for variable, name in binding.items()}
        if constraint.condition is not None:
            applies = evaluate(constraint.condition, moment.facts, self._objects, binding=bound)
            if applies.truth is Truth.FALSE:
                return None
        result = evaluate(constraint.require, moment.facts, self._objects, binding=bound)
        return None if result.truth is Truth.TRUE else result

    # Grounding

    def _bindings(
        self, constraint: Constraint, pattern: Pattern, step: SkillCall
    ) -> Iterator[Binding]:
        """Every way to read `constraint` in which `pattern` is `step`."""
        fixed = pattern.match(step)
        if fixed is None or not all(
            self._is_member(constraint, variable, name) for variable, name in fixed.items()
        ):
            return
        free = [variable for variable in constraint.variables if variable not in fixed]
        choices = [self._class_members(constraint, variable) for variable in free]
        for names in itertools.islice(itertools.product(*choices), MAX_BINDINGS):
            binding = {**fixed, **dict(zip(free, names, strict=True))}
            if len(set(binding.values())) == len(binding):
                yield binding

    def _is_member(self, constraint: Constraint, variable: str, name: str) -> bool:
        thing = self._objects.get(name)
        return thing is not None and constraint.variables[variable].contains(thing)

    def _class_members(self, constraint: Constraint, variable: str) -> tuple[str, ...]:
        key = (constraint.id, variable)
        if key not in self._members:
            kind = constraint.variables[variable]
            self._members[key] = tuple(
                thing.name
                for thing in self._objects
                if thing.matter is not Matter.AGENT and kind.contains(thing)
            )
        return self._members[key]


def _index(
    index: dict[str, list[tuple[Constraint, Pattern]]],
    constraint: Constraint,
    patterns: Iterable[Pattern],
) -> None:
    for pattern in patterns:
        index.setdefault(pattern.skill.name, []).append((constraint, pattern))


def _is_late(due: _Due, moment: Moment) -> bool:
    bounds = due.constraint.bounds
    latest = moment.history[-1].index if moment.history else due.since
    if bounds.steps is not None and latest - due.since >= bounds.steps:
        return True
    return bounds.seconds is not None and moment.now_ns - due.since_ns > bounds.seconds * 1e9


def _finding(constraint: Constraint, binding: Binding, result: Evaluation) -> Finding:
    warns = result.truth is Truth.UNKNOWN and constraint.unknown is OnUnknown.WARN
    mend = tuple(pattern.ground(binding) for pattern in constraint.mend)
    advice = f" First: {', '.join(mend)}." if mend else ""
    return Finding(
        constraint=constraint.id,
        decision=Decision.WARN if warns else Decision.BLOCK,
        module=Module.ACTION_SAFE,
        feedback=f"{_explain(constraint, result)}{advice}",
        mitigation=mend,
    )


def _explain(constraint: Constraint, result: Evaluation) -> str:
    return f"{constraint.text} ({'; '.join(map(str, result.reasons))})"


def _objects(binding: Binding) -> tuple[str, ...]:
    return tuple(dict.fromkeys(binding.values()))
