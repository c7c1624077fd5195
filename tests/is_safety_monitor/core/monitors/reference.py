"""The semantics of constraints as docs/reference/constraints.md gives it: slow and plain.

It looks at the whole trace for every question, and shares no code with the monitors: no atoms by
number, no clauses, no memory.  Truth is None for unknown.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from is_bench.calls import SkillCall
from is_bench.domain.model import Domain
from is_bench.facts import Atom, FactSet, Truth
from is_bench.goal.syntax import And, Expression, Fact, Imply, Not, Or
from is_bench.objects import Matter, ObjectTable
from kb.constraint import Constraint, ConstraintForm, Pattern

Three = bool | None
Binding = Mapping[str, str]


@dataclass(frozen=True)
class Done:
    """A step that was attempted, and when it ended."""

    step: SkillCall
    ok: bool
    at_ns: int
    foreseen: FactSet
    """The state that it was to lead to."""


@dataclass(frozen=True)
class Scene:
    """What there is, and what can be done."""

    objects: ObjectTable
    domain: Domain


@dataclass(frozen=True)
class Past:
    """What has happened: `states[i]` is seen before step i, the last one now."""

    steps: Sequence[Done]
    states: Sequence[FactSet]


Found = set[tuple[tuple[str, ...], Three]]


def violations(
    constraint: Constraint,
    scene: Scene,
    past: Past,
    step: SkillCall,
    now_ns: int,
    lasts_ns: int = 0,
) -> Found:
    """The bindings under which `step` is refused now, with the truth of what is demanded."""
    found: Found = set()
    for binding in bindings(constraint, scene.objects):
        asked = _Asked(constraint, scene, past, binding, step, now_ns, lasts_ns)
        verdict = asked.demand() if asked.applies() else True
        if verdict is not True:
            found.add((tuple(binding.values()), verdict))
    return found


@dataclass(frozen=True)
class _Asked:
    """Whether one step is refused under one binding."""

    constraint: Constraint
    scene: Scene
    past: Past
    binding: Binding
    step: SkillCall
    now_ns: int
    lasts_ns: int

    def demand(self, state: FactSet | None = None) -> Three:
        """The truth of what is demanded in `state`, by default the present one."""
        c, here = self.constraint, state or self.past.states[-1]
        applies = True if c.condition is None else value(c.condition, here, self.binding)
        if c.require is None:
            return _not(applies)
        return _or(_not(applies), value(c.require, here, self.binding))

    def applies(self) -> bool:
        """Whether the constraint has anything to say of the step."""
        c, form = self.constraint, self.constraint.form
        if form is ConstraintForm.REQUIRE_BEFORE:
            return self._is(c.before, self.step)
        if form is ConstraintForm.DONE_BEFORE:
            return self._is(c.before, self.step) and not self._was_done()
        if form is ConstraintForm.NEVER_AFTER:
            return self._is(c.never, self.step) and self._has_window()
        if form is ConstraintForm.KEEP_AFTER:
            return self._has_window()
        if form is ConstraintForm.COMES_ABOUT:
            return self.step.is_done and self._has_come()
        if c.bounds.given:
            return any(map(self._is_due, filter(self._is_pending, self._open())))
        return self.step.is_done and any(True for _ in self._open())

    def _has_come(self) -> bool:
        """Whether it came to hold in some state to which the step before was not to lead."""
        assert self.constraint.comes is not None
        seen = [value(self.constraint.comes, state, self.binding) for state in self.past.states]
        for number in range(1, len(seen)):
            known = [before for before in seen[:number] if before is not None]
            expected = value(
                self.constraint.comes, self.past.steps[number - 1].foreseen, self.binding
            )
            if seen[number] and known and not known[-1] and expected is not True:
                return True
        return False

    def _is(self, patterns: Sequence[Pattern], taken: SkillCall) -> bool:
        return any(
            _matches(p, kind, self.binding, self.constraint, self.scene.objects)
            for p in patterns
            for kind in kinds(taken, self.scene)
        )

    def _closed_since(self, number: int) -> bool:
        later = self.past.steps[number + 1 :]
        return any(done.ok and self._is(self.constraint.until, done.step) for done in later)

    def _undone_since(self, number: int) -> bool:
        later = self.past.steps[number + 1 :]
        return any(self._is(self.constraint.until, done.step) for done in later)

    def _open(self) -> Iterator[int]:
        """The steps that opened the constraint, and were not closed again."""
        for number, done in enumerate(self.past.steps):
            if self._is(self.constraint.after, done.step) and not self._closed_since(number):
                yield number

    def _was_done(self) -> bool:
        return any(
            done.ok
            and self._is(self.constraint.done, done.step)
            and not self._undone_since(number)
            and all(self._within(number))
            for number, done in enumerate(self.past.steps)
        )

    def _has_window(self) -> bool:
        return any(not self._within(j) or any(self._within(j)) for j in self._open())

    def _is_pending(self, number: int) -> bool:
        return not any(self.demand(state) is True for state in self.past.states[number + 1 :])

    def _is_due(self, number: int) -> bool:
        bounds = self.constraint.bounds
        steps = bounds.steps is not None and self._steps_since(number) >= bounds.steps
        ends = self._ns_since(number) + self.lasts_ns
        late = bounds.seconds is not None and ends > bounds.seconds * 1e9
        return self.step.is_done or steps or late

    def _within(self, number: int) -> list[bool]:
        """Which of the bounds, of those that are given, the step still keeps."""
        bounds = self.constraint.bounds
        listed = []
        if bounds.steps is not None:
            listed.append(self._steps_since(number) <= bounds.steps)
        if bounds.seconds is not None:
            listed.append(self._ns_since(number) <= bounds.seconds * 1e9)
        return listed

    def _steps_since(self, number: int) -> int:
        return len(self.past.steps) - number

    def _ns_since(self, number: int) -> int:
        return self.now_ns - self.past.steps[number].at_ns


def kinds(taken: SkillCall, scene: Scene) -> Iterator[SkillCall]:
    """The step, and the steps of more general skills that it is a kind of."""
    yield taken
    skill = scene.domain.vocabulary[taken.skill]
    named = {p.name: a for p, a in zip(skill.parameters, taken.arguments, strict=True)}
    for kind in skill.kinds:
        things = {name: scene.objects.get(named[name]) for name in kind.where}
        if all(t is not None and kind.where[name].contains(t) for name, t in things.items()):
            general = SkillCall(kind.call.skill, tuple(named[a] for a in kind.call.arguments))
            yield from kinds(general, scene)


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
    for expression in (constraint.condition, constraint.comes, constraint.require):
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
    if taken.skill != pattern.skill:
        return False
    bound = dict(binding)
    for variable, name in zip(pattern.variables, taken.arguments, strict=True):
        thing = objects.get(name)
        if variable == "_":
            continue
        if thing is None or not constraint.variables[variable].contains(thing):
            return False
        if bound.setdefault(variable, name) != name:
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
