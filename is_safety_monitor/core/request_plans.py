"""Requested end states and calls as plans that can be simulated.

A plan has the calls that the instruction gives, and for each end state that they do not bring about
a call of its own, which stands for whatever way there may be.  Plans are judged in a model in which
what is asked for succeeds: what a skill requires is the robot's affair, and makes no harm harmless.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from is_bench.calls import SkillCall
from is_bench.domain import Skill, TransitionModel
from is_bench.domain.effects import Assign
from is_bench.domain.model import Dynamics
from is_bench.facts import Atom, FactSet, FactView, Truth
from is_bench.objects import ObjectTable
from is_bench.reading.outcome import Wish
from is_safety_monitor.core.request_sequences import way_to

NOTHING_KNOWN = FactSet(frozenset(), closed=False)
"""The known facts before the first world state: none."""
MOST_CALLS = 24
"""Of an instruction that are judged; what it asks for besides is judged when it is done."""
_WISH = "WISH_"


@dataclass(frozen=True)
class TaskRequestPlan:
    """The calls and end states that an instruction certainly requests."""

    calls: tuple[SkillCall, ...] = ()
    """In its order."""
    wishes: tuple[Wish, ...] = ()
    """The end states."""

    def __bool__(self) -> bool:
        """Whether it requests anything."""
        return bool(self.calls or self.wishes)

    def words(self, call: SkillCall) -> str:
        """What a call of one of its plans stands for, as a text."""
        number = call.skill.removeprefix(_WISH)
        return str(call if number == call.skill else self.wishes[int(number)])

    def undone(self, before: FactView, after: FactView) -> bool:
        """Whether a wish that held before does so no longer, about things that are still there."""
        return any(
            before.truth(wish.fact) is Truth.of(wish.holds) is not after.truth(wish.fact)
            for wish in self.wishes
            if all(after.truth(Atom("real", (n,))) is Truth.TRUE for n in wish.fact.arguments)
        )

    def fulfilled(self, seen: FactView) -> FactSet:
        """The wishes that surely hold, and nothing else."""
        return _only(wish for wish in self.wishes if seen.truth(wish.fact) is Truth.of(wish.holds))

    @property
    def all_fulfilled(self) -> FactSet:
        """Every wish, and nothing else."""
        return _only(self.wishes)


@dataclass(frozen=True)
class PlannedCall:
    """A call in its place in a plan, where nothing is known but what the plan brings about."""

    call: SkillCall
    before: FactSet
    after: FactSet

    @property
    def made(self) -> frozenset[Atom]:
        """What it surely makes true."""
        return self.after.true - self.before.true

    def from_state(self, facts: FactSet) -> FactSet:
        """`facts`, changed as the call changes what it finds in its place."""
        made, unmade = self.made, self.after.false - self.before.false
        true, false = (facts.true - unmade) | made, facts.false - made
        if not facts.closed:
            false |= unmade
        return FactSet(true, false, facts.unknown - made - unmade, facts.closed)


def granting(model: TransitionModel, wishes: Sequence[Wish]) -> TransitionModel:
    """A model in which each call succeeds, and each wish comes true by a call of its own."""
    domain = model.domain
    skills = {name: replace(skill, requires=()) for name, skill in domain.skills.items()}
    skills |= {
        call.skill: Skill(call.skill, (), str(wish), effects=(Assign(wish.fact, wish.holds),))
        for call, wish in zip(_calls(wishes), wishes, strict=True)
    }
    return replace(model, domain=replace(domain, skills=skills, dynamics=Dynamics.EFFECTS))


def plan_of(
    asked: TaskRequestPlan, model: TransitionModel, objects: ObjectTable
) -> list[PlannedCall]:
    """The calls of `asked`, then one for each wish that they do not certainly achieve.

    `model` is that of `granting`.
    """
    found = planned_calls(asked.calls[:MOST_CALLS], model, objects)
    end = found[-1].after if found else NOTHING_KNOWN
    pairs = zip(_calls(asked.wishes), asked.wishes, strict=True)
    left = [(call, w) for call, w in pairs if end.truth(w.fact) is not Truth.of(w.holds)]
    for call, wish in left[:MOST_CALLS]:
        after = _only((wish,), end)
        found.append(PlannedCall(call, end, after))
        end = after
    return found


def with_ways(
    plan: Sequence[PlannedCall],
    asked: TaskRequestPlan,
    model: TransitionModel,
    objects: ObjectTable,
    facts: FactSet,
) -> list[PlannedCall]:
    """`plan`, with calls of the robot that are predicted to fulfil the wishes in `facts`.

    A wish for which there is none keeps its own.  `model` is that of `granting`.
    """
    wishes = dict(zip(_calls(asked.wishes), asked.wishes, strict=True))
    if wishes.keys().isdisjoint(planned.call for planned in plan):
        return list(plan)
    world, found = model.predict(objects, facts), list[PlannedCall]()
    for planned in plan:
        wish = wishes.get(planned.call)
        way = planned.call if wish is None else way_to(wish, world, model.domain) or planned.call
        world.execute(way)
        found.append(replace(planned, call=way))
    return found


def planned_calls(
    plan: Sequence[SkillCall], model: TransitionModel, objects: ObjectTable
) -> list[PlannedCall]:
    """Each call of `plan`, whatever the state of the world; `model` is that of `granting`."""
    world = model.predict(objects, NOTHING_KNOWN)
    found, before = list[PlannedCall](), world.facts()
    for call in plan:
        world.execute(call)
        found.append(PlannedCall(call, before, world.facts()))
        before = found[-1].after
    return found


def reorderings(
    plan: Sequence[PlannedCall], at: int, model: TransitionModel, objects: ObjectTable
) -> Iterator[list[PlannedCall]]:
    """Orders of `plan` with its call at `at` elsewhere, in which each call does what it does there.

    `model` is that of `granting`.
    """
    rest = (*plan[:at], *plan[at + 1 :])
    for place in range(len(plan)):
        if place != at:
            order = (*rest[:place], plan[at], *rest[place:])
            found = planned_calls([planned.call for planned in order], model, objects)
            if all(meant.made <= now.made for meant, now in zip(order, found, strict=True)):
                yield found


def _only(wishes: Iterable[Wish], besides: FactSet = NOTHING_KNOWN) -> FactSet:
    """`besides`, with `wishes` achieved."""
    listed = tuple(wishes)
    true = frozenset(wish.fact for wish in listed if wish.holds)
    false = frozenset(wish.fact for wish in listed if not wish.holds)
    return FactSet((besides.true - false) | true, (besides.false - true) | false, closed=False)


def _calls(wishes: Sequence[Wish]) -> list[SkillCall]:
    return [SkillCall(f"{_WISH}{number}") for number in range(len(wishes))]
