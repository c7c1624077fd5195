"""What there is in a scene; which steps bring states about, and which a verb stands for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from is_bench.domain.classes import class_of_text
from is_bench.domain.model import Domain
from is_bench.objects import Matter, ObjectTable, SceneObject, class_of
from is_bench.reading.nouns import PIECES, Fits
from is_bench.reading.requirement import (
    Either,
    Lit,
    State,
    Step,
    Steps,
    Things,
    UnreadError,
    both,
    negated,
)
from is_bench.reading.words import data
from is_bench.world.primitives.cleaning import WASHERS

_VESSELS = class_of_text("bottle.n.01 | jar.n.01 | jug.n.01")
_CALL = re.compile(r"(\w+)\(([^)]*)\)(?: of (\w+))?")
_CONTENT = frozenset({"cooked", "hot", "not hot"})
"""What a fluid becomes by what is done to its vessel, whichever that is."""
_TURNED = {"beneath": "on", "containing": "in"}
_TAPPING = re.compile(r"FILL_WITH\(\w+, _\)")


class Stock:
    """The things of a scene as wholes and pieces, and the skills and predicates of a domain."""

    def __init__(self, objects: ObjectTable, domain: Domain) -> None:
        """The agent is not one of the things."""
        self._things = [thing for thing in objects if thing.matter is not Matter.AGENT]
        self.predicates = frozenset(domain.predicates)
        general = {kind.call.skill for skill in domain.skills.values() for kind in skill.kinds}
        self.arities = {name: skill.arity for name, skill in domain.skills.items()}
        """How many arguments each of the domain's own skills takes."""
        self.skills = general | set(domain.skills)
        """The skills, and the more general ones that they are kinds of."""

    @property
    def movable(self) -> tuple[str, ...]:
        """The names of the solid things that are no part of the room."""
        return self.all_that(lambda t: not is_substance(t) and not t.can("sceneObject")).names

    def all_that(self, fits: Fits) -> Things:
        """Any of the objects that fit."""
        return Things(tuple(thing.name for thing in self._things if fits(thing)), some=True)

    def of(self, names: Iterable[str]) -> Things:
        """The objects called `names`, with what they are cut or cooked into."""
        found = self._called(names)
        classes = {class_of(thing.synset) for thing in found if thing.synset}
        pieces = tuple(
            thing.name
            for thing in self._things
            if thing not in found and _whole_of(thing) in classes
        )
        return Things(tuple(thing.name for thing in found), pieces)

    def those(self, things: Things, fits: Fits) -> Things | None:
        """Those of `things` that fit; None if there are none."""
        if things.others:
            left = set(self.all_that(fits).names) - set(things.names)
            names = tuple(thing.name for thing in self._things if thing.name in left)
            return replace(things, names=names, others=False, some=True) if names else None
        names = tuple(thing.name for thing in self._called(things.names) if fits(thing))
        pieces = tuple(thing.name for thing in self._called(things.pieces) if fits(thing))
        return replace(things, names=names, pieces=pieces) if names else None

    def all_fit(self, things: Things, fits: Fits) -> bool:
        """Whether all of `things` are named, and fit."""
        return not things.others and all(map(fits, self._called(things.names)))

    def _called(self, names: Iterable[str]) -> list[SceneObject]:
        wanted = set(names)
        return [thing for thing in self._things if thing.name in wanted]


def is_substance(thing: SceneObject) -> bool:
    """Whether it is a fluid, a powder or a stain."""
    return thing.matter.is_substance


def is_fluid(thing: SceneObject) -> bool:
    """Whether it is a fluid."""
    return thing.matter is Matter.FLUID


def is_vessel(thing: SceneObject) -> bool:
    """Whether it may hold a fluid."""
    return not is_substance(thing) and (thing.can("fillable") or _VESSELS.contains(thing))


def is_cloth(thing: SceneObject) -> bool:
    """Whether it is laid over things."""
    return thing.matter is Matter.CLOTH


def can(ability: str) -> Fits:
    """Whether a thing has an ability."""
    return lambda thing: not is_substance(thing) and thing.can(ability)


def _whole_of(thing: SceneObject) -> str:
    """The class of what `thing` is a piece of; nothing if it is none."""
    first, divider, rest = class_of(thing.synset).partition("__")
    return rest if divider and first in PIECES else ""


class Makers:
    """Steps and states in the words of the tables, over things."""

    def __init__(self, stock: Stock) -> None:
        """`stock` says what there is."""
        self.stock = stock

    def of(self, state: State) -> Steps:
        """The steps that can make `state` true where it is not."""
        if not isinstance(state, Lit):
            return tuple(dict.fromkeys(step for part in state.parts for step in self.of(part)))
        name = state.predicate if state.positive else f"not {state.predicate}"
        is_content = name in _CONTENT and bool(state.things[0].names)
        if is_content and self.stock.all_fit(state.things[0], is_fluid):
            return ()
        bound = {str(index): things for index, things in enumerate(state.things)}
        text: str = data("making.yaml")["made"].get(name, "")
        return self.steps(tapped(text, state.things[-1]) if name == "contains" else text, bound)

    def made(self, state: State) -> Steps:
        """As `of`; raises UnreadError if there are none."""
        steps = self.of(state)
        if not steps:
            raise UnreadError("no step brings that about")
        return steps

    def breaking(self, state: State) -> Steps:
        """The steps that can end `state`."""
        return self.of(negated(state))

    def steps(self, text: str, bound: Mapping[str, Things]) -> Steps:
        """The steps that `text` names, of those that the domain knows and its things are fit for.

        An argument is a name in `bound`, `_` for anything, `!name` for everything else, `washers`,
        or `name:ability` for those of the things that have an ability.  `of name` behind a step:
        it is meant where these things are in its first one.  A verb of the tables stands for its
        steps.
        """
        found: list[Step] = []
        verbs: Mapping[str, str] = data("making.yaml")["verbs"]
        for skill, arguments, load in _CALL.findall(text):
            things = [self._argument(one, bound) for one in arguments.split(", ") if one]
            given = tuple(one for one in things if not isinstance(one, str))
            loaded = bound.get(load)
            if skill in verbs:
                named = (one for one in given if one is not None)
                found += self.steps(verbs[skill], dict(zip("01", named, strict=False)))
            elif skill in self.stock.skills and len(given) == len(things):
                state = Lit("inside", (loaded, given[0])) if loaded and given[0] else None
                found.append(Step(skill, given, state))
        return tuple(dict.fromkeys(found))

    def _argument(self, text: str, bound: Mapping[str, Things]) -> Things | str | None:
        """The things that `text` means; None for any, a text for nothing there is."""
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

    def compound(self, name: str, things: Things) -> State | None:
        """The state of a name of the tables: soiled, wet, laden; None if it is no such name."""
        texts = data("making.yaml")["compounds"].get(name, "").split()
        if not texts:
            return None
        parts = [text.partition(":") for text in texts]
        found = [
            Lit(predicate, (things, *([self.stock.all_that(_KINDS[kind])] if kind else [])))
            for predicate, _, kind in parts
            if predicate in self.stock.predicates
        ]
        if name == "laden":
            found += self._load(things)
        return found[0] if len(found) == 1 else Either(tuple(found))

    def _load(self, things: Things) -> list[Lit]:
        """That something solid is in `things`, or on them; a vessel is only empty of fluids."""
        is_hollow = self.stock.those(things, can("openable"))
        if not is_hollow and self.stock.those(things, is_vessel):
            return []
        names = tuple(name for name in self.stock.movable if name not in things.names)
        predicate = "inside" if is_hollow else "ontop"
        return [Lit(predicate, (Things(names, some=True), things))] if names else []

    def on(self, things: Things, where: Things) -> State:
        """That `things` stand on something; cloth is laid over it."""
        where = some(where)
        on, over = Lit("ontop", (things, where)), Lit("overlaid", (things, where))
        if "overlaid" not in self.stock.predicates or self.stock.those(things, is_cloth) is None:
            return on
        return Either((over, on) if self.stock.all_fit(things, is_cloth) else (on, over))

    def at(self, name: str, things: Things, where: Things) -> State:
        """That `things` are at a place, by a preposition; substances are in or on it."""
        if where.room:
            raise UnreadError("which of the places?")
        if name in _TURNED:
            name, things, where = _TURNED[name], where, things
        is_stuff = self.stock.all_fit(things, is_substance)
        if is_stuff and not things.others and things.names:
            if name == "in" and self.stock.those(where, _is_dry):
                raise UnreadError("a fluid in what holds none")
            return Lit("contains" if name == "in" else "covered", (where, things))
        relations = data("making.yaml")["relations"]
        told = self.on(things, where) if name == "on" else None
        state = told or Lit(relations[name], (things, some(where)))
        return both(state, where.state) or state


def tapped(text: str, stuff: Things) -> str:
    """`text` without what a tap does, unless it is for water: nothing else comes from a tap."""
    is_water = any("water" in name for name in stuff.names)
    return text if is_water else _TAPPING.sub("", text)


def some(things: Things) -> Things:
    """`things`, any of which is enough."""
    return things if things.others else replace(things, some=True)


def _is_dry(thing: SceneObject) -> bool:
    """Whether it holds solid things alone: a cabinet."""
    return thing.can("openable") and not is_vessel(thing)


def _is_washer(thing: SceneObject) -> bool:
    return class_of(thing.synset) in WASHERS


def _is_bowl(thing: SceneObject) -> bool:
    """Whether what is put on it is in it, too."""
    return thing.can("fillable") and not thing.can("openable")


_ABILITIES = {"bowl": _is_bowl}
_KINDS = {"stuff": is_substance, "fluid": is_fluid}
