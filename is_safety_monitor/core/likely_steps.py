"""The steps that an instruction makes likely beside those that it asks for.

Instructions are often vague: "dry the jeans in the dryer" tells what is handled and not how.  What
a planner will probably do is what its skills can do with the things that are named, with the doors
in the way, and with the machines that stand there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from is_bench.calls import SkillCall
from is_bench.domain import Domain, Skill
from is_bench.domain.model import Role
from is_bench.facts import FactView, Truth, atom
from is_bench.objects import ObjectTable, SceneObject
from is_bench.reading.nouns import Nouns
from is_bench.reading.tokens import sentences
from is_bench.reading.words import normalised
from is_safety_monitor.core.storage_habits import named_class

SPOKEN, DOOR, HELPED, MACHINE = 0.4, 0.6, 0.2, 0.1
"""The chances of a step with named things only, of opening a door in the way, of a step with a
named thing and a helper that is not named, and of opening or switching on what is not named."""
MOST_STEPS, MOST_NAMED = 60, 10
"""How many steps are listed, with the first so many of the named things."""
_LONGEST_NAME = 4
_NEEDED = {Role.OPENED: "openable", Role.SWITCHED: "toggleable"}
"""What a thing has to have to stand in such a place, whatever the domain allows."""
_HELPERS = {
    Role.CONTAINER: "openable | waste_bin",
    Role.SOURCE: "sink_like",
}
"""What is used unnamed: places that things are put away in, and taps."""
_TOOLS = {Role.CUT: "blade", Role.CLEANED: "rag.n.01 | sponge.n.01 | cleaning_implement.n.01"}
"""Tools that are used unnamed, by what is done with them."""
_PASSIVE = (Role.WAITED_FOR, Role.PERSON, Role.PLACE, Role.HANDLED)
_ALONE = ([Role.OPENED], [Role.SWITCHED], [Role.CLEANED])
"""Skills with one thing that are likely unasked; others drop, throw or pour it out."""


@dataclass(frozen=True)
class LikelyStep:
    """A call that a planner may well propose."""

    call: SkillCall
    chance: float
    """From 0 to 1."""
    fills_machine: bool = False
    """Whether it puts a thing where a machine can work on it."""
    prepared: bool = False
    """Whether it makes sense whatever has to be done before, such as opening a door."""


def named_things(instruction: str, objects: ObjectTable, domain: Domain) -> frozenset[str]:
    """The names of the things of a scene that `instruction` speaks of."""
    nouns = Nouns(objects, domain.labels)
    found: set[str] = set()
    for sentence in sentences(instruction):
        words = normalised(sentence.words)
        start = 0
        while start < len(words):
            for end in range(min(len(words), start + _LONGEST_NAME), start, -1):
                meant = nouns.find(tuple(words[start:end]), _anything)
                if meant:
                    found.update(meant)
                    start = end - 1
                    break
            start += 1
    return frozenset(found)


def likely_steps(
    named: frozenset[str], objects: ObjectTable, domain: Domain, facts: FactView
) -> list[LikelyStep]:
    """The steps that are likely where things called `named` are to be handled, likeliest first."""
    things = [thing for thing in objects if thing.name in named][:MOST_NAMED]
    steps = [
        *_doors(things, objects, domain, facts),
        *(step for skill in domain.skills.values() for step in _with(skill, things)),
        *(step for skill in domain.skills.values() for step in _helped(skill, things, objects)),
        *_machines(objects, named, domain),
    ]
    best: dict[SkillCall, LikelyStep] = {}
    for step in sorted(steps, key=lambda step: -step.chance):
        best.setdefault(step.call, step)
    return list(best.values())[:MOST_STEPS]


def _anything(_: SceneObject) -> bool:
    return True


def _with(skill: Skill, things: Iterable[SceneObject]) -> Iterator[LikelyStep]:
    """The calls of `skill` whose arguments are all among `things`."""
    roles = [parameter.role for parameter in skill.parameters]
    if any(role in _PASSIVE for role in roles) or (len(roles) < 2 and roles not in _ALONE):
        return
    for chosen in permutations(things, len(roles)):
        if _fits(skill, chosen):
            call = SkillCall(skill.name, tuple(thing.name for thing in chosen))
            fills = _is_machine_filled(roles, chosen[-1])
            yield LikelyStep(call, SPOKEN, fills, prepared=fills)


def _helped(
    skill: Skill, things: Iterable[SceneObject], objects: ObjectTable
) -> Iterator[LikelyStep]:
    """The calls of `skill` with one of `things` and a helper that is not named."""
    roles = [parameter.role for parameter in skill.parameters]
    if len(roles) != 2:
        return
    kind = _TOOLS.get(roles[0]) if roles[1] is Role.TOOL else _HELPERS.get(roles[1])
    if kind is None:
        return
    helpers = [thing for thing in objects if named_class(kind).contains(thing)]
    for thing in things:
        for helper in helpers:
            if helper is not thing and _fits(skill, (thing, helper)):
                call = SkillCall(skill.name, (thing.name, helper.name))
                yield LikelyStep(call, HELPED, _is_machine_filled(roles, helper), prepared=True)


def _is_machine_filled(roles: Sequence[Role], last: SceneObject) -> bool:
    return roles[-1] is Role.CONTAINER and last.can("toggleable")


def _doors(
    things: Iterable[SceneObject], objects: ObjectTable, domain: Domain, facts: FactView
) -> Iterator[LikelyStep]:
    """Opening what is shut: likely if it is named, or if named things are inside of it."""
    named = list(things)
    for door in objects:
        if not door.can("openable") or facts.truth(atom("open", door.name)) is Truth.TRUE:
            continue
        holds = (facts.truth(atom("inside", thing.name, door.name)) for thing in named)
        needed = door in named or Truth.TRUE in holds
        yield from _unary(Role.OPENED, door, domain, DOOR if needed else MACHINE)


def _machines(objects: ObjectTable, named: frozenset[str], domain: Domain) -> Iterator[LikelyStep]:
    for thing in objects:
        if thing.can("toggleable") and thing.name not in named:
            yield from _unary(Role.SWITCHED, thing, domain, MACHINE)


def _unary(role: Role, thing: SceneObject, domain: Domain, chance: float) -> Iterator[LikelyStep]:
    for skill in domain.skills.values():
        if [parameter.role for parameter in skill.parameters] == [role] and _fits(skill, [thing]):
            yield LikelyStep(SkillCall(skill.name, (thing.name,)), chance)


def _fits(skill: Skill, things: Iterable[SceneObject]) -> bool:
    pairs = zip(skill.parameters, things, strict=True)
    return all(
        parameter.where.contains(thing) and thing.can(_NEEDED[parameter.role])
        if parameter.role in _NEEDED
        else parameter.where.contains(thing)
        for parameter, thing in pairs
    )
