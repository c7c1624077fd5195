"""Best-first search over call sequences: from a blocked call to a remedy."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count
from typing import Protocol

from is_bench.calls import SkillCall
from is_bench.domain import World
from is_bench.facts import Atom, FactSet
from is_bench.objects import ObjectTable
from is_safety_monitor.core.call_sequences import CallSequence, Situation
from is_safety_monitor.core.candidates import Candidates
from is_safety_monitor.core.cleaning import Cleaning
from is_safety_monitor.core.moves import RemedyTarget

MAX_STEPS = 9
"""The longest remedy that is looked for."""
MAX_TRIALS = 180
"""The most steps that one search tries; some tenths of a second."""
PATIENCE = 70
"""The most steps that it tries without having mended anything more."""
_MOST_SPARED = 6
"""Of longer remedies it is not tried which steps they can spare."""
_MOST_PARTS = 5
"""How many remedies for a part are looked at more closely."""
_LEFT = frozenset({"open", "toggled_on", "covered", "broken", "on_fire"})
"""Side effects that a remedy must not leave."""
_WARNING = 1.0
"""What a step costs besides for each thing that the guard would warn of; in steps."""


@dataclass(frozen=True)
class BlockingFindings:
    """How many findings block a call."""

    due: int
    """Findings that the robot has caused."""
    found: int = 0
    """Those that were there before it came: due only where they can be mended."""

    @property
    def total(self) -> int:
        """All of them."""
        return self.due + self.found


class FindingPredictor(Protocol):
    """What a search asks of the guard; each step leads to a predictor of its own."""

    def blocking_findings(self, call: SkillCall, facts: FactSet) -> BlockingFindings:
        """The number of findings that block `call`."""
        ...

    def after_step(
        self, step: SkillCall, before: FactSet, after: FactSet
    ) -> tuple[FindingPredictor, int] | None:
        """The prediction after `step` and its number of warnings; None if it is blocked."""
        ...

    def new_final_warnings(
        self,
        steps: Sequence[SkillCall],
        call: SkillCall,
        left: BlockingFindings,
        excused: Collection[str],
    ) -> int | None:
        """Of how much the guard would warn at the end, after `steps`, that it does not yet.

        None where `steps` cannot be taken, or make something due, or more than `left` stands
        against `call` then.  What becomes due about things that are `excused` does not count.
        """
        ...


@dataclass(frozen=True)
class Scope:
    """What a search may use, and what it has to keep."""

    objects: ObjectTable
    candidates: Candidates
    cleaning: Cleaning
    wanted: frozenset[Atom]
    offered: tuple[CallSequence, ...]
    """Ways besides the candidates; what they open or switch on may stay so."""


@dataclass(frozen=True)
class _Node:
    """Where a search has come to."""

    steps: tuple[SkillCall, ...]
    cost: float
    snapshot: object
    facts: FactSet
    judge: FindingPredictor
    standing: BlockingFindings
    intended: frozenset[Atom] = frozenset()
    """What offered ways have brought about."""
    checked: bool = False
    """Whether its steps have been followed to the end, and its cost is final."""


class RemedySearch:
    """One search for a remedy of a blocked call."""

    def __init__(
        self, scope: Scope, target: RemedyTarget, world: World, judge: FindingPredictor
    ) -> None:
        """`world` is in the state in which the call is blocked; it is led about."""
        self._scope = scope
        self._target = target
        self._world = world
        facts = world.facts()
        standing = judge.blocking_findings(target.call, facts)
        self._root = _Node((), 0.0, world.snapshot(), facts, judge, standing)
        self._heap: list[tuple[float, int, _Node, CallSequence | None]] = []
        self._order = count()
        self._reached = {_key(facts, ())}
        self._parts: list[_Node] = []
        self._left = MAX_TRIALS
        self._patience = PATIENCE
        self._least = standing.total

    def run(self) -> tuple[SkillCall, ...]:
        """The lowest-cost remedy, or a partial one where that is useful; empty if none is found."""
        self._expand(self._root)
        while self._heap and min(self._left, self._patience) > 0:
            _, _, node, way = heappop(self._heap)
            if way is not None:
                self._try(node, way)
            elif node.checked:
                return node.steps
            else:
                self._check(node)
        return self._best_part()

    def _try(self, node: _Node, way: CallSequence) -> None:
        self._left -= len(way.steps)
        self._patience -= len(way.steps)
        reached = self._reach(node, way)
        if reached is not None:
            self._note(reached)

    def _check(self, node: _Node) -> None:
        """Follow the steps to `node` to the end, and note what they really cost."""
        self._left -= len(node.steps)
        found = self._checked(node)
        if found is not None:
            self._push(found.cost, found, None)

    def _expand(self, node: _Node) -> None:
        """Note the ways that go on from `node`, with what they are expected to cost in all."""
        now = Situation(self._scope.objects, node.facts)
        candidates = self._scope.candidates.concerning(self._target, now, self._scope.cleaning)
        for way in (*self._scope.offered, *candidates):
            if len(node.steps) + len(way.steps) <= MAX_STEPS:
                self._push(node.cost + way.cost + max(node.standing.total - 1, 0), node, way)

    def _push(self, cost: float, node: _Node, way: CallSequence | None) -> None:
        heappush(self._heap, (cost, next(self._order), node, way))

    def _reach(self, node: _Node, way: CallSequence) -> _Node | None:
        """Successor state; None if inapplicable, harmful or without effect."""
        self._world.restore(node.snapshot)
        judge, facts, warnings = node.judge, node.facts, 0
        for step in way.steps:
            if not self._world.execute(step).ok:
                return None
            after = self._world.facts()
            taken = judge.after_step(step, facts, after)
            if taken is None:
                return None
            judge, more = taken
            facts, warnings = after, warnings + more
        standing = judge.blocking_findings(self._target.call, facts)
        if facts == node.facts and standing.total >= node.standing.total:
            return None
        steps = (*node.steps, *way.steps)
        key = _key(facts, self._remembered(steps))
        if key in self._reached:
            return None
        intended = node.intended | way.leaves
        if way in self._scope.offered:
            intended |= _new_side_effects(node.facts, facts)
        if _new_side_effects(self._root.facts, facts) - intended or self._undoes_goal(facts):
            return None
        self._reached.add(key)
        cost = node.cost + way.cost + warnings * _WARNING
        return _Node(steps, cost, self._world.snapshot(), facts, judge, standing, intended)

    def _remembered(self, steps: Sequence[SkillCall]) -> tuple[SkillCall, ...]:
        """Those of `steps` that count even if they change no fact."""
        offered = {step for way in self._scope.offered for step in way.steps}
        return tuple(sorted({s for s in steps if s.skill == "WAIT" or s in offered}, key=str))

    def _undoes_goal(self, facts: FactSet) -> bool:
        return bool((self._scope.wanted & self._root.facts.true) - facts.true)

    def _note(self, node: _Node) -> None:
        """Remember `node`: as a remedy, as one for a part, and to go on from."""
        first, standing = self._root.standing, node.standing
        if standing.total < self._least:
            self._least, self._patience = standing.total, PATIENCE
        if not standing.total and self._world.execute(self._target.call).ok:
            self._push(node.cost, node, None)
            return
        useful = standing.due < first.due or (not first.due and standing.found < first.found)
        if useful and (self._target.call.is_done or not standing.due):
            self._parts.append(node)
        if len(node.steps) < MAX_STEPS:
            self._expand(node)

    def _best_part(self) -> tuple[SkillCall, ...]:
        """The calls that resolve most hazards by the end."""
        self._parts.sort(key=lambda node: (node.standing.due, node.standing.found, node.cost))
        found = map(self._checked, self._parts[:_MOST_PARTS])
        return next((node.steps for node in found if node is not None), ())

    def _checked(self, node: _Node) -> _Node | None:
        """`node` without the steps that it can spare, and its cost; None if they do harm."""
        steps = self._without_detours(node.steps)
        harm = self._aftermath(steps, node)
        if harm is None and steps != node.steps:
            steps = node.steps
            harm = self._aftermath(steps, node)
        if harm is None:
            return None
        for step in steps[:-1] if len(steps) <= _MOST_SPARED else ():
            if step.skill == "CLOSE":  # what is shut belongs to how a thing is put away
                continue
            fewer = tuple(other for other in steps if other != step)
            less = self._aftermath(fewer, node)
            if less is not None and less <= harm:
                steps, harm = fewer, less
        return replace(node, steps=steps, cost=node.cost + harm * _WARNING, checked=True)

    def _aftermath(self, steps: tuple[SkillCall, ...], node: _Node) -> int | None:
        excused = {name for fact in node.intended for name in fact.arguments}
        return self._root.judge.new_final_warnings(steps, self._target.call, node.standing, excused)

    def _without_detours(self, steps: tuple[SkillCall, ...]) -> tuple[SkillCall, ...]:
        """`steps` without neighbors that undo each other: what is shut and opened again."""
        self._world.restore(self._root.snapshot)
        kept: list[SkillCall] = []
        states = [self._root.facts]
        for step in steps:
            self._world.execute(step)
            facts = self._world.facts()
            if len(states) > 1 and facts == states[-2] and kept[-1].arguments == step.arguments:
                kept.pop()
                states.pop()
            else:
                kept.append(step)
                states.append(facts)
        return tuple(kept)


def _key(facts: FactSet, steps: Collection[SkillCall]) -> object:
    """What tells states apart that one search comes to."""
    return facts.true, facts.unknown, tuple(steps)


def _new_side_effects(before: FactSet, after: FactSet) -> frozenset[Atom]:
    """New side effects: objects that are, or may be, open, running or wet and were not."""
    new = (after.true - before.true) | (after.unknown - before.unknown - before.true)
    return frozenset(fact for fact in new if fact.predicate in _LEFT)
