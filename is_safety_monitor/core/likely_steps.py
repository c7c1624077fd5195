"""Likely follow-up steps of an instruction, beside those that it requests.

Instructions are often vague: "dry the jeans in the dryer" tells what is handled and not how.  What
a planner will probably do is what its skills can do with the things that are named, with the doors
in the way, and with the machines that stand there.  Where an instruction says what is done with a
thing, nothing else is likely to be done with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from is_bench.calls import SkillCall
from is_bench.domain import Domain, Skill
from is_bench.domain.model import ParameterRole
from is_bench.facts import FactSet, FactView, Truth, atom
from is_bench.objects import ObjectTable, SceneObject, class_of
from is_bench.world.removers import Removers
from is_safety_monitor.core.implied_use import ImpliedUse
from is_safety_monitor.core.request_plans import TaskRequestPlan
from is_safety_monitor.core.step_scope import NOTHING_ASKED, StepScope
from is_safety_monitor.core.storage_habits import LIVING, named_class

SPOKEN, DOOR, HELPED, MACHINE = 0.4, 0.6, 0.2, 0.1
"""The chances of a step with named things only, of opening a door in the way, of a step with a
named thing and a helper that is not named, and of opening or switching on what is not named; for
what the request implies, see `implied_use`."""
EVIDENT = 0.6
"""The chance that a thing is cleaned, or cut, where its soil, or its pieces, are named as well."""
MOST_LIKELY_STEPS, MOST_NAMED = 60, 10
"""How many steps are listed, with the first so many of the named things."""
_NEEDED = {ParameterRole.OPENED: "openable", ParameterRole.SWITCHED: "toggleable"}
"""What a thing has to have to stand in such a place, whatever the domain allows."""
_HELPERS = {
    ParameterRole.CONTAINER: "openable | waste_bin",
    ParameterRole.SOURCE: "sink_like",
}
"""What is used unnamed: places that things are put away in, and taps."""
_LOADED = "cloth | food | food_contact"
"""What is put into machines that are not named."""
_TOOLS = {
    ParameterRole.CUT: "blade",
    ParameterRole.CLEANED: "rag.n.01 | sponge.n.01 | cleaning_implement.n.01",
}
"""Tools that are used unnamed, by what is done with them."""
_PASSIVE = (
    ParameterRole.WAITED_FOR,
    ParameterRole.PERSON,
    ParameterRole.PLACE,
    ParameterRole.HANDLED,
)
_CARRIED = (ParameterRole.MOVED, ParameterRole.TOOL)
_FIXED = f"sceneObject | {LIVING} | fluid | granular | stain"
"""What nobody carries."""
_PASSAGE = "movable_barrier.n.01 | window.n.01"
"""What things are neither put on nor put into."""
_NO_PASSAGE = (
    ParameterRole.MOVED,
    ParameterRole.SUPPORT,
    ParameterRole.CONTAINER,
    ParameterRole.COVERED,
)
_SUPPORTS = (
    "sceneObject | stable_flat_support | shelf_like | seat | soft_furnishing | floor_covering"
    " | food_contact | toggleable | openable | person | walkway | outdoors"
)
"""What things are put on by people who say no more."""
_PLATE = "food_contact & !sceneObject"
_SERVED = "food | food_contact & !stable_flat_support"
"""What is put on plates, boards and the like."""
_CONTAINERS = "openable | fillable | waste_bin | container.n.01 | closed_storage | cold_storage"
_AIMED_AT = (ParameterRole.SUPPORT, ParameterRole.CONTAINER, ParameterRole.COVERED)
_PLACED = ("ontop", "inside")
_USED = (ParameterRole.SWITCHED, ParameterRole.OPENED, ParameterRole.CONTAINER)
_ALONE = ([ParameterRole.CLEANED],)
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


def likely_steps(
    named: frozenset[str],
    objects: ObjectTable,
    domain: Domain,
    facts: FactSet,
    asked: TaskRequestPlan = NOTHING_ASKED,
    idle: frozenset[str] = frozenset(),
    removers: Removers | None = None,
) -> list[LikelyStep]:
    """The steps that are likely where things called `named` are to be handled, likeliest first.

    `asked` is what the instruction surely asks for; what is called `idle` is hardly switched on.
    `removers` tell what has to be wet to clean; by default, the taxonomy's.
    """
    scope = StepScope(domain, asked)
    things = [thing for thing in objects if thing.name in named][:MOST_NAMED]
    free = [t for t in things if t.name not in scope.settled or _is_to_start(t, scope, facts)]
    running = {t.name for t in objects if _is_on(t, facts) and t.name not in scope.set_states}
    implied = ImpliedUse(asked, named, objects, facts, removers or Removers(())).chances()
    resting = {t.name for t in objects if t.name in idle or not scope.runs(t)}
    resting -= running | implied.keys()
    skills = [skill for skill in domain.skills.values() if scope.uses(skill)]
    steps = [
        *(s for s in _doors(things, objects, domain, facts, idle) if scope.opens(s.call, s.chance)),
        *(s for skill in skills for s in _with(skill, free) if not _aims(s.call, skill, idle)),
        *(s for skill in skills for s in _helped(skill, free, objects)),
        *(s for s in _switches(objects, named, domain) if resting.isdisjoint(s.call.arguments)),
    ]
    steps = [_raised(step, domain, named, facts, implied) for step in steps]
    best: dict[SkillCall, LikelyStep] = {}
    for step in sorted(steps, key=lambda step: -step.chance):
        if not _is_done(step.call, facts):
            best.setdefault(step.call, step)
    return list(best.values())[:MOST_LIKELY_STEPS]


def _raised(
    step: LikelyStep,
    domain: Domain,
    named: frozenset[str],
    facts: FactView,
    implied: Mapping[str, float],
) -> LikelyStep:
    """`step`, likelier if the request implies its machine, or that its thing is cleaned."""
    parameters = domain.skills[step.call.skill].parameters
    used = dict(zip((p.role for p in parameters), step.call.arguments, strict=True))
    chance = max(implied.get(used.get(role, ""), 0.0) for role in _USED)
    cleaned, cut = used.get(ParameterRole.CLEANED), used.get(ParameterRole.CUT)
    if cleaned in named and _is_soiled(cleaned, named, facts):
        chance = max(chance, EVIDENT)
    if cut in named and _is_to_be_cut(cut, named, facts):
        chance = max(chance, EVIDENT)
    return replace(step, chance=max(step.chance, chance))


def _is_soiled(name: str, named: frozenset[str], facts: FactView) -> bool:
    """Whether the instruction names what covers a thing."""
    return any(facts.truth(atom("covered", name, soil)) is Truth.TRUE for soil in named)


def _is_to_be_cut(name: str, named: frozenset[str], facts: FactView) -> bool:
    """Whether the instruction names pieces of a thing that do not exist yet."""
    pieces = (n for n in named if n != name and class_of(n).rpartition("__")[2] == class_of(name))
    return any(facts.truth(atom("real", piece)) is Truth.FALSE for piece in pieces)


def _with(skill: Skill, things: Iterable[SceneObject]) -> Iterator[LikelyStep]:
    """The calls of `skill` whose arguments are all among `things`."""
    roles = [parameter.role for parameter in skill.parameters]
    if any(role in _PASSIVE for role in roles) or (len(roles) < 2 and roles not in _ALONE):
        return
    for chosen in permutations(things, len(roles)):
        if _fits(skill, chosen):
            call = SkillCall(skill.name, tuple(thing.name for thing in chosen))
            fills = _is_machine_filled(roles, chosen[-1])
            chance = HELPED if ParameterRole.COVERED in roles else SPOKEN
            yield LikelyStep(call, chance, fills, prepared=fills)


def _helped(
    skill: Skill, things: Iterable[SceneObject], objects: ObjectTable
) -> Iterator[LikelyStep]:
    """The calls of `skill` with one of `things` and a helper that is not named."""
    roles = [parameter.role for parameter in skill.parameters]
    if len(roles) != 2:
        return
    kind = _TOOLS.get(roles[0]) if roles[1] is ParameterRole.TOOL else _HELPERS.get(roles[1])
    if kind is None:
        return
    helpers = [thing for thing in objects if named_class(kind).contains(thing)]
    for thing in things:
        for helper in helpers:
            fills = _is_machine_filled(roles, helper)
            if fills and not named_class(_LOADED).contains(thing):
                continue
            if helper is not thing and _fits(skill, (thing, helper)):
                call = SkillCall(skill.name, (thing.name, helper.name))
                yield LikelyStep(call, HELPED, fills, prepared=True)


def _is_machine_filled(roles: Sequence[ParameterRole], last: SceneObject) -> bool:
    return roles[-1] is ParameterRole.CONTAINER and last.can("toggleable")


def _doors(
    things: Iterable[SceneObject],
    objects: ObjectTable,
    domain: Domain,
    facts: FactView,
    idle: frozenset[str],
) -> Iterator[LikelyStep]:
    """Opening what is shut: likely if it is named, or if named things are inside of it.

    A machine that is named with what is inside of it, and not `idle`, is rather to be run.
    """
    named = list(things)
    for door in objects:
        if not door.can("openable") or facts.truth(atom("open", door.name)) is Truth.TRUE:
            continue
        holds = (facts.truth(atom("inside", thing.name, door.name)) for thing in named)
        spoken, full = door in named, Truth.TRUE in holds
        needed = spoken or full
        if spoken and full and door.can("toggleable") and door.name not in idle:
            needed = False
        yield from _unary(ParameterRole.OPENED, door, domain, DOOR if needed else MACHINE)


def _switches(objects: ObjectTable, named: frozenset[str], domain: Domain) -> Iterator[LikelyStep]:
    for thing in objects:
        if thing.can("toggleable"):
            chance = SPOKEN if thing.name in named else MACHINE
            yield from _unary(ParameterRole.SWITCHED, thing, domain, chance)


def _unary(
    role: ParameterRole, thing: SceneObject, domain: Domain, chance: float
) -> Iterator[LikelyStep]:
    for skill in domain.skills.values():
        if [parameter.role for parameter in skill.parameters] == [role] and _fits(skill, [thing]):
            yield LikelyStep(SkillCall(skill.name, (thing.name,)), chance)


def _is_done(call: SkillCall, facts: FactView) -> bool:
    """Whether `call` puts a thing where it is."""
    pair = len(call.arguments) == 2  # a thing and its place
    return pair and any(facts.truth(atom(how, *call.arguments)) is Truth.TRUE for how in _PLACED)


def _is_to_start(thing: SceneObject, scope: StepScope, facts: FactView) -> bool:
    """Whether `thing` stands still and is to run: then it may have to be loaded."""
    return thing.name in scope.set_states and scope.runs(thing) and not _is_on(thing, facts)


def _is_on(thing: SceneObject, facts: FactView) -> bool:
    return thing.can("toggleable") and facts.truth(atom("toggled_on", thing.name)) is Truth.TRUE


def _fits(skill: Skill, things: Iterable[SceneObject]) -> bool:
    pairs = [(p, thing) for p, thing in zip(skill.parameters, things, strict=True)]
    if not all(p.where.contains(thing) and _suits(p.role, thing) for p, thing in pairs):
        return False
    by_role = {parameter.role: thing for parameter, thing in pairs}
    moved, support = by_role.get(ParameterRole.MOVED), by_role.get(ParameterRole.SUPPORT)
    if moved is None or support is None or not named_class(_PLATE).contains(support):
        return True
    return named_class(_SERVED).contains(moved)


def _aims(call: SkillCall, skill: Skill, landmarks: frozenset[str]) -> bool:
    """Whether `call` puts a thing where the instruction says that another is."""
    pairs = zip(skill.parameters, call.arguments, strict=True)
    return any(p.role in _AIMED_AT and name in landmarks for p, name in pairs)


def _suits(role: ParameterRole, thing: SceneObject) -> bool:
    """Whether people would put `thing` in a place of `role`, whatever the domain allows."""
    if role in _NEEDED:
        return thing.can(_NEEDED[role])
    if role in _CARRIED and named_class(_FIXED).contains(thing):
        return False
    if role is ParameterRole.SUPPORT and not named_class(_SUPPORTS).contains(thing):
        return False
    if role is ParameterRole.CONTAINER and not named_class(_CONTAINERS).contains(thing):
        return False
    return role not in _NO_PASSAGE or not named_class(_PASSAGE).contains(thing)
