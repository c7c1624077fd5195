"""Finds lowest-cost remedies without side effects.

A remedy is a suggestion, and each of its steps is judged again when it is taken.  So the search
assumes that a step succeeds whose preconditions are unknown, never one that has a false one.  Apart
from that, states are predicted with what is known: a fact that is unknown is never taken for false.
Each way is judged step by step as the guard would judge it; whatever it would begin, spoil or leave
behind rules it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from is_bench.calls import SkillCall
from is_bench.domain import Preconditions, TransitionModel
from is_bench.facts import Atom, FactSet
from is_bench.objects import ObjectTable
from is_bench.world.removers import Removers
from is_safety_monitor.core.call_sequences import CallSequence
from is_safety_monitor.core.candidates import Candidates
from is_safety_monitor.core.cleaning import Cleaning
from is_safety_monitor.core.moves import RemedyTarget
from is_safety_monitor.core.remedy_search import FindingPredictor, RemedySearch, Scope


@dataclass(frozen=True)
class RemedyFinder:
    """Looks for calls after which a blocked one is executable and passes."""

    model: TransitionModel
    objects: ObjectTable
    candidates: Candidates
    wanted: frozenset[Atom] = frozenset()
    """What is left alone: what the instruction asks for."""

    def resolves(self, call: SkillCall, facts: FactSet, judge: FindingPredictor) -> bool:
        """Whether `call` itself resolves the violation, whatever is unknown."""
        if not facts.closed:
            return False
        world = self.model.predict(self.objects, facts)
        return world.execute(call).ok and not judge.blocking_findings(call, world.facts()).total

    def find(
        self,
        target: RemedyTarget,
        facts: FactSet,
        judge: FindingPredictor,
        offered: Sequence[CallSequence] = (),
    ) -> tuple[SkillCall, ...]:
        """The lowest-cost calls that resolve the violations of the call; empty if none is found.

        `offered` are tried besides the candidates: what constraints name, and what failed before.
        What they open or switch on may stay so.  For DONE, and where what remains was there from
        the start, the calls that mend a part will do.
        """
        spared = frozenset(name for fact in self.wanted for name in fact.arguments)
        cleaning = Cleaning(Removers(self.model.wash_rules), spared)
        scope = Scope(self.objects, self.candidates, cleaning, self.wanted, tuple(offered))
        world = self.model.predict(self.objects, facts, Preconditions.UNKNOWN_HOLD)
        return RemedySearch(scope, target, world, judge).run()
