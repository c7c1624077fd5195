"""Monitors `before ... done` constraints: a step requires an earlier step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass

from is_bench.calls import SkillCall
from is_bench.durations import seconds_to_ns
from is_bench.facts import Truth
from is_safety_monitor.core.monitors.atoms import TRUE, UNKNOWN, Truths
from is_safety_monitor.core.monitors.formulas import Formula
from is_safety_monitor.core.monitors.grounding import Grounder
from is_safety_monitor.core.monitors.violation import Violation
from kb.clauses import ALWAYS
from kb.constraint import Bounds, Constraint, ConstraintForm, Pattern


@dataclass(frozen=True)
class _Attempt:
    """When a step was attempted last: its count among all attempts, and the time."""

    count: int
    at_ns: int


class Precedence:
    """Remembers the steps of an episode, and says which steps lack one that must come first."""

    def __init__(self, constraints: Iterable[Constraint], grounder: Grounder) -> None:
        """Watch those of `constraints` that are `before ... done`."""
        self._grounder = grounder
        self._watched: dict[str, list[tuple[Constraint, Formula, Pattern]]] = {}
        for constraint in constraints:
            if constraint.form is ConstraintForm.DONE_BEFORE and constraint.demand != ALWAYS:
                formula = grounder.formulas.demand(constraint)
                for pattern in constraint.before:
                    entry = (constraint, formula, pattern)
                    self._watched.setdefault(pattern.skill, []).append(entry)
        self._count = 0
        self._attempted: dict[SkillCall, _Attempt] = {}
        self._done: dict[SkillCall, _Attempt] = {}

    def fork(self) -> Precedence:
        """An independent copy for simulating alternatives."""
        other = copy(self)
        other._attempted = dict(self._attempted)  # noqa: SLF001  # its own class
        other._done = dict(self._done)  # noqa: SLF001
        return other

    def regrounded(self, grounder: Grounder) -> Precedence:
        """One that remembers the same, over a scene to which objects were added."""
        other = self.fork()
        other._grounder = grounder  # noqa: SLF001
        return other

    def step(self, step: SkillCall, at_ns: int, *, ok: bool) -> None:
        """Note that `step` has been attempted until `at_ns`, with success or not."""
        self._count += 1
        attempt = _Attempt(self._count, at_ns)
        for kind in self._grounder.kinds(step):
            self._attempted[kind] = attempt
            if ok:
                self._done[kind] = attempt

    def touches(self, step: SkillCall) -> Iterator[Constraint]:
        """The constraints that are checked before `step`."""
        for kind in self._grounder.kinds(step):
            for constraint, _, pattern in self._watched.get(kind.skill, ()):
                if self._grounder.match(constraint, pattern, kind) is not None:
                    yield constraint

    def violations(self, step: SkillCall, truths: Truths, now_ns: int) -> Iterator[Violation]:
        """What `step` would violate in a state, at `now_ns`."""
        found: dict[tuple[int, tuple[int, ...]], Violation] = {}
        for kind in self._grounder.kinds(step):
            for constraint, formula, pattern in self._watched.get(kind.skill, ()):
                fixed = self._grounder.match(constraint, pattern, kind)
                if fixed is None:
                    continue
                rows = self._grounder.bindings(constraint, fixed)
                values = self._grounder.conditions([(formula, rows)]).evaluate(truths)
                for row, exempt in zip(map(tuple, rows.tolist()), values.tolist(), strict=True):
                    if exempt != TRUE and not self._was_done(constraint, row, now_ns):
                        found[id(constraint), row] = Violation(constraint, row, _truth_of(exempt))
        yield from found.values()

    def _was_done(self, constraint: Constraint, row: tuple[int, ...], now_ns: int) -> bool:
        binding = dict(zip(constraint.universal, row, strict=True))
        done = self._latest(self._done, constraint, constraint.done, binding)
        if done is None or not self._is_recent(done, constraint.bounds, now_ns):
            return False
        undone = self._latest(self._attempted, constraint, constraint.until, binding)
        return undone is None or undone.count <= done.count

    def _is_recent(self, done: _Attempt, bounds: Bounds, now_ns: int) -> bool:
        if bounds.steps is not None and self._count + 1 - done.count > bounds.steps:
            return False
        return bounds.seconds is None or now_ns - done.at_ns <= seconds_to_ns(bounds.seconds)

    def _latest(
        self,
        log: Mapping[SkillCall, _Attempt],
        constraint: Constraint,
        patterns: tuple[Pattern, ...],
        binding: Mapping[str, int],
    ) -> _Attempt | None:
        """The latest step of `log` that matches one of `patterns` under `binding`."""
        found = [
            attempt
            for step, attempt in log.items()
            for pattern in patterns
            if (numbers := self._grounder.match(constraint, pattern, step)) is not None
            and all(binding.get(name, number) == number for name, number in numbers.items())
        ]
        return max(found, key=lambda attempt: attempt.count, default=None)


def _truth_of(exempt: int) -> Truth:
    """What is known of a demand that is not met: it may not apply after all."""
    return Truth.UNKNOWN if exempt == UNKNOWN else Truth.FALSE
