"""Calls that achieve a requested state or cut an object."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product

from is_bench.calls import SkillCall
from is_bench.domain import Domain, Skill, World
from is_bench.domain.effects import (
    Combined,
    Destroy,
    Effect,
    ForEach,
    Possible,
    When,
    assignments,
)
from is_bench.facts import Atom, FactSet, Truth
from is_bench.reading.outcome import Wish

MOST_TRIED = 20
"""Of the calls that may fulfil a wish."""
MOST_TOOLS = 100
"""That are tried to cut a thing."""


def way_to(wish: Wish, world: World, domain: Domain) -> SkillCall | None:
    """The call that fulfils `wish` in the present state of `world` and changes least besides.

    Its arguments are those of the wish, and things that a fact relates to them.  None if no call
    does.  The world is left as it is.
    """
    now, before = world.snapshot(), world.facts()
    found: list[tuple[int, SkillCall]] = []
    for call in islice(_candidates(wish, before, domain), MOST_TRIED):
        if world.execute(call).ok and world.truth(wish.fact) is Truth.of(wish.holds):
            found.append((_changes(before, world.facts()), call))
        world.restore(now)
    return min(found, key=lambda one: one[0])[1] if found else None


def comes_apart(name: str, world: World, domain: Domain) -> bool:
    """Whether some call can turn a thing into pieces; `world` is left as it is."""
    now = world.snapshot()
    for call in islice(_cuts(name, world, domain), MOST_TOOLS):
        world.execute(call)
        is_there = world.truth(Atom("real", (name,))) is Truth.TRUE
        world.restore(now)
        if not is_there:
            return True
    return False


def _cuts(name: str, world: World, domain: Domain) -> Iterator[SkillCall]:
    """The calls that make a thing vanish, if they fit it; with any other thing as their tool."""
    tools = [thing.name for thing in world.objects if thing.name != name]
    for skill in domain.skills.values():
        gone = {one for effect in skill.effects for one in _vanishing(effect)}
        choices = [[name] if f"?{p.name}" in gone else tools for p in skill.parameters]
        if [name] in choices:
            yield from (SkillCall(skill.name, names) for names in product(*choices))


def _vanishing(effect: Effect) -> Iterator[str]:
    match effect:
        case Destroy(name):
            yield name
        case Combined(effects):
            for part in effects:
                yield from _vanishing(part)
        case When(_, inner) | ForEach(_, inner) | Possible(inner):
            yield from _vanishing(inner)


def _changes(before: FactSet, after: FactSet) -> int:
    """How many facts hold, or may, in one of two states alone."""
    return len(before.true ^ after.true) + len(before.unknown ^ after.unknown)


def _candidates(wish: Wish, facts: FactSet, domain: Domain) -> Iterator[SkillCall]:
    near = _related(wish.fact, facts)
    for skill in domain.skills.values():
        for bound in _unified(skill, wish):
            choices = [[bound[p.name]] if p.name in bound else near for p in skill.parameters]
            for names in product(*choices):
                if names:
                    yield SkillCall(skill.name, names)


def _unified(skill: Skill, wish: Wish) -> Iterator[Mapping[str, str]]:
    """The parameters of a skill that some effect of the wish's kind tells, with their arguments."""
    names = {f"?{parameter.name}": parameter.name for parameter in skill.parameters}
    for effect in skill.effects:
        for assign in assignments(effect):
            if (assign.fact.predicate, assign.holds) == (wish.fact.predicate, wish.holds):
                pairs = zip(assign.fact.arguments, wish.fact.arguments, strict=False)
                yield {names[variable]: name for variable, name in pairs if variable in names}


def _related(fact: Atom, facts: FactSet) -> list[str]:
    """The things that a fact which holds relates to those of `fact`."""
    wanted = set(fact.arguments)
    found = (other for other in sorted(facts.true) if wanted & set(other.arguments))
    return list(dict.fromkeys(n for one in found for n in one.arguments if n not in wanted))
