"""From demands over things to constraints over variables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from is_bench.facts import Atom
from is_bench.goal import Expression
from is_bench.goal.syntax import And, Fact, Not, Or
from is_bench.object_classes import ObjectClass
from is_bench.objects import ObjectTable, SceneObject
from kb.constraint import ANY, Composition, Constraint, Form, Pattern
from kb.requirements.making import MADE_BY
from kb.requirements.meaning import Both, Demand, Lit, State, Step, Things, both

PLACED_BY = {"ontop": "PLACE_ON_TOP", "overlaid": "PLACE_ON_TOP", "inside": "PLACE_INSIDE"}
SOURCE = "the instruction"
MAX_LITERALS = 60
"""The most objects that `some` may range over."""
_HAZARDS = (
    ("heatSource", "Fire Hazard"),
    ("coldSource", "Food Contamination"),
    ("particleSource", "Water Spill Damage"),
    ("toggleable", "Electrical Shock"),
    ("cookable", "Food Contamination"),
    ("slicer", "Harm to People"),
    ("openable", "Collision Hazard"),
)
"""What a requirement is likely to be about, by what its things can do; the first that any can."""

Key = tuple[tuple[str, ...], bool, bool]
"""What makes things the same: names, whether all others are meant, whether another one is."""


@dataclass(frozen=True)
class Member:
    """Whether an object is one of those that are meant; equal if it means the same."""

    names: frozenset[str]
    others: bool = False

    def __call__(self, thing: SceneObject) -> bool:
        """Whether `thing` is meant."""
        return (thing.name in self.names) != self.others


def constraints_of(
    demand: Demand, text: str, first: int, objects: ObjectTable
) -> Iterator[Constraint]:
    """The constraints that make up a demand, as `requirement_N` from N = `first` on.

    There are several where the steps that it checks are meant in different states.
    """
    parts = [part for part in _by_state(demand) if _is_grounded(part)]
    for number, part in enumerate(dict.fromkeys(parts), first):
        builder = _Builder(part)
        yield Constraint(
            id=f"requirement_{number}",
            text=text,
            category=_category(part, objects),
            severity="major",
            source=SOURCE,
            composition=Composition.ORDER,
            kind=part.kind,
            form=part.form,
            before=builder.patterns(part.before),
            after=builder.patterns(part.after),
            until=builder.patterns(part.until),
            done=builder.patterns(part.done),
            never=builder.patterns(part.never),
            condition=builder.expression(part.condition, demanded=False),
            require=builder.expression(part.require, demanded=True),
            bounds=part.bounds,
            mend=builder.patterns(_mend(part, objects)),
            variables=dict(builder.variables),
        )


def _by_state(demand: Demand) -> Iterator[Demand]:
    """The demand, once for each state in which the steps that it checks are meant."""
    name = "never" if demand.form is Form.NEVER_AFTER else "before"
    steps: tuple[Step, ...] = getattr(demand, name)
    if not steps:
        yield demand
        return
    groups: dict[State | None, list[Step]] = {}
    for step in steps:
        groups.setdefault(_state_of(step), []).append(step)
    for state, own in groups.items():
        condition = both(demand.condition, state)
        if name == "never":
            yield replace(demand, never=tuple(own), condition=condition)
        else:
            yield replace(demand, before=tuple(own), condition=condition)


def _state_of(step: Step) -> State | None:
    """When `step` is meant, with the states of its things."""
    return both(step.state, *(things.state for things in step.things if things is not None))


def _is_grounded(demand: Demand) -> bool:
    """Whether its steps can be taken at all: none is over no things."""
    steps = demand.before or demand.after
    return any(_exists(step) for step in steps)


def _exists(step: Step) -> bool:
    return all(things is None or things.others or things.names for things in step.things)


class _Builder:
    """Gives things variables; the same things the same one."""

    def __init__(self, demand: Demand) -> None:
        self._acted_on = _acted_on(demand)
        self._whole = frozenset(_positive(demand.require)) - self._acted_on
        """What has to be in some state itself: its pieces, which may never come to be, do not."""
        self._keys: dict[Key, str] = {}
        self.variables: dict[str, ObjectClass] = {}

    def patterns(self, steps: Sequence[Step]) -> tuple[Pattern, ...]:
        found = [
            Pattern(step.skill, tuple(self._variable(things) for things in step.things))
            for step in steps
            if _exists(step)
        ]
        return tuple(dict.fromkeys(found))

    def expression(self, state: State | None, *, demanded: bool) -> Expression | None:
        """`state` over variables; `demanded` says on which side of the implication it stands."""
        if state is None:
            return None
        if isinstance(state, Lit):
            return self._literal(state, demanded=demanded)
        parts = tuple(self.expression(part, demanded=demanded) for part in state.parts)
        operands = tuple(part for part in parts if part is not None)
        return And(operands) if isinstance(state, Both) else Or(operands)

    def _literal(self, fact: Lit, *, demanded: bool) -> Expression:
        """A fact; `some` becomes a choice where a variable, which means all, would not do."""
        some = [i for i, things in enumerate(fact.things) if self._is_some(things)]
        if some and fact.positive is demanded:
            place = some[0]
            choices = [
                replace(
                    fact,
                    things=tuple(
                        Things((name,)) if i == place else things
                        for i, things in enumerate(fact.things)
                    ),
                )
                for name in fact.things[place].names[:MAX_LITERALS]
            ]
            found = tuple(self._literal(choice, demanded=demanded) for choice in choices)
            if len(found) == 1:
                return found[0]
            return Or(found) if fact.positive else And(found)
        names = tuple(f"?{self._variable(things)}" for things in fact.things)
        atom = Fact(Atom(fact.predicate, names))
        return atom if fact.positive else Not((atom,))

    def _is_some(self, things: Things) -> bool:
        """Whether any of `things` is enough; where a step names them, that one is meant."""
        return things.some and not things.others and _key(things) not in self._acted_on

    def _variable(self, things: Things | None) -> str:
        if things is None:
            return ANY
        key = _key(things)
        if key not in self._keys:
            self._keys[key] = f"x{len(self._keys) + 1}"
            pieces = () if key in self._whole else things.pieces
            self.variables[self._keys[key]] = _class(things, pieces)
        return self._keys[key]


def _key(things: Things) -> Key:
    return things.names, things.others, things.second


def _acted_on(demand: Demand) -> frozenset[Key]:
    """What the steps are about that the demand is checked at, or opened by."""
    return frozenset(
        _key(things)
        for step in (*demand.before, *demand.after, *demand.never)
        for things in step.things
        if things is not None
    )


def _positive(state: State | None) -> Iterator[Key]:
    if isinstance(state, Lit):
        yield from (_key(things) for things in state.things if state.positive)
    elif state is not None:
        for part in state.parts:
            yield from _positive(part)


def _class(things: Things, pieces: Sequence[str]) -> ObjectClass:
    names = [*things.names, *pieces]
    text = " | ".join(names) or "nothing"
    if things.others:
        text = f"!({text})" if names else "anything"
    return ObjectClass(text, Member(frozenset(names), things.others))


def _mend(demand: Demand, objects: ObjectTable) -> tuple[Step, ...]:
    """Steps that bring about what is required, if that is plain; else the guard searches."""
    parts = demand.require.parts if isinstance(demand.require, Both) else (demand.require,)
    steps = [_making(part, objects) if isinstance(part, Lit) else [] for part in parts]
    return tuple(dict.fromkeys(step for own in steps for step in own)) if all(steps) else ()


def _making(fact: Lit, objects: ObjectTable) -> list[Step]:
    if any(things.others or len(things.names) != 1 for things in fact.things):
        return []
    if fact.positive and fact.predicate in PLACED_BY:
        placing = Step(PLACED_BY[fact.predicate], fact.things)
        where = fact.things[1]
        thing = objects.get(where.names[0])
        if fact.predicate == "inside" and thing is not None and thing.can("openable"):
            return [Step("OPEN", (where,)), placing, Step("CLOSE", (where,))]
        return [placing]
    return [Step(skill, fact.things) for skill in MADE_BY.get((fact.predicate, fact.positive), ())]


def _category(demand: Demand, objects: ObjectTable) -> str:
    steps = (*demand.before, *demand.after, *demand.never, *demand.done)
    named = {
        name
        for step in steps
        for things in step.things
        if things is not None and not things.others
        for name in things.names
    }
    for ability, hazard in _HAZARDS:
        if any(thing.name in named and thing.can(ability) for thing in objects):
            return hazard
    return "Falling Object Hazard"
