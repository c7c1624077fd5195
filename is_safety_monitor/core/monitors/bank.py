"""The constraints with a memory: `after ...` forms, over all their groundings at once.

A row is a grounding that some step has opened.  Rows stay allocated and are opened and closed by
flags, so that following a step and judging one are a few operations on whole arrays.
`docs/reference/constraints.md` gives the semantics; steps are counted as they are attempted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy

import numpy as np
from numpy.typing import NDArray

from is_bench.calls import DONE, SkillCall
from is_bench.facts import Truth
from is_safety_monitor.core.monitors.atoms import TRUE, UNKNOWN, Truths
from is_safety_monitor.core.monitors.grounding import Grounder
from is_safety_monitor.core.monitors.rows import CLOSED, Rows
from is_safety_monitor.core.monitors.violation import Violation
from kb.clauses import ALWAYS
from kb.constraint import Constraint, ConstraintForm

AFTER_FORMS = frozenset(
    {ConstraintForm.REQUIRE_AFTER, ConstraintForm.NEVER_AFTER, ConstraintForm.KEEP_AFTER}
)
Flags = NDArray[np.bool_]


class MonitorBank:
    """Tracks the open constraints of an episode, and those that a step would violate."""

    def __init__(self, constraints: Iterable[Constraint], grounder: Grounder) -> None:
        """Monitor those of `constraints` that have an `after` form; none is open yet."""
        self._constraints = [c for c in constraints if c.form in AFTER_FORMS and _demands(c)]
        self._grounder = grounder
        self._rows = Rows(grounder, self._constraints)
        self._count = 0

    def fork(self) -> MonitorBank:
        """An independent copy for simulating alternatives."""
        other = copy(self)
        other._rows = self._rows.fork()  # noqa: SLF001  # its own class
        return other

    def regrounded(self, grounder: Grounder) -> MonitorBank:
        """A bank over a scene to which objects were added, with the same memory.

        It is as if the new objects had been known from the start, and nothing been told of them.
        """
        other = copy(self)
        other._grounder = grounder  # noqa: SLF001
        other._rows = self._rows.regrounded(grounder, len(self._grounder.atoms.names))  # noqa: SLF001
        return other

    @property
    def size(self) -> int:
        """The number of rows."""
        return len(self._rows.bindings)

    def step(self, step: SkillCall, index: int, at_ns: int, *, ok: bool) -> None:
        """Note that `step`, the `index`-th that was asked for, has been attempted until `at_ns`.

        One that failed opens what it opens, for it may have had an effect, and closes nothing.
        """
        self._count += 1
        rows = self._rows
        if ok:
            rows.since_count[rows.closed_by(step)] = CLOSED
        opening = rows.opened_by(step)
        if len(opening):
            restart = rows.is_window[opening] | (rows.since_count[opening] == CLOSED)
            chosen = opening[restart]
            rows.since_count[chosen] = self._count
            rows.since_index[chosen] = index
            rows.since_ns[chosen] = at_ns

    def observe(self, truths: Truths) -> None:
        """Close bounded obligations that are fulfilled."""
        rows = self._rows
        if rows.any_response:
            met = rows.is_response & (rows.conditions.evaluate(truths) == TRUE)
            rows.since_count[met] = CLOSED

    def violations(
        self, step: SkillCall, truths: Truths, now_ns: int, ends_ns: int
    ) -> Iterator[Violation]:
        """What `step` would violate in a state, from `now_ns` until `ends_ns`."""
        rows = self._rows
        if not rows.bindings:
            return
        against, standing = self._against(step, now_ns, ends_ns)
        if not against.any():
            return
        values = rows.conditions.evaluate(truths)
        for row in np.flatnonzero(against & (values != TRUE)).tolist():
            yield self._violation(row, int(values[row]), standing=bool(standing[row]))

    def overdue(self, truths: Truths, now_ns: int) -> Flags:
        """Rows that block every step except their remedy."""
        found: Flags = self._standing(now_ns) & (self._rows.conditions.evaluate(truths) != TRUE)
        return found

    def open_obligations(self, truths: Truths, now_ns: int) -> Iterator[Violation]:
        """Open obligations in order of creation.

        A reminder is not due before it is late.
        """
        rows = self._rows
        if not rows.bindings:
            return
        values = rows.conditions.evaluate(truths)
        due = self._open() & rows.is_required & (~rows.is_reminder | self._standing(now_ns))
        due &= values != TRUE
        found = np.flatnonzero(due)
        for row in found[np.argsort(rows.since_count[found], kind="stable")].tolist():
            yield self._violation(row, int(values[row]), standing=False)

    def opened(self) -> Iterator[Constraint]:
        """The constraints that some step has opened, whether they are open still or not."""
        numbers = self._rows.numbers[self._rows.is_real].tolist()
        return (self._constraints[number] for number in dict.fromkeys(numbers))

    def _against(self, step: SkillCall, now_ns: int, ends_ns: int) -> tuple[Flags, Flags]:
        """Rows that block `step` unless their requirement holds; rows that block every step.

        What has to be done within some time blocks a step that would end after that time.
        """
        rows = self._rows
        standing = self._standing(now_ns)
        if rows.any_seconds and ends_ns > now_ns:
            standing |= rows.is_response & ~rows.is_reminder & self._late(ends_ns) & self._open()
        against = standing.copy()
        if step == DONE:
            against |= self._open() & rows.is_required & ~rows.is_reminder
        forbidden: list[int] = []
        if rows.forbidding:
            keys = self._grounder.step_keys(step).tolist()
            forbidden = [row for key in keys for row in rows.forbidding.get(key, ())]
        if forbidden:
            against[forbidden] |= self._in_window(now_ns)[forbidden]
        return against, standing

    def _open(self) -> Flags:
        """Which rows about objects of the scene are open."""
        found: Flags = (self._rows.since_count != CLOSED) & self._rows.is_real
        return found

    def _standing(self, now_ns: int) -> Flags:
        rows = self._rows
        found: Flags = rows.is_response & (self._count + 1 - rows.since_count >= rows.step_bound)
        if rows.any_seconds:
            found |= rows.is_response & self._late(now_ns)
        if rows.any_keep:
            found |= rows.is_keep & self._in_window(now_ns)
        found &= self._open()
        return found

    def _late(self, at_ns: int) -> Flags:
        """Whose bound in seconds has passed at `at_ns`."""
        found: Flags = at_ns - self._rows.since_ns > self._rows.ns_bound
        return found

    def _in_window(self, now_ns: int) -> Flags:
        """Which windows are open: as long as one of their bounds, if they have any, lasts."""
        rows = self._rows
        steps = self._count + 1 - rows.since_count <= rows.step_bound
        time = now_ns - rows.since_ns <= rows.ns_bound
        found: Flags = np.where(rows.has_both, steps | time, steps & time)
        found &= self._open()
        return found

    def _violation(self, row: int, truth: int, *, standing: bool) -> Violation:
        rows = self._rows
        return Violation(
            constraint=self._constraints[int(rows.numbers[row])],
            binding=rows.bindings[row],
            truth=Truth.UNKNOWN if truth == UNKNOWN else Truth.FALSE,
            since=int(rows.since_index[row]),
            standing=standing,
        )


def _demands(constraint: Constraint) -> bool:
    """Whether there is anything that `constraint` does not let pass."""
    return constraint.demand != ALWAYS
