"""From stated requirements over things to constraints over variables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from is_bench.facts import Atom
from is_bench.goal import Expression
from is_bench.goal.syntax import And, Fact, Not, Or
from is_bench.object_classes import ObjectClass
from is_bench.objects import SceneObject
from is_bench.reading.requirement import (
    INROOM,
    NOWHERE,
    UNBOUNDED,
    Both,
    Demands,
    Lit,
    State,
    StatedRequirement,
    Step,
    Steps,
    Things,
    both,
    literals,
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
_BEFORE = frozenset({Demands.HOLDS, Demands.DONE})


@dataclass(frozen=True)
class Member:
    """Whether an object is one of those that are meant; equal if it means the same."""

    names: frozenset[str]
    others: bool = False

    def __call__(self, thing: SceneObject) -> bool:
        """Whether `thing` is meant."""
        return (thing.name in self.names) != self.others


def constraints_of(stated: StatedRequirement, first: int) -> Iterator[Constraint]:
    """The constraints that make up a requirement, as `requirement_N` from N = `first` on.

    There are several where the steps that it checks are meant in different states.
    """
    parts = [part for part in _by_state(stated) if any(map(_exists, part.trigger))]
    for number, part in enumerate(dict.fromkeys(parts), first):
        builder = _Builder(part)
        trigger, steps = builder.patterns(part.trigger), builder.patterns(part.steps)
        is_before, is_done = part.demands in _BEFORE, part.demands is Demands.DONE
        is_temporal = part.within != UNBOUNDED or not is_before
        kind = ConstraintType.FACTUAL if part.state == NOWHERE else ConstraintType.CAUSAL
        yield Constraint(
            id=f"{STATED}{number}",
            text=part.text,
            category="Harm to People",
            severity="major",
            source="the instruction",
            composition=Composition.ORDER,
            kind=ConstraintType.TEMPORAL if is_temporal else kind,
            form=ConstraintForm(part.demands.value),
            before=trigger if is_before else (),
            after=() if is_before else trigger,
            until=builder.patterns(part.until),
            done=steps if is_done else (),
            never=() if is_done else steps,
            condition=builder.expression(part.condition, demanded=False),
            require=builder.expression(part.state, demanded=True),
            bounds=Bounds(part.within.steps, part.within.seconds),
            mend=builder.patterns(_mend(part)),
            variables=dict(builder.variables),
        )


def _by_state(stated: StatedRequirement) -> Iterator[StatedRequirement]:
    """The requirement, once for each state in which the steps that it checks are meant."""
    checked = "steps" if stated.demands is Demands.NEVER else "trigger"
    groups: dict[State | None, list[Step]] = {}
    for step in getattr(stated, checked):
        state = both(step.state, *(things.state for things in _things([step])))
        is_due = stated.demands in (Demands.DUE, Demands.KEPT)
        groups.setdefault(None if is_due else state, []).append(step)
    for state, steps in groups.items():
        condition = both(stated.condition, state)
        own: dict[str, Any] = {checked: tuple(steps)}
        yield replace(stated, condition=condition, **own)


def _things(steps: Sequence[Step]) -> Iterator[Things]:
    return (things for step in steps for things in step.things if things is not None)


def _exists(step: Step) -> bool:
    """Whether a step can be taken at all: it is over no nothing."""
    return all(things.others or things.names for things in _things([step]))


class _Builder:
    """Gives things variables; the same things the same one."""

    def __init__(self, stated: StatedRequirement) -> None:
        never = stated.steps if stated.demands is Demands.NEVER else ()
        self._acted_on = frozenset(map(_key, _things((*stated.trigger, *never))))
        """What the steps are about that the demand is checked at, or opened by."""
        positive = (fact for fact in literals(stated.state) if fact.positive)
        whole = {_key(things) for fact in positive for things in fact.things}
        self._whole = whole - self._acted_on
        """What has to be in some state itself: its pieces, which may never come to be, do not."""
        self._keys: dict[Things, str] = {}
        self.variables: dict[str, ObjectClass] = {}

    def patterns(self, steps: Sequence[Step]) -> tuple[Pattern, ...]:
        found = dict.fromkeys(step for step in steps if _exists(step))
        return tuple(Pattern(step.skill, tuple(map(self._variable, step.things))) for step in found)

    def expression(self, state: State | None, *, demanded: bool) -> Expression | None:
        """`state` over variables; `demanded` says on which side of the implication it stands."""
        if state is None or isinstance(state, Lit):
            return None if state is None else self._literal(state, demanded=demanded)
        parts = tuple(self.expression(part, demanded=demanded) for part in state.parts)
        operands = tuple(part for part in parts if part is not None)
        return And(operands) if isinstance(state, Both) else Or(operands)

    def _literal(self, fact: Lit, *, demanded: bool) -> Expression:
        """A fact; `some` becomes a choice where a variable, which means all, would not do."""
        if any(not (things.names or things.others) for things in fact.things):
            # A variable over nothing would make the whole requirement hold of nothing.
            return Or(()) if fact.positive else And(())
        some = next((t for t in fact.things if self._is_some(t)), None)
        if some is not None and fact.positive is demanded:
            at = fact.things.index(some)
            each = (Things((name,)) for name in some.names)
            choices = [(*fact.things[:at], one, *fact.things[at + 1 :]) for one in each]
            parts = [self._literal(replace(fact, things=one), demanded=demanded) for one in choices]
            whole = Or(tuple(parts)) if fact.positive else And(tuple(parts))
            return parts[0] if len(parts) == 1 else whole
        room = fact.things[-1:] if fact.predicate == INROOM else ()
        names = (t.names[0] if t in room else f"?{self._variable(t)}" for t in fact.things)
        atom = Fact(Atom(fact.predicate, tuple(names)))
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
            names = (*things.names, *pieces)
            text = " | ".join(names) or "nothing"
            if things.others:
                text = f"!({text})" if names else "anything"
            member = Member(frozenset(names), things.others)
            self.variables[self._keys[key]] = ObjectClass(text, member)
        return self._keys[key]


def _key(things: Things) -> Things:
    """What makes things the same: names, whether all others or another one is meant, the room."""
    return replace(things, pieces=(), some=False, state=None)


def _mend(stated: StatedRequirement) -> Steps:
    """Steps that bring about what is required, if that is plain; else the guard searches."""
    steps = [_making(fact) for fact in literals(stated.state)]
    return tuple(dict.fromkeys(step for own in steps for step in own)) if all(steps) else ()


def _making(fact: Lit) -> list[Step]:
    is_away = not fact.positive and len(fact.things) > 1
    # The guard knows by the step that it is the remedy, and finds another place itself.
    things = (fact.things[0], None) if is_away else fact.things
    if any(where.others or len(where.names) != 1 for where in things[1:] if where):
        return []
    name = fact.predicate if fact.positive else f"not {fact.predicate}"
    return [Step(skill, things) for skill in data("making.yaml")["mended"].get(name, "").split()]
