"""Static relations for conditions: classes and capabilities of objects.

    (is ?x CLASS)             an object is of a class; (= ?x ?y) two names mean the same object
    (bears ?s ?x)             ?x rests on or in ?s, directly or not
    (encloses ?c)             things can be put inside: a vessel, it opens, or it held something
    (gives ?source ?s)        a faucet or watering can provides the substance ?s now
    (absorbs ?tool)           it is a cleaning tool
    (removes ?tool ?s)        a cleaning tool removes ?s in its current state
    (heats ?h ?x)             ?h is a heat source that is on and acts on ?x
    (becomes ?s ?t)           the substance ?t is ?s, cooked

The taxonomy defines what sources provide, tools remove and appliances heat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from is_bench.domain.state import StaticContext
from is_bench.domain.universe import Universe
from is_bench.facts import Atom, Truth, atom
from is_bench.goal.evaluate import conjunction, disjunction
from is_bench.objects import class_of
from is_bench.taxonomy import Conditions, taxonomy

FALSE = Truth.FALSE
Needs = list[tuple[Atom, Truth]]
"""Facts with their required truth."""


class FactSource(Protocol):
    """The facts and objects from which native relations are computed."""

    @property
    def universe(self) -> Universe:
        """The objects."""
        ...

    @property
    def setting(self) -> StaticContext:
        """The static context, with the substances that cleaning tools remove."""
        ...

    def truth(self, fact: Atom) -> Truth:
        """Whether `fact` holds."""
        ...

    def bears(self, support: str, name: str) -> Truth:
        """Whether `name` rests on or in `support`."""
        ...

    def enclosed(self, name: str) -> Truth:
        """Whether `name` held something inside at the start."""
        ...


def _is(facts: FactSource, name: str, kind: str) -> Truth:
    return facts.universe.is_a(name, kind)


def _is_same(_: FactSource, first: str, second: str) -> Truth:
    return Truth.of(first == second)


def _bears(facts: FactSource, support: str, name: str) -> Truth:
    return facts.bears(support, name)


def _encloses(facts: FactSource, name: str) -> Truth:
    thing = facts.universe.get(name)
    if thing is not None and (thing.can("fillable") or thing.can("openable")):
        return Truth.TRUE
    return facts.enclosed(name)


def _gives(facts: FactSource, source: str, substance: str) -> Truth:
    produced = taxonomy().produced(facts.universe.synset(source))
    ways = produced.get(facts.universe.synset(substance))
    if ways is None:
        return FALSE
    kinds = {kind for kind, _ in ways}
    if "gravity" in kinds:  # a watering can: it is tilted, and must contain something
        contents = (atom("contains", source, s) for s in facts.universe.by_synset["substance"])
        return disjunction([facts.truth(content) for content in contents])
    if "toggled_on" in kinds:
        return facts.truth(atom("toggled_on", source))
    return Truth.TRUE


def _absorbs(facts: FactSource, tool: str) -> Truth:
    thing = facts.universe.get(tool)
    return Truth.of(thing is not None and facts.setting.removers.is_remover(thing))


def _removes(facts: FactSource, tool: str, substance: str) -> Truth:
    thing = facts.universe.get(tool)
    if thing is None:
        return FALSE
    synset = facts.universe.synset(substance)
    ways = facts.setting.removers.conditions(thing, synset)
    if ways is None:
        return FALSE
    full = facts.truth(atom("saturated", tool, substance))
    return conjunction([~full, _meets(facts, tool, ways)])


def _meets(facts: FactSource, tool: str, ways: Conditions) -> Truth:
    if not ways:
        return Truth.TRUE
    met = []
    for kind, value in ways:
        if kind == "toggled_on":
            on = facts.truth(atom("toggled_on", tool))
            met.append(on if value else ~on)
        elif kind == "saturated":
            met.extend(
                facts.truth(atom("saturated", tool, name))
                for name in facts.universe.by_synset["substance"]
                if value in (facts.universe.synset(name), class_of(facts.universe.synset(name)))
            )
    return disjunction(met)


def _heats(facts: FactSource, source: str, name: str) -> Truth:
    needed = _needed_to_heat(facts, source, name)
    if needed is None:
        return FALSE
    return conjunction(
        truth if wanted is Truth.TRUE else ~truth
        for truth, wanted in ((facts.truth(fact), wanted) for fact, wanted in needed)
    )


def _needed_to_heat(facts: FactSource, source: str, name: str) -> Needs | None:
    how = taxonomy().heat_source(facts.universe.synset(source), cold=False)
    thing = facts.universe.get(source)
    if how is None or thing is None:
        return None
    there = atom("inside", name, source) if how.requires_inside else atom("bears", source, name)
    needed = [(there, Truth.TRUE)]
    if thing.can("toggleable"):
        needed.append((atom("toggled_on", source), Truth.TRUE))
    if how.requires_closed:
        needed.append((atom("open", source), FALSE))
    return needed


def unmet(facts: FactSource, fact: Atom) -> Needs:
    """Facts that must change for the relation to hold; empty if none can."""
    needed: Needs | None = None
    if fact.predicate == "heats":
        needed = _needed_to_heat(facts, *fact.arguments)
    elif fact.predicate == "gives":
        ways = taxonomy().produced(facts.universe.synset(fact.arguments[0]))
        found = ways.get(facts.universe.synset(fact.arguments[1]))
        if found and "toggled_on" in {kind for kind, _ in found}:
            needed = [(atom("toggled_on", fact.arguments[0]), Truth.TRUE)]
    return [(each, wanted) for each, wanted in needed or () if facts.truth(each) is not wanted]


def _becomes(facts: FactSource, raw: str, cooked: str) -> Truth:
    wanted = f"cooked__{class_of(facts.universe.synset(raw))}"
    return Truth.of(class_of(facts.universe.synset(cooked)) == wanted)


NATIVES: dict[str, Callable[..., Truth]] = {
    "is": _is,
    "=": _is_same,
    "absorbs": _absorbs,
    "bears": _bears,
    "becomes": _becomes,
    "encloses": _encloses,
    "gives": _gives,
    "heats": _heats,
    "removes": _removes,
}
