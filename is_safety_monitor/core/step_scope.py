"""Restricts likely follow-up steps to those that the instruction leaves open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from is_bench.calls import SkillCall
from is_bench.domain import Domain, Skill
from is_bench.domain.effects import assignments
from is_bench.domain.model import ParameterRole
from is_bench.facts import Atom
from is_bench.objects import SceneObject
from is_safety_monitor.core.request_plans import TaskRequestPlan

NOTHING_ASKED = TaskRequestPlan()
LIKELY = 0.5
"""The chance from which on a guess stands beside what is asked for."""
_OPEN = (
    *(ParameterRole.WAITED_FOR, ParameterRole.PERSON, ParameterRole.PLACE, ParameterRole.HANDLED),
    *(ParameterRole.SUPPORT, ParameterRole.CONTAINER),
)
"""Roles that leave open what else is done with a thing."""
_SWITCHED = frozenset({"open", "toggled_on"})
_HEATED = frozenset({"cooked", "hot"})
_WET = frozenset({"contains", "saturated", "filled", "covered"})
"""Predicates of wishes for which a heater, or a tap, has to run."""


@dataclass(frozen=True)
class StepScope:
    """Tells what is left to guess where an instruction says what is done with some things."""

    domain: Domain
    asked: TaskRequestPlan

    @property
    def settled(self) -> frozenset[str]:
        """The things of which calls say what is done with them; waiting leaves that open.

        So does a wish that a thing is on, off, open or shut.
        """
        called = (name for role, name in self._roles() if role not in _OPEN)
        return self.set_states | frozenset(called)

    @property
    def set_states(self) -> frozenset[str]:
        """The things of which it is said whether they are on or off, or open or shut."""
        switched = (w.fact for w in self.asked.wishes if w.fact.predicate in _SWITCHED)
        return frozenset(fact.arguments[0] for fact in switched)

    def opens(self, door: SkillCall, chance: float) -> bool:
        """Whether opening `door`, which is as likely as `chance` where nothing is asked, is so."""
        if chance < LIKELY and self.asked.calls:
            return False
        told = {name for role, name in self._roles() if role is ParameterRole.OPENED}
        return told.isdisjoint(door.arguments)

    def uses(self, skill: Skill) -> bool:
        """Whether `skill` may be of use: nobody pours or spreads a thing out unasked."""
        spills = any(
            parameter.role in (ParameterRole.COVERED, ParameterRole.VESSEL)
            for parameter in skill.parameters
        )
        return not (spills and self.asked) or not self._wanted.isdisjoint(_WET)

    def runs(self, machine: SceneObject) -> bool:
        """Whether `machine` may be of use for what is asked for, or is to run."""
        wanted = self._wanted
        if machine.name in self.set_states:
            return Atom("toggled_on", (machine.name,)) in self._wished
        if not self.asked or (ParameterRole.TOOL, machine.name) in self._roles():
            return True
        if machine.can("heatSource"):
            return not wanted.isdisjoint(_HEATED)
        return machine.can("particleSource") and not wanted.isdisjoint(_WET)

    @cached_property
    def _wanted(self) -> frozenset[str]:
        """The predicates of what is to come about."""
        wished = frozenset(fact.predicate for fact in self._wished)
        return wished.union(*map(self._brought_about, self.asked.calls))

    @property
    def _wished(self) -> frozenset[Atom]:
        return frozenset(wish.fact for wish in self.asked.wishes if wish.holds)

    def _brought_about(self, call: SkillCall) -> Iterator[str]:
        for effect in self.domain.skills[call.skill].effects:
            yield from (each.fact.predicate for each in assignments(effect) if each.holds)

    def _roles(self) -> Iterator[tuple[ParameterRole, str]]:
        for call in self.asked.calls:
            parameters = self.domain.skills[call.skill].parameters
            yield from ((p.role, n) for p, n in zip(parameters, call.arguments, strict=False))
