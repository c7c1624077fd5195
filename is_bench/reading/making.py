"""Which steps bring states about, and which a verb stands for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from is_bench.objects import SceneObject, class_of
from is_bench.reading.requirement import (
    Either,
    Lit,
    State,
    Step,
    Things,
    UnreadError,
    both,
    negated,
)
from is_bench.reading.stock import Stock, can, is_cloth, is_fluid, is_substance, is_vessel
from is_bench.reading.words import data
from is_bench.world.primitives.cleaning import WASHERS

_CONTENT = frozenset({"cooked", "hot", "not hot"})
"""What a fluid becomes by what is done to its vessel."""
_CALL = re.compile(r"(\w+)\(([^)]*)\)(?: of (\w+))?")


class Makers:
    """Steps and states in the words of the tables, over things."""

    def __init__(self, stock: Stock) -> None:
        """`stock` says what there is."""
        self.stock = stock

    def of(self, state: State) -> tuple[Step, ...]:
        """The steps that can make `state` true where it is not."""
        if not isinstance(state, Lit):
            return tuple(dict.fromkeys(step for part in state.parts for step in self.of(part)))
        name = state.predicate if state.positive else f"not {state.predicate}"
        bound = {str(index): things for index, things in enumerate(state.things)}
        text = data("making.yaml")["made"].get(name, "")
        if name == "contains" and not any("water" in one for one in state.things[1].names):
            text = text.replace("FILL_WITH(0, _)", "")  # only water comes from a tap
        return (*self.steps(text, bound), *self.held_in(name, state))

    def held_in(self, name: str, state: Lit) -> tuple[Step, ...]:
        """The steps to a state, of a vessel, where a fluid is heated or cooled that is in it."""
        things = state.things[0]
        if name not in _CONTENT or not things.names or not self.stock.all_fit(things, is_fluid):
            return ()
        vessels = self.stock.all_that(is_vessel)
        within = Lit("contains", (vessels, replace(things, some=True)))
        steps = (
            self.steps(data("making.yaml")["made"][name], {"0": vessels}) if vessels.names else ()
        )
        return tuple(replace(step, state=within) for step in steps)

    def made(self, state: State) -> tuple[Step, ...]:
        """As `of`; raises UnreadError if there are none."""
        steps = self.of(state)
        if not steps:
            raise UnreadError("no step brings that about")
        return steps

    def breaking(self, state: State) -> tuple[Step, ...]:
        """The steps that can end `state`."""
        return self.of(negated(state))

    def steps(self, text: str, bound: Mapping[str, Things]) -> tuple[Step, ...]:
        """The steps that `text` names, of those that the domain knows and its things are fit for.

        An argument is a name in `bound`, `_` for anything, `!name` for everything else, `washers`,
        or `name:ability` for those of the things that have an ability.  `of name` behind a step:
        it is meant where these things are in its first one.
        """
        found = []
        for skill, arguments, load in _CALL.findall(text):
            things = [self._argument(one, bound) for one in arguments.split(", ") if one]
            if skill in self.stock.skills and not any(isinstance(t, str) for t in things):
                given = tuple(t for t in things if not isinstance(t, str))
                loaded = bound.get(load)
                state = Lit("inside", (loaded, given[0])) if loaded and given[0] else None
                found.append(Step(skill, given, state))
        return tuple(dict.fromkeys(found))

    def verb(self, name: str, bound: Mapping[str, Things]) -> tuple[Step, ...]:
        """The steps that a verb of the tables stands for: touch, use."""
        return self.steps(data("making.yaml")["verbs"][name], bound)

    def _argument(self, text: str, bound: Mapping[str, Things]) -> Things | str | None:
        """The things that `text` means; None for any, a text for nothing there is."""
        if text == "_":
            return None
        if text == "washers":
            found = self.stock.all_that(_is_washer)
            return found if found.names else text
        name, _, ability = text.lstrip("!").partition(":")
        things = bound.get(name)
        if things is None:
            return None
        if text.startswith("!"):
            return replace(things, others=not things.others, state=None, some=True)
        if ability:
            return self.stock.those(things, _ABILITIES.get(ability, can(ability))) or text
        return things

    def compound(self, name: str, things: Things) -> State:
        """The state of a name of the tables: soiled, wet, laden."""
        negative = name.startswith("not ")
        texts = data("making.yaml")["compounds"][name.removeprefix("not ")].split()
        parts = [text.partition(":") for text in texts]
        found = [
            Lit(predicate, (things, *([self.stock.all_that(_KINDS[kind])] if kind else [])))
            for predicate, _, kind in parts
            if predicate in self.stock.predicates
        ]
        if name.endswith("laden"):
            found += self._load(things)
        whole = found[0] if len(found) == 1 else Either(tuple(found))
        return negated(whole) if negative else whole

    def _load(self, things: Things) -> list[Lit]:
        """That something solid is in `things`, or on them; a vessel is only empty of fluids."""
        is_hollow = self.stock.those(things, can("openable"))
        if not is_hollow and self.stock.those(things, is_vessel):
            return []
        names = tuple(name for name in self.stock.movable if name not in things.names)
        load = Things(names, some=True)
        predicate = "inside" if is_hollow else "ontop"
        return [Lit(predicate, (load, things))] if load.names else []

    def on(self, things: Things, where: Things) -> State:
        """That `things` stand on something; cloth is laid over it."""
        where = any_of(where)
        on, over = Lit("ontop", (things, where)), Lit("overlaid", (things, where))
        if "overlaid" not in self.stock.predicates or self.stock.those(things, is_cloth) is None:
            return on
        if self.stock.all_fit(things, is_cloth):
            return Either((over, on))
        return Either((on, over))

    def at(self, name: str, things: Things, where: Things) -> State:
        """That `things` are at a place, by a preposition; substances are in or on it."""
        is_stuff = self.stock.all_fit(things, is_substance)
        if is_stuff and not things.others and things.names:
            if name == "in" and self.stock.those(where, _is_dry):
                raise UnreadError("a fluid in what holds none")
            return Lit("contains" if name == "in" else "covered", (where, things))
        relations = data("making.yaml")["relations"]
        state = (
            self.on(things, where)
            if name == "on"
            else Lit(relations[name], (things, any_of(where)))
        )
        return both(state, where.state) or state

    def near(self, things: Things, where: Things) -> State:
        """That `things` are on, under, in or beside something."""
        beside = tuple(self.at(name, things, where) for name in ("in", "beside", "under"))
        return Either((self.on(things, where), self.on(where, things), *beside))

    def is_compound(self, name: str) -> bool:
        """Whether a state of the tables is called so."""
        return name in data("making.yaml")["compounds"]


def any_of(where: Things) -> Things:
    """Places: to be at one of them is enough."""
    return where if where.others else replace(where, some=True)


def _is_dry(thing: SceneObject) -> bool:
    """Whether it holds solid things alone: a cabinet."""
    return thing.can("openable") and not is_vessel(thing)


def _is_washer(thing: SceneObject) -> bool:
    return class_of(thing.synset) in WASHERS


def _is_bowl(thing: SceneObject) -> bool:
    """Whether what is put on it is in it, too."""
    return thing.can("fillable") and not thing.can("openable")


def _is_cuttable(thing: SceneObject) -> bool:
    return thing.can("sliceable") or thing.can("diceable")


_ABILITIES: dict[str, Callable[[SceneObject], bool]] = {
    "bowl": _is_bowl,
    "cuttable": _is_cuttable,
}
_KINDS = {"stuff": is_substance, "fluid": is_fluid}
