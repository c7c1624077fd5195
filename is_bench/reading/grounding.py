"""From templates that match to events and states over the things of a scene."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from is_bench.domain.classes import class_of_text
from is_bench.domain.model import ParameterRole
from is_bench.objects import SceneObject
from is_bench.reading.making import Makers
from is_bench.reading.matching import Match
from is_bench.reading.mentions import ANY, Names
from is_bench.reading.named import BARE, BUT, IN_ROOM, SECOND, STATE, WHERE, plain
from is_bench.reading.requirement import (
    ANYTHING,
    Either,
    Event,
    Lit,
    State,
    Step,
    Things,
    UnreadError,
    both,
    negated,
    parts_of,
)
from is_bench.reading.stock import is_substance, is_vessel
from is_bench.reading.templates import Slot, StatedWish, Template

Adjectives = Mapping[str, StatedWish]
"""By a word that may stand before a noun, the state that it tells."""
Bound = dict[str, Things]
Say = Callable[[Things], State]
_FAR = frozenset({"way", "away", "aside"})
_AMOUNTS = frozenset({"covered", "contains", "saturated"})
_FILLING = frozenset({"fill", "refill", "fill_up", "top_up"})
"""Verbs for which a liquid is where it comes from."""
_HANDLING = {"use": "use", "touch": "move handle use", "alone": "move handle"}
"""Verbs that stand for several of those of `making.yaml`."""
_POURING = frozenset({"EMPTY", "POUR_INTO", "POUR_ONTO", "POUR", "POUR_OUT", "SPREAD", "THROW"})
"""Skills of which "on" and "in" tell where to."""
_STOWING = frozenset({"put", "set", "tidy", "clear", "store", "stow"})
_RESTING = frozenset({"rests", "ontop", "overlaid"})
_CANDLES = class_of_text("candle.n.01")
_MADE = frozenset({"open", "toggled_on", "inside", "nextto", "under", "frozen", "hot"}) | _RESTING
"""Predicates of which it is known which steps bring them about, whatever the verb."""


class Grounding:
    """Gives matches their meaning."""

    def __init__(self, makers: Makers, adjectives: Adjectives) -> None:
        """`makers` knows the steps and states of the domain."""
        self.makers = makers
        self.stock = makers.stock
        self._adjectives = adjectives

    def things(self, names: Names) -> Things:
        """What marked names mean."""
        if ANY in names:
            others = self.stock.of(name[1:] for name in names if name[0] == BUT)
            found = Things(others.names, others=True, some=True)
        else:
            found = self.stock.of(plain(names))
        state = both(*self._told(found, names))
        room = next((name[1:] for name in names if name[0] == IN_ROOM), "")
        found = replace(found, second=SECOND in names, definite=BARE not in names, room=room)
        return replace(found, state=state)

    def _told(self, things: Things, names: Names) -> Iterable[State]:
        for name in names:
            if name[0] == STATE:
                wish = self._adjectives[name[1:]]
                yield self.state(wish, {wish.slots[0]: things})
            elif name[0] == WHERE:
                relation, _, where = name[1:].partition(":")
                place = self.stock.of(where.split("|"))
                if not _overlap(place, things):
                    yield self._relation(relation, things, place)

    def state(self, wish: StatedWish, bound: Mapping[str, Things]) -> State:
        """What a wish says of the things in the slots."""
        things = [bound[slot] for slot in wish.slots]
        if wish.predicate == "toggled_on" and self.stock.all_fit(things[0], _only_burns):
            wish = replace(wish, predicate="alight")
        if self.makers.is_compound(wish.predicate):
            found = self.makers.compound(wish.predicate, things[0])
            last = _in_state(found, last=True)
            if wish.holds and not any(one.names or one.others for one in last):
                raise UnreadError("nothing makes it so")
        elif wish.predicate == "near":
            found = self.makers.near(things[0], things[1])
        elif wish.predicate in _RESTING:
            found = self.makers.on(things[0], things[1])
        elif len(things) > 1 and wish.predicate != "covered":
            found = Lit(wish.predicate, (things[0], _some(things[1])))
        else:
            found = Lit(wish.predicate, tuple(things))
        return found if wish.holds else negated(found)

    def saying(self, wish: StatedWish) -> Say:
        """What a wish says of things."""
        return lambda things: self.state(wish, {wish.slots[0]: things})

    def placing(self, names: tuple[str, ...], where: Names, *, negative: bool) -> Say:
        """What any of some relations to a place says of things, or that none of them holds."""
        ground = self.things(where)

        def say(things: Things) -> State:
            parts = [self._relation(name, things, ground) for name in names]
            whole = parts[0] if len(parts) == 1 else Either(tuple(parts))
            return negated(whole) if negative else whole

        return say

    def _relation(self, name: str, things: Things, where: Things) -> State:
        is_stuff = bool(where.names) and self.stock.all_fit(where, is_substance)
        if name == "beneath":
            return self.makers.on(where, things)
        if name == "containing" and not is_stuff:
            return self.makers.at("in", where, things)
        if name == "containing":
            return Lit("contains", (things, _some(where)))
        if name == "holding":
            held = ("covered", "contains", "saturated")
            return Either(tuple(Lit(one, (things, where)) for one in held))
        return self.makers.at(name, things, where)

    def bound(self, match: Match) -> Bound:
        """The things in the slots of a match."""
        bound = {slot: self.things(names) for slot, names in match.bound.items() if names}
        if match.template.elements[0] == "light":
            return {name: self._lit(things) for name, things in bound.items()}
        return bound

    def _lit(self, things: Things) -> Things:
        """What is lit, where anything is: a heater."""
        if not things.others or things.names:
            return things
        return self.stock.all_that(lambda t: t.can("toggleable") and t.can("heatSource"))

    def event(self, matches: Sequence[Match], bound: Bound) -> Event:
        """What templates mean that match the same words, over the things of the first of them."""
        verbs = {match.template.verb for match in matches}
        if verbs & {"clear", "wiped_off"}:
            return self._cleared(next(iter(bound.values())), is_stuff="wiped_off" in verbs)
        steps: dict[Step, None] = {}
        results: list[State] = []
        away: Things | None = None
        is_far = any(not _FAR.isdisjoint(match.template.elements) for match in matches)
        for match in matches:
            own = _renamed(match.template, bound)
            wishes = (*match.template.stated, *match.template.wishes)
            if not all(slot in own for wish in wishes for slot in wish.slots):
                continue
            found = tuple(dict.fromkeys(self.state(wish, own) for wish in wishes))
            if results and found and found[0] != results[0]:
                continue  # another meaning of the same words
            taken = self._steps(match.template, own, wishes, found)
            taken = self._there(match.template, own, taken, found)
            steps |= dict.fromkeys(taken)
            if taken:
                results += found[:1]
                is_gone = match.template.away and not found and match.template.skill is None
                away = own.get(match.template.away) if is_gone else away
        if not steps:
            raise UnreadError("no skill does that")
        if results:
            return Event(tuple(self._from(step, results[0]) for step in steps), results[0])
        return Event(tuple(steps), None, away, is_far)

    def _cleared(self, things: Things, *, is_stuff: bool) -> Event:
        """That nothing is on `things`; `is_stuff`: that they, a substance, are on nothing."""
        rest = replace(ANYTHING, second=True)
        there = Lit("covered", (rest, _some(things))) if is_stuff else self.makers.on(rest, things)
        steps, state = self.makers.made(negated(there)), negated(there)
        return Event(tuple(self._from(one, state) if is_stuff else one for one in steps), state)

    def _from(self, step: Step, result: State) -> Step:
        """`step`, which takes just anything away, meant where that is at its place."""
        parts = parts_of(result)
        facts = [one for one in parts if isinstance(one, Lit) and not one.positive]
        is_away = len(facts) == len(parts) and all(len(one.things) > 1 for one in facts)
        if not is_away or not any(one.things[0].others for one in facts):
            return step
        return replace(step, state=both(step.state, negated(result)))

    def _there(
        self, template: Template, bound: Bound, steps: tuple[Step, ...], states: tuple[State, ...]
    ) -> tuple[Step, ...]:
        """`steps`, meant where a place of which they say nothing is the place of the thing."""
        first = template.slots[0].name if template.slots else ""
        for before, slot in pairwise(template.elements):
            if not isinstance(slot, Slot) or slot.name not in bound or slot.name == first:
                continue
            things = bound[slot.name]
            named = [*_in_steps(steps), *(one for state in states for one in _in_state(state))]
            if any(one.others if things.others else _overlap(one, things) for one in named):
                continue
            if _overlap(bound[first], things):
                continue
            if before not in ("in", "on", "under") or any(s.skill in _POURING for s in steps):
                return ()
            state = self.makers.at(str(before), bound[first], things)
            steps = tuple(replace(step, state=both(step.state, state)) for step in steps)
        return steps

    def _steps(
        self,
        template: Template,
        bound: Bound,
        wishes: tuple[StatedWish, ...],
        states: tuple[State, ...],
    ) -> tuple[Step, ...]:
        if template.verb:
            return self._verb(template, bound)
        if wishes and wishes[0].predicate in _MADE and not template.acts:
            return self.makers.of(states[0])
        is_filling = str(template.elements[0]) in _FILLING
        if is_filling and template.acts and "source" in bound:
            return self._filled(bound)
        if not is_filling:
            bound = {slot.name: self._poured(slot, bound) for slot in template.slots}
        if template.acts:
            return self.makers.steps(template.acts, bound)
        if template.skill is not None:
            arguments = tuple(bound.get(name) for name in template.arguments)
            step = Step(template.skill.name, arguments)
            made = (
                states[0] if states and isinstance(states[0], Lit) and states[0].positive else None
            )
            return (step, *(self.makers.held_in(made.predicate, made) if made else ()))
        if template.away:
            is_taken = str(template.elements[0]).partition("_")[0] not in _STOWING
            return self.makers.verb("move" if is_taken else "stow", {"0": bound[template.away]})
        is_amount = bool(wishes) and wishes[0].predicate in _AMOUNTS
        return self.makers.of(states[0]) if states and not is_amount else ()

    def _filled(self, bound: Bound) -> tuple[Step, ...]:
        """The steps that fill a vessel with something; only water comes from a tap."""
        source = self._poured(Slot("source", ParameterRole.SOURCE, "any"), bound)
        is_water = any("water" in name for name in bound["source"].names)
        text = "POUR_INTO(source, vessel)" + " FILL_WITH(vessel, _)" * is_water
        return self.makers.steps(text, {**bound, "source": source})

    def _poured(self, slot: Slot, bound: Bound) -> Things:
        """What stands in a slot; a fluid that is poured is in some vessel."""
        things = bound[slot.name]
        is_stuff = bool(things.names) and self.stock.all_fit(things, is_substance)
        if slot.role is not ParameterRole.SOURCE or not is_stuff:
            return things
        if things.state is not None:
            raise UnreadError("a fluid at a place")
        vessels, content = self.stock.all_that(is_vessel), _some(things)
        return replace(vessels, state=Lit("contains", (vessels, content)))

    def _verb(self, template: Template, bound: Bound) -> tuple[Step, ...]:
        """The steps of a verb that no one skill does."""
        names = dict(zip("01", (bound[slot.name] for slot in template.slots), strict=False))
        if template.verb == "apply":
            names = {"0": bound["cleaned"], "1": bound["tool"]}
        poured = self._poured(Slot("0", ParameterRole.SOURCE, "any"), names)
        if template.verb in _HANDLING and poured is not names["0"]:
            return self.makers.steps("POUR_INTO(0, _) SPREAD(0, _)", {"0": poured})
        verbs = _HANDLING.get(template.verb, template.verb).split()
        steps = tuple(step for verb in verbs for step in self.makers.verb(verb, names))
        if template.verb == "use" and not steps:  # a door is used by opening it
            is_movable = set(names["0"].names) <= set(self.stock.movable)
            opening = self.makers.steps("OPEN(0:openable)", names)
            return opening or self.makers.verb("move" if is_movable else "support", names)
        return tuple(dict.fromkeys(steps))


def _overlap(one: Things, other: Things) -> bool:
    return not set(one.names).isdisjoint(other.names)


def _in_steps(steps: Iterable[Step]) -> Iterator[Things]:
    for step in steps:
        yield from (things for things in step.things if things is not None)
        yield from _in_state(step.state)
        for things in step.things:
            yield from _in_state(things.state if things is not None else None)


def _in_state(state: State | None, *, last: bool = False) -> Iterator[Things]:
    """The things in `state`; `last`: of each fact the last one alone."""
    if isinstance(state, Lit):
        yield from state.things[-1 if last else 0 :]
    elif state is not None:
        for part in state.parts:
            yield from _in_state(part, last=last)


def _some(things: Things) -> Things:
    return things if things.others else replace(things, some=True)


def _renamed(template: Template, bound: Bound) -> Bound:
    """`bound` by the names of the slots of `template`, which come in the same order."""
    names = [slot.name for slot in template.slots if slot.kind != "room"]
    if set(names) == set(bound):
        return dict(bound)
    return dict(zip(names, bound.values(), strict=False))


def split(state: State | None) -> Iterator[State]:
    """`state` of each of its things alone."""
    if isinstance(state, Lit):
        for name in state.things[0].names:
            yield replace(state, things=(Things((name,)), *state.things[1:]))


def _only_burns(thing: SceneObject) -> bool:
    """Whether it is lit, rather than switched on: a candle."""
    return not thing.can("toggleable") and _CANDLES.contains(thing)
