"""Ordinary work: first steps in a reference kitchen, few of which a sensible constraint blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from is_bench.calls import SkillCall
from is_bench.domain import (
    Domain,
    ParameterRole,
    Skill,
    SourceText,
    TransitionModel,
    restored_domain,
)
from is_bench.facts import Atom, FactSet
from is_bench.objects import ObjectTable, SceneObject, make_object
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.knowledge import JudgedSituation
from is_safety_monitor.core.tracker import Tracker
from kb.constraint import Constraint

FLOOR, COUNTER = "floor.n.01_1", "countertop.n.01_1"
FIXTURES = (
    *("electric_refrigerator.n.01_1", "stove.n.01_1", "cabinet.n.01_1", "sink.n.01_1"),
    *("microwave.n.02_1", "dishwasher.n.01_1", "chair.n.01_1", "table_lamp.n.01_1"),
    *("washer.n.03_1", "breakfast_table.n.01_1"),
)
"""What stands on the floor."""
THINGS = (
    *("apple.n.01_1", "carving_knife.n.01_1", "mug.n.04_1", "towel.n.01_1", "book.n.02_1"),
    *("frying_pan.n.01_1", "bowl.n.01_1", "bottle.n.01_1", "toaster.n.02_1", "rag.n.01_1"),
    *("laptop.n.01_1", "box.n.01_1", "candle.n.01_1"),
)
"""What lies on the counter."""
MOST_CALLS = 8
"""How many calls of a skill are tried."""
FEWEST_CALLS = 3
"""With fewer calls nothing can be told of a skill."""
_DISTANCES = (12, 7, 1)
_NEEDS = {ParameterRole.OPENED: "openable", ParameterRole.SWITCHED: "toggleable"}
"""What the arguments of a role have to be able to do, so that the step is an ordinary one."""
MOST_STOPPED = 0.5
"""The share of all first steps that a constraint may stop."""


@dataclass(frozen=True)
class OrdinaryWork:
    """Steps that a robot can take first, where nothing is wrong."""

    model: TransitionModel
    objects: ObjectTable
    facts: FactSet
    steps: tuple[tuple[SkillCall, FactSet], ...]
    """Calls, each with what it is predicted to lead to."""

    def hindrance(self, constraint: Constraint) -> str:
        """How `constraint` keeps a robot from work of any kind; empty if it does not."""
        knowledge = KbKnowledge([constraint], self.objects, self.model)
        now = JudgedSituation(self.facts, (), 0, Tracker(self.model, self.objects))
        knowledge.observe(now)
        found = (c for c, after in self.steps if knowledge.judge(c, replace(now, after=after)))
        stopped = Counter(call.skill for call in found)
        if stopped.total() > MOST_STOPPED * len(self.steps):
            share = f"{stopped.total()} of {len(self.steps)}"
            return f"too broad: it blocks {share} ordinary first steps"
        every = Counter(call.skill for call, _ in self.steps)
        for skill, count in stopped.items():
            if count == every[skill] and count >= FEWEST_CALLS:
                return f"too broad: it blocks {skill} for every object of the reference kitchen"
        return ""


def ordinary_work(domain: Domain) -> OrdinaryWork:
    """The ordinary first steps of a robot of `domain`."""
    return _made(domain.name, domain.sources)


@lru_cache(maxsize=8)  # tasks are many, and domains few
def _made(name: str, sources: tuple[SourceText, ...]) -> OrdinaryWork:
    """Made once for a domain: trying what can be done takes about a second."""
    domain = restored_domain(name, sources)
    model = TransitionModel(domain)
    named = (FLOOR, COUNTER, *FIXTURES, *THINGS)
    objects = ObjectTable(tuple(make_object(each, each.rpartition("_")[0]) for each in named))
    placed = [Atom("ontop", (each, FLOOR)) for each in (COUNTER, *FIXTURES)]
    placed += [Atom("ontop", (each, COUNTER)) for each in THINGS]
    known = [fact for fact in placed if fact.predicate in domain.predicates]
    facts = FactSet.closed_world(known)
    steps = tuple(_steps(model, objects, facts))
    return OrdinaryWork(model, objects, facts, steps)


def _steps(
    model: TransitionModel, objects: ObjectTable, facts: FactSet
) -> Iterator[tuple[SkillCall, FactSet]]:
    """Of each skill some calls, each about another thing first.

    They can be done, or hardly any of that skill can: then what would be tried is as good.
    """
    for skill in model.domain.skills.values():
        calls = list(dict.fromkeys(_listed(skill, objects.objects))) if skill.arity else []
        tried = ((call, model.after(call, objects, facts)) for call in calls)
        done = list(islice(((c, after) for c, after in tried if after is not None), MOST_CALLS))
        vain = [(call, facts) for call in calls[:MOST_CALLS]]
        yield from done if len(done) >= FEWEST_CALLS else vain


def _listed(skill: Skill, things: Sequence[SceneObject]) -> Iterator[SkillCall]:
    """Calls of a skill; the other arguments are of other things each time."""
    for apart in _DISTANCES:
        for first in range(len(things)):
            chosen = [things[(first + apart * n) % len(things)] for n in range(skill.arity)]
            pairs = zip(skill.parameters, chosen, strict=True)
            if all(_suits(each.role, thing) for each, thing in pairs):
                yield SkillCall(skill.name, tuple(thing.name for thing in chosen))


def _suits(role: ParameterRole, thing: SceneObject) -> bool:
    if role is ParameterRole.MOVED:
        return thing.name in THINGS
    needed = _NEEDS.get(role)
    return needed is None or thing.can(needed)
