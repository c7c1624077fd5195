"""From stated requirements over things to constraints over variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from is_bench.facts import Atom
from is_bench.goal import Expression
from is_bench.goal.syntax import And, Fact, Not, Or
from is_bench.object_classes import ObjectClass
from is_bench.objects import ObjectTable, SceneObject
from is_bench.reading.requirement import (
    Both,
    Demands,
    Lit,
    Span,
    State,
    StatedRequirement,
    Step,
    Things,
    both,
)
from is_bench.reading.words import data
from kb.constraint import (
    ANY,
    Bounds,
    Composition,
    Constraint,
    ConstraintForm,
    ConstraintType,
    Pattern,
)

STATED = "requirement_"
"""What the ids of the constraints begin with that an instruction states."""
SOURCE = "the instruction"
_INROOM = "inroom"
MAX_LITERALS = 60
"""The most objects that `some` may range over."""
Key = tuple[tuple[str, ...], bool, bool, str]
"""What makes things the same: names, whether all others are, or another one is, and the room."""


@dataclass(frozen=True)
class Member:
    """Whether an object is one of those that are meant; equal if it means the same."""

    names: frozenset[str]
    others: bool = False

    def __call__(self, thing: SceneObject) -> bool:
        """Whether `thing` is meant."""
        return (thing.name in self.names) != self.others


def constraints_of(
    stated: StatedRequirement, first: int, objects: ObjectTable
) -> Iterator[Constraint]:
    """The constraints that make up a requirement, as `requirement_N` from N = `first` on.

    There are several where the steps that it checks are meant in different states.
    """
    parts = [part for part in _by_state(stated) if _is_grounded(part)]
    for number, part in enumerate(dict.fromkeys(parts), first):
        builder = _Builder(part)
        is_checked = part.demands in (Demands.HOLDS, Demands.DONE)
        trigger = builder.patterns(part.trigger)
        is_done = part.demands is Demands.DONE
        until = builder.patterns(part.until)
        steps = builder.patterns(part.steps) if part.demands is not Demands.HOLDS else ()
        yield Constraint(
            id=f"{STATED}{number}",
            text=part.text,
            category=_category(part, objects),
            severity="major",
            source=SOURCE,
            composition=Composition.ORDER,
            kind=_kind(part),
            form=_FORMS[part.demands],
            before=trigger if is_checked else (),
            after=() if is_checked else trigger,
            until=until,
            done=steps if is_done else (),
            never=() if is_done else steps,
            condition=builder.expression(part.condition, demanded=False),
            require=builder.expression(part.state, demanded=True),
            bounds=_bounds(part.within),
            mend=builder.patterns(_mend(part, objects)),
            variables=dict(builder.variables),
        )


_FORMS = {
    Demands.HOLDS: ConstraintForm.REQUIRE_BEFORE,
    Demands.DONE: ConstraintForm.DONE_BEFORE,
    Demands.DUE: ConstraintForm.REQUIRE_AFTER,
    Demands.NEVER: ConstraintForm.NEVER_AFTER,
    Demands.KEPT: ConstraintForm.KEEP_AFTER,
}


def _kind(stated: StatedRequirement) -> ConstraintType:
    if stated.demands is Demands.HOLDS:
        return ConstraintType.CAUSAL if stated.steps else ConstraintType.FACTUAL
    is_order = stated.demands is Demands.DONE and not stated.within.given
    return ConstraintType.CAUSAL if is_order else ConstraintType.TEMPORAL


def _bounds(span: Span) -> Bounds:
    return Bounds(span.steps, span.seconds)


def _by_state(stated: StatedRequirement) -> Iterator[StatedRequirement]:
    """The requirement, once for each state in which the steps that it checks are meant."""
    rooms = both(*(_room_of(things) for step in stated.trigger for things in step.things))
    if stated.demands in (Demands.DUE, Demands.KEPT):
        yield replace(stated, condition=both(stated.condition, rooms))
        return
    is_never = stated.demands is Demands.NEVER
    groups: dict[State | None, list[Step]] = {}
    for step in stated.steps if is_never else stated.trigger:
        groups.setdefault(_state_of(step), []).append(step)
    for state, own in groups.items():
        condition = both(stated.condition, state, rooms if is_never else None)
        if is_never:
            yield replace(stated, steps=tuple(own), condition=condition)
        else:
            yield replace(stated, trigger=tuple(own), condition=condition)


def _state_of(step: Step) -> State | None:
    """When `step` is meant, with the states of its things."""
    own = (both(things.state, _room_of(things)) for things in step.things if things is not None)
    return both(step.state, *own)


def _room_of(things: Things | None) -> State | None:
    """That `things` are in the room in which they are meant."""
    return Lit(_INROOM, (things, things)) if things is not None and things.room else None


def _is_grounded(stated: StatedRequirement) -> bool:
    """Whether its steps can be taken at all: none is over no things."""
    return any(_exists(step) for step in stated.trigger)


def _exists(step: Step) -> bool:
    return all(things is None or things.others or things.names for things in step.things)


class _Builder:
    """Gives things variables; the same things the same one."""

    def __init__(self, stated: StatedRequirement) -> None:
        self._acted_on = _acted_on(stated)
        self._whole = frozenset(_positive(stated.state)) - self._acted_on
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
        if any(not (things.names or things.others) for things in fact.things):
            # A variable over nothing would make the whole requirement hold of nothing.
            return Or(()) if fact.positive else And(())
        some = [i for i, things in enumerate(fact.things) if self._is_some(things)]
        if some and fact.positive is demanded:
            place = some[0]
            choices = [
                replace(
                    fact,
                    things=tuple(
                        Things((name,), room=things.room) if i == place else things
                        for i, things in enumerate(fact.things)
                    ),
                )
                for name in fact.things[place].names[:MAX_LITERALS]
            ]
            found = tuple(self._literal(choice, demanded=demanded) for choice in choices)
            if len(found) == 1:
                return found[0]
            return Or(found) if fact.positive else And(found)
        if fact.predicate == _INROOM:
            room = self._inroom(fact.things[0])
            return room if fact.positive else Not((room,))
        names = tuple(f"?{self._variable(things)}" for things in fact.things)
        atom = Fact(Atom(fact.predicate, names))
        plain: Expression = atom if fact.positive else Not((atom,))
        rooms = tuple(self._inroom(things) for things in fact.things if things.room)
        if not rooms:
            return plain
        return Or((*(Not((room,)) for room in rooms), plain)) if demanded else And((*rooms, plain))

    def _inroom(self, things: Things) -> Expression:
        """That `things` are in their room, by whichever of its names the scene has."""
        same = (own.split() for own in data("words.yaml")["same_rooms"])
        rooms = next((own for own in same if things.room in own), [things.room])
        variable = f"?{self._variable(things)}"
        found = tuple(Fact(Atom(_INROOM, (variable, room))) for room in rooms)
        return found[0] if len(found) == 1 else Or(found)

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
    return things.names, things.others, things.second, things.room


def _acted_on(stated: StatedRequirement) -> frozenset[Key]:
    """What the steps are about that the demand is checked at, or opened by."""
    return frozenset(
        _key(things) for step in _checked(stated) for things in step.things if things is not None
    )


def _checked(stated: StatedRequirement) -> tuple[Step, ...]:
    never = stated.steps if stated.demands is Demands.NEVER else ()
    return (*stated.trigger, *never)


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


def _mend(stated: StatedRequirement, objects: ObjectTable) -> tuple[Step, ...]:
    """Steps that bring about what is required, if that is plain; else the guard searches."""
    parts = (stated.state,) if isinstance(stated.state, Lit | None) else stated.state.parts
    steps = [_making(part, objects) if isinstance(part, Lit) else [] for part in parts]
    return tuple(dict.fromkeys(step for own in steps for step in own)) if all(steps) else ()


def _making(fact: Lit, objects: ObjectTable) -> list[Step]:
    if not fact.positive and fact.predicate in ("inside", "ontop"):
        # The guard knows by these that a step is the remedy, and finds a place itself.
        return [Step(skill, (fact.things[0], None)) for skill in ("PLACE_ON_TOP", "PLACE_INSIDE")]
    if any(things.others or len(things.names) != 1 for things in fact.things[1:]):
        return []
    name = fact.predicate if fact.positive else f"not {fact.predicate}"
    skill = data("making.yaml")["mended"].get(name)
    found = [] if skill is None else [Step(skill, fact.things)]
    where = fact.things[-1]
    thing = objects.get(where.names[0]) if where.names else None
    if name == "inside" and thing is not None and thing.can("openable"):
        return [Step("OPEN", (where,)), *found, Step("CLOSE", (where,))]
    return found


def _category(stated: StatedRequirement, objects: ObjectTable) -> str:
    steps = (*stated.trigger, *stated.steps)
    named = {
        name
        for step in steps
        for things in step.things
        if things is not None and not things.others
        for name in things.names
    }
    hazards: Mapping[str, str] = data("making.yaml")["hazards"]
    for ability, hazard in hazards.items():
        if any(thing.name in named and thing.can(ability) for thing in objects):
            return hazard
    return "Falling Object Hazard"
