"""From templates that match to events and states over the things of a scene."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from is_bench.domain.classes import class_of_text
from is_bench.domain.model import ParameterRole
from is_bench.objects import SceneObject
from is_bench.reading.making import Makers, is_substance, is_vessel, some, tapped
from is_bench.reading.matching import Match
from is_bench.reading.mentions import ANY, Names
from is_bench.reading.named import BUT, IN_ROOM, SECOND, STATE, WHERE, plain
from is_bench.reading.requirement import (
    INROOM,
    Either,
    Event,
    Lit,
    State,
    Step,
    Steps,
    Things,
    UnreadError,
    both,
    literals,
    negated,
)
from is_bench.reading.wordings import Slot, StatedWish, Template
from is_bench.reading.words import data

Adjectives = Mapping[str, StatedWish]
"""By a word that may stand before a noun, the state that it tells."""
Bound = dict[str, Things]
_AMOUNTS = frozenset({"covered", "contains", "saturated"})
_FILLING = frozenset({"fill", "refill", "fill_up", "top_up"})
"""Verbs for which a liquid is where it comes from."""
_STOWING = frozenset({"put", "set", "tidy", "clear", "store", "stow"})
_POURING = frozenset({"EMPTY", "POUR_INTO", "POUR_ONTO", "POUR", "POUR_OUT", "SPREAD", "THROW"})
"""Skills of which "on" and "in" tell where to."""
_RINSING = frozenset({"RINSE", "SOAK_UNDER"})
_RESTING = frozenset({"rests", "ontop", "overlaid"})
_NAME = re.compile(r"\w+")
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
        found = self.stock.of(plain(names))
        if ANY in names:
            others = self.stock.of(name[1:] for name in names if name[0] == BUT)
            found = Things(others.names, others=True, some=True)
        told = (STATE, WHERE, IN_ROOM)
        state = both(*(self._told(found, name) for name in names if name[0] in told))
        room = next((name[1:] for name in names if name[0] == IN_ROOM), "")
        return replace(found, state=state, second=SECOND in names, room=room)

    def _told(self, things: Things, name: str) -> State | None:
        """What a mark of a name tells of things."""
        if name[0] == STATE:
            return self.state(self._adjectives[name[1:]], things)
        if name[0] == IN_ROOM:
            things = replace(things, room=name[1:])
            same = (own.split() for own in data("words.yaml")["same_rooms"])
            rooms = next((own for own in same if name[1:] in own), [name[1:]])
            facts = tuple(Lit(INROOM, (things, Things((room,)))) for room in rooms)
            return facts[0] if len(facts) == 1 else Either(facts)
        relation, _, where = name[1:].partition(":")
        place = self.stock.of(where.split("|"))
        return None if _overlap(place, things) else self.makers.at(relation, things, place)

    def state(self, wish: StatedWish, *things: Things) -> State:
        """What a wish says of the things in its slots."""
        predicate, first = wish.predicate, things[0]
        if predicate == "toggled_on" and self.stock.all_fit(first, _only_burns):
            predicate = "alight"
        compound = self.makers.compound(predicate, first)
        if compound is not None:
            found = compound
        elif predicate == "near":
            places = ("on", "beneath", "in", "beside", "under")
            found = Either(tuple(self.makers.at(name, first, things[1]) for name in places))
        elif predicate in _RESTING:
            found = self.makers.on(first, things[1])
        elif len(things) > 1 and predicate != "covered":
            found = Lit(predicate, (first, some(things[1])))
        else:
            found = Lit(predicate, things)
        return found if wish.holds else negated(found)

    def event(self, matches: Sequence[Match]) -> Event:
        """What templates mean that match the same words, over the things of the first of them."""
        bound = {slot: self.things(names) for slot, names in matches[0].bound.items() if names}
        steps: dict[Step, None] = {}
        results: list[State] = []
        for template in (match.template for match in matches):
            own = _renamed(template, bound)
            told = template.results
            if not all(slot in own for wish in told for slot in wish.slots):
                continue
            found = [self.state(wish, *(own[slot] for slot in wish.slots)) for wish in told]
            if results and found and found[0] != results[0]:
                continue  # another meaning of the same words
            taken = self._there(template, own, self._steps(template, own, found))
            if taken:
                steps |= dict.fromkeys(taken)
                results += found[:1]
        if any(step.skill in _RINSING for step in steps) or not all(map(can_be, results)):
            results = []  # what is not dirty is to be washed, too
            steps = {step: None for step in steps if step.state is None}
        if not steps:
            raise UnreadError("no skill does that")
        if results:
            return Event(tuple(_from(step, results[0]) for step in steps), results[0])
        return Event(tuple(steps))

    def _there(self, template: Template, bound: Bound, steps: Steps) -> Steps:
        """`steps`, meant where a place of which they say nothing is the place of the thing."""
        first = bound.get(template.slots[0].name) if template.slots else None
        used = {name for wish in template.results for name in wish.slots}
        if not _is_made(template):
            used |= {*template.arguments, template.away, *_NAME.findall(template.acts)}
        for before, slot in pairwise(template.elements):
            if not isinstance(slot, Slot) or slot.name in used:
                continue
            if first is None or bound.get(slot.name, first) == first:
                continue
            if before not in ("in", "on", "under") or any(s.skill in _POURING for s in steps):
                return ()
            state = self.makers.at(str(before), first, bound[slot.name])
            steps = tuple(replace(step, state=both(step.state, state)) for step in steps)
        return steps

    def _steps(self, template: Template, bound: Bound, states: Sequence[State]) -> Steps:
        if _is_made(template):
            return self.makers.of(states[0])
        is_filled = template.skill is not None and template.elements[0] in _FILLING
        slots = () if is_filled else (slot for slot in template.slots if slot.name in bound)
        poured = bound | {slot.name: self._poured(slot, bound[slot.name]) for slot in slots}
        if template.acts:
            stuff = bound.get("source")
            return self.makers.steps(
                tapped(template.acts, stuff) if stuff else template.acts, poured
            )
        if template.skill is not None:
            return (Step(template.skill.name, tuple(map(poured.get, template.arguments))),)
        if template.away:
            is_stowed = str(template.elements[0]).partition("_")[0] in _STOWING
            text = "stow(moved)" if is_stowed else "move(moved)"
            return self.makers.steps(text, {"moved": bound[template.away]})
        is_known = any(one.predicate not in _AMOUNTS for one in template.results[:1])
        return self.makers.of(states[0]) if is_known else ()

    def _poured(self, slot: Slot, things: Things) -> Things:
        """What stands in a slot; a fluid that is poured is in some vessel."""
        is_stuff = bool(things.names) and self.stock.all_fit(things, is_substance)
        if slot.role is not ParameterRole.SOURCE or not is_stuff:
            return things
        vessels = self.stock.all_that(is_vessel)
        return replace(vessels, state=Lit("contains", (vessels, some(things))))


def can_be(state: State) -> bool:
    """Whether there is anything of which it could be so."""
    return all(fact.things[-1].names or fact.things[-1].others for fact in literals(state))


def _from(step: Step, result: State) -> Step:
    """`step`, which takes just anything away, meant where that is at its place."""
    facts = list(literals(result))
    is_away = all(len(fact.things) > 1 and not fact.positive for fact in facts)
    if not is_away or not any(fact.things[0].others for fact in facts):
        return step
    return replace(step, state=both(step.state, negated(result)))


def _is_made(template: Template) -> bool:
    """Whether the steps of `template` are those that bring about what it wishes for."""
    is_known = any(one.predicate in _MADE for one in template.results[:1])
    return is_known and not template.acts


def _overlap(one: Things, other: Things) -> bool:
    return not set(one.names).isdisjoint(other.names)


def _renamed(template: Template, bound: Bound) -> Bound:
    """`bound` by the names of the slots of `template`, which come in the same order."""
    names = [slot.name for slot in template.slots if slot.kind != "room"]
    return dict(zip(names, bound.values(), strict=False))


def _only_burns(thing: SceneObject) -> bool:
    """Whether it is lit, rather than switched on: a candle."""
    return not thing.can("toggleable") and _CANDLES.contains(thing)
